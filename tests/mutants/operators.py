"""Forty-odd ways to make one statement of a good graph wrong, each with the rule that must name it.

An operator picks a statement (a line of N-Triples) by a pattern and replaces it by others. What it
may hit is as wide as the rule allows, so that seeds reach different places.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LB = "https://w3id.org/leaderboard-kg/ontology#"
XSD = "http://www.w3.org/2001/XMLSchema#"
UNIT = "http://qudt.org/vocab/unit/"
DCT = "http://purl.org/dc/terms/"
RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"

Edit = Callable[[str, Sequence[str]], list[str]]


@dataclass(frozen=True)
class Operator:
    """``group`` is what it is about, ``pattern`` which statements it may hit, ``rule`` what must name it."""

    name: str
    group: str
    pattern: str
    edit: Edit
    rule: str

    def hits(self, lines: Sequence[str]) -> list[int]:
        """The statements that it may hit, by their numbers."""
        return [number for number, line in enumerate(lines) if re.search(self.pattern, line)]

    def apply(self, lines: Sequence[str], seed: int) -> tuple[list[str], str]:
        """A mutant of a graph, and the statement that was hit."""
        hits = self.hits(lines)
        assert hits, f"{self.name} has nothing to hit"
        order = random.Random(self.name).sample(hits, len(hits))
        hit = order[seed % len(order)]
        new = self.edit(lines[hit], lines)
        mutant = [*lines[:hit], *new, *lines[hit + 1 :]]
        assert set(mutant) != set(lines), f"{self.name} changed nothing"
        return mutant, lines[hit]


def drop(line: str, lines: Sequence[str]) -> list[str]:
    """The statement is lost."""
    return []


def turned(line: str, lines: Sequence[str]) -> list[str]:
    """Subject and object change places."""
    subject, predicate, object_ = line.removesuffix(" .\n").split(" ", 2)
    return [f"{object_} {predicate} {subject} .\n"]


def swap(pattern: str, new: str) -> Edit:
    """The statement says something else."""
    return lambda line, lines: [re.sub(pattern, new, line, count=1)]


def also(pattern: str, new: str) -> Edit:
    """A second statement beside it."""
    return lambda line, lines: [line, re.sub(pattern, new, line, count=1)]


def scaled(factor: int) -> Edit:
    """The number times a factor, digit for digit."""

    def edit(line: str, lines: Sequence[str]) -> list[str]:
        return [re.sub(r'"(-?)(\d+)(\.?)(\d*)"', lambda m: f'"{m[1]}{int(m[2]) * factor + factor}{m[3]}{m[4]}"', line)]

    return edit


def one_more(line: str, lines: Sequence[str]) -> list[str]:
    """The number plus one."""
    return [re.sub(r'"(\d+)"', lambda m: f'"{int(m[1]) + 1}"', line)]


def another(term: str, kind: str) -> Edit:
    """The object is another node of its kind, one that some other statement of this property has."""

    def edit(line: str, lines: Sequence[str]) -> list[str]:
        own = re.search(r"> (<[^>]*>) \.\n$", line)
        assert own
        found = (re.search(rf"#{term}> (<[^>]*/{kind}/[^>]*>) \.\n$", other) for other in lines)
        others = sorted({m[1] for m in found if m} - {own[1]})
        return [line.replace(own[1], random.Random(line).choice(others))]

    return edit


def onto_a_neighbour(predicate: str) -> Edit:
    """A result of the same leaderboard has this value instead of its own."""

    def edit(line: str, lines: Sequence[str]) -> list[str]:
        own = line.partition(" ")[0]
        listed = {other.partition(" ")[0]: other for other in lines if f" <{LB}leaderboard> " in other}
        board = listed[own].partition(" ")[2]
        others = sorted(s for s, other in listed.items() if s != own and other.partition(" ")[2] == board)
        return [line, line.replace(own, random.Random(line).choice(others), 1)]

    return edit


RESULT = r"^<[^>]*/result/[^>]*> "
VALUE = rf'<{LB}value> "([^"]*)"\^\^<{XSD}decimal>'
DATE = r'"[^"]*"\^\^<[^>]*>'
NAMED = r"#[a-z][a-zA-Z]*> \."
NAME = r"#[A-Z][a-zA-Z]*> \."


def says(term: str, subject: str = "", object_: str = "") -> str:
    """Statements of one property of the vocabulary (or of an IRI), of some subjects, with some objects."""
    predicate = term if ":" in term else LB + term
    return rf"^<[^>]*{subject}[^>]*> <{re.escape(predicate)}> {object_}"


def of_result(term: str, object_: str = "") -> str:
    """Statements about results."""
    return says(term, "/result/", object_)


def group(name: str, *operators: tuple[str, str, Edit, str]) -> tuple[Operator, ...]:
    """Operators that are about the same: (name, pattern, edit, rule)."""
    return tuple(Operator(operator, name, pattern, edit, rule) for operator, pattern, edit, rule in operators)


HIGHER, PERCENT = f"<{LB}Higher", f"<{UNIT}PERCENT>"
DOI, ARXIV = "http://prismstandard.org/namespaces/basic/2.0/doi", "http://purl.org/spar/fabio/hasArXivId"
FACTOR, SETTING_VALUE = "http://qudt.org/schema/qudt/conversionMultiplier", "https://schema.org/value"
ADDRESS = "https://schema.org/url"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TURNED = swap("Higher", "Lower")

OPERATORS = (
    *group(
        "units",
        ("result in another unit", of_result("unit", PERCENT), swap("PERCENT", "FRACTION"), "R1.16"),
        ("result without its unit", of_result("unit"), drop, "R1.16"),
        ("unit of another quantity", of_result("unit", PERCENT), swap("PERCENT", "SEC"), "R1.17"),
        ("column without unit, and not said so", says("declaredUnit"), drop, "R16.7"),
        ("metric without canonical unit", says("canonicalUnit"), drop, "R10.5"),
        ("unit without a factor", says(FACTOR), drop, "R19.1"),
    ),
    *group(
        "directions",
        ("metric turned round", says("direction", "", HIGHER), TURNED, "R16.5"),
        ("column turned round", says("declaredDirection", "", HIGHER), TURNED, "R16.5"),
        ("metric without direction", says("direction"), drop, "R10.1"),
        ("direction of no list", says("declaredDirection"), swap(NAME, "#Upwards> ."), "R16.4"),
        (
            "target without its direction",
            says("direction"),
            also(r"<[^>]*direction> <[^>]*>", rf'<{LB}target> "0.5"^^<{XSD}decimal>'),
            "R10.3",
        ),
    ),
    *group(
        "bounds",
        ("above the maximum", says("normalizedValue"), scaled(200), "R16.14"),
        ("below the minimum", says("normalizedValue"), swap('> "', '> "-'), "R1.20"),
        (
            "normalised by another factor",
            says("normalizedValue", "", r'"0\.[0-9]{3}'),
            swap(r'"0\.', '"0.0'),
            "R16.15",
        ),
        ("scale of a column lost", says("scale"), drop, "A11"),
        ("bounds turned round", says("maximum"), swap(r'"[^"]*"', '"-1"'), "R10.6"),
        ("more active parameters than there are", says("activeParameterCount"), scaled(1000), "R2.6"),
    ),
    *group(
        "datatypes",
        ("value as a word", of_result("value"), swap(VALUE, f'<{LB}value> "banana"'), "R1.13"),
        ("value as xsd:double", of_result("value"), swap(f"{XSD}decimal", f"{XSD}double"), "R1.13"),
        ("value with a decimal comma", of_result("value", r'"\d+\.\d'), swap(r'(> "\d+)\.', r"\1,"), "R1.13"),
        ("label with a language tag", says(LABEL), swap(r'" \.', '"@en .'), "R0.2"),
        ("count as a decimal", says("itemCount"), swap("#integer", "#decimal"), "R5.16"),
    ),
    *group(
        "cardinalities",
        ("a second value", of_result("value"), also(VALUE, rf'<{LB}value> "1.5"^^<{XSD}decimal>'), "R1.13"),
        ("no printed value", says("printedValue"), drop, "R1.14"),
        ("a second metric", of_result("metric"), also("/metric/[^>]*>", "/metric/nothing>"), "R1.5"),
        ("no comparison group", says("comparisonGroup"), drop, "R1.11"),
        ("no place in the source", says("sourceLocator"), drop, "R1.39"),
        ("two roles of one part", says("role"), also(NAME, "#Tool> ."), "R3.2"),
    ),
    *group(
        "references",
        ("a method that is nowhere", of_result("method"), swap("/method/", "/method/x-"), "R1.3"),
        ("another benchmark than its column", of_result("benchmark"), another("benchmark", "benchmark"), "R1.10"),
        (
            "another leaderboard than its column",
            of_result("leaderboard"),
            another("leaderboard", "leaderboard"),
            "R1.8",
        ),
        ("a part of another family", says("family", "/benchmark/", ""), another("family", "family"), "R5.12"),
        ("a misspelt property", says("printedMethod"), swap("printedMethod", "printedMehtod"), "R0.8"),
        ("a method of another name", of_result("method"), another("method", "method"), "A10"),
        ("paper and result in each other's place", of_result("reportedIn"), turned, "R1.1"),
        ("a property without a name", says("inferred"), swap(r"> <[^>]*> \.", "> _:b ."), "R0.4"),
        ("a class in place of a property", says("inferred"), swap(NAMED, "#Metric> ."), "R0.4"),
        ("a group of another metric", says("ofMetric", "/group/"), another("ofMetric", "metric"), "R17.6"),
    ),
    *group(
        "splits",
        ("split lost", says("split"), drop, "R5.7"),
        (
            "split stated and not stated",
            says("split"),
            also(r'<[^>]*split> "[^"]*"', f"<{LB}notStated> <{LB}split>"),
            "R5.7",
        ),
        ("kind of another split", says("splitKind"), swap(NAME, "#TrainingSplit> ."), "R5.18"),
        ("split of a data set", says("split"), also("/benchmark/[^>]*>", "/dataset/med-cmr>"), "R5.17"),
        ("kind of split of no list", says("splitKind"), swap(NAME, "#DevSplit> ."), "R5.8"),
    ),
    *group(
        "configs",
        ("settings lost", of_result("config"), drop, "R1.21"),
        ("other settings than its group", of_result("config"), another("config", "config"), "R1.21"),
        ("empty configuration", says("setting", "/config/"), drop, "R11.1"),
        ("setting of another value", says(SETTING_VALUE, "/setting/"), swap(r'"([^"]*)"', r'"not \1"'), "R0.22"),
        ("configuration of other settings", says("setting", "/config/"), another("setting", "setting"), "R0.22"),
        ("setting without a value", says(SETTING_VALUE, "/setting/"), drop, "R12.3"),
    ),
    *group(
        "ids",
        ("arXiv id with a version", says(ARXIV), swap(r'"([^"]+)"', r'"\1v2"'), "R13.2"),
        ("DOI with its resolver", says(DOI), swap(r'"10\.', '"https://doi.org/10.'), "R13.4"),
        ("arXiv id of another month", says(ARXIV), swap(r'"\d\d', '"99'), "R0.22"),
        ("id of another result", of_result(f"{DCT}identifier"), swap(r'"..', '"00'), "R0.22"),
        ("address that is none", says(ADDRESS, "/paper/"), swap(r"> <[^>]*> \.", '> "banana" .'), "R0.20"),
        ("id in a language", says(f"{DCT}identifier", "/paper/"), swap(r'" \.', '"@en .'), "R0.19"),
        (
            "one id on two results",
            of_result(f"{DCT}identifier"),
            onto_a_neighbour(f"{DCT}identifier"),
            "R15.14",
        ),
        ("digest of a page cut short", says("sha256"), swap(r'"..', '"'), "R14.1"),
    ),
    *group(
        "dates",
        ("a month that no year has", says("paperDate"), swap(DATE, f'"2025-13"^^<{XSD}gYearMonth>'), "R13.6"),
        (
            "a day that no month has",
            says(f"{DCT}modified", "/leaderboard/"),
            swap(DATE, f'"2026-02-30"^^<{XSD}date>'),
            "R15.9",
        ),
        ("a date as text", says("paperDate"), swap(DATE, '"August 2025"'), "R13.6"),
    ),
    *group(
        "coverage counts",
        ("more shown than there are", says("resultsLoaded"), scaled(10), "A7"),
        ("a row shown that was not read", says("resultsLoaded"), one_more, "A8"),
        ("coverage neither stated nor missing", says("notStated", "/leaderboard/", f"<{LB}coverage"), drop, "R15.6"),
        ("a count that is no number", says("resultsStated"), swap(r'"[^"]*"', '"many"'), "R15.13"),
    ),
)
