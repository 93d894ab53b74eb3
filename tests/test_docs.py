"""The papers of the house: versions that agree, licences that are there, links that lead somewhere."""

from __future__ import annotations

import re
import tomllib
from xml.etree import ElementTree

import pytest
import yaml
from rdflib import Graph, Namespace, URIRef
from rdflib.namespace import DCTERMS, OWL, RDF

import kg
from kg.resources import ontology_folder, shapes_folder
from kg.terms import LB_NAMESPACE
from scripts import draw_model
from tests.conftest import ROOT

LB = Namespace(LB_NAMESPACE)  # open: tests name terms that do not exist

CC_BY = URIRef("https://creativecommons.org/licenses/by/4.0/")


def test_the_citation_file_is_whole_and_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    # What the Citation File Format 1.2.0 requires, and the kinds it knows.
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(cited)
    assert cited["type"] in ("software", "dataset")
    assert cited["version"] == kg.__version__
    assert cited["authors"] == [{"name": "Leaderboard KG contributors"}]
    assert cited["license"] == "Apache-2.0"


def test_the_changelog_has_two_headings_a_version_and_no_empty_one() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.split(r"^## ", text, flags=re.M)[1:]
    assert versions
    for version in versions:
        parts = dict(re.findall(r"^### (\w+)\n(.*?)(?=^### |\Z)", version, flags=re.M | re.S))
        assert list(parts) == ["Code", "Ontology"], version.splitlines()[0]
        assert all(part.lstrip().startswith("- ") for part in parts.values()), version.splitlines()[0]


def test_licences_are_stated_where_people_and_programs_look() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == "Apache-2.0 AND CC-BY-4.0"
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")[:200]
    text = (ROOT / "LICENSES" / "CC-BY-4.0.txt").read_text(encoding="utf-8")
    assert text.startswith("Attribution 4.0 International\n")
    for section in range(1, 9):
        assert f"\nSection {section} -- " in text
    headers = 0
    for folder in (ontology_folder(), shapes_folder()):
        for path in folder.glob("*.ttl"):
            graph = Graph().parse(path)
            for document in graph.subjects(RDF.type, OWL.Ontology):
                headers += 1
                assert set(graph.objects(document, DCTERMS.license)) == {CC_BY}, path.name
    assert headers == 3  # the vocabulary, its alignments, the shapes


def test_the_picture_of_the_model_is_current(shipped: kg.Graph) -> None:
    drawn = draw_model.draw(*draw_model.read_vocabulary(), shipped.graph())
    assert drawn == draw_model.TARGET.read_text(encoding="utf-8"), "docs/model.svg is out of date: run `make model`"


def test_the_picture_says_what_ontology_shapes_and_page_say(shipped: kg.Graph) -> None:
    drawn = draw_model.draw(*draw_model.read_vocabulary(), shipped.graph())
    root = ElementTree.fromstring(drawn)
    texts = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    # The page prints: | Human-Thinking + MediSee | 43 | Not recorded | … in line 42.
    assert "Human-Thinking + MediSee" in texts
    assert "mr-medseg-val/page.md:42:2" in texts
    for shown in ("value1", "normalizedValue0..1", "sourceLocator1..n", "task1..n", "ofMethod1", "unit", "setting1..n"):
        assert shown in texts, shown
    boxes = [text for text in texts if text.startswith("lb:")]
    assert len(boxes) == len(set(boxes)) == len(draw_model.BOXES) == 11


@pytest.mark.parametrize(
    ("cls", "prop", "target", "said"),
    [
        (LB.Result, LB.metrik, None, "has no property"),
        (LB.Score, LB.value, None, "has no class"),
        (LB.Method, LB.value, None, "domain"),
        (LB.Result, LB.method, LB.Metric, "range"),
        (LB.Method, DCTERMS.modified, None, "no shape"),
    ],
)
def test_nothing_is_drawn_that_the_ontology_does_not_say(
    cls: URIRef, prop: URIRef, target: URIRef | None, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        draw_model.Vocabulary(*draw_model.read_vocabulary()).check(cls, prop, target)
