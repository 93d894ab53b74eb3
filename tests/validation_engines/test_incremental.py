"""A check of what changed gives the verdict of a full check, and trusts no record that is not whole."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from rdflib import Graph, URIRef

import kg
from benchmarks.validate.generate import lines as generated
from kg.pipeline import verdicts
from kg.terms import DATA_BASE, LB
from kg.validation import parse_exact
from kg.validation.incremental import Checked, Recheck, recheck
from tests.conftest import ROOT
from tests.validation_engines.mutations import mutated
from tests.validation_engines.test_engines_agree import base_triples

PROOFS = bool(os.environ.get("KG_PROOFS"))

pytestmark = pytest.mark.filterwarnings("ignore:Parsing weird boolean")

R = f"{DATA_BASE}result/"


def again(before: Sequence[str], after: Sequence[str], shapes: Graph | None = None) -> Recheck:
    """Check, change, check again; what is found must be what a full check finds, each result as often."""
    first = recheck(before, shapes=shapes)
    assert first.results is not None
    second, full = recheck(after, Checked(before, first.results), shapes), recheck(after, shapes=shapes)
    assert second.results is not None
    assert full.results is not None
    assert Counter(second.results) == Counter(full.results)
    assert second.report == full.report
    return second


@pytest.fixture(scope="module")
def small() -> list[str]:
    """Three leaderboards with a fault in two of them."""
    return list(generated(600))


def replaced(lines: list[str], *changes: tuple[str, str, str]) -> list[str]:
    """The lines with one text in place of another, in those that hold a third."""
    found = list(lines)
    for holding, old, new in changes:
        at = [n for n, line in enumerate(found) if holding in line and old in line]
        assert at, (holding, old)
        for n in at:
            found[n] = found[n].replace(old, new)
    return found


def boards(checked: frozenset[object]) -> set[str]:
    """The leaderboards whose results were checked."""
    return {str(node).removeprefix(R).split("-")[0] for node in checked if str(node).startswith(R)}


def test_nothing_changed_nothing_checked(small: list[str]) -> None:
    found = again(small, small)
    assert found.checked == frozenset()
    assert found.report.findings


def test_an_edit_of_one_leaderboard_leaves_the_others_alone(small: list[str]) -> None:
    after = replaced(small, ("result/1-3-2> ", '"', '"1'))
    found = again(small, after)
    assert boards(found.checked) == {"1"}
    assert len(found.checked) < 40
    assert {f.focus for f in found.report.findings} > {R + "1-3-2"}


def test_a_leaderboard_that_comes_or_goes() -> None:
    four = list(generated(800))
    three = [line for line in four if "leaderboard/3>" not in line and "result/3-" not in line]
    assert 4_000 < len(four) - len(three) < 5_000
    assert boards(again(three, four).checked) == {"3"}
    assert boards(again(four, three).checked) == set()


def test_an_edit_of_the_registry_reaches_every_result_that_depends_on_it(small: list[str]) -> None:
    metric = f"<{DATA_BASE}metric/accuracy>"
    after = replaced(small, (f"{metric} <{LB.minimum}>", '"0"', '"0.5"'))
    found = again(small, after)
    assert boards(found.checked) == {"0", "1", "2"}
    assert sum(f.rule == "R1.20" for f in found.report.findings) > 50
    # The name of a method is held against the printed names of its results, and of no others.
    found = again(small, replaced(small, ("method/3> ", '"Model 3"', '"Model three"')))
    assert boards(found.checked) == {"0", "1", "2"}
    of_method = {line.split()[0].strip("<>") for line in small if f"{LB.method}> <{DATA_BASE}method/3>" in line}
    assert {str(node) for node in found.checked if str(node).startswith(R)} == of_method
    # A label of a metric is read by no rule about a result.
    found = again(small, replaced(small, ("metric/error> ", '"error"', '"error rate"')))
    assert boards(found.checked) == set()


def test_rules_that_cross_leaderboards_see_the_change(small: list[str]) -> None:
    """A group, an identifier and a paper that another leaderboard's lines change."""
    # A result of leaderboard 1 joins a group of leaderboard 0, whose benchmark is another.
    after = replaced(small, ("result/1-4-0> ", "group/1-0-1", "group/0-0-1"))
    found = again(small, after)
    assert f"{DATA_BASE}group/0-0-1" in {f.focus for f in found.report.findings}
    # A result moves to another leaderboard, which has its identifier already.
    after = replaced(
        small,
        (f"result/1-4-0> <{LB.leaderboard}>", f"<{DATA_BASE}leaderboard/1> <", f"<{DATA_BASE}leaderboard/0> <"),
        ("result/1-4-0> ", '"1-4-0"', '"0-4-0"'),
    )
    assert "R15.14" in {f.rule for f in again(small, after).report.findings}
    assert "R15.14" not in {f.rule for f in again(after, small).report.findings}
    # Two papers with one identifier: the finding is about both, the edit about one.
    after = replaced(small, ("paper/1> ", ".00001", ".00000"), ("paper/1> ", '"2002.', '"2001.'))
    foci = {f.focus for f in again(small, after).report.findings if f.rule == "R13.3"}
    assert foci == {f"{DATA_BASE}paper/0", f"{DATA_BASE}paper/1"}


def test_a_path_without_end_is_followed_backward() -> None:
    """The last of three domains gets a broader one, which the first must have too."""

    def line(subject: str, predicate: URIRef, object_: str) -> str:
        return f"<urn:{subject}> <{predicate}> <urn:{object_}> <urn:g> .\n"

    broader = URIRef("http://www.w3.org/2004/02/skos/core#broader")
    before = [line("b", LB.domain, d) for d in "xyz"] + [line("x", broader, "y"), line("y", broader, "z")]
    after = [*before, line("z", broader, "end")]
    found = again(before, after)
    assert URIRef("urn:b") in found.checked
    assert "R5.15" in {f.rule for f in found.report.findings}


@pytest.mark.proofs
@pytest.mark.parametrize("seed", range(200 if PROOFS else 20))
def test_random_edits_give_the_verdict_of_a_full_check(seed: int) -> None:
    """From one spoiling to another, over named graphs that triples move between."""

    def written(seed: int) -> list[str]:
        random = Random(seed)
        graphs = [f"<urn:graph/{n}>" for n in range(3)]
        of_subject = {subject: random.choice(graphs) for subject in sorted({t[0] for t in base_triples()})}
        return [f"{s} {p} {o} {of_subject.get(s, graphs[0])} .\n" for s, p, o in sorted(mutated(base_triples(), seed))]

    again(written(seed), written(seed + 1000))


@pytest.mark.proofs
@pytest.mark.parametrize("seed", range(50 if PROOFS else 5))
def test_random_edits_of_a_generated_graph(small: list[str], seed: int) -> None:
    random = Random(seed)
    after = list(small)
    for _ in range(random.randint(1, 6)):
        here, there = random.randrange(len(after)), random.randrange(len(after))
        terms, others = after[here].split(" "), after[there].split(" ")
        kind = random.randrange(4)
        if kind == 0:
            del after[here]
        elif len(terms) == len(others) == 5:
            terms[kind - 1] = others[kind - 1]
            after[here] = " ".join(terms)
    again(small, after)


def test_shapes_of_one_s_own_without_names_are_checked_whole(small: list[str]) -> None:
    shapes = Graph()
    for subject, predicate, object_, _ in parse_exact(
        f"""@prefix sh: <http://www.w3.org/ns/shacl#> .
        [] sh:targetClass <{LB.Result}> ; sh:property [ sh:path <{LB.value}> ; sh:minLength 5 ] .
        <urn:closed> a sh:NodeShape ; sh:targetClass <{LB.Method}> ; sh:closed true ; sh:property <urn:p> .
        <urn:p> sh:path <{LB.methodKind}> .
        <urn:query> a sh:NodeShape ; sh:targetClass <{LB.Leaderboard}> ;
            sh:sparql [ sh:select "SELECT $this ?value {{ ?value <{LB.leaderboard}>+ $this }}" ] ."""
    ).quads():
        shapes.add((subject, predicate, object_))
    again(small, replaced(small, ("result/1-3-2> ", '"', '"1'), ("method/3> ", '"Model 3"', '"M3"')), shapes)


# -- the record beside the versions


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("build")
    kg.build(ROOT / "data", out)
    return out


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """A build folder of the test's own."""
    (tmp_path / "checked").mkdir()
    (tmp_path / "checked" / "last.json").write_bytes((built / "checked" / "last.json").read_bytes())
    (tmp_path / "versions").symlink_to(built / "versions")
    return tmp_path


def test_the_next_build_takes_the_results_over(built: Path) -> None:
    found = verdicts.load(built)
    assert found is not None
    assert len(found.results) == 7
    second = kg.build(ROOT / "data", built)
    assert second.built.recheck is not None
    assert second.built.recheck.checked == frozenset()
    assert second.report == kg.build(ROOT / "data").report
    assert len(second.report.findings) == 7


def test_a_record_that_was_changed_is_not_used(folder: Path) -> None:
    file = folder / "checked" / "last.json"
    assert verdicts.load(folder) is not None
    written = json.loads(file.read_text(encoding="utf-8"))
    kept = written["kept"]
    spoilt: list[object] = [
        {**written, "kept": {**kept, "results": kept["results"][1:]}},
        {**written, "sum": "0" * 64},
        {"kept": kept},
        [],
    ]
    for changed in spoilt:
        file.write_text(json.dumps(changed), encoding="utf-8")
        assert verdicts.load(folder) is None
    for text in (b"", b"{", b"\xff\xfe", file.read_bytes()[:100]):
        file.write_bytes(text)
        assert verdicts.load(folder) is None


def test_a_record_of_other_shapes_or_another_engine_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "rules_digest", lambda: "another")
    assert verdicts.load(folder) is None


def test_the_digest_of_the_rules_covers_shapes_and_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = verdicts.rules_digest()
    for path in (ROOT / "shapes").glob("*.ttl"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(verdicts, "shapes_folder", lambda: tmp_path)
    assert verdicts.rules_digest() == before
    with (tmp_path / "result.ttl").open("a", encoding="utf-8") as file:
        file.write("# one more line\n")
    assert verdicts.rules_digest() != before


def test_a_record_without_its_graph_is_not_used(folder: Path, built: Path) -> None:
    (folder / "versions").unlink()
    version = next((built / "versions").iterdir())
    copy = folder / "versions" / version.name
    copy.mkdir(parents=True)
    assert verdicts.load(folder) is None
    for name in ("SHA256SUMS", "graph.nq"):
        (copy / name).write_bytes((version / name).read_bytes())
    assert verdicts.load(folder) is not None
    text = (copy / "graph.nq").read_text(encoding="utf-8")
    (copy / "graph.nq").write_text(text.replace("36.83", "36.84", 1), encoding="utf-8")
    assert verdicts.load(folder) is None


def test_results_survive_the_record(folder: Path, small: list[str]) -> None:
    """Every kind of term: odd literals, no value, a value that a query has worked out."""
    results = recheck(small).results
    assert results is not None
    assert {result.outcome.value is None for result in results} == {True, False}
    verdicts.save(folder, small, results)
    kept = json.loads((folder / "checked" / "last.json").read_text(encoding="utf-8"))["kept"]
    assert Counter(map(verdicts._result, kept["results"])) == Counter(results)


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "checked").write_text("a file in the way", encoding="utf-8")
    verdicts.save(tmp_path, [], [])
    assert verdicts.load(tmp_path) is None
