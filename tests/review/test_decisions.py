"""Decisions on spellings: one row each, written in one step, taken back to the very bytes of before."""

from __future__ import annotations

import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import kg
import kg.cli.running
from kg.cli.app import app
from kg.comparability import SideBySide
from kg.errors import KgError, RegistryError
from kg.iris import name_key
from kg.registry import load_registry, read_mappings
from kg.registry.edits import replace_file, with_row, without_row
from kg.registry.load import MAPPINGS
from kg.registry.sssom import COLUMNS, Mapping
from kg.review import review
from kg.review.decisions import plan_accept, plan_reject, plan_undo
from kg.review.effects import effect_lines, effect_of, known_of
from kg.store import Version
from kg.terms import DATA_BASE, LB
from tests.conftest import PAGES, ROOT

HEADER = "#mapping_set_id: x\n#license: y\n#curie_map:\n#  method: z\n"


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """A copy of the shipped registry, without the row that joins Qwen2.5VL-7B."""
    folder = tmp_path / "registry"
    shutil.copytree(ROOT / "data" / "registry", folder)
    path = folder / MAPPINGS
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(
        "".join(line for line in lines if not line.startswith("Qwen2.5VL-7B\t")), encoding="utf-8", newline="\n"
    )
    return folder


def pages(folder: Path, **rows: str) -> list[Path]:
    paths = []
    for name, methods in rows.items():
        table = "\n".join(f"| {method} | {n}.5 |" for n, method in enumerate(methods.split("|"), 50))
        path = folder / f"{name}.md"
        path.write_text(
            f"Task on {name} (test)\n\n| Method | accuracy (%) |\n| --- | --- |\n{table}\n", encoding="utf-8"
        )
        paths.append(path)
    return paths


# ---- one row more or less ----

cells = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=6)
rows = st.lists(cells, max_size=12)


def mapping(spelling: str) -> Mapping:
    return Mapping(spelling, "rdfs literal", "skos:exactMatch", "", "method:a", "A", "semapv:X", "1.0", "", "")


def table(spellings: list[str]) -> bytes:
    lines = ["\t".join(getattr(mapping(s), name) for name in COLUMNS) for s in spellings]
    return (HEADER + "\n".join(["\t".join(COLUMNS), *lines]) + "\n").encode()


@given(rows, cells)
def test_taking_a_row_out_again_gives_the_bytes_of_before(spellings: list[str], more: str) -> None:
    """Whatever the order of the rows, and whatever stands in them."""
    before = table(spellings)
    after = with_row(before, mapping(more))
    lines = after.split(b"\n")
    own = [n for n, text in enumerate(lines, 1) if n > 5 and text.startswith(f"{more}\t".encode())]
    assert before in [without_row(after, line) for line in own]
    assert len(lines) == len(before.split(b"\n")) + 1


@given(rows, cells)
def test_a_sorted_table_stays_sorted(spellings: list[str], more: str) -> None:
    after = with_row(table(sorted(spellings, key=lambda s: f"{s}\t")), mapping(more)).decode().splitlines()[5:]
    assert after == sorted(after)


def test_columns_in_another_order_are_kept() -> None:
    names = [*reversed(COLUMNS)]
    before = (HEADER + "\t".join(names) + "\n").encode()
    after = with_row(before, mapping("S")).decode().splitlines()[-1].split("\t")
    assert dict(zip(names, after, strict=True))["subject_label"] == "S"
    narrow = (HEADER + "subject_label\n").encode()
    with pytest.raises(RegistryError, match="no column 'subject_type'"):
        with_row(narrow, mapping("S"))
    with pytest.raises(RegistryError, match="line 3 is no row of the table"):
        without_row(before, 3)


def test_a_file_that_changed_meanwhile_is_left_alone(registry: Path) -> None:
    path = registry / MAPPINGS
    before = path.read_bytes()
    with pytest.raises(RegistryError, match="has changed meanwhile"):
        replace_file(path, before[:-10], before)
    with pytest.raises(RegistryError, match="subject_type"):
        replace_file(path, before, before.replace(b"rdfs literal", b"literal", 1))
    assert path.read_bytes() == before
    assert [p.name for p in registry.iterdir() if p.name.startswith(".")] == []


def test_two_writers_do_not_lose_a_row(registry: Path) -> None:
    path = registry / MAPPINGS
    failed: list[Exception] = []

    def add(spelling: str) -> None:
        for _ in range(100):
            before = path.read_bytes()
            row = replace(mapping(spelling), object_id="method:gpt-5", object_label="GPT-5")
            try:
                replace_file(path, before, with_row(before, row))
                return
            except RegistryError as error:
                if "meanwhile" not in str(error):
                    failed.append(error)
                    return

    writers = [threading.Thread(target=add, args=(f"spelling-{n}",)) for n in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failed == []
    found = {m.subject_label for m in read_mappings(path).mappings}
    assert {f"spelling-{n}" for n in range(6)} <= found


# ---- accept, reject, undo ----


def test_accepting_writes_one_row_and_undoing_restores_the_bytes(registry: Path) -> None:
    path = registry / MAPPINGS
    before = path.read_bytes()
    known = known_of(load_registry(registry), list(PAGES))
    decision = plan_accept(
        registry, known, "Qwen2.5VL-7B", "Qwen2.5-VL-7B", confidence="0.99", source="https://example.org/a"
    )
    assert path.read_bytes() == before
    decision.write()
    row = next(m for m in read_mappings(path).mappings if m.subject_label == "Qwen2.5VL-7B")
    assert (row.predicate_id, row.predicate_modifier, row.object_id) == ("skos:exactMatch", "", "method:qwen2-5-vl-7b")
    assert (row.mapping_justification, row.confidence) == ("semapv:ManualMappingCuration", "0.99")
    assert (row.source, row.comment) == (
        "https://example.org/a",
        "the spellings differ in case, hyphens, dots or blanks only",
    )
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + 1
    assert path.read_bytes().startswith(before[: before.index(b"subject_label")])
    after = known_of(load_registry(registry), list(PAGES))
    with pytest.raises(
        KgError, match=r"line \d+ of methods.sssom.tsv says already that 'Qwen2.5VL-7B' means Qwen2.5-VL-7B"
    ):
        plan_accept(registry, after, "Qwen2.5VL-7B", "qwen2-5-vl-7b", confidence="1.0")
    with pytest.raises(KgError, match="undo it first"):
        plan_reject(registry, after, "Qwen2.5VL-7B", "qwen2-5-vl-7b")
    plan_undo(registry, "Qwen2.5VL-7B", "qwen2-5-vl-7b").write()
    assert path.read_bytes() == before


def test_the_effect_on_every_answer_is_told_before(registry: Path) -> None:
    path = registry / MAPPINGS
    before = path.read_bytes()
    known = known_of(load_registry(registry), list(PAGES))
    decision = plan_accept(registry, known, "Qwen2.5VL-7B", "Qwen2.5-VL-7B", confidence="0.99")
    effect = effect_of(decision, list(PAGES), DATA_BASE)
    assert path.read_bytes() == before
    assert effect.methods == (48, 47)
    assert effect.results == 13
    told = {(q.number, q.about): q for q in effect.questions}
    first = told["cq01", ""]
    assert (first.before, first.after, first.methods_added, first.removed) == (3, 4, ("qwen2-5-vl-7b",), ())
    assert (told["cq02", ""].before, told["cq02", ""].after) == (18, 19)
    own = told["cq05", "method=qwen2-5-vl-7b"]
    assert (own.before, own.after, len(own.added), own.removed) == (13, 26, 13, ())
    # the method of the default has nothing to do with it
    assert not told["cq05", ""].is_changed
    assert {q.number for q in effect.questions} >= {f"cq0{n}" for n in range(1, 10)}
    assert [q for q in effect.questions if q.why_not] == []
    text = "\n".join(effect_lines(effect))
    assert (
        "cq01 models-on-several-medical-benchmarks: adds 1 method (method:qwen2-5-vl-7b); adds 1 row (3 -> 4 rows)"
        in text
    )


def test_the_effect_of_taking_back_is_the_reverse(registry: Path, tmp_path: Path) -> None:
    paths = pages(tmp_path, one="Exo 4.5|Other", two="exo-4.5|Other")
    known = known_of(load_registry(registry), paths)
    decision = plan_accept(registry, known, "exo-4.5", "Exo 4.5", confidence="0.9")
    there = effect_of(decision, paths, DATA_BASE)
    decision.write()
    back = effect_of(plan_undo(registry, "exo-4.5"), paths, DATA_BASE)
    assert (there.methods, back.methods) == ((3, 2), (2, 3))
    for one, other in zip(there.questions, back.questions, strict=True):
        assert (one.before, one.after) == (other.after, other.before)
        assert (one.added, one.removed) == (other.removed, other.added)
    assert any(question.is_changed for question in there.questions)


def test_the_effect_tells_of_values_that_come_into_conflict(registry: Path, tmp_path: Path) -> None:
    paths = pages(tmp_path, facts="Exo-4.5|exo 4.5")
    known = known_of(load_registry(registry), paths)
    effect = effect_of(plan_accept(registry, known, "exo 4.5", "Exo-4.5", confidence="0.9"), paths, DATA_BASE)
    assert effect.conflicts == (0, 2)
    assert "results in conflict with another one: 0 -> 2" in effect_lines(effect)


def test_a_method_that_no_table_lists_keeps_its_address(registry: Path, tmp_path: Path) -> None:
    paths = pages(tmp_path, one="Exo 4.5|Other", two="acme/exo-4.5|Other")
    known = known_of(load_registry(registry), paths)
    plan_accept(registry, known, "acme/exo-4.5", "Exo 4.5", confidence="0.9").write()
    key = name_key("Exo 4.5")
    graph = kg.build(paths, registry=registry)
    (method,) = {m.key: m for m in graph.built.collection.nodes.methods.values() if m.label == "Exo 4.5"}.values()
    assert (method.key, method.alt_labels) == (key, ("acme/exo-4.5",))
    assert graph.report.conforms
    rows = graph.results()
    assert set(rows.loc[rows["printed_method"].isin(["Exo 4.5", "acme/exo-4.5"]), "method"]) == {
        f"{DATA_BASE}method/{key}"
    }
    # the name itself cannot be given away while another spelling rests on it
    known = known_of(load_registry(registry), paths)
    decision = plan_accept(registry, known, "Exo 4.5", "GPT-5", confidence="0.9", force=True, comment="just a try")
    with pytest.raises(RegistryError, match=r"column 'object_id': line \d+ says that 'Exo 4.5' is method:gpt-5"):
        effect_of(decision, paths, DATA_BASE)


def test_rejecting_writes_a_row_with_not_and_ends_the_proposal(registry: Path, tmp_path: Path) -> None:
    path = registry / MAPPINGS
    before = path.read_bytes()
    paths = pages(tmp_path, one="Exo 4.5|Other", two="exo-4.5|Other")
    kg.build(paths, out=tmp_path / "build", registry=registry, accept_findings=True)

    def proposed() -> list[str]:
        return [i.what for i in review(Version(tmp_path / "build"), load_registry(registry), kind="merges").items]

    assert proposed() == ["'Exo 4.5' may be 'exo-4.5'"]
    known = known_of(load_registry(registry), paths)
    decision = plan_reject(registry, known, "exo-4.5", "Exo 4.5")
    assert not decision.changes_the_graph
    decision.write()
    row = next(m for m in read_mappings(path).mappings if m.subject_label == "exo-4.5")
    assert (row.predicate_modifier, row.object_id, row.confidence, row.comment) == (
        "Not",
        f"method:{name_key('Exo 4.5')}",
        "",
        "another method",
    )
    assert proposed() == []
    # the graph is the same, byte for byte
    assert kg.build(paths, registry=registry).built.quads == kg.build(paths).built.quads
    with pytest.raises(KgError, match=r"is told apart from Exo 4\.5; undo it first"):
        plan_accept(registry, known, "exo-4.5", "Exo 4.5", confidence="0.9")
    assert (
        effect_lines(effect_of(decision, paths, DATA_BASE))[-1] == "no answer changes; the pair is not proposed again"
    )
    plan_undo(registry, "exo-4.5").write()
    assert path.read_bytes() == before
    assert proposed() == ["'Exo 4.5' may be 'exo-4.5'"]


@pytest.mark.parametrize(
    ("spelling", "target", "more", "message"),
    [
        ("Qwen2.5VL-7", "Qwen2.5-VL-7B", {}, "no page prints the method 'Qwen2.5VL-7'; did you mean 'Qwen2.5VL-7B'"),
        ("Qwen2.5VL-7B", "Qwen2.5-VL", {}, "no method 'Qwen2.5-VL' in the registry or on the pages; did you mean"),
        ("Qwen2.5VL-7B", "Qwen2.5VL-7B", {}, "is the name of method:.* itself"),
        ("Qwen2.5VL-7B", "Qwen2.5-VL-72B", {}, "differ in another size, and such names are not joined"),
        ("Qwen2.5VL-7B", "Qwen3-VL-8B", {}, "differ in another size"),
        ("Qwen2.5VL-7B", "Qwen3-VL-8B", {"force": True}, "--force wants a reason: --comment"),
        ("GPT-4o", "Gemini-2.5-Pro", {"force": True, "comment": "no"}, "is the label of a method of its own"),
        (
            "MedGamma-4B",
            "Gemma3-4B",
            {"force": True, "comment": "no"},
            "says that 'MedGamma-4B' means MedGemma-4B; undo it first",
        ),
        ("Qwen2.5VL-7B", "Qwen2.5-VL-7B", {"confidence": "99 %"}, "'99 %' is not between 0 and 1"),
        ("Qwen2.5VL-7B", "Qwen2.5-VL-7B", {"justification": "by hand"}, "is no term of semapv:"),
        ("Qwen2.5VL-7B", "Qwen2.5-VL-7B", {"comment": "two\tcells"}, "has stray blanks"),
    ],
)
def test_what_cannot_be_accepted_says_why(
    registry: Path, spelling: str, target: str, more: dict[str, str], message: str
) -> None:
    before = (registry / MAPPINGS).read_bytes()
    known = known_of(load_registry(registry), list(PAGES))
    with pytest.raises(KgError, match=message):
        plan_accept(registry, known, spelling, target, **{"confidence": "0.9", **more})  # type: ignore[arg-type]
    assert (registry / MAPPINGS).read_bytes() == before


def test_a_word_that_means_another_method_everywhere_cannot_be_accepted(registry: Path, tmp_path: Path) -> None:
    known = known_of(load_registry(registry), pages(tmp_path, one="Ours|Other"))
    with pytest.raises(KgError, match="'Ours' means another method on every page"):
        plan_accept(registry, known, "Ours", "GPT-5", confidence="0.9", force=True, comment="no")


def test_what_cannot_be_undone_says_why(registry: Path) -> None:
    with pytest.raises(KgError, match=r"no decision about 'GPT-6' in methods\.sssom\.tsv"):
        plan_undo(registry, "GPT-6")
    with pytest.raises(
        KgError, match=r"2 decisions about 'MedSAM-2': MedSAM \(Not\), MedSAM2 \(Not\); name the method too"
    ):
        plan_undo(registry, "MedSAM-2")
    with pytest.raises(KgError, match="no decision about 'Lingshu-7B'"):
        plan_undo(registry, "Lingshu-7B")  # a method's own label
    assert plan_undo(registry, "MedSAM-2", "MedSAM2").row.object_id == "method:medsam2"


# ---- on the command line ----


def call(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and what a call prints on stdout, within a folder that holds the data."""
    here = Path.cwd()
    os.chdir(folder)
    try:
        done = CliRunner().invoke(app, list(arguments), standalone_mode=False)
    finally:
        os.chdir(here)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def test_the_commands(registry: Path, tmp_path: Path) -> None:
    path, before = registry / MAPPINGS, (registry / MAPPINGS).read_bytes()
    paths = pages(tmp_path, one="Exo 4.5|Other", two="exo-4.5|Other")
    asked = ("--registry", str(registry), *(part for page in paths for part in ("--sources", str(page))))
    pair = ("exo-4.5", "Exo 4.5")
    code, text = call(tmp_path, "review", "accept", *pair, "--confidence", "0.99", "--dry-run", *asked)
    assert code == 0
    assert "methods with results: 3 -> 2" in text
    assert path.read_bytes() == before
    accepted = ("review", "accept", *pair, "--confidence", "0.99", "--justification", "LexicalMatching")
    code, text = call(tmp_path, *accepted, *asked)
    assert code == 0
    assert text.startswith(f"'exo-4.5' is taken for Exo 4.5 (method:{name_key('Exo 4.5')})\n")
    row = next(m for m in read_mappings(path).mappings if m.subject_label == "exo-4.5")
    assert (row.mapping_justification, row.confidence) == ("semapv:LexicalMatching", "0.99")
    code, text = call(tmp_path, "review", "undo", *pair, *asked)
    assert text.startswith("'exo-4.5' is no longer taken for Exo 4.5")
    assert path.read_bytes() == before
    code, text = call(tmp_path, "review", "reject", *pair, "--comment", "told apart for a test", *asked)
    assert text == (
        f"'exo-4.5' is kept apart from Exo 4.5 (method:{name_key('Exo 4.5')})\n"
        "no answer changes; the pair is not proposed again\n"
    )
    call(tmp_path, "review", "undo", "exo-4.5", *asked)
    assert path.read_bytes() == before
    with pytest.raises(KgError, match="no such registry folder"):
        call(tmp_path, "review", "undo", "x", "--registry", "nowhere", *asked[2:])


def test_the_address_of_a_joined_spelling_stays_and_leads_on(shipped: kg.Graph) -> None:
    old, new = (f"{DATA_BASE}method/{key}" for key in (name_key("Qwen2.5VL-7B"), "qwen2-5-vl-7b"))
    rows = shipped.query(
        "PREFIX dcterms: <http://purl.org/dc/terms/> SELECT ?old ?new WHERE { ?old dcterms:isReplacedBy ?new }"
    )
    assert isinstance(rows, pd.DataFrame)
    assert (old, new) in set(rows.itertuples(index=False, name=None))
    assert len(rows) == 4  # as many as spellings that the pages print of methods with another name
    found = shipped.compare(old, "Lingshu-7B").found
    assert isinstance(found, SideBySide)
    assert found.a == new
    # it is no method any more
    assert shipped.query(f"ASK {{ <{old}> a <{LB.Method}> }}") is False
