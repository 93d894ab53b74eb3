"""Shorter stories: benchmarks, metrics, leaderboards, columns, flags, papers and all that is left."""

from __future__ import annotations

from kg.explain.document import Block, Explanation, Fact, Link, Rows, Section, Sentence, Value
from kg.explain.filled import filled_in
from kg.explain.groups import members
from kg.explain.results import benchmark_section, metric_facts
from kg.explain.teller import Teller
from kg.review.lists import CERTAINTIES
from kg.terms import LB, QB, RDF, RDFS, SCHEMA

#: How many of the nodes that point to a thing are named; the others are counted.
SHOWN = 12

#: Properties that are told elsewhere or say nothing to a reader.
_SILENT = {
    str(name) for name in (RDF.type, RDFS.label, LB.flag, LB.inferred, LB.notStated, LB.coverageSummary, QB.structure)
}

_ARTICLES = {
    "config": "an evaluation configuration",
    "setting": "a setting",
    "paper": "a paper",
    "source": "a source page",
    "dataset": "a data set",
    "task": "a task",
    "domain": "a domain",
    "unit": "a unit",
    "family": "a benchmark family",
    "method-family": "a method family",
    "component": "a part",
}


def explain_benchmark(teller: Teller, benchmark: str) -> Explanation:
    """The story of a benchmark."""
    facts = teller.facts
    results = facts.subjects(LB.benchmark, benchmark)
    parts = facts.subjects(LB.partOf, benchmark)
    missing = [p.rpartition("#")[2] for p in facts.objects(benchmark, LB.notStated)]
    summary = (
        f"{facts.label(benchmark)} has {len(results)} results here"
        f"{f' and {len(parts)} parts' if parts else ''}"
        f"{'; not stated of it: ' + ', '.join(missing) if missing else ''}."
    )
    sections = [
        benchmark_section(teller, benchmark),
        Section("parts", "Its parts", (Fact("parts", "parts", teller.links(parts) or None),)),
        _groups(teller, facts.subjects(LB.ofBenchmark, benchmark)),
        filled_in(teller, benchmark),
        teller.papers([("introduced it", facts.one(benchmark, LB.introducedIn))]),
        teller.flags(benchmark),
        pointers(teller, benchmark),
    ]
    return teller.story(benchmark, "benchmark", summary, sections)


def explain_metric(teller: Teller, metric: str) -> Explanation:
    """The story of a metric."""
    facts = teller.facts
    results = facts.subjects(LB.metric, metric)
    columns = [node for node in facts.subjects(LB.ofMetric, metric) if facts.kind_key(node)[0] == "declaration"]
    summary = (
        f"{facts.label(metric)}, {teller.curated.word(facts.one(metric, LB.direction))}, measures {len(results)} "
        f"results in {len(columns)} columns here. A shared metric does not establish the same protocol."
    )
    rows = tuple(
        (
            teller.link(column),
            facts.one(column, LB.columnName) or "unnamed",
            teller.unit(facts.one(column, LB.declaredUnit)),
            teller.link(facts.one(column, LB.ofBenchmark) or ""),
        )
        for column in sorted(columns, key=lambda c: (len(c), c))
    )
    heads = (("column", "column"), ("name", "name there"), ("unit", "unit"), ("benchmark", "benchmark"))
    sections = [
        Section("metric", "What it measures", tuple(metric_facts(teller, metric))),
        Section("columns", "Columns that it measures", (Rows("columns", heads, rows),)),
        _groups(teller, facts.subjects(LB.ofMetric, metric)),
        filled_in(teller, metric),
        teller.papers([("introduced it", facts.one(metric, LB.introducedIn))]),
        teller.flags(metric),
    ]
    return teller.story(metric, "metric", summary, sections)


def _groups(teller: Teller, nodes: list[str]) -> Section:
    rows: list[tuple[Value, ...]] = []
    for group in (node for node in nodes if teller.facts.kind_key(node)[0] == "group"):
        listed, reason = members(teller, group)
        rows.append((teller.link(group), str(len(listed)), reason or "may be ranked inside the group"))
    columns = (("group", "group"), ("results", "results"), ("ranking", "ranking"))
    return Section("groups", "Comparison groups", (Rows("groups", columns, tuple(rows), ("ranking",)),))


def explain_leaderboard(teller: Teller, board: str) -> Explanation:
    """The story of a leaderboard."""
    facts = teller.facts
    results = facts.subjects(LB.leaderboard, board)
    columns = facts.objects(board, LB.declares)
    missing = [p.rpartition("#")[2].rpartition("/")[2] for p in facts.objects(board, LB.notStated)]
    summary = (
        f"{facts.label(board)}: {len(results)} results in {len(columns)} declared columns"
        f"{'; not stated: ' + ', '.join(missing) if missing else ''}."
    )
    rows: list[tuple[Value, ...]] = []
    for column in sorted(columns, key=lambda c: int(facts.one(c, LB.columnNumber) or 10**6)):
        rows.append(
            (
                facts.one(column, LB.columnNumber) or "none",
                teller.link(column),
                teller.link(facts.one(column, LB.ofMetric) or ""),
                teller.link(facts.one(column, LB.ofBenchmark) or ""),
                teller.unit(facts.one(column, LB.declaredUnit)),
                teller.curated.word(facts.one(column, LB.declaredDirection)),
            )
        )
    heads = (
        ("number", "no."),
        ("column", "column"),
        ("metric", "metric"),
        ("benchmark", "benchmark"),
        ("unit", "unit"),
        ("direction", "direction"),
    )
    groups = sorted({g for result in results for g in facts.objects(result, LB.comparisonGroup)})
    sections = [
        teller.coverage(board),
        Section("columns", "Columns", (Rows("columns", heads, tuple(rows)),)),
        _groups(teller, groups),
        filled_in(teller, board, leaderboard=board),
        teller.papers(
            [("reports its values", p) for p in sorted({p for r in results for p in facts.objects(r, LB.reportedIn)})]
        ),
        teller.flags(board, *columns),
    ]
    return teller.story(board, "leaderboard", summary, sections)


def explain_declaration(teller: Teller, column: str) -> Explanation:
    """The story of one column."""
    facts = teller.facts
    board = next(iter(facts.subjects(LB.declares, column)), "")
    cells = facts.cells(column)
    number, name = facts.one(column, LB.columnNumber), facts.one(column, LB.columnName)
    certainty = (facts.one(column, LB.certainty) or "").rpartition("#")[2]
    which = f"Value column {number}" if number else "A metric declared without a column"
    summary = f"{which} of {facts.label(board)}, {name or 'without a name'}: {len(cells)} values."
    blocks: list[Block] = [
        Fact("leaderboard", "leaderboard", teller.link(board)),
        Fact("number", "value column", number or "none"),
        Fact("name", "name", teller.stated(column, LB.columnName)),
        Fact("metric", "metric", teller.link(facts.one(column, LB.ofMetric) or "")),
        Fact("benchmark", "benchmark", teller.link(facts.one(column, LB.ofBenchmark) or "")),
        Fact("unit", "unit", teller.stated(column, LB.declaredUnit)),
        Fact("direction", "direction", teller.stated(column, LB.declaredDirection)),
        Fact("scale", "scale", facts.one(column, LB.scale) or "1: the digits as printed"),
        Fact("certainty", "certainty", CERTAINTIES.get(certainty, "nothing was curated")),
        Fact("evidence", "evidence", facts.one(column, LB.evidence) or "nothing was curated"),
    ]
    rows = tuple((place, text) for place, text in cells)
    sections = [
        Section("column", "What it holds", tuple(blocks)),
        filled_in(teller, column, guesses=teller.column_guesses(column, board)),
        Section("cells", "Its cells", (Rows("cells", (("place", "place"), ("printed", "printed")), rows),)),
        teller.flags(column),
    ]
    return teller.story(column, "column", summary, sections)


def explain_flag(teller: Teller, flag: str) -> Explanation:
    """The story of a flag."""
    facts = teller.facts
    subjects = facts.subjects(LB.flag, flag)
    blocks: list[Block] = [Fact("about", "about", teller.links(subjects))]
    for key, term, predicate in (
        ("kind", "kind", LB.flagKind),
        ("severity", "severity", LB.severity),
        ("message", "message", LB.message),
        ("found", "found", LB.found),
        ("expected", "expected", LB.expected),
        ("rule", "rule", LB.rule),
        ("property", "on the property", LB.onProperty),
        ("certainty", "certainty", LB.certainty),
        ("evidence", "evidence", LB.evidence),
    ):
        if values := teller.said(flag, predicate):
            blocks.append(Fact(key, term, values if len(values) > 1 else values[0]))
    kind = facts.one(flag, LB.flagKind)
    blocks.append(Fact("means", "that means", teller.curated.definition(kind) or "see the ontology"))
    cells = [cell for subject in subjects for cell in facts.cells(subject)]
    excerpts = tuple(teller.pages.excerpt("excerpts", place, text) for place, text in cells[:1])
    rows = Rows("cells", (("place", "place"), ("printed", "printed")), tuple(cells))
    summary = (
        f"{teller.curated.word(facts.one(flag, LB.severity))}, {teller.curated.word(kind)}: "
        f"{facts.one(flag, LB.message)}. The published values are kept as they are."
    )
    sections = [
        Section("flag", "What was found", tuple(blocks)),
        Section("cells", "Cells", (*excerpts, rows) if cells else ()),
        teller.flags(flag),
    ]
    return teller.story(flag, "flag", summary, sections)


def explain_thing(teller: Teller, node: str, kind: str) -> Explanation:
    """The story of any other node: what is said of it, and what points to it."""
    facts = teller.facts
    blocks: list[Block] = []
    for name in facts.properties(node):
        if name not in _SILENT and (values := teller.said(node, name)):
            term = facts.curie(name)
            blocks.append(Fact(term.replace(":", "_"), term, values if len(values) > 1 else values[0]))
    missing = [facts.curie(p) for p in facts.objects(node, LB.notStated)]
    if missing:
        blocks.append(Fact("not_stated", "not stated", ", ".join(missing)))
    sections = [
        Section("facts", "What is said of it", tuple(blocks)),
        *((_settings(teller, node),) if kind == "config" else ()),
        filled_in(teller, node),
        pointers(teller, node),
        teller.flags(node),
    ]
    count = sum(map(len, facts.pointers(node).values()))
    what = _ARTICLES.get(kind, "a thing")
    return teller.story(node, kind, f"{facts.label(node)} is {what}; {count} statements point to it.", sections)


def _settings(teller: Teller, config: str) -> Section:
    facts = teller.facts
    rows = [
        (facts.one(s, SCHEMA.name) or "", facts.one(s, SCHEMA.value) or "") for s in facts.objects(config, LB.setting)
    ]
    note = "Two results with equal settings may still differ in what neither source recorded."
    pair = (("name", "setting"), ("value", "value"))
    return Section("settings", "Its settings", (Rows("settings", pair, tuple(rows)), Sentence("settings_note", note)))


def pointers(teller: Teller, node: str) -> Section:
    """Who points to a node, by property; the first few by name, all by number."""
    blocks: list[Block] = []
    for name, subjects in teller.facts.pointers(node).items():
        values: list[str | Link] = list(teller.links(subjects[:SHOWN]))
        if len(subjects) > SHOWN:
            values.append(f"and {len(subjects) - SHOWN} more, {len(subjects)} in all")
        term = teller.facts.curie(name)
        blocks.append(Fact(term.replace(":", "_"), term, tuple(values)))
    return Section("pointed_to_by", "Who points to it", tuple(blocks))


def explain_term(teller: Teller, term: str) -> Explanation:
    """A term of the ontology, from the ontology in the version."""
    label, definition, example = teller.curated.words[term]
    used = teller.facts.subjects(RDF.type, term)
    blocks: list[Block] = [Fact("definition", "definition", definition or "none")]
    if example:
        blocks.append(Fact("example", "example", example))
    if used:
        blocks.append(Fact("nodes", "nodes of this class", str(len(used))))
    section = Section("term", "What it means", tuple(blocks))
    return Explanation(term, teller.facts.curie(term), "term of the ontology", label, definition, (section,))
