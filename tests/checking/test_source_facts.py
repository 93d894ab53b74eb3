"""What is wrong in a ``source.toml`` is told with its line and with what was meant, and can be mended from that."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.checking import Verdict, check_target
from kg.errors import SourceError
from tests.conftest import ROOT

REGISTRY = ROOT / "data" / "registry"
VAL = ROOT / "data" / "sources" / "mr-medseg-val"
CMR = ROOT / "data" / "sources" / "med-cmr"
UMRG = ROOT / "data" / "sources" / "u-mrg-14k-test"

Spoil = Callable[..., Path]


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    """A copy of a source with one text of its source.toml in the place of another."""

    def copy(old: str, new: str, source: Path = VAL) -> Path:
        folder = Path(shutil.copytree(source, tmp_path / "copy", dirs_exist_ok=True))
        text = (source / "source.toml").read_text(encoding="utf-8")
        assert old in text
        (folder / "source.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return copy


def check(folder: Path) -> Verdict:
    return check_target(folder, REGISTRY)


def line_of(folder: Path, text: str, which: int = 0) -> int:
    lines = (folder / "source.toml").read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if text in line][which]


def refused(folder: Path) -> str:
    with pytest.raises(SourceError) as error:
        check(folder)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('metric = "dice"', 'metrc = "dice"', "[[columns]] 1: `metrc` is an unknown key; did you mean 'metric'?"),
        ('format = "index', 'formt = "index', "top level: `formt` is an unknown key; did you mean 'format'?"),
        ('title = "', 'unit = "', "top level: `unit` is an unknown key; it goes under [[columns]]"),
        ('value = "setting"', 'value = "seting"', "[[facts]] 2: `value` 'seting' is none of"),
        ('value = "setting"', 'value = "seting"', "did you mean 'setting'?"),
        ('property = "benchmark"', 'property = "benchmrk"', "did you mean 'benchmark'?"),
        ('certainty = "certain"', 'certainty = "certian"', "did you mean 'certain'"),
        ('metric = "dice"', 'metric = "dice"\ndirection = "higher"', "did you mean 'HigherIsBetter'?"),
        ('metric = "dice"', 'metric = "dice"\ndirection = "Lower is better"', "did you mean 'LowerIsBetter'?"),
        ('metric = "dice"', 'metric = "dise"', "no metric 'dise' in registry/metrics.tsv"),
        ('metric = "dice"', 'metric = dice', "not readable as TOML: Invalid value: 'metric = dice'"),
    ],
)  # fmt: skip
def test_a_word_that_is_none_is_told_with_its_line_and_what_is_near(
    spoil: Spoil, old: str, new: str, told: str
) -> None:
    folder = spoil(old, new)
    message = refused(folder)
    assert f"source.toml:{line_of(folder, new.splitlines()[-1])}:" in message
    assert told in message


@pytest.mark.parametrize("key", ["coco-val", "Medical Interaction Segmentation on MR-MedSeg (val)", "mr-medseg-vall"])
def test_a_benchmark_that_is_none_is_told_with_the_pages_own(spoil: Spoil, key: str) -> None:
    folder = spoil('value = "mr-medseg-val"', f'value = "{key}"')
    message, line = refused(folder), line_of(folder, f'value = "{key}"')
    assert f"source.toml:{line}: [[facts]] 1: no benchmark {key!r}" in message
    assert "the page's own is 'mr-medseg-val'" in message


def test_a_full_name_in_the_place_of_a_key_is_told_with_its_key(spoil: Spoil) -> None:
    message = refused(spoil('value = "med-cmr-multiple-choice"', 'value = "Med-CMR, multiple choice"', CMR))
    assert "the page's own is 'med-cmr-multiple-choice' (Med-CMR, multiple-choice questions)" in message


def test_another_benchmark_is_told_once_for_each_statement_with_the_key_to_write(spoil: Spoil) -> None:
    folder = spoil('value = "mr-medseg-val"', 'value = "u-mrg-14k-test"')
    verdict = check(folder)
    told = [note for note in verdict.context if "benchmark-conflict" in note]
    assert [note.split(": ")[1] for note in told] == ["copy/page.md:16:2", "copy/page.md:16:2", "copy/page.md:1"]
    place = f"{folder / 'source.toml'}:{line_of(folder, 'u-mrg-14k-test')}"
    assert all(f'write value = "mr-medseg-val" in {place}' in note for note in told)
    (reject,) = verdict.rejects
    assert f'write value = "mr-medseg-val" in {place}' in reject["remedy"]


def test_a_format_that_is_not_the_pages_is_told_with_the_one_that_is(spoil: Spoil) -> None:
    message = refused(spoil('format = "index-page"', 'format = "pasted-table"'))
    assert "source.toml:4: the page was read as 'pasted-table', as `format` says" in message
    assert message.endswith("without `format` it is read as 'index-page'")


def test_a_column_with_two_entries_is_told_with_its_page_and_the_free_number(spoil: Spoil) -> None:
    folder = spoil('number = 4\nname = "TP"', 'number = 5\nname = "TP"', CMR)
    message = refused(folder)
    first, second = (line_of(folder, "number = 5", which) for which in (0, 1))
    assert f"source.toml:{second}: [[columns]] 5 (CR): column 5 is described twice, first in line {first}" in message
    assert "the page prints 'CR' at copy/page.txt:" in message
    assert "no entry has the number 4" in message


def test_a_heading_that_stands_over_nothing_is_told_with_the_near_one(spoil: Spoil) -> None:
    folder = spoil('heading = "Open-ended Questions"', 'heading = "Open ended Qestions"', CMR)
    message = refused(folder)
    assert f"source.toml:{line_of(folder, 'Open ended Qestions')}: [[tables]] heading" in message
    assert "did you mean 'Open-ended Questions'?" in message


def test_a_question_that_is_left_in_the_file_is_told_and_goes_with_its_line(spoil: Spoil) -> None:
    mark = "# UNSURE: column 1: is the unit a percentage?"
    folder = spoil("[[columns]]", f"{mark}\n[[columns]]")
    (note,) = [note for note in check(folder).context if "open-question" in note]
    assert note.startswith(f"Note: copy/source.toml:{line_of(folder, mark)}: kg import asked this in source.toml")
    assert "'UNSURE: column 1: is the unit a percentage?'" in note
    assert not [note for note in check(spoil("file = ", "file = ")).context if "open-question" in note]


PASTED = "Nodule board\n\nModel\tAccuracy (%)\tF1/EM\nAlpha\t91.4 (0.3)\t80.1/70.2\nBeta\t90.2 (0.4)\t79.9/x\n"


@pytest.fixture
def pasted(tmp_path: Path) -> Callable[..., Verdict]:
    """The check of a pasted page with some lines of source.toml."""

    def checked(facts: str = "", page: str = PASTED) -> Verdict:
        folder = tmp_path / "board"
        folder.mkdir(exist_ok=True)
        (folder / "page.txt").write_text(page, encoding="utf-8")
        (folder / "source.toml").write_text(f'file = "page.txt"\n{facts}', encoding="utf-8")
        return check(folder)

    return checked


def lost(verdict: Verdict) -> list[tuple[str, str]]:
    return [(reject["printed"], reject["remedy"]) for reject in verdict.rejects]


def test_each_remedy_for_how_numbers_are_written_has_its_place(pasted: Callable[..., Verdict]) -> None:
    brackets = 'write brackets = "uncertainty" at the top of source.toml, if it is one'
    mark = "print a plain decimal or a missing mark such as —"
    assert lost(pasted()) == [("91.4 (0.3)", brackets), ("90.2 (0.4)", brackets), ("79.9/x", mark)]
    assert lost(pasted('brackets = "uncertainty"\n')) == [("79.9/x", mark)]
    assert lost(pasted('brackets = "uncertainty"\nmissing = ["x"]\n')) == []
    comma = PASTED.replace("79.9/x", "79,9/70").replace("Alpha", "Gamma")
    (only,) = lost(pasted('brackets = "uncertainty"\n', comma))
    assert only[1].endswith('or write decimal = "comma" at the top of source.toml if all are so')
    german = PASTED.replace(".", ",").replace("/x", "/70")
    assert lost(pasted('brackets = "uncertainty"\ndecimal = "comma"\n', german)) == []


def test_an_entry_for_a_table_may_write_its_numbers_in_another_way(pasted: Callable[..., Verdict]) -> None:
    page = "Board\n\nOne\n\nModel\tAcc (%)\nA\t91.4 (0.3)\n\nTwo\n\nModel\tAcc (%)\nA\t81.4 (0.3)\nB\tx\n"
    table = '[[tables]]\nheading = "{}"\nkey = "{}"\n{}\n'
    one, two = table.format("One", "one", 'brackets = "uncertainty"'), table.format("Two", "two", "")
    assert [printed for printed, _ in lost(pasted('missing = ["x"]\n' + one + two, page))] == ["81.4 (0.3)"]


def test_a_heading_with_as_many_names_parts_its_cells(pasted: Callable[..., Verdict]) -> None:
    one = PASTED.replace("F1/EM", "F1").replace("/x", "/69.8")
    told = [remedy for printed, remedy in lost(pasted('brackets = "uncertainty"\n', one)) if "/" in printed]
    assert len(told) == 2
    assert all('a heading with as many names, such as "F1/EM"' in remedy for remedy in told)
    facts = 'brackets = "uncertainty"\n[[columns]]\nnumber = 3\nname = "EM"\nmetric = "exact-match"\nunit = "PERCENT"\n'
    facts += 'direction = "HigherIsBetter"\nevidence = "e"\ncertainty = "certain"\n'
    verdict = pasted(facts, PASTED.replace("/x", "/69.8"))
    assert lost(verdict) == []
    assert {finding.label for finding in verdict.report.findings if finding.rule == "A1"} == {"F1 in board"}


TABLE = '[[tables]]\nheading = "Nodule board"\nkey = "a"\n'
COLUMN = '[[columns]]\nname = "F1"\nevidence = "e"\ncertainty = "certain"\n'


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        (f'{TABLE}skip = "a draft"\n', "5: [[tables]] 1 (a): `skip` is read only in an entry with a `number`"),
        (f'{TABLE}split = "test"\n', "5: [[tables]] 1 (a): `split` is read only for tables with a `number`"),
        (
            f'{COLUMN}role = "note"\n',
            "6: [[columns]] 1 (F1): `role` goes with `cell`; what a heading holds is a fact: ",
        ),
        (f'{COLUMN}task = "QA"\n', "6: [[columns]] 1 (F1): `task` is read only for tables with a `number`"),
    ],
)
def test_a_key_that_nothing_reads_is_refused(pasted: Callable[..., Verdict], facts: str, told: str) -> None:
    with pytest.raises(SourceError) as error:
        pasted(facts)
    assert f"source.toml:{told}" in str(error.value)


@pytest.mark.parametrize(
    ("licence", "near"),
    [
        ("CC BY 4.0", "did you mean 'CC-BY-4.0'"),
        ("Apache 2", "did you mean 'Apache-2.0'"),
        ("free for research", ""),
        ("unknown", ""),
        ("CC-BY-4.0", None),
        ("mit OR Apache-2.0", None),
        ("https://example.org/terms", None),
    ],
)
def test_a_licence_that_names_none_is_told_and_kept(
    pasted: Callable[..., Verdict], licence: str, near: str | None
) -> None:
    page = "Board\n\nModel\tAccuracy (%)\nAlpha\t91.4\n"
    verdict = pasted(f'licence = "{licence}"\n', page)
    notes = [note for note in verdict.context if "unclear-licence" in note]
    assert len(notes) == (0 if near is None else 1)
    assert verdict.is_clean
    for note in notes:
        assert note.startswith("Note: board/source.toml:2: the licence is neither an SPDX identifier nor an http")
        assert (near or "leave `licence` out where the page states none") in note


def contradicted(verdict: Verdict) -> list[str]:
    return [finding.message.removeprefix("R18.10 ") for finding in verdict.report.of("Violation")]


def test_a_date_that_is_not_the_pages_own_is_told_with_its_line_and_remedy(spoil: Spoil) -> None:
    folder = spoil('updated = "2026-03-11', 'updated = "2026-03-12')
    (entry,) = (e for e in check(folder).entries if e.rule == "R18.10")
    assert [spot.place for spot in entry.spots] == ["copy/page.md:7"]
    assert "copy/source.toml:8 says 2026-03-12T06:44:08.716Z; see which of them is right" in entry.message
    assert contradicted(check(spoil('updated = "2026-03-11T06:44:08.716Z"\n', ""))) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "| Direction | Higher is better |",
            "| Direction | Lower is better |",
            "HigherIsBetter (metric list, copy/page.md:27), LowerIsBetter (scope, copy/page.md:19:2); mend the one",
        ),
        (
            "| Unit | PERCENT |",
            "| Unit | FRACTION |",
            "PERCENT (metric list, copy/page.md:27), FRACTION (scope, copy/page.md:18:2); mend the one that is wrong",
        ),
    ],
)
def test_a_page_that_contradicts_itself_is_told_with_both_places(spoil: Spoil, old: str, new: str, told: str) -> None:
    page = spoil("file = ", "file = ") / "page.md"
    page.write_text(page.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    assert any(told in message for message in contradicted(check(page.parent)))


def test_another_metric_or_part_is_told_with_the_one_to_write(spoil: Spoil) -> None:
    (metric,) = contradicted(check(spoil('metric = "dice"', 'metric = "accuracy"')))
    assert 'write metric = "dice" in its [[columns]] entry, or mend the heading' in metric
    parts = contradicted(check(spoil('subset = "TP"', 'subset = "SOD"', CMR)))
    assert any('write subset = "TP" in its [[columns]] entry' in message for message in parts)


def test_a_word_of_source_toml_that_the_page_outweighs_is_told_with_its_line(spoil: Spoil) -> None:
    folder = spoil('metric = "dice"', 'metric = "dice"\nunit = "fraction"')
    (note,) = [note for note in check(folder).context if "declaration-conflict" in note]
    assert f"take `unit` out at {folder / 'source.toml'}:{line_of(folder, 'unit = ')}, or mend it" in note


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'subject = "printed:input"',
            'subject = "printed:imput"',
            "'imput' [unprinted-name]; write 'input' if that is the right name",
        ),
        ('name = "gIoU"', 'name = "gIuO"', "'gIuO' [unprinted-name]; write 'gIoU' if that is the right name"),
    ],
)
def test_a_name_that_the_page_does_not_print_is_told(spoil: Spoil, old: str, new: str, told: str) -> None:
    folder = spoil(old, new)
    (note,) = [note for note in check(folder).context if "unprinted-name" in note]
    assert note.startswith(f"Note: copy/source.toml:{line_of(folder, new)}: the page prints no ")
    assert told in note


@pytest.mark.parametrize("source", sorted((ROOT / "data" / "sources").iterdir()), ids=lambda path: path.name)
def test_shipped_sources_have_no_note_about_their_facts(source: Path) -> None:
    facts = ("unprinted-name", "unclear-licence", "open-question", "held-back", "page-changed", "declaration-conflict")
    assert [note for note in check(source).context if any(f"[{rule}]" in note for rule in facts)] == []


@pytest.mark.parametrize(
    ("old", "new", "near"),
    [('file = "page.md"', 'file = "pag.md"', "page.md"), ('"index-page"', '"indexpage"', "index-page")],
)
def test_a_file_or_format_that_is_none_is_told_with_the_near_one(spoil: Spoil, old: str, new: str, near: str) -> None:
    folder = spoil(old, new)
    message = refused(folder)
    assert f"source.toml:{line_of(folder, new)}: " in message
    assert f"did you mean {near!r}" in message


def swapped(folder: Path, one: str, other: str) -> Path:
    """A source whose source.toml has two texts in each other's place."""
    facts = folder / "source.toml"
    text = facts.read_text(encoding="utf-8")
    assert one in text
    assert other in text
    facts.write_text(text.replace(one, "\0").replace(other, one).replace("\0", other), encoding="utf-8")
    return folder


def errors(folder: Path) -> str:
    return "\n".join(entry.message for entry in check(folder).told if entry.level == "error")


@pytest.mark.parametrize(("one", "other"), [("Abdomen", "Brain"), ("Neoplasm", "Non-Neoplasm")])
def test_subsets_of_two_columns_exchanged_are_told_with_their_lines(spoil: Spoil, one: str, other: str) -> None:
    folder = swapped(spoil("", "", UMRG), f'subset = "{one}"', f'subset = "{other}"')
    told = errors(folder)
    for name, subset in ((one, other), (other, one)):
        line = line_of(folder, f'subset = "{subset}"')
        assert (
            f"source.toml:{line}: the name of the column says {name} (IoU {name}), `subset` says {subset}; write "
            in told
        )
        assert f'write subset = "{name}", or mend the name' in told


def test_a_subset_that_is_nearly_a_word_of_its_columns_name_is_a_note(spoil: Spoil) -> None:
    folder = spoil('subset = "Abdomen"', 'subset = "Abdomn"', UMRG)
    (note,) = [text for text in check(folder).context if "subset-near-name" in text]
    assert f"source.toml:{line_of(folder, 'Abdomn')}: the column is named 'IoU Abdomen'" in note
    assert 'write subset = "Abdomen"' in note
    assert not any("near-name" in text for text in check(spoil("Abdomen", "Abdomen", UMRG)).context)


def test_metrics_of_two_columns_exchanged_are_told_by_what_their_names_stand_for(spoil: Spoil) -> None:
    seen, right = "med-cmr-visual-accuracy", "med-cmr-ground-truth-correctness"
    folder = swapped(spoil("", "", CMR), f'"{seen}"', f'"{right}"')
    told = errors(folder)
    assert f"source.toml:{line_of(folder, right)}: the metric {right} is that of the column GT by its name" in told
    assert f'write metric = "{seen}"' in told
    assert f"source.toml:{line_of(folder, seen)}: the metric {seen} is that of the column VA by its name" in told


def test_items_are_held_against_those_that_the_registry_counts(spoil: Spoil) -> None:
    fewer = spoil('subset = "SOD"', 'subset = "SOD"\nitems = 100', CMR)
    (note,) = [text for text in check(fewer).context if "items-differ" in text]
    assert f"source.toml:{line_of(fewer, 'items =')}: the registry counts 1023 items" in note
    assert "leave `items` out if the values are over all 1023" in note
    more = spoil('subset = "SOD"', 'subset = "SOD"\nitems = 2000', CMR)
    line = line_of(more, "items =")
    assert f"source.toml:{line}: `items` says 2000, but the registry counts 1023" in errors(more)
