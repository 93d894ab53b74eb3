"""What can be named: builds, pages, RDF, vocabularies, descriptions; with registry or alone; in profiles."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import kg
from kg.checking import Options, check_target
from kg.checking.pages import of_profile
from kg.errors import KgError, SourceError
from kg.resources import ontology_folder
from kg.terms import LB_NAMESPACE as LB
from kg.validation import parse_file, validate
from kg.validation.purposes import shapes_for
from tests.checking.conftest import Check
from tests.conftest import ROOT
from tests.shapes.examples import BASE, PREFIX_LINES, base, graph

SOURCES = ROOT / "data" / "sources"
REGISTRY = ROOT / "data" / "registry"
BOARD = "Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91.4\nBeta\t88.1\n"


# -- pages


def test_a_page_with_its_curated_facts_is_checked_like_a_build(build: Path) -> None:
    page = check_target(SOURCES / "med-cmr" / "page.txt")
    assert page.kind == "source pages"
    whole = check_target(build)
    assert {f.key for f in page.report.findings} == {f.key for f in whole.report.findings}
    for verdict in (page, whole):
        spot = next(e for e in verdict.entries if e.spots[0].printed == "39.37").spots[0]
        line = (SOURCES / "med-cmr" / "page.txt").read_text(encoding="utf-8").splitlines()[64]
        assert line[42:47] == "39.37"
        assert (spot.line, spot.start, spot.end) == (65, 43, 48)


def test_a_page_alone_knows_units_but_no_metric_or_method(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(BOARD, encoding="utf-8")
    with_registry = check_target(page, REGISTRY)
    alone = check_target(page, None, Options(alone=True))
    assert {"A1", "A2"} & {f.rule for f in with_registry.report.findings} == set()
    assert {"A1", "A2"} & {f.rule for f in alone.report.findings} == {"A2"}  # the metric's direction is not known
    assert alone.is_clean


def test_a_curated_source_alone_is_checked_without_the_keys_of_the_registry() -> None:
    alone = check_target(SOURCES / "u-mrg-14k-test", None, Options(alone=True))
    assert alone.is_clean
    assert alone.report.focus_counts


def curated(folder: Path, name: str, facts: str, page: str = BOARD) -> None:
    """A source in a data folder."""
    source = folder / "sources" / name
    source.mkdir(parents=True)
    (source / "page.txt").write_text(page, encoding="utf-8")
    (source / "source.toml").write_text(f'file = "page.txt"\n{facts}', encoding="utf-8")


def test_one_unusable_source_hides_no_other(tmp_path: Path, check: Check) -> None:
    curated(tmp_path, "a", "", BOARD.replace("88.1", "see text"))
    curated(tmp_path, "b", 'colour = "red"\nretrieved = "soon"\n', BOARD.replace("91.4", "91.5"))
    curated(tmp_path, "c", "", BOARD.replace("91.4", "91.6"))
    (tmp_path / "sources" / "c" / "page.txt").write_bytes(b"Board\n\nM\xfcller\tAcc\n")
    verdict = check_target(tmp_path, REGISTRY)
    assert [reject["printed"] for reject in verdict.rejects] == ["see text"]
    assert [Path(lost.target).name for lost in verdict.lost] == ["b", "c"]
    assert "source.toml:2: top level: `colour` is an unknown key" in verdict.lost[0].reason
    assert "source.toml:3: top level: `retrieved` 'soon' is no date" in verdict.lost[0].reason
    assert "c/page.txt:3: the file is not UTF-8" in verdict.lost[1].reason
    done = check(str(tmp_path), "--registry", str(REGISTRY), "--format", "json")
    assert done.status == 2
    told = json.loads(done.out)
    assert [len(told["rejects"]), len(told["unusable"]), told["clean"]] == [1, 2, False]
    assert "is no date" in done.err


def test_what_a_person_is_not_sure_enough_of_is_told_as_held_back(tmp_path: Path) -> None:
    column = '[[columns]]\nnumber = 1\nname = "Accuracy (%)"\ndirection = "LowerIsBetter"\nevidence = "e"\n'
    curated(tmp_path, "a", column + 'certainty = "inferred"\n')
    (note,) = [note for note in check_target(tmp_path, REGISTRY).context if "held-back" in note]
    assert (
        "a/source.toml:7: what this entry of source.toml says is held back, because its certainty is inferred" in note
    )
    assert "'[[columns]] 1 (Accuracy (%))'" in note


def test_where_no_source_can_be_used_all_are_told(tmp_path: Path) -> None:
    curated(tmp_path, "a", 'retrieved = "soon"\n')
    curated(tmp_path, "b", 'url = "nowhere"\n', BOARD.replace("91.4", "91.5"))
    with pytest.raises(SourceError, match=r"(?s)'soon' is no date.*'nowhere' is no http"):
        check_target(tmp_path, REGISTRY)


def test_all_faults_of_the_facts_are_told_with_what_is_near(tmp_path: Path) -> None:
    column = '[[columns]]\nnumber = {}\nmetric = "{}"\nunit = "{}"\nevidence = "e"\ncertainty = "{}"\n'
    curated(tmp_path, "a", column.format(1, "acuracy", "PERCNT", "certain"))
    with pytest.raises(SourceError) as unmet:
        check_target(tmp_path, REGISTRY)
    assert (
        "[[columns]] 1: no metric 'acuracy' in registry/metrics.tsv; add it or mend the key; did you mean 'accuracy'"
        in str(unmet.value)
    )
    assert "[[columns]] 1: no unit 'PERCNT' in registry/units.tsv; add it or mend the key; did you mean" in str(
        unmet.value
    )
    assert "did you mean 'PERCENT' or 'percent' or" in str(unmet.value)
    curated(tmp_path, "b", column.format('"1"', "accuracy", "PERCENT", "sure") + "[[facts]]\nsubject = 3\n")
    with pytest.raises(SourceError) as wrong:
        check_target(tmp_path / "sources" / "b", REGISTRY)
    told = [line.partition("source.toml:")[2] for line in str(wrong.value).splitlines()]
    assert [": ".join(line.split(": ")[:2]) for line in told] == [
        "3: [[columns]] 1",
        "7: [[columns]] 1",
        "9: [[facts]] 1",
        *["8: [[facts]] 1"] * 4,
    ]
    assert told[1].endswith("`certainty` 'sure' is none of certain, very likely, inferred, from memory")


def test_a_finding_about_a_whole_table_stands_on_its_page(tmp_path: Path) -> None:
    folder = tmp_path / "board"
    folder.mkdir()
    (folder / "page.txt").write_text(BOARD, encoding="utf-8")
    (folder / "source.toml").write_text(f'file = "page.txt"\nsha256 = "{"0" * 64}"\n', encoding="utf-8")
    verdict = check_target(folder, REGISTRY)
    assert any("page-changed" in note for note in verdict.context)
    assert any(note.startswith("Note: board/source.toml:2: the page is not the one") for note in verdict.context)
    assert verdict.files == {f"board/{name}": folder / name for name in ("page.txt", "source.toml")}


# -- RDF


def test_a_graph_of_results_only_is_described_by_the_registry(build: Path, tmp_path: Path) -> None:
    """What the file points to and does not describe comes from the registry; its own words stay its own."""
    named = (build / "current" / "graph.nq").read_text(encoding="utf-8").splitlines(keepends=True)
    own = tmp_path / "results.nq"
    keep = [line for line in named if "/graph/registry>" not in line or "/source/" in line or "/setting" in line]
    keep += [line for line in named if "/graph/registry>" in line and "/config/" in line.partition(" ")[0]]
    own.write_text("".join(keep), encoding="utf-8")
    known = check_target(own, REGISTRY)
    alone = check_target(own, None, Options(alone=True))
    assert known.report.conforms, known.written("text")
    assert known.context[0].startswith(f"Described by the registry in {REGISTRY}: ")
    assert {"R0.9", "R1.3", "R1.4", "R1.5"} <= {f.rule for f in alone.report.of("Violation")}
    assert alone.context == ()


def test_a_finding_in_an_rdf_file_names_the_line_of_its_node(tmp_path: Path) -> None:
    file = tmp_path / "data.ttl"
    file.write_text(BASE.replace('lb:printedMethod "Med-7B" ; lb:unit unit:MilliSEC', "lb:unit unit:MilliSEC"))
    (entry,) = check_target(file).entries
    assert entry.rule == "R1.15"
    (spot,) = entry.spots
    assert spot.place == "speed.md:4:2"  # the cell, where the data name one
    assert entry.stands is not None  # and the file at hand, since that page is not
    line = file.read_text().splitlines()[(entry.stands.line or 0) - 1]
    assert (entry.stands.place, line[:13]) == (f"data.ttl:{entry.stands.line}", "<result/fast>")
    file.write_text(BASE.replace("qb:structure lb:resultStructure ;", "", 1))
    entry, *_ = check_target(file).entries
    assert entry.rule == "R15.4"
    assert entry.spots[0].place == f"data.ttl:{entry.spots[0].line}"
    assert file.read_text().splitlines()[(entry.spots[0].line or 0) - 1].startswith("<leaderboard/organs> a")


@pytest.mark.parametrize(
    ("suffix", "text"), [(".ttl", "<a> <b> ."), (".jsonld", '{"@context": "http://127.0.0.1:9/"}')]
)
def test_a_file_that_cannot_be_read_is_an_error_with_its_place(
    check: Check, tmp_path: Path, suffix: str, text: str
) -> None:
    file = tmp_path / f"bad{suffix}"
    file.write_text(text, encoding="utf-8")
    done = check(file)
    assert done.status == 2
    assert str(file) in done.err
    assert done.err.count("\n") == 1


def test_vocabulary_and_descriptions_are_checked_by_their_own_shapes(build: Path, tmp_path: Path) -> None:
    vocabulary = check_target(ontology_folder() / "leaderboard.ttl")
    assert (vocabulary.kind, vocabulary.is_clean) == ("vocabulary", True)
    for name in ("catalog.ttl", "void.ttl"):
        verdict = check_target(build / "current" / name)
        assert (verdict.kind, verdict.is_clean) == ("descriptions", True), verdict.written("text")
    spoiled = (build / "current" / "catalog.ttl").read_text(encoding="utf-8").replace("dcat:byteSize", "dcat:size")
    (tmp_path / "catalog.ttl").write_text(spoiled, encoding="utf-8")
    verdict = check_target(tmp_path / "catalog.ttl")
    assert {f.rule for f in verdict.report.findings} == {"D14"}
    text = (ontology_folder() / "leaderboard.ttl").read_text(encoding="utf-8")
    (tmp_path / "own.ttl").write_text(text.replace("skos:example", "skos:note", 1), encoding="utf-8")
    assert {f.rule for f in check_target(tmp_path / "own.ttl").report.findings} == {"O4"}


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("<urn:o> a <http://www.w3.org/2002/07/owl#Ontology> .", "vocabulary"),
        ("<urn:d> a <http://rdfs.org/ns/void#Dataset> .", "descriptions"),
        ("<urn:d> a <http://www.w3.org/ns/dcat#Catalog> .", "descriptions"),
    ],
)
@pytest.mark.parametrize(
    ("data", "rules_"),
    [
        (BASE, set()),
        (BASE.replace('lb:value "0"^^xsd:decimal', 'lb:value "banana"', 1), {"R1.13"}),
        (PREFIX_LINES + "<urn:m> a lb:Metric .", {"R10.1", "R0.9"}),
        (PREFIX_LINES + "<urn:r> a qb:Observation .", {"R0.9"}),
        (PREFIX_LINES + '<urn:r> lb:vlaue "banana" .', {"R0.8", "R0.9"}),
    ],
    ids=["good", "banana", "metric", "observation", "misspelt"],
)
def test_data_beside_a_vocabulary_or_a_description_are_checked(
    tmp_path: Path, head: str, kind: str, data: str, rules_: set[str]
) -> None:
    (tmp_path / "m.ttl").write_text(f"{data}\n{head}\n", encoding="utf-8")
    verdict = check_target(tmp_path / "m.ttl", None, Options(alone=True))
    assert verdict.kind == "RDF data"
    assert rules_ <= {f.rule for f in verdict.report.findings}
    assert verdict.is_clean is (not rules_)
    assert verdict.context == (f"Checked as data; the {kind} beside the data: only in a file of their own.",)
    (tmp_path / "h.ttl").write_text(head, encoding="utf-8")
    assert check_target(tmp_path / "h.ttl").kind == kind


def test_a_file_about_something_else_is_no_pass(tmp_path: Path) -> None:
    (tmp_path / "x.ttl").write_text("<urn:a> <urn:b> <urn:c> .", encoding="utf-8")
    verdict = check_target(tmp_path / "x.ttl")
    assert not verdict.is_clean
    assert {f.rule for f in verdict.report.findings} == {"R0.9"}


# -- profiles


def test_a_profile_says_the_same_of_pages_as_of_their_graph(tmp_path: Path) -> None:
    """Pages are checked whole and their findings chosen, graphs by the chosen shapes: the verdicts are equal."""
    data = graph(base())
    for triple in list(data.triples((None, None, None)))[::3]:
        data.remove(triple)
    whole = validate(data)
    for profile in ("core", "publish", "advice"):
        chosen = of_profile(whole, profile)
        assert chosen.findings == validate(data, shapes_for(profile)).findings, profile
        assert len(chosen.findings) > 50


def test_profiles_on_the_command_line(check: Check, build: Path) -> None:
    assert "7 warning(s)" in check("--build", build).out
    assert "0 warning(s)" in check("--build", build, "--profile", "publish").out
    done = check("--build", build, "--profile", "strict")
    assert done.status == 2
    assert "core, publish, advice" in done.err


# -- several targets, exit statuses


def test_several_targets_are_one_report(check: Check, build: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(BOARD.replace("91.4", "91,4"), encoding="utf-8")
    done = check(build, bad, "--format", "json")
    document = json.loads(done.out)
    assert done.status == 1
    assert [t["clean"] for t in document["targets"]] == [True, False]
    assert document["rejects"][0]["target"] == bad.as_posix()
    assert f"{bad}: 0 violations" in done.err


def test_an_unusable_target_does_not_hide_the_others(check: Check, build: Path, tmp_path: Path) -> None:
    done = check(build, tmp_path / "no-such.ttl")
    assert done.status == 2
    assert "no-such.ttl: no such file" in done.err
    assert "7 warning(s)" in done.out


def test_an_endpoint_that_is_not_there_does_not_hide_the_others(check: Check, build: Path) -> None:
    done = check(build, "--endpoint", "http://127.0.0.1:9/")
    assert done.status == 2
    assert "http://127.0.0.1:9/: cannot be reached" in done.err
    assert "== http://127.0.0.1:9/\nNot checked: cannot be reached" in done.out
    assert "7 warning(s)" in done.out


def test_a_source_toml_that_cannot_be_read_does_not_hide_the_others(check: Check, build: Path, tmp_path: Path) -> None:
    (tmp_path / "source.toml").write_text("file = ", encoding="utf-8")
    done = check(tmp_path / "source.toml", build)
    assert done.status == 2
    assert "7 warning(s)" in done.out
    assert f"== {tmp_path}\nNot checked: " in done.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere"], "nowhere: no such file; give a build"),
        (["no-such.csv"], "no such file"),
        (["--timeout", "-1"], "--timeout must be above 0 and at most 86400 seconds, not -1"),
        (["--timeout", "0"], "--timeout must be above 0"),
        (["--timeout", "nan"], "--timeout must be above 0"),
        (["--timeout", "1e300"], "at most 86400 seconds"),
        (["--format", "pdf"], "text, ttl, json, sarif, github, html"),
        (["--as", "cake", "."], "auto, pages, rdf, submission"),
        (["--as", "rdf", str(ROOT / "README.md")], "not a known RDF file"),
        (["--as", "submission", str(ROOT / "README.md")], "no file of results"),
    ],
)
def test_a_call_that_cannot_be_answered_is_one_line_and_status_2(
    check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = check(*arguments)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("options", [(), ("--alone",), ("--as", "pages")])
def test_a_device_or_a_pipe_is_no_file(check: Check, tmp_path: Path, options: tuple[str, ...]) -> None:
    for name in ("pipe", "pipe.csv", "pipe.ttl"):
        os.mkfifo(tmp_path / name)
        done = check(tmp_path / name, *options)
        assert (done.status, done.out) == (2, "")
        told = f"kg: {tmp_path / name}: neither a file nor a folder; save what it holds to a file, and name that\n"
        assert done.err == told
        (tmp_path / name).unlink()
    assert "neither a file nor a folder" in check(os.devnull, *options).err


def test_errors_are_of_the_house() -> None:
    assert issubclass(SourceError, KgError)


# -- what the registry knows better

TURNED = """
<https://w3id.org/leaderboard-kg/metric/accuracy> a lb:Metric ; rdfs:label "accuracy" ;
    lb:direction lb:LowerIsBetter ; lb:minimum "0.0"^^xsd:decimal ; lb:maximum 100.0 .
unit:PERCENT a qudt:Unit ; rdfs:label "percent" ; qudt:conversionMultiplier 0.1 .
<https://w3id.org/leaderboard-kg/benchmark/mr-medseg-val> a lb:Benchmark ; rdfs:label "b" ; lb:split "test" .
"""


def test_what_a_file_says_of_a_node_of_the_registry_is_held_against_it(tmp_path: Path) -> None:
    file = tmp_path / "other.ttl"
    file.write_text(PREFIX_LINES + TURNED, encoding="utf-8")
    verdict = check_target(file, ROOT / "data" / "registry")
    told = {(f.path, f.found, f.expected) for f in verdict.report.findings if f.rule == "A12"}
    assert told == {
        ("lb:direction", "lb:LowerIsBetter", "lb:HigherIsBetter"),
        ("lb:maximum", "100.0", "1"),
        ("qudt:conversionMultiplier", "0.1", "0.01"),
        ("lb:split", "test", "val"),
    }
    assert {f.severity for f in verdict.report.findings if f.rule == "A12"} == {"Warning"}
    for options in (Options(alone=True), Options(registry=ROOT / "data" / "registry", profile="publish")):
        assert "A12" not in {f.rule for f in check_target(file, None, options).report.findings}


def test_what_only_one_of_the_two_states_contradicts_nothing(tmp_path: Path) -> None:
    file = tmp_path / "other.ttl"
    unknown = TURNED.replace("LowerIsBetter", "DirectionUnknown").replace("100.0", '"1.00"^^xsd:decimal')
    unknown = unknown.replace("0.1 .", "0.010 .").replace('lb:split "test"', 'lb:subset "hard"')
    file.write_text(PREFIX_LINES + unknown, encoding="utf-8")
    assert "A12" not in {f.rule for f in check_target(file, ROOT / "data" / "registry").report.findings}


def test_a_byte_order_mark_before_turtle_is_no_fault(tmp_path: Path) -> None:
    plain, marked = tmp_path / "plain.ttl", tmp_path / "marked.ttl"
    plain.write_text(PREFIX_LINES + TURNED, encoding="utf-8")
    marked.write_text(PREFIX_LINES + TURNED, encoding="utf-8-sig")
    one, other = (check_target(file, None, Options(alone=True)).report for file in (plain, marked))
    assert one.findings == other.findings
    assert set(parse_file(marked).quads()) == set(parse_file(plain).quads())


def test_a_finding_of_a_page_that_is_not_at_hand_stands_at_its_node(build: Path, tmp_path: Path, check: Check) -> None:
    lines = (build / "current" / "graph.nq").read_text(encoding="utf-8").splitlines(keepends=True)
    method = f"<{LB}method>"
    at = next(n for n, line in enumerate(lines) if "/result/" in line.split(" ")[0] and line.split(" ")[1] == method)
    node = lines[at].split(" ")[0]
    first = next(n for n, line in enumerate(lines, 1) if line.startswith(node))
    lines.insert(at, f"{node} {method} <https://w3id.org/leaderboard-kg/method/qwen2-5-vl-7b> .\n")
    file = tmp_path / "own.nq"
    file.write_text("".join(lines), encoding="utf-8")
    done = check(str(file), "--registry", str(REGISTRY), "--format", "github")
    (told,) = [line for line in done.out.splitlines() if "title=R1.3:" in line]
    assert f"own.nq,line={first},col=1," in told


def test_a_warning_fails_where_it_is_asked_to(tmp_path: Path, check: Check) -> None:
    page = tmp_path / "board.txt"
    page.write_text(BOARD.replace("Accuracy (%)", "Quality"), encoding="utf-8")
    asked = [str(page), "--registry", str(REGISTRY)]
    assert [check(*asked).status, check(*asked, "--fail-on", "warning").status] == [0, 1]
    assert check(*asked, "--fail-on", "warning", "--profile", "publish").status == 0
    assert check(*asked, "--fail-on", "note").status == 2


def test_what_is_not_there_is_no_missing_build(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file; give"):
        check_target(tmp_path / "nofile")
    with pytest.raises(KgError, match="no build in"):
        check_target(tmp_path / "build", options=Options(build=tmp_path / "build"))


def test_a_build_that_was_not_switched_to_is_told_with_its_versions(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(BOARD.replace("91.4", "91,4"), encoding="utf-8")
    kg.build(tmp_path / "board.txt", out=tmp_path / "build")
    with pytest.raises(KgError, match=r"not switched to.*build/versions/[0-9a-f]+ itself") as told:
        check_target(tmp_path / "build")
    named = re.search(r"or name (.+) itself", str(told.value))
    assert named
    assert "1 rejected" in check_target(Path(named[1])).summary


def test_a_page_that_is_not_of_its_format_says_which_one_was_stated(tmp_path: Path) -> None:
    curated(tmp_path, "a", 'format = "index-page"\n')
    told = r"source\.toml:2: the page was read as 'index-page', as `format` says; without .* it is read as 'tab-tables'"
    with pytest.raises(SourceError, match=told):
        check_target(tmp_path, REGISTRY)
