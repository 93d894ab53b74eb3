"""Everything that no page prints: what was filled in or curated, with evidence and certainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.assemble.curated import CuratedTable
from kg.explain.curated import ABSENT, FACT_NAMES
from kg.explain.document import Rows, Section, Value
from kg.explain.teller import Teller
from kg.resources import CURATION_FILE
from kg.review.lists import CERTAINTIES
from kg.terms import LB

_COLUMNS = (
    ("of", "of"),
    ("property", "property"),
    ("value", "value"),
    ("certainty", "certainty"),
    ("inferred", "marked inferred"),
    ("evidence", "evidence"),
)


def filled_in(
    teller: Teller, *nodes: str, guesses: Iterable[dict[str, str]] = (), leaderboard: str | None = None
) -> Section:
    """The facts of some nodes that their pages do not print.

    ``guesses`` are those of one column; ``leaderboard`` adds what was curated of the page as a whole.
    """
    rows: list[tuple[Value, ...]] = [
        ("column", g["property"], g["value"], g["certainty"], "yes", f"{g['evidence']} [{g['from']}; {g['place']}]")
        for g in guesses
    ]
    told = {row[1] for row in rows}
    rows += _of_page(teller, leaderboard) if leaderboard else ()
    for node in dict.fromkeys(nodes):
        rows += _of_node(teller, node, told)
    table = Rows("facts", _COLUMNS, tuple(rows), ("evidence",), "Nothing.")
    return Section("filled_in", "Filled in or curated, not printed", (table,))


def _of_page(teller: Teller, leaderboard: str) -> Iterator[tuple[Value, ...]]:
    """What source.toml says of a leaderboard and of the names that its page prints."""
    key = teller.facts.kind_key(leaderboard)[1]
    board = next((b for b in teller.facts.version.report.get("leaderboards", []) if b["leaderboard"] == key), None)
    curation = teller.pages.curation(str(board["file"])) if board else None
    if board is None or curation is None:
        return
    for fact in curation.facts:
        kind, _, table = fact.subject.partition(":")
        if fact.certainty.is_publishable and (
            kind == "printed" or table in ("", key.removeprefix(f"{board['source']}-"))
        ):
            of = f'printed "{table}"' if kind == "printed" else "page"
            evidence = f"{fact.evidence} [{CURATION_FILE}]"
            yield of, fact.property, fact.value, CERTAINTIES[fact.certainty.value], "no", evidence


def _of_node(teller: Teller, node: str, told: set[Value]) -> Iterator[tuple[Value, ...]]:
    facts = teller.facts
    kind, key = facts.kind_key(node)
    inferred = {
        property.rpartition("#")[2].rpartition("/")[2]: property for property in facts.objects(node, LB.inferred)
    }
    rest = dict(inferred)
    if kind == "method":
        for name, text, certainty, evidence, place in teller.curated.facts_of(key):
            term = FACT_NAMES.get(name, name)
            marked = "yes" if term in inferred else "no"
            rest.pop(term, None)
            yield teller.link(node), term, text, certainty, marked, f"{evidence} [{place}]"
    certainty, evidence = _evidence(teller, kind, key, node)
    for name, property in rest.items():
        if kind != "declaration" or name not in told:
            value = "; ".join(v if isinstance(v, str) else v.text for v in teller.said(node, property)) or "none"
            yield teller.link(node), name, value, certainty, "yes", evidence
    if not inferred and (row := teller.curated.row(kind, key)):
        yield teller.link(node), "its row", key, row[0], "no", f"{row[1]} [{row[2]}]"


def _evidence(teller: Teller, kind: str, key: str, node: str) -> tuple[str, str]:
    """Certainty and evidence of what is marked inferred on a node."""
    if kind in ("declaration", "component"):
        certainty = CERTAINTIES.get((teller.facts.one(node, LB.certainty) or "").rpartition("#")[2])
        return certainty or "not recorded", teller.facts.one(node, LB.evidence) or "not recorded"
    row = teller.curated.row(kind, key)
    if row:
        return row[0], f"{row[1]} [{row[2]}]"
    # Of methods, what is marked inferred is very likely: anything less stays out of the graph.
    return ("very likely" if kind == "method" else "not recorded"), _why_without_row(teller, node)


def _why_without_row(teller: Teller, node: str) -> str:
    """Where the evidence of a thing stands that no row of the registry made: in the facts of its pages."""
    if teller.curated.folder is None:
        return f"not told: {ABSENT}"
    facts = teller.facts
    boards = {facts.one(result, LB.leaderboard) for result in facts.subjects(LB.benchmark, node)}
    tables = [table for board in sorted(board for board in boards if board) for table in curated_tables(teller, board)]
    told = dict.fromkeys(f"{table.evidence} [{CURATION_FILE}]" for table in tables if table.evidence)
    return "; ".join(told) or f"not recorded: no row of the registry, no evidence in {CURATION_FILE}"


def curated_tables(teller: Teller, leaderboard: str) -> list[CuratedTable]:
    """What source.toml says of the table of a leaderboard."""
    key = teller.facts.kind_key(leaderboard)[1]
    boards = teller.facts.version.report.get("leaderboards", [])
    board = next((board for board in boards if board["leaderboard"] == key), None)
    curation = teller.pages.curation(str(board["file"])) if board else None
    if board is None or curation is None:
        return []
    named = [table for table in curation.tables if key == f"{board['source']}-{table.key}"]
    return named or (list(curation.tables) if key == board["source"] and len(curation.tables) == 1 else [])
