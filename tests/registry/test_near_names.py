"""What a person may have meant."""

from kg.registry.near import did_you_mean, near_names


def test_the_nearest_comes_first() -> None:
    assert near_names("precsion", ["recall", "precision", "precision-at-k"]) == ["precision", "precision-at-k"]


def test_case_does_not_count_but_is_kept() -> None:
    assert near_names("MEDGEMA", ["MedGemma", "LLaVA"]) == ["MedGemma"]


def test_spellings_that_differ_in_case_are_all_told() -> None:
    assert near_names("Medgema", ["medgemma", "MedGemma", "MedGemma"]) == ["MedGemma", "medgemma"]


def test_no_more_than_asked_for_and_no_less_alike() -> None:
    names = [f"name-{number}" for number in range(9)]
    assert len(near_names("name", names)) == 3
    assert len(near_names("name", names, most=5)) == 5
    assert near_names("name", names, cutoff=0.9) == []


def test_the_end_of_a_message() -> None:
    assert did_you_mean("percnt", ["percent", "ratio"]) == "; did you mean 'percent'?"
    assert did_you_mean("watt", ["percent", "ratio"]) == ""
