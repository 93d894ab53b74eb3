"""The papers of the house: versions that agree, licences that are there, links that lead somewhere."""

from __future__ import annotations

import ast
import doctest
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from rdflib import Graph, Namespace, URIRef
from rdflib.namespace import DCTERMS, OWL, RDF

import kg
from kg.resources import ontology_folder, shapes_folder
from kg.terms import LB_NAMESPACE
from scripts import draw_model, write_docs
from tests.blocks import blocks
from tests.conftest import ROOT

#: What people read; the changelog speaks of other times.
PAPERS = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "LICENSES" / "README.md",
        ROOT / "data" / "registry" / "README.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
)

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


def test_the_pages_that_follow_from_the_code_are_current(shipped: kg.Graph) -> None:
    for path, text in write_docs.pages(shipped):
        said = f"{path.relative_to(ROOT)} is out of date: run `make docs`"
        assert path.is_file(), said
        assert path.read_text(encoding="utf-8") == text, said


def test_every_command_and_option_has_help() -> None:
    commands = write_docs.commands()
    assert {"kg build", "kg check", "kg query", "kg serve"} <= set(commands)
    for name, command in commands.items():
        assert command.help, name
        if not hasattr(command, "commands"):
            assert f"Example: {name}" in " ".join(command.help.split()), f"{name}: the help shows no example"
        for parameter in command.params:
            assert parameter.help, f"{name}: {parameter.opts[0]} has no help"


def code_of(text: str) -> Iterator[str]:
    """The commands of a page: lines of its sh and console blocks, and its code spans."""
    for kind, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S):
        if kind in ("sh", "console"):
            lines = block.splitlines()
            yield from (line.removeprefix("$ ") for line in lines if kind == "sh" or line.startswith("$ "))
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def calls_of_kg(text: str) -> Iterator[list[str]]:
    """The words of every call of kg that a page shows."""
    for code in code_of(text):
        lexer = shlex.shlex(code.replace("…", " "), posix=True, punctuation_chars="|;&()<>")
        lexer.whitespace_split = True
        try:
            words = list(lexer)
        except ValueError:  # a span that holds an apostrophe is no command
            continue
        call: list[str] = []
        for word in [*words, ";"]:
            if re.fullmatch(r"[|;&()]+", word):
                if call[:1] == ["kg"]:
                    yield call
                call = []
            elif call or not re.fullmatch(r"\w+=.*", word):
                call.append(word)


def wrong_call(call: list[str]) -> str | None:
    """What a call names that kg does not have."""
    commands = write_docs.commands()
    if len(call) == 1 or (len(call) == 2 and call[1] in ("--version", "--help")):
        return None
    depth = next((n for n in (3, 2) if " ".join(call[:n]) in commands), 0)
    if not depth:
        # a group alone, as in "kg link"
        return None if any(name.startswith(f"{' '.join(call[:2])} ") for name in commands) else " ".join(call[:2])
    known = write_docs.options(commands[" ".join(call[:depth])])
    given = (word.partition("=")[0] for word in call[depth:] if re.match(r"--\w", word))
    return next((option for option in given if option not in known), None)


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_and_option_that_a_page_names_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for call in calls_of_kg(text):
        assert wrong_call(call) is None, f"{' '.join(call)}: kg has no {wrong_call(call)}"
    known = set().union(*(write_docs.options(command) for command in write_docs.commands().values()))
    for option in re.findall(r"`(--[a-z][a-z-]*)[ =]?[^`]*`", text):
        assert option in known | {"--version"}, option
    for variable in re.findall(r"\bKG_[A-Z_]+\b", text):
        assert variable in write_docs.settings(), variable


def test_wrong_calls_are_seen() -> None:
    text = "`kg build data --outt x`, `kg frob`\n```console\n$ KG_DEBUG=1 kg check | kg list x --form csv\n```\n"
    assert [wrong_call(call) for call in calls_of_kg(text)] == [None, "--form", "--outt", "kg frob"]


def test_every_variable_that_the_code_reads_is_a_setting() -> None:
    read = set()
    for path in (ROOT / "kg").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                read |= set(re.findall(r"\AKG_[A-Z_]*[A-Z]\Z", node.value))
    assert "KG_DEBUG" in read
    assert read <= set(write_docs.settings())


def anchors(path: Path) -> set[str]:
    """What headings of a page are called in links, as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        file, _, anchor = target.partition("#")
        led = (path.parent / file).resolve() if file else path
        assert led.exists(), target
        if anchor and led.suffix == ".md":
            assert anchor in anchors(led), target


DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))


def names_of_tests(path: Path) -> set[str]:
    """The tests of a file as pytest names them within it."""
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_why_what_it_costs_and_who_holds_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for part in ("**Decision.**", "**Why.**", "**What it costs.**", "**Held by**"):
        assert text.count(part) == 1, part
    assert len(text.split()) < 330, "a decision is a short page"
    held = re.findall(r"`([^`]+)`", text.partition("**Held by**")[2])
    assert any(name.startswith("tests/") for name in held)
    assert any(not name.startswith("tests/") for name in held)
    for name in held:
        file, _, test = name.partition("::")
        assert (ROOT / file).exists(), name
        if test:
            assert test in names_of_tests(ROOT / file), name


def test_there_are_decisions() -> None:
    assert len(DECISIONS) >= 14


def test_the_road_of_one_cell_is_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    code = "\n".join(block for kind, block in blocks(text) if kind == "python")
    example = doctest.DocTestParser().get_doctest(code, {}, "architecture", "docs/architecture.md", 0)
    assert len(example.examples) > 30
    assert doctest.DocTestRunner().run(example).failed == 0
    for name in re.findall(r"`((?:kg|data|docs)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`(\w+\.py)`", text):
        assert list((ROOT / "kg").rglob(name)), name


def test_every_setting_has_a_sentence_of_its_own() -> None:
    meanings = [meaning for _, meaning in write_docs.settings().values()]
    assert all(meanings)
    assert len(set(meanings)) == len(meanings)
