"""A leaderboard graph of any number of results, as N-Quads lines; the same lines for the same arguments.

The graph is like those that ``kg build`` writes: a named graph for each leaderboard, one for what the
results point to and one for what is derived. It is valid but for its faults, one for each
:data:`FAULT_EVERY` results, which go round the kinds of :data:`FAULTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from kg.terms import DATA_BASE, DCAT, DCTERMS, FABIO, LB, QB, QUDT, RDF, RDFS, SCHEMA, SKOS, UNIT, XSD

#: Results of one leaderboard: rows times columns.
COLUMNS = 8
ROWS = 25

#: One result in so many has a fault.
FAULT_EVERY = 250

Triple = tuple[str, str, str]


def _iri(text: str) -> str:
    return f"<{text}>"


def _node(kind: str, key: object) -> str:
    return f"<{DATA_BASE}{kind}/{key}>"


def _typed(text: str, datatype: str) -> str:
    return f'"{text}"^^<{XSD[datatype]}>'


_TYPE, _LABEL = _iri(RDF.type), _iri(RDFS.label)
_PERCENT, _FRACTION, _SECOND = _iri(UNIT["PERCENT"]), _iri(UNIT["FRACTION"]), _iri(UNIT["SEC"])
_SPLITS = (("test", "TestSplit"), ("val", "ValidationSplit"), ("dev2", "OtherSplit"))
_STATUSES = ("AuthorReported", "ReportedByOthers", "StatusUnknown")


def _above(facts: dict[str, str]) -> str:
    board, row, column = facts[DCTERMS.identifier].strip('"').split("-")
    return f'"{board}-{int(row) - 1}-{column}"'


#: name -> what it does to the triples of a result: each is found by at least one rule.
FAULTS: dict[str, Callable[[dict[str, str], Random], object]] = {
    "no method": lambda facts, _: facts.pop(LB.method) and None,
    "value with a comma": lambda facts, _: facts.update({LB.value: _typed("91,4", "decimal")}),
    "value as text": lambda facts, _: facts.update({LB.value: '"91.4"'}),
    "another unit": lambda facts, _: facts.update({LB.unit: _SECOND}),
    "above the maximum": lambda facts, _: facts.update(
        {LB.value: _typed("914.0", "decimal"), LB.normalizedValue: _typed("9.140", "decimal")}
    ),
    "below the minimum": lambda facts, _: facts.update(
        {LB.value: _typed("-3.0", "decimal"), LB.normalizedValue: _typed("-0.030", "decimal")}
    ),
    "wrong conversion": lambda facts, _: facts.update({LB.normalizedValue: _typed("0.5", "decimal")}),
    "no such method": lambda facts, random: facts.update({LB.method: _node("method", f"x{random.random()}")}),
    "label with a language": lambda facts, _: facts.update({RDFS.label: facts[RDFS.label] + "@en"}),
    "status not in the list": lambda facts, _: facts.update({LB.reproductionStatus: _iri(LB.Retracted)}),
    "metric of another column": lambda facts, _: facts.update({LB.metric: _node("metric", "runtime")}),
    "blank cell": lambda facts, _: facts.update({LB.printedValue: '" "'}),
    "no place": lambda facts, _: facts.update({LB.sourceLocator: '"page.txt"'}),
    "identifier of the row above": lambda facts, _: facts.update({DCTERMS.identifier: _above(facts)}),
}


def lines(results: int, seed: int = 1, *, faults: bool = True) -> Iterator[str]:
    """The N-Quads lines of a graph with so many results, each ending in a newline."""
    random = Random(seed)
    boards = max(1, -(-results // (ROWS * COLUMNS)))
    methods, papers = max(20, results // 40), max(5, results // 100)
    registry = f" {_node('graph', 'registry')} .\n"
    for triple in _registry(boards, methods, papers):
        yield " ".join(triple) + registry
    left = results
    for board in range(boards):
        yield from _board(board, min(left, ROWS * COLUMNS), methods, papers, random, faults)
        left -= ROWS * COLUMNS


def _typed_node(subject: str, label: str, *types: str) -> Iterator[Triple]:
    for type_ in types:
        yield subject, _TYPE, _iri(type_)
    yield subject, _LABEL, f'"{label}"'


def _registry(boards: int, methods: int, papers: int) -> Iterator[Triple]:
    for unit, factor in ((_PERCENT, "0.01"), (_FRACTION, "1"), (_SECOND, "1")):
        yield from _typed_node(unit, unit.rpartition("/")[2][:-1], QUDT.Unit)
        yield unit, _iri(QUDT.conversionMultiplier), _typed(factor, "decimal")
    yield from _metrics()
    yield from _typed_node(_node("task", "task"), "task", LB.Task, SKOS.Concept)
    yield from _typed_node(_node("domain", "science"), "science", SKOS.Concept)
    yield from _typed_node(_node("domain", "medical"), "medical", SKOS.Concept)
    yield _node("domain", "medical"), _iri(SKOS.broader), _node("domain", "science")
    for key in range(methods):
        node = _node("method", key)
        yield from _typed_node(node, f"Model {key}", LB.Method)
        yield node, _iri(LB.methodKind), _iri(LB.Model)
        yield node, _iri(LB.parameterCount), _typed(str(7_000_000_000 + key), "integer")
        yield node, _iri(LB.introducedIn), _node("paper", key % papers)
        if key % 10 == 9:
            yield node, _iri(LB.derivedFrom), _node("method", key - 1)
            yield node, _iri(LB.fineTunedFrom), _node("method", key - 1)
    for key in range(papers):
        node = _node("paper", key)
        yield from _typed_node(node, f"Paper {key}", LB.Paper, SCHEMA.ScholarlyArticle)
        yield node, _iri(DCTERMS.title), f'"Paper {key}"'
        yield node, _iri(FABIO.hasArXivId), f'"{20 + key // 100_000 % 6}{1 + key % 12:02}.{key % 100_000:05}"'
        yield node, _iri(LB.paperDate), _typed(f"2025-{1 + key % 12:02}", "gYearMonth")
    for key in range(4):
        setting, config = _node("setting", key), _node("config", key)
        yield from _typed_node(setting, f"shots={key}", LB.Setting, SCHEMA.PropertyValue)
        yield setting, _iri(SCHEMA.name), '"shots"'
        yield setting, _iri(SCHEMA.value), f'"{key}"'
        yield from _typed_node(config, f"shots={key}", LB.EvaluationConfig)
        yield config, _iri(LB.setting), setting
    for board in range(boards):
        yield from _board_registry(board)


def _metrics() -> Iterator[Triple]:
    for key, direction, canonical, units in (
        ("accuracy", LB.HigherIsBetter, _FRACTION, (_FRACTION, _PERCENT)),
        ("error", LB.LowerIsBetter, _FRACTION, (_FRACTION, _PERCENT)),
        ("runtime", LB.LowerIsBetter, _SECOND, (_SECOND,)),
    ):
        node = _node("metric", key)
        yield from _typed_node(node, key, LB.Metric)
        yield node, _iri(LB.direction), _iri(direction)
        yield node, _iri(LB.canonicalUnit), canonical
        for unit in units:
            yield node, _iri(LB.admissibleUnit), unit
        yield node, _iri(LB.minimum), _typed("0", "decimal")
        if key != "runtime":
            yield node, _iri(LB.maximum), _typed("1", "decimal")


def _board_registry(board: int) -> Iterator[Triple]:
    source, dataset, family = _node("source", board), _node("dataset", board), _node("family", board)
    yield from _typed_node(source, f"page {board}", LB.Source)
    yield source, _iri(DCTERMS.title), f'"Page {board}"'
    yield source, _iri(DCTERMS.format), '"tab-tables"'
    yield source, _iri(LB.sha256), f'"{sha256(str(board).encode()).hexdigest()}"'
    yield from _typed_node(dataset, f"data set {board}", LB.Dataset, DCAT.Dataset)
    yield from _typed_node(family, f"family {board}", LB.BenchmarkFamily, SKOS.Concept)
    for column in range(COLUMNS):
        node = _node("benchmark", f"{board}-{column}")
        yield from _typed_node(node, f"benchmark {board}, part {column}", LB.Benchmark)
        yield node, _iri(LB.task), _node("task", "task")
        yield node, _iri(LB.dataset), dataset
        yield node, _iri(LB.family), family
        split, kind = _SPLITS[board % 3]
        yield node, _iri(LB.split), f'"{split}"'
        yield node, _iri(LB.splitKind), _iri(LB[kind])
        yield node, _iri(LB.notStated), _iri(LB.version)
        yield node, _iri(LB.domain), _node("domain", "medical")
        yield node, _iri(LB.domain), _node("domain", "science")
        if column:
            yield node, _iri(LB.subset), f'"part {column}"'
            yield node, _iri(LB.partOf), _node("benchmark", f"{board}-0")


def _board(board: int, size: int, methods: int, papers: int, random: Random, faults: bool) -> Iterator[str]:
    """One leaderboard: its own graph, and what is derived from it."""
    node = _node("leaderboard", board)
    own, derived = f" {node} .\n", f" {_node('graph', 'derived')} .\n"
    for triple in _board_facts(node, board, min(size, COLUMNS)):
        yield " ".join(triple) + own
    yield f'{node} {_iri(LB.coverageSummary)} "15 of 15"{derived}'
    groups: set[tuple[int, int]] = set()
    for number in range(size):
        row, column = divmod(number, COLUMNS)
        config = (board + row) % 4
        result = _node("result", f"{board}-{row}-{column}")
        for type_ in (LB.Result, QB.Observation):
            yield f"{result} {_TYPE} {_iri(type_)}{own}"
        facts = _facts(board, row, column, config, random, methods, papers)
        serial = board * ROWS * COLUMNS + number
        if faults and serial % FAULT_EVERY == FAULT_EVERY - 1:
            kinds = list(FAULTS.values())
            kinds[serial // FAULT_EVERY % len(kinds)](facts, random)
        for predicate, value in facts.items():
            is_derived = predicate in (LB.comparisonGroup, LB.normalizedValue)
            yield f"{result} <{predicate}> {value}{derived if is_derived else own}"
        groups.add((column, config))
    for column, config in sorted(groups):
        for triple in _group(board, column, config):
            yield " ".join(triple) + derived


def _board_facts(node: str, board: int, columns: int) -> Iterator[Triple]:
    yield from _typed_node(node, f"Leaderboard {board}", LB.Leaderboard, QB.DataSet, DCAT.Dataset)
    yield node, _iri(DCTERMS.source), _node("source", board)
    yield node, _iri(QB.structure), _iri(LB.resultStructure)
    yield node, _iri(LB.coverageStatement), '"15 of 15"'
    yield node, _iri(DCTERMS.modified), _typed("2026-03-11", "date")
    yield node, _iri(LB.notStated), _iri(DCTERMS.license)
    for column in range(columns):
        declaration = _node("declaration", f"{board}-{column}")
        yield node, _iri(LB.declares), declaration
        yield from _typed_node(declaration, f"Acc {column} in {board}", LB.MetricDeclaration)
        yield declaration, _iri(LB.ofMetric), _node("metric", _metric(column))
        yield declaration, _iri(LB.ofBenchmark), _node("benchmark", f"{board}-{column}")
        yield declaration, _iri(LB.columnName), f'"Acc {column}"'
        yield declaration, _iri(LB.columnNumber), _typed(str(column + 1), "integer")
        yield declaration, _iri(LB.declaredUnit), _PERCENT
        direction = LB.HigherIsBetter if _metric(column) == "accuracy" else LB.LowerIsBetter
        yield declaration, _iri(LB.declaredDirection), _iri(direction)


def _metric(column: int) -> str:
    return "accuracy" if column % 2 == 0 else "error"


def _facts(board: int, row: int, column: int, config: int, random: Random, methods: int, papers: int) -> dict[str, str]:
    """What is said of one result, its types left out."""
    # Neighbouring rows are different methods; a method comes back on other leaderboards.
    method = (board * 7 + row) % methods
    digits = random.randrange(10_000)
    value = f"{digits // 100}.{digits % 100:02}"
    leaderboard = _node("leaderboard", board)
    return {
        RDFS.label: f'"{value} Model {method}, part {column}, board {board}"',
        LB.leaderboard: leaderboard,
        QB.dataSet: leaderboard,
        LB.declaration: _node("declaration", f"{board}-{column}"),
        LB.method: _node("method", method),
        LB.printedMethod: f'"Model {method}"',
        LB.benchmark: _node("benchmark", f"{board}-{column}"),
        LB.metric: _node("metric", _metric(column)),
        LB.value: _typed(value, "decimal"),
        LB.printedValue: f'"{value}"',
        LB.unit: _PERCENT,
        LB.reproductionStatus: _iri(LB[_STATUSES[row % 3]]),
        LB.reportedIn: _node("paper", random.randrange(papers)),
        LB.config: _node("config", config),
        LB.sourceLocator: f'"board-{board}/page.txt:{row + 3}:{column + 2}"',
        DCTERMS.identifier: f'"{board}-{row}-{column}"',
        LB.comparisonGroup: _node("group", f"{board}-{column}-{config}"),
        LB.normalizedValue: _typed(f"0.{digits:04}", "decimal"),
    }


def _group(board: int, column: int, config: int) -> Iterator[Triple]:
    node = _node("group", f"{board}-{column}-{config}")
    yield from _typed_node(node, f"part {column} of {board}, shots={config}", LB.ComparisonGroup)
    yield node, _iri(LB.ofBenchmark), _node("benchmark", f"{board}-{column}")
    yield node, _iri(LB.ofMetric), _node("metric", _metric(column))
    yield node, _iri(LB.ofUnit), _FRACTION
    yield node, _iri(LB.ofConfig), _node("config", config)
    yield node, _iri(LB.basis), _iri(LB.SameRecordedSettings)
