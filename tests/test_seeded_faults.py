"""Thirty single-fact faults in the shipped graph: each fails the check by the rule that names it.

A fault changes one statement (where a seeded choice is possible, which one is drawn at random from
a fixed seed) and the check must name the rule that forbids it and end as a violation.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import kg
from kg.checking import check_target

LB = "https://w3id.org/leaderboard-kg/ontology#"
XSD = "http://www.w3.org/2001/XMLSchema#"
UNIT = "http://qudt.org/vocab/unit/"

Edit = Callable[[str], Sequence[str]]


def drop(line: str) -> Sequence[str]:
    return ()


def also(pattern: str, replacement: str) -> Edit:
    """Keep the line and add a changed copy of it."""
    return lambda line: (line, re.sub(pattern, replacement, line, count=1))


def change(pattern: str, replacement: str) -> Edit:
    return lambda line: (re.sub(pattern, replacement, line, count=1),)


@dataclass(frozen=True)
class Fault:
    """``lines`` says which statements may be hit, ``edit`` what happens to one of them."""

    name: str
    lines: str
    edit: Edit
    rule: str


VALUE = rf'<{LB}value> "([^"]*)"\^\^<{XSD}decimal>'
NO_SUCH_MONTH = change(r'"[^"]+"\^\^<\S+>', f'"2025-13"^^<{XSD}gYearMonth>')

FAULTS = [
    Fault("a value that is a word", VALUE, change(VALUE, f'<{LB}value> "banana"'), "R1.13"),
    Fault("a value with a decimal comma", VALUE, change(VALUE, rf'<{LB}value> "91,4"^^<{XSD}decimal>'), "R1.13"),
    Fault("a value as xsd:double", VALUE, change(VALUE, rf'<{LB}value> "\1"^^<{XSD}double>'), "R1.13"),
    Fault("a second value", VALUE, also(VALUE, rf'<{LB}value> "1.5"^^<{XSD}decimal>'), "R1.13"),
    Fault("no printed value", f"<{LB}printedValue>", drop, "R1.14"),
    Fault("another unit", rf"/result/\S+ <{LB}unit> <{UNIT}PERCENT>", change("PERCENT", "FRACTION"), "R1.16"),
    Fault("a unit that no ratio has", rf"/result/\S+ <{LB}unit> <{UNIT}PERCENT>", change("PERCENT", "SEC"), "R1.17"),
    Fault("no unit", rf"/result/\S+ <{LB}unit> ", drop, "R1.16"),
    Fault("no normalised value", f"<{LB}normalizedValue>", drop, "R1.19"),
    Fault("another normalised value", f"<{LB}normalizedValue>", change(r'"[^"]*"', '"0.5001"'), "R16.15"),
    Fault("above the maximum", f"<{LB}normalizedValue>", change(r'"[^"]*"', '"101"'), "R16.14"),
    Fault("below the minimum", f"<{LB}normalizedValue>", change(r'"[^"]*"', '"-0.1"'), "R1.20"),
    Fault("a direction turned round", f"<{LB}direction> <{LB}Higher", change("Higher", "Lower"), "R16.5"),
    Fault("no direction", rf"/metric/\S+ <{LB}direction>", drop, "R10.1"),
    Fault("a direction of no list", f"<{LB}declaredDirection>", change("HigherIsBetter", "Upwards"), "R16.4"),
    Fault("two groups", f"<{LB}comparisonGroup>", also("/group/[0-9a-f]+", "/group/0000000000000000"), "R1.11"),
    Fault("no group", f"<{LB}comparisonGroup>", drop, "R1.11"),
    Fault("other settings than its group", f"<{LB}config> ", drop, "R1.21"),
    Fault("a configuration without settings", rf"/config/\S+ <{LB}setting>", drop, "R11.1"),
    Fault("another benchmark", rf"/result/\S+ <{LB}benchmark> .*/mr-medseg-val>", change("-val>", "-vax>"), "R1.10"),
    Fault("another family on a part", rf"-abdomen> <{LB}family>", change("y/u-mrg-14k>", "y/med-cmr>"), "R5.12"),
    Fault("a split neither stated nor missing", rf"/mr-medseg-val> <{LB}split>", drop, "R5.7"),
    Fault("coverage neither stated nor missing", rf"/leaderboard/u-\S+ <{LB}notStated> <{LB}cov", drop, "R15.6"),
    Fault("a column without a name", rf"-\d+> <{LB}columnName>", drop, "R16.9"),
    Fault("a status of no list", f"<{LB}reproductionStatus>", change("#[A-Z][A-Za-z]+> <", "#Verified> <"), "R1.22"),
    Fault(
        "a run that nobody states",
        rf"med-cmr.* <{LB}repro|Status> <{LB}ReportedByOthers> <\S+med",
        lambda line: (line.replace("ReportedByOthers", "IndependentlyReproduced"),),
        "R1.25",
    ),
    Fault("an arXiv id with a version", "hasArXivId>", change(r'"([^"]+)"', r'"\1v2"'), "R13.2"),
    Fault("a DOI with its resolver", "/prism/|basic/2.0/doi>", change(r'"10\.', '"https://doi.org/10.'), "R13.4"),
    Fault(
        "a paper date that no calendar has",
        f"<{LB}paperDate>",
        NO_SUCH_MONTH,
        "R13.6",
    ),
    Fault("two labels", "rdf-schema#label>", also(r'"(.*)"', '"another"'), "R0.2"),
    Fault("an unresolved error", f"<{LB}severity> <{LB}Warning>", change("Warning", "Error"), "R18.10"),
    Fault(
        "an id on two results",
        r"acf1f> <http://purl.org/dc/terms/identifier>",
        lambda line: (line, line.replace("result/69b10f216dbb7075b95acf1f>", "result/69b10f216dbb7075b95acf20>")),
        "R15.14",
    ),
]


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[fault.name for fault in FAULTS])
def test_each_fault_is_named_by_its_rule(shipped: kg.Graph, tmp_path: Path, number: int) -> None:
    fault = FAULTS[number]
    quads = list(shipped.built.quads)
    hits = [i for i, line in enumerate(quads) if re.search(fault.lines, line)]
    assert hits, "the fault has nothing to hit"
    chosen = random.Random(number).choice(hits)
    edited = [*quads[:chosen], *fault.edit(quads[chosen]), *quads[chosen + 1 :]]
    assert edited != quads
    path = tmp_path / "graph.nq"
    path.write_text("".join(edited), encoding="utf-8")
    verdict = check_target(path, None)
    assert not verdict.is_clean
    assert fault.rule in {finding.rule for finding in verdict.report.of("Violation")}


def test_there_are_thirty_of_them() -> None:
    assert len(FAULTS) >= 30
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
