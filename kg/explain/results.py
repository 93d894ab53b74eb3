"""The whole story of one result, from its cell to its place among others."""

from __future__ import annotations

import re

from kg.assemble.naming import is_composed
from kg.explain.document import Block, Explanation, Fact, Rows, Section, Sentence
from kg.explain.filled import curated_tables, filled_in
from kg.explain.groups import group_section
from kg.explain.methods import mapping_facts, part_rows, whose_paper
from kg.explain.steps import steps_section
from kg.explain.teller import Teller
from kg.resources import CURATION_FILE
from kg.terms import DCTERMS, LB, RDFS, SCHEMA, SKOS


def explain_result(teller: Teller, result: str) -> Explanation:
    """The story of a result."""
    facts = teller.facts
    method, benchmark, metric, board, declaration = (
        facts.one(result, name) or "" for name in (LB.method, LB.benchmark, LB.metric, LB.leaderboard, LB.declaration)
    )
    guesses = teller.column_guesses(declaration, board)
    config = facts.one(result, LB.config)
    parts = facts.objects(method, LB.hasComponent)
    groups = facts.objects(result, LB.comparisonGroup)
    sections = (
        _printed(teller, result),
        steps_section(teller, result, guesses),
        _method(teller, result, method),
        benchmark_section(teller, benchmark),
        _metric(teller, metric, declaration),
        _config(teller, result, config),
        _reporter(teller, result, method),
        filled_in(
            teller, result, declaration, method, *parts, benchmark, metric, board, guesses=guesses, leaderboard=board
        ),
        *(group_section(teller, group, result) for group in groups),
        teller.flags(result, declaration, board, benchmark, metric, *paper_nodes(teller, result, method)),
        teller.papers(_papers(teller, result, method, benchmark)),
        teller.coverage(board),
    )
    unit = teller.unit(facts.one(result, LB.unit))
    settings = facts.label(config) if config else "no settings recorded"
    summary = (
        f"{facts.one(result, LB.printedMethod)}: {facts.one(result, LB.value)} {unit} by {facts.label(metric)} on "
        f"{facts.label(benchmark)}, with {settings}, because {facts.one(result, LB.sourceLocator)} prints "
        f'"{facts.one(result, LB.printedValue)}". It holds for these conditions only.'
    )
    return teller.story(result, "result", summary, sections)


def _printed(teller: Teller, result: str) -> Section:
    printed = teller.facts.one(result, LB.printedValue) or ""
    places = teller.facts.objects(result, LB.sourceLocator)
    blocks: list[Block] = [Fact("printed", "printed", printed), Fact("places", "file:line:cell", tuple(places))]
    blocks += [teller.pages.excerpt("excerpts", place, printed) for place in places]
    blocks.insert(2, Fact("identifier", "the source's own id", teller.facts.one(result, DCTERMS.identifier)))
    return Section("cell", "The printed cell", tuple(blocks))


def _composed(teller: Teller, result: str) -> str | None:
    """How a name was made of several cells; None where one cell prints the whole of it."""
    facts = teller.facts
    tables = curated_tables(teller, facts.one(result, LB.leaderboard) or "")
    rule = next((table.method for table in tables if table.method and is_composed(table.method)), None)
    if rule is None:
        return None
    spelling = facts.one(result, LB.printedMethod) or ""
    row = (facts.one(result, LB.sourceLocator) or "").rpartition(":")[0]
    cells = [teller.pages.cell(f"{row}:{number}") or "" for number in re.findall(r"\{(\d+)\}", rule)]
    if any(spelling in cell for cell in cells):
        return None
    return f"from the cells of the row, by {rule} of {CURATION_FILE}: no cell prints the whole"


def _method(teller: Teller, result: str, method: str) -> Section:
    facts = teller.facts
    spelling = facts.one(result, LB.printedMethod) or ""
    blocks: list[Block] = [
        Fact("printed_method", "spelling met here", spelling),
        Fact("composed", "put together", _composed(teller, result)),
        Fact("method", "method", teller.link(method)),
        *mapping_facts(teller, spelling, method),
        Fact("kind", "kind", teller.stated(method, LB.methodKind)),
        Fact("access", "access", teller.stated(method, LB.access)),
    ]
    if category := facts.objects(method, LB.category):
        blocks.append(Fact("category", "category, verbatim", tuple(category)))
    blocks.append(part_rows(teller, method))
    return Section("method", "Which method", tuple(blocks))


def benchmark_section(teller: Teller, benchmark: str) -> Section:
    """What a benchmark is, with all that is not stated of it."""
    facts = teller.facts
    blocks: list[Block] = [
        Fact("benchmark", "benchmark", teller.link(benchmark)),
        Fact("task", "task", teller.said(benchmark, LB.task)),
        Fact("dataset", "data set", teller.said(benchmark, LB.dataset)),
        Fact("version", "version", teller.stated(benchmark, LB.version)),
        Fact("split", "split", teller.stated(benchmark, LB.split)),
        Fact("split_kind", "kind of split", teller.stated(benchmark, LB.splitKind)),
        Fact("subset", "subset", teller.stated(benchmark, LB.subset)),
        Fact("family", "family", teller.stated(benchmark, LB.family)),
        Fact("domain", "domain", teller.said(benchmark, LB.domain)),
    ]
    if whole := facts.one(benchmark, LB.partOf):
        blocks.append(Fact("part_of", "part of", teller.link(whole)))
    if items := facts.one(benchmark, LB.itemCount):
        blocks.append(Fact("items", "items", items))
    if comment := facts.objects(benchmark, RDFS.comment):
        blocks.append(Fact("comment", "note", tuple(comment)))
    return Section("benchmark", "Which benchmark", tuple(blocks))


def _metric(teller: Teller, metric: str, declaration: str) -> Section:
    facts = teller.facts
    number = facts.one(declaration, LB.columnNumber)
    name = facts.one(declaration, LB.columnName)
    given = " (not printed on the page)" if teller.is_inferred(declaration, LB.columnName) else " (as printed)"
    declared = facts.one(declaration, LB.declaredDirection)
    direction = "filled in, not printed" if teller.is_inferred(declaration, LB.declaredDirection) else "as printed"
    if declared == str(LB.DirectionUnknown):
        direction = "not stated"
    blocks: list[Block] = [
        Fact("declaration", "column", teller.link(declaration)),
        Fact("column_number", "value column", number or "none"),
        Fact("column_name", "its name", name + given if name else "unnamed: the page prints none, nobody gave one"),
        Fact("column_direction", "direction there", f"{teller.curated.word(declared)} ({direction})"),
        Fact("metric", "metric", teller.link(metric)),
        *metric_facts(teller, metric),
    ]
    return Section("metric", "Which metric", tuple(blocks))


def metric_facts(teller: Teller, metric: str) -> list[Block]:
    """Definition, direction, units, bounds and parts of a metric."""
    facts = teller.facts
    low, high = facts.one(metric, LB.minimum), facts.one(metric, LB.maximum)
    canonical = facts.one(metric, LB.canonicalUnit)
    unit = f" {teller.unit(canonical)}" if canonical else ""
    bounds = f"{low if low is not None else 'no lower bound'} to {high if high is not None else 'no upper bound'}{unit}"
    admissible = tuple(teller.unit(node) for node in facts.objects(metric, LB.admissibleUnit))
    blocks: list[Block] = [
        Fact("definition", "definition", facts.one(metric, SKOS.definition) or "none recorded"),
        Fact("direction", "direction", teller.curated.word(facts.one(metric, LB.direction))),
        Fact("bounds", "bounds", bounds if low or high else "none recorded"),
        Fact("canonical_unit", "canonical unit", teller.unit(canonical)),
        Fact("admissible_units", "admissible units", admissible or "none recorded"),
    ]
    if target := facts.one(metric, LB.target):
        blocks.append(Fact("target", "target", target))
    if parameters := facts.objects(metric, LB.parameter):
        blocks.append(Fact("parameters", "parameters", tuple(facts.label(node) for node in parameters)))
    if broader := facts.one(metric, LB.broaderMetric):
        blocks.append(Fact("broader", "broader metric", teller.link(broader)))
    if parts := facts.objects(metric, LB.aggregates):
        rows = [(facts.one(p, LB.weight) or "", teller.link(facts.one(p, LB.ofMetric) or "")) for p in parts]
        blocks.append(Rows("parts", (("weight", "weight"), ("metric", "of the metric")), tuple(rows)))
    return blocks


def _config(teller: Teller, result: str, config: str | None) -> Section:
    facts = teller.facts
    blocks: list[Block] = []
    pair = (("name", "setting"), ("value", "value"))
    if config:
        blocks.append(Fact("config", "configuration", teller.link(config)))
        rows = [
            (facts.one(s, SCHEMA.name) or "", facts.one(s, SCHEMA.value) or "")
            for s in facts.objects(config, LB.setting)
        ]
        blocks.append(Rows("settings", pair, tuple(rows)))
    else:
        text = "No settings recorded. A setting that was not recorded may be anything; it is no wildcard."
        blocks.append(Sentence("none", text))
    if notes := facts.objects(result, LB.note):
        blocks.append(Sentence("notes_head", "Printed with the row, and no settings:"))
        told = tuple((facts.one(n, SCHEMA.name) or "", facts.one(n, SCHEMA.value) or "") for n in notes)
        blocks.append(Rows("notes", pair, told))
    return Section("config", "Under which settings", tuple(blocks))


def _reporter(teller: Teller, result: str, method: str) -> Section:
    facts = teller.facts
    status = facts.one(result, LB.reproductionStatus)
    blocks: list[Block] = [
        Fact("status", "status", teller.curated.word(status)),
        Fact("status_means", "that means", teller.curated.definition(status) or "see the ontology"),
        Fact("reported_in", "reported in", teller.stated(result, LB.reportedIn)),
    ]
    if version := facts.one(result, LB.reportedInVersion):
        blocks.append(Fact("reported_in_version", "its version", version))
    if statement := facts.objects(result, LB.reproductionStatement):
        blocks.append(Fact("statement", "the page says", tuple(f'"{text}"' for text in statement)))
    if checks := teller.said(result, LB.check):
        blocks.append(Fact("checks", "checked", checks))
    stated = facts.one(result, LB.statedOriginPaper)
    blocks.append(
        Fact("stated_origin", "origin paper printed", teller.link(stated) if stated else "none printed for this row")
    )
    if note := whose_paper(teller, method, stated):
        blocks.append(Sentence("stated_origin_note", note))
    origin = facts.one(method, LB.introducedIn)
    blocks.append(Fact("introduced_in", "method introduced in", teller.link(origin) if origin else "not recorded"))
    blocks.append(Fact("result_date", "date of the result", facts.one(result, LB.resultDate) or "not recorded"))
    for key, term, name in (
        ("copied_from", "copied from", LB.copiedFrom),
        ("copied_from_paper", "copied from paper", LB.copiedFromPaper),
        ("reproduces", "reproduces", LB.reproduces),
    ):
        if values := teller.said(result, name):
            blocks.append(Fact(key, term, values))
    return Section("reported", "Who reported it", tuple(blocks))


def paper_nodes(teller: Teller, result: str, method: str) -> tuple[str, ...]:
    """The papers whose flags concern a result."""
    nodes = (teller.facts.one(result, LB.reportedIn), teller.facts.one(method, LB.introducedIn))
    return tuple(dict.fromkeys(node for node in nodes if node))


def _papers(teller: Teller, result: str, method: str, benchmark: str) -> list[tuple[str, str | None]]:
    facts = teller.facts
    found: list[tuple[str, str | None]] = [
        ("reports the value", facts.one(result, LB.reportedIn)),
        ("printed as origin paper", facts.one(result, LB.statedOriginPaper)),
        ("introduced the method", facts.one(method, LB.introducedIn)),
    ]
    for component in facts.objects(method, LB.hasComponent):
        part = facts.one(component, LB.ofMethod) or ""
        found.append((f"introduced {facts.label(part)}, a part", facts.one(part, LB.introducedIn)))
    found.append(("introduced the benchmark", facts.one(benchmark, LB.introducedIn)))
    for dataset in facts.objects(benchmark, LB.dataset):
        found.append(("introduced the data set", facts.one(dataset, LB.introducedIn)))
    return found
