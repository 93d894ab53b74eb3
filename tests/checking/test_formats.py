"""One spoiled page in every form: each names rule, file, line, characters, printed cell, found, expected, remedy."""

from __future__ import annotations

import html
import html.parser
import json
import re
from pathlib import Path

import pytest
from rdflib import Graph

from kg.checking import FORMATS, Options, Verdict, check_target, written
from kg.checking.entries import Spot
from kg.checking.formats import github
from kg.checking.nodes import NodeIndex
from kg.checking.rules import rules
from kg.errors import SourceError
from kg.terms import LB, RDF, SH
from kg.validation import Finding, Report
from tests.checking import sarif_structure
from tests.checking.conftest import Check, Done
from tests.conftest import ROOT
from tests.shapes.examples import BASE

PAGE = """Board, 100% <b>"odd"</b>

Scores: one, two

Model\tAccuracy (%)\tDice (%)
Alpha\t91,4\t88.1
Beta::x, y\t150.5\t77.25
"""


@pytest.fixture(scope="module")
def verdict(tmp_path_factory: pytest.TempPathFactory) -> Verdict:
    folder = tmp_path_factory.mktemp("odd, folder")
    (folder / "board 1%.txt").write_text(PAGE, encoding="utf-8")
    return check_target(folder / "board 1%.txt")


def test_entries_name_everything(verdict: Verdict) -> None:
    told = {(entry.rule, entry.spots[0].printed): entry for entry in verdict.entries}
    bounds = told["R16.14", "150.5"]
    assert bounds.level == "error"
    assert bounds.found == '"1.505"^^xsd:decimal'
    assert bounds.expected == "at most 1"
    assert "printed in percent: 150.5" in bounds.message
    assert bounds.remedy.startswith("correct a cell that is mistyped; where most cells")
    assert len(bounds.spots) == 1
    spot = bounds.spots[0]
    assert (spot.place, spot.line, spot.start, spot.end) == ("board 1%.txt:7:2", 7, 12, 17)
    assert PAGE.splitlines()[6][11:16] == "150.5"
    assert spot.path is not None
    assert spot.path.endswith("/board 1%.txt")
    rejected = told["ambiguous-comma", "91,4"]
    assert (rejected.level, rejected.spots[0].line, rejected.spots[0].start) == ("error", 6, 7)
    assert rejected.remedy.startswith('print the value with a decimal point, or write decimal = "comma"')
    assert rejected.name == "board 1%.txt:6:2"


@pytest.mark.parametrize("format", FORMATS)
def test_every_form_tells_rule_place_and_remedy(verdict: Verdict, format: str) -> None:
    text = verdict.written(format)
    assert "R16.14" in text
    assert "its unit or scale is wrong: give `unit` or `scale` in its [[columns]] entry" in text
    if format != "ttl":  # rejected cells are no nodes
        assert "ambiguous-comma" in text
        assert "print the value with a decimal point" in text


# -- everything in every form

BENCH = "accuracy,med-cmr-multiple-choice,PERCENT"

#: A file with one fault, what it is checked for, and the rule that names it.
ONE_FAULT = {
    "page": ("board.txt", "Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91.4\nBeta\t150.5\n", "R16.14"),
    "reject": ("board.txt", "Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91.4\nBeta\t91,4\n", "ambiguous-comma"),
    "row": ("rows.csv", f"method,value,metric,benchmark,unit\nNewNet-9B,100.01,{BENCH}\n", "S11"),
    "columns": ("rows.csv", f"method,value,score,metric,benchmark,unit\nNewNet-9B,1,2,{BENCH}\n", "S25"),
    "result": (
        "data.ttl",
        BASE.replace('lb:printedMethod "Med-7B" ; lb:unit unit:MilliSEC', "lb:unit unit:MilliSEC"),
        "R1.15",
    ),
    "node": ("data.ttl", BASE.replace("lb:itemCount 1 .", "lb:itemCount -7 ."), "R5.16"),
}


def plain(format: str, text: str) -> str:
    """What a report says, without the marks of its form."""

    def strings(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for key, part in value.items() for text in (str(key), *strings(part))]
        return [text for part in value for text in strings(part)] if isinstance(value, list) else [str(value)]

    if format in ("json", "sarif"):
        return "\n".join(strings(json.loads(text)))
    if format == "ttl":
        return "\n".join(str(o) for o in Graph().parse(data=text, format="turtle").objects())
    if format == "html":
        return html.unescape(text)
    return text.replace("%0A", "\n").replace("%25", "%") if format == "github" else text


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ONE_FAULT)
def test_each_finding_names_rule_place_cell_found_expected_and_remedy(
    build: Path, tmp_path: Path, name: str, format: str
) -> None:
    file, text, rule = ONE_FAULT[name]
    (tmp_path / file).write_text(text, encoding="utf-8")
    options = Options(registry=ROOT / "data" / "registry", build=build, profile="publish")
    verdict = check_target(tmp_path / file, None, options)
    (entry,) = verdict.entries
    assert entry.rule == rule
    if format == "ttl" and name == "reject":
        return  # a rejected cell is no node
    said = plain(format, verdict.written(format))
    spot = entry.spots[0]
    assert spot.line is not None
    assert spot.start is not None or spot.path is None
    assert rule in said
    assert entry.remedy.removesuffix(".") in said
    assert entry.found
    assert entry.found in said or (entry.value and entry.value in said.replace(entry.label, ""))
    assert entry.expected
    assert entry.expected in said
    if name == "node" and format in ("github", "sarif"):  # they name the file by its path, a region or a line
        assert re.search(rf"data\.ttl.*\b{spot.line}\b", said, re.S)
    elif name != "node" or format != "ttl":
        assert spot.place in said
    assert spot.printed in said
    if spot.path and format in ("json", "sarif", "github"):
        assert {str(spot.line), str(spot.start), str(spot.end)} <= set(re.findall(r"\d+", said))


# -- targets that cannot be checked


def lost_too(check: Check, folder: Path, format: str) -> Done:
    """A check of a clean page and of a file that is not there."""
    (folder / "board.txt").write_text("B\n\nS\n\nModel\tAccuracy (%)\nAlpha\t91.4\nBeta\t88.1\n", encoding="utf-8")
    return check(folder / "no-such.csv", folder / "board.txt", "--format", format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_target_that_is_lost_is_named_in_every_form(check: Check, tmp_path: Path, format: str) -> None:
    done = lost_too(check, tmp_path, format)
    assert done.status == 2
    said = plain(format, done.out)
    assert f"{tmp_path}/no-such.csv" in said
    assert "no such file; give a build" in said
    assert f"{tmp_path}/board.txt" in said or format in ("github", "ttl")


def test_a_lost_target_is_no_conformance(check: Check, tmp_path: Path) -> None:
    document = json.loads(lost_too(check, tmp_path, "json").out)
    assert (document["conforms"], document["clean"], len(document["targets"])) == (False, False, 1)
    (lost,) = document["unusable"]
    assert lost["target"] == f"{tmp_path}/no-such.csv"
    assert lost["reason"].startswith("no such file; give")
    log = json.loads(lost_too(check, tmp_path, "sarif").out)
    sarif_structure.check(log)
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["level"] == "error"
    assert note["message"]["text"].startswith(f"{tmp_path}/no-such.csv: no such file")
    assert (
        lost_too(check, tmp_path, "github").out.count(
            f"\n::error title=not checked::{tmp_path}/no-such.csv: no such file"
        )
        == 1
    )
    graph = Graph().parse(data=lost_too(check, tmp_path, "ttl").out, format="turtle")
    assert [str(said) for said in graph.objects(None, SH.conforms)] == ["false"]


def test_one_target_that_is_lost_is_named_where_programs_read(check: Check, tmp_path: Path) -> None:
    done = check(tmp_path / "no-such.csv", "--format", "json")
    assert (done.status, json.loads(done.out)["unusable"][0]["target"]) == (2, f"{tmp_path}/no-such.csv")
    good = json.loads(check("--format", "json", ROOT / "data" / "sources" / "med-cmr", "--profile", "core").out)
    assert (good["conforms"], good["clean"], good["unusable"]) == (True, True, [])


# -- text


def test_a_page_with_rejected_cells_does_not_conform(tmp_path: Path) -> None:
    name, text, _ = ONE_FAULT["reject"]
    (tmp_path / name).write_text(text, encoding="utf-8")
    verdict = check_target(tmp_path / name, None, Options(profile="core"))
    first = verdict.written("text").partition(";")[0]
    assert first == "Does not conform: 0 violation(s), 0 warning(s), 0 note(s), 1 rejected cell(s)"
    assert '<strong class="error">Does not conform</strong>' in verdict.written("html")
    assert json.loads(verdict.written("json"))["clean"] is False


def test_text_has_a_table_of_rules_and_the_first_examples(verdict: Verdict) -> None:
    text = verdict.written("text")
    assert text.startswith("Does not conform: 1 violation(s), ")
    assert re.search(r"^rule +severity +times +cells  what it asks for$", text, re.M)
    assert re.search(r"^R16\.14 +Violation +1 +1  The values of a column MUST NOT exceed", text, re.M)
    assert "\n    at board 1%.txt:7:2: '150.5'\n" in text
    assert "\nRejected board 1%.txt:6:2: '91,4'\n" in text


def many(count: int) -> Verdict:
    findings = tuple(
        Finding(
            key=f"{n:016x}",
            rule="R1.13",
            severity="Violation",
            shape="https://w3id.org/leaderboard-kg/shapes#Result-value",
            focus=f"urn:n{n}",
            path="",
            value="",
            component="",
            message=f"R1.13 A value {n}.",
            places=tuple(f"p.txt:{n}:{c}" for c in range(1, 9)),
            printed=("x",) * 8,
            remedy="mend it.",
        )
        for n in range(1, count + 1)
    )
    return Verdict(Report(findings), target="p.txt", kind="source pages")


def test_text_cuts_long_lists_and_says_so_unless_all_are_asked_for() -> None:
    text = many(30).written("text")
    assert text.count("  R1.13 A value ") == 10
    assert "  … and 20 more (--all shows them)\n" in text
    assert text.count("    … and 3 more cells\n") == 10
    everything = many(30).written("text", every=True)
    assert everything.count("  R1.13 A value ") == 30
    assert everything.count("    at p.txt:") == 240
    assert "… and" not in everything
    assert "    more: kg explain finding:0000000000000001\n" in everything  # this verdict names no target


def test_several_targets_have_headings() -> None:
    text = written((many(1), many(2)), "text")
    assert text.count("== p.txt (source pages)\n") == 2


# -- JSON and Turtle


def test_json_is_data(verdict: Verdict) -> None:
    document = json.loads(verdict.written("json"))
    assert document["conforms"] is False
    assert [t["kind"] for t in document["targets"]] == ["source pages"]
    finding = next(f for f in document["findings"] if f["rule"] == "R16.14")
    assert finding["cells"] == [{"place": "board 1%.txt:7:2", "printed": "150.5"}]
    assert [(s["line"], s["start"], s["end"]) for s in finding["spots"]] == [(7, 12, 17)]
    assert finding["name"].startswith("finding:")
    assert document["rejects"][0]["printed"] == "91,4"


def test_turtle_is_a_report_graph(verdict: Verdict) -> None:
    graph = Graph().parse(data=verdict.written("ttl"), format="turtle")
    assert len(set(graph.subjects(RDF.type, SH.ValidationReport))) == 1
    assert len(set(graph.objects(None, SH.result))) == len(verdict.report.findings)
    assert "board 1%.txt:7:2" in {str(place) for place in graph.objects(None, LB.sourceLocator)}


# -- SARIF


def test_sarif_has_the_structure_of_the_standard(verdict: Verdict) -> None:
    log = json.loads(verdict.written("sarif"))
    sarif_structure.check(log)
    (run,) = log["runs"]
    assert len(run["results"]) == len(verdict.entries)
    result = next(r for r in run["results"] if r["ruleId"] == "R16.14")
    physical = result["locations"][0]["physicalLocation"]
    assert physical["region"] == {
        "startLine": 7,
        "startColumn": 12,
        "endColumn": 17,
        "snippet": {"text": "150.5"},
    }
    assert physical["artifactLocation"]["uri"].endswith("/board%201%25.txt")
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["helpUri"] == "https://w3id.org/leaderboard-kg/shapes#MetricDeclaration-maximum"
    assert rule["defaultConfiguration"] == {"level": "error"}


def test_sarif_fingerprints_stay_when_lines_move(tmp_path: Path) -> None:
    """A finding that another finding pushes down is the same finding."""

    def prints(text: str) -> set[str]:
        (tmp_path / "board.txt").write_text(text, encoding="utf-8")
        log = json.loads(check_target(tmp_path / "board.txt").written("sarif"))
        results = [r for r in log["runs"][0]["results"] if r["ruleId"].startswith(("R", "A"))]
        return {r["partialFingerprints"]["kgFinding/v1"] for r in results}

    first = prints(PAGE)
    assert first
    assert prints(PAGE.replace("Scores", "More words\n\nScores", 1)) == first


def test_sarif_of_a_finding_about_a_column_tells_its_other_cells(build: Path) -> None:
    log = json.loads(many(1).written("sarif"))
    sarif_structure.check(log)
    assert log["runs"][0]["results"][0]["properties"]["cells"] == 8
    sarif_structure.check(json.loads(check_target(build).written("sarif")))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log.pop("version"),
        lambda log: log["runs"][0]["results"][0].update(colour="red"),
        lambda log: log["runs"][0]["results"][0].update(level="fatal"),
        lambda log: log["runs"][0]["results"][0].update(ruleIndex=1),
        lambda log: log["runs"][0]["tool"]["driver"]["rules"][0].update(helpUri="no address"),
    ],
)
def test_the_checker_of_sarif_finds_what_is_wrong(verdict: Verdict, spoil: object) -> None:
    log = json.loads(verdict.written("sarif"))
    spoil(log)  # type: ignore[operator]
    with pytest.raises((AssertionError, KeyError)):
        sarif_structure.check(log)


# -- GitHub


def test_annotations_name_the_file_and_are_escaped(verdict: Verdict) -> None:
    lines = verdict.written("github").splitlines()
    assert len(lines) == len(verdict.entries)
    pattern = r"::(error|warning|notice) file=([^,]*),line=(\d+),col=(\d+),endColumn=(\d+),title=([^:,]+)::(.*)"
    line = next(line for line in lines if "title=R16.14" in line)
    found = re.fullmatch(pattern, line)
    assert found
    assert (found[1], *found.group(3, 4, 5)) == ("error", "7", "12", "17")
    assert found[2].endswith("/board 1%25.txt")
    assert "odd%2C folder" in found[2]
    assert '%0AFound: "1.505"^^xsd:decimal. Expected: at most 1.%0ARemedy: correct' in found[7]


def test_nothing_breaks_out_of_an_annotation() -> None:
    finding = many(1).report.findings[0]
    evil = Finding(
        "k", "R1.13", "Info", finding.shape, "urn:n", "", "", "", "R1.13 100%\n::error::x", ("a:1:1",), ("b\r\n",), "r"
    )
    verdict = Verdict(Report((evil,)), target="a", spots={"a:1:1": Spot("a:1:1", "b\r\n", "a,b:c%", 1, 2, 3)})
    text = github.text((verdict,))
    assert text.count("\n") == 1
    assert text.startswith("::notice file=a%2Cb%3Ac%25,line=1,col=2,endColumn=3,title=R1.13::100%25%0A::error::x%0A")


# -- HTML


class Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else_and_lets_nothing_in(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(PAGE.replace("Alpha", "<img src=x onerror=alert(1)>"), encoding="utf-8")
    text = check_target(tmp_path / "board.txt").written("html")
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert not tags.names & {"script", "img", "iframe", "link"}
    assert all(address.startswith("#rule-") for address in tags.addresses)
    assert "default-src 'none'" in text
    assert "<code>150.5</code>" in text
    assert "R16.14" in text


def test_a_clean_page_says_so(build: Path) -> None:
    text = check_target(build, None).written("html")
    assert '<strong class="fine">Conforms</strong>' in text
    assert text.count("<tr>\n<td><code>med-cmr/page.txt:") == 7


# -- files


def test_a_report_is_written_whole_or_not_at_all(check: Check, build: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.sarif"
    done = check("--build", build, "--format", "sarif", "--out", out)
    assert (done.status, done.out) == (0, "")
    sarif_structure.check(json.loads(out.read_text(encoding="utf-8")))
    assert list(tmp_path.iterdir()) == [out]
    done = check("--build", build, "--out", tmp_path / "no" / "such" / "folder.txt")
    assert done.status == 2
    assert "cannot be written" in done.err
    with pytest.raises(SourceError):
        check_target(tmp_path / "nothing")


# -- rules


def test_rules_are_told_as_the_shapes_state_them() -> None:
    known = rules()
    assert {number[0] for number in known} == {"A", "D", "O", "R", "S"}
    assert list(known)[:9] == [f"A{n}" for n in range(1, 10)]
    assert known["R16.14"].statement == "The values of a column MUST NOT exceed the maximum of its metric."
    assert known["R15.14"].statement == "Within one leaderboard a dcterms:identifier MUST belong to one result."
    assert (known["A9"].level, known["A9"].profile) == ("warning", "advice")
    assert known["R0.8"].iri.endswith("#Vocabulary")
    for rule in known.values():
        assert rule.statement.endswith("."), rule
        assert "{" not in rule.statement, rule
        assert rule.remedy or rule.number in ("R0.8", "R0.9", "R0.22", "A11", "A12", "A13", "A14"), rule
        assert " MUST " in rule.statement or " SHOULD " in rule.statement, rule


# -- nodes


@pytest.mark.parametrize(
    ("name", "text", "line", "start"),
    [
        ("a.nt", "<urn:other> <urn:p> <urn:n> .\n<urn:n> <urn:p> 1 .\n", 2, 1),
        ("a.ttl", "@prefix e: <urn:> .\n\n e:n\n  e:p 1 .\n", 3, 2),
        ("b.ttl", "@base <urn:> .\n<other> <p> <n> .\n<n> <p> 1 .\n", 3, 1),
        ("c.ttl", "@prefix e: <urn:> .\ne:o e:p e:n .\n", 2, 9),
        ("a.jsonld", '[\n {"@id": "urn:n", "urn:p": 1}]\n', 2, 10),
    ],
)
def test_a_node_is_found_in_its_file(tmp_path: Path, name: str, text: str, line: int, start: int) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    spot = NodeIndex(tmp_path / name).spot("urn:n")
    assert (spot.place, spot.line, spot.start) == (f"{name}:{line}", line, start)
    assert NodeIndex(tmp_path / name).spot("urn:nowhere").line is None
