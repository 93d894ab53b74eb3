"""The papers of the house: versions that agree, licences that are there, links that lead somewhere."""

from __future__ import annotations

import re
import tomllib

import yaml
from rdflib import Graph, URIRef
from rdflib.namespace import DCTERMS, OWL, RDF

import kg
from kg.resources import ontology_folder, shapes_folder
from tests.conftest import ROOT

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
