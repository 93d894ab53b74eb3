"""Likeness of titles as measured, and the five rules at their edges."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.link.matching import Predicate, by_identifier, by_title, judge
from kg.link.records import Kind, Record, Work, author, kind_by_title, work_of
from kg.link.titles import is_contained, is_short, normal_title, plain_title, ratio, says_the_same, words
from kg.model import Paper
from kg.normalise.identifiers import Identifier, Scheme, identify

PARSE = (
    "BiomedParse: a biomedical foundation model for image parsing of everything everywhere all at once",
    "A foundation model for joint segmentation, detection and recognition of biomedical objects across nine modalities",
)
R1 = (
    "Med-R1: Reinforcement Learning for Generalizable Medical Reasoning in Vision-Language Models",
    "MedVLM-R1: Incentivizing Medical Reasoning Capability of Vision-Language Models (VLMs) via Reinforcement Learning",
)
CHEM = (
    "Augmenting large language models with chemistry tools",
    "ChemCrow: Augmenting large-language models with chemistry tools",
)
SEGLLM = "SegLLM: Multi-round Reasoning Segmentation"
MEDSAM = "Segment Anything in Medical Images"
MEDSAM_2 = (
    "MedSAM2: Segment Anything in 3D Medical Images and Videos",
    "Medical SAM 2: Segment medical images as video via Segment Anything Model 2",
)
MEASURED = [
    (MEDSAM, MEDSAM.lower(), 100),
    (*CHEM, 92),
    (SEGLLM, f"{SEGLLM} with Large Language Models", 75),
    (*PARSE, 45),
    (MEDSAM, f"{MEDSAM} and Videos: Benchmark and Deployment", 65),
    (*R1, 59),
    (*MEDSAM_2, 60),
]


@pytest.mark.parametrize(("one", "other", "expected"), MEASURED)
def test_ratios_are_those_that_a_library_measured(one: str, other: str, expected: int) -> None:
    """Values of rapidfuzz.fuzz.ratio on the same normal form, rounded to whole percents."""
    assert ratio(one, other) == ratio(other, one) == expected


@given(st.text(max_size=40), st.text(max_size=40))
def test_a_ratio_is_symmetric_and_100_for_equals(one: str, other: str) -> None:
    assert ratio(one, other) == ratio(other, one)
    assert 0 <= ratio(one, other) <= 100
    assert ratio(one, one) == 100
    assert normal_title(normal_title(one)) == normal_title(one)


def test_titles_lose_markup_and_nothing_else() -> None:
    """H32: tags glue nothing that was printed apart, entities are decoded once."""
    assert plain_title("Neural<i>Nets</i> for H<sub>2</sub>O &amp;lt; 1") == "NeuralNets for H2O &lt; 1"
    assert plain_title("Neural <i>Nets</i> for H <sub>2</sub> O") == "Neural Nets for H 2 O"
    assert plain_title("Understand How <SEG> Token Works") == "Understand How <SEG> Token Works"
    assert plain_title("<mml:math><mml:mi>k</mml:mi></mml:math>-means\n  at scale") == "k-means at scale"
    assert words(r"Schr{\"o}dinger's $\alpha$-Net: \textbf{bold} \'etude") == words("Schrödinger's α-Net: bold étude")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Multi-modal fusion at scale", "Multimodal Fusion at Scale."),
        ("The use of organ models in surgery", "Use of organ model in surgery"),
        ("Generalisation of colour models", "Generalization of Color Models"),
        ("RETRACTED: Faces of rare disease by networks", "Faces of rare disease by networks"),
    ],
)
def test_titles_that_say_the_same(one: str, other: str) -> None:
    assert says_the_same(one, other)
    assert says_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Effects of sleep on memory in mice", "Effects of sleep on memory in rats"),
        ("Screening in men with CT at low dose", "Screening in women with CT at low dose"),
        ("Supervised learning of skill from video", "Unsupervised learning of skill from video"),
        ("From images to text with diffusion models", "To images from text with diffusion models"),
        ("A benchmark of C compilers on programs", "A benchmark of C++ compilers on programs"),
        ("Qwen2 Technical Report", "Qwen3 Technical Report"),
        ("Vessel segmentation, Part I: methods", "Vessel segmentation, Part II: methods"),
        ("TNF-α in tissue of patients", "TNF-β in tissue of patients"),
        ("MedSAM: segment anything in images", "MedSAM2: segment anything in images"),
        ("", ""),
    ],
)
def test_one_word_makes_another_title(one: str, other: str) -> None:
    assert not says_the_same(one, other)


def test_short_titles_name_no_work() -> None:
    for title in (
        "GPT-4o System Card",
        "Gemma 3 Technical Report",
        "Deep learning",
        "Segment Anything",
        "Introduction",
    ):
        assert is_short(title), title
    for title in ("Attention is all you need", "Segment Anything in Medical Images", "Mask R-CNN for cell nuclei"):
        assert not is_short(title), title
    assert is_contained("SegLLM: Multi-round Reasoning", "SegLLM: Multi-round Reasoning with Models")
    assert not is_contained("Deep learning", "Deep learning of everything")


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Author Correction: Segment anything", Kind.CORRECTION),
        ("Erratum", Kind.CORRECTION),
        ("Retraction Note: A paper", Kind.RETRACTION),
        ("Retracted: A paper", Kind.ARTICLE),
        ("Reply to: A paper", Kind.REVIEW),
        ("Data from: A paper", Kind.DATASET),
        ("Correctional facilities and health", Kind.ARTICLE),
        ("Retraction of the lung in surgery", Kind.ARTICLE),
        ("Peer review of a paper on organs", Kind.REVIEW),
        ("Correction of motion in cardiac images", Kind.ARTICLE),
        ("Correction to: A paper", Kind.CORRECTION),
        ("Response to chemotherapy predicted by networks", Kind.ARTICLE),
        ("Data from wearable sensors predict falls", Kind.ARTICLE),
        ("Review of images of the brain", Kind.ARTICLE),
    ],
)
def test_kinds_show_in_titles(title: str, kind: Kind) -> None:
    assert kind_by_title(title, Kind.ARTICLE) is kind


def an_id(text: str) -> Identifier:
    found = identify(text)
    assert isinstance(found, Identifier)
    return found


def a_record(
    node: str, title: str = "Sparse graph networks for organs", year: str | None = "2022", **more: object
) -> Record:
    names = more.pop("authors", ["Ann Author", "Bea Builder"])
    authors = tuple(a for a in map(author, names) if a)  # type: ignore[call-overload]
    given = Record("openalex", an_id(node), title=title, authors=authors, date=year, kind=Kind.ARTICLE)
    return replace(given, **more)  # type: ignore[arg-type]


def a_work(**more: object) -> Work:
    work = work_of(
        Paper("p", "Sparse graph networks for organs", title="Sparse graph networks for organs", date="2022")
    )
    return replace(work, families=(("author", "builder"),), **more)  # type: ignore[arg-type]


PREPRINT = work_of(Paper("p", "t", title="Sparse graph networks for organs", arxiv="2201.00001"))
ARTICLE = work_of(Paper("p", "t", title="Sparse graph networks for organs", arxiv="2201.00001", doi="10.1000/a"))


def test_a_node_stands_for_its_version_of_record_else_for_its_preprint() -> None:
    arxiv, own = an_id("arxiv:2201.00001"), an_id("doi:10.48550/arxiv.2201.00001")
    assert PREPRINT.ids == {arxiv, own}
    assert PREPRINT.editions == set()
    assert ARTICLE.ids == {an_id("doi:10.1000/a")}
    assert ARTICLE.editions == {arxiv, own}


def test_same_as_only_on_an_equal_id_of_the_same_version() -> None:
    own_doi = frozenset({an_id("doi:10.48550/arxiv.2201.00001")})
    article_doi = frozenset({an_id("doi:10.1000/a")})
    for work, ids, versions, merged, expected in (
        (PREPRINT, own_doi, (), False, (Predicate.SAME, 1)),
        (ARTICLE, article_doi, (), False, (Predicate.SAME, 1)),
        (ARTICLE, own_doi, (), False, (Predicate.VERSION, 1)),
        (PREPRINT, article_doi, (an_id("arxiv:2201.00001"),), False, (Predicate.VERSION, 2)),
        (ARTICLE, own_doi | article_doi, (), True, (Predicate.EXACT, 1)),
        (PREPRINT, own_doi | article_doi, (), True, (Predicate.EXACT, 1)),
    ):
        found = by_identifier(work, a_record("openalex:W1000", ids=ids, versions=versions, is_merged=merged))
        assert (found[0].predicate, found[0].rule) == expected
        assert found[0].is_link
    assert by_identifier(PREPRINT, a_record("openalex:W1000", ids=article_doi)) == []


def test_a_record_brings_its_other_identifiers_as_service_asserted() -> None:
    ids = frozenset({an_id("doi:10.1000/a"), an_id("pubmed:31588070")})
    found = {m.object.curie: (m.predicate, m.rule) for m in by_identifier(ARTICLE, a_record("openalex:W1000", ids=ids))}
    assert found == {"openalex:W1000": (Predicate.SAME, 1), "pubmed:31588070": (Predicate.SAME, 2)}
    merged = a_record("s2:9", ids=ids | {an_id("arxiv:2201.00001")}, is_merged=True)
    found = {m.object.curie: (m.predicate, m.rule) for m in by_identifier(PREPRINT, merged)}
    assert found == {
        "s2:9": (Predicate.EXACT, 1),
        "doi:10.1000/a": (Predicate.VERSION, 2),  # the article of a preprint, never the same
        "pubmed:31588070": (Predicate.VERSION, 2),
    }


def test_an_identifier_that_leads_to_another_work_links_nothing() -> None:
    """An early README of MediSee pointed to another paper's arXiv id."""
    other = a_record("arxiv:2201.00001", "Soil moisture in northern bogs", authors=["Peat Moss"])
    known = replace(PREPRINT, families=(("author",),))
    for work in (PREPRINT, known):
        (found,) = by_identifier(work, other)
        assert not found.is_link
        assert "Soil moisture" in found.reason
    notice = a_record("doi:10.1000/n", ids=frozenset({an_id("arxiv:2201.00001")}), kind=Kind.CORRECTION)
    assert not any(m.is_link for m in by_identifier(PREPRINT, notice))


def test_a_title_links_only_with_author_year_kind_and_without_rival() -> None:
    right = a_record("doi:10.1000/x")
    (match,) = by_title(a_work(), [right])
    assert (match.rule, match.predicate, match.is_link) == (3, Predicate.CLOSE, True)
    for spoiled, reason in (
        (replace(right, date="2024"), "the years differ"),
        (replace(right, date=None), "year is not known"),
        (replace(right, authors=()), "authors are not known"),
        (a_record("doi:10.1000/x", authors=["Zoe Other", "Max Someone"]), "the authors differ"),
        (replace(right, kind=Kind.DATASET), "is a dataset"),
        (replace(right, title="Sparse graph networks for organ"), None),
        (replace(right, title="Sparse graph networks for organs 2"), "the titles differ"),
    ):
        (match,) = by_title(a_work(), [spoiled])
        assert match.is_link is (reason is None)
        assert reason is None or reason in match.reason
    first, second = by_title(a_work(), [right, a_record("doi:10.1000/y")])
    assert not first.is_link
    assert not second.is_link
    assert first.rule == second.rule == 5
    doubles = by_title(a_work(), [right, replace(right, id=an_id("openalex:W1000"), ids=frozenset({right.id}))])
    assert all(m.is_link for m in doubles), "two records of one DOI are no rivals"
    assert by_title(replace(a_work(), families=()), [right])[0].is_link is False


def test_years_may_differ_by_two_from_a_preprint_to_its_article() -> None:
    for kind, year, linked in (
        (Kind.PREPRINT, "2024", True),
        (Kind.PREPRINT, "2025", False),
        (Kind.PREPRINT, "2020", False),
        (Kind.ARTICLE, "2023", True),
        (Kind.ARTICLE, "2024", False),
    ):
        (match,) = by_title(a_work(kind=kind), [a_record("doi:10.1000/x", year=year)])
        assert match.is_link is linked, (kind, year)


def test_half_of_the_names_speak_where_the_first_does_not() -> None:
    work = replace(a_work(), families=(("yan", "diao", "yang", "jing"),))
    for names, linked in (
        (["X Diao", "Y Yan", "Z Yang", "W Jing"], True),
        (["X Diao", "Y Yan", "Z Other", "W More"], True),
        (["X Diao", "Y Other", "Z More", "W Else"], False),
    ):
        (match,) = by_title(work, [a_record("doi:10.1000/x", authors=names)])
        assert match.is_link is linked


def test_alike_is_a_candidate_and_unlike_is_nothing() -> None:
    """H30: a loose search must not attach another paper's DOI."""
    work = replace(a_work(), titles=("Sparse Graph Nets",))
    (match,) = by_title(work, [a_record("doi:10.1000/x", "Sparse Book Graph Nets", authors=["Other One"])])
    assert not match.is_link
    assert match.confidence == "0.87"
    assert by_title(work, [a_record("doi:10.1000/x", "Personality Emulation Utilizing Large Language Models")]) == []


def test_what_is_alike_beside_a_link_by_identifier_waits_for_a_person() -> None:
    own = a_record("openalex:W1000", ids=frozenset({an_id("arxiv:2201.00001")}))
    other = a_record("doi:10.1000/x")
    matches, kept = judge(replace(PREPRINT, families=(("author",),), years=(2022,)), [own, other], is_search=True)
    assert [(m.object.curie, m.is_link) for m in matches] == [("openalex:W1000", True), ("doi:10.1000/x", False)]
    assert kept == [own, other]


def test_names_are_compared_by_their_last_word() -> None:
    for printed, family in (
        ("Andres M. Bran", "bran"),
        ("M. Bran, Andres", "bran"),
        ("Laurens van der Maaten", "maaten"),
        ("Carlos Martinez-Licha", "martinezlicha"),
        ("Jun Ma 0001", "ma"),
        ("John Doe Jr.", "doe"),
        ("Émile Zöller", "zoller"),
        ("李明", "李明"),
    ):
        found = author(printed)
        assert found is not None
        assert found.family == family
    assert author("  ") is None
    assert Scheme.DOI in {i.scheme for i in PREPRINT.all_ids}
