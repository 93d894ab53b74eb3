"""Findings of the check, and places of a page that hold no result."""

from __future__ import annotations

from kg.explain.document import Block, Explanation, Fact, Rows, Section, Sentence
from kg.explain.pages import split_place
from kg.explain.teller import Teller
from kg.normalise.values import is_missing
from kg.review.lists import entry_place
from kg.terms import LB

_CELLS = (("place", "place"), ("printed", "printed"), ("result", "result"))


def explain_finding(teller: Teller, iri: str) -> Explanation:
    """Rule, rows and remedy of a finding."""
    facts = teller.facts
    finding = facts.finding(iri)
    node = finding["node"]
    places = facts.finding_places(iri)
    rows = []
    for place in places:
        result = next(iter(facts.subjects(LB.sourceLocator, place, text=True)), None)
        printed = (facts.one(result, LB.printedValue) if result else teller.pages.cell(place)) or ""
        rows.append((place, printed, teller.link(result) if result else "no result"))
    blocks: list[Block] = [
        Fact("rule", "rule", finding["rule"]),
        Fact("shape", "shape", facts.curie(finding["shape"])),
        Fact("severity", "severity", finding["severity"]),
        Fact("message", "message", finding["message"]),
        Fact("node", "node", teller.link(node) if facts.has(node) else node),
    ]
    for key, term in (("path", "property"), ("value", "value found")):
        if finding[key]:
            blocks.append(Fact(key, term, facts.curie(finding[key])))
    if facts.kind_key(node)[0] == "flag":
        about = facts.subjects(LB.flag, node)
        blocks.append(Fact("about", "the flag is about", teller.links(about)))
    blocks.append(Fact("remedy", "remedy", finding["remedy"]))
    cells: list[Block] = [teller.pages.excerpt("excerpts", rows[0][0], rows[0][1])] if rows else []
    cells.append(Rows("cells", _CELLS, tuple(rows), empty="It is about no cell."))
    sections = (
        Section("finding", "Rule and remedy", tuple(blocks)),
        Section("cells", "The cells that it is about", tuple(cells)),
    )
    cells_told = f"{len(rows)} cell{'' if len(rows) == 1 else 's'}"
    summary = f"{finding['severity']} about {cells_told}: {finding['message']}"
    label = f"{finding['rule']} on {facts.label(node)}"
    return Explanation(iri, facts.curie(iri), "finding", label, summary, sections)


def explain_place(teller: Teller, place: str) -> Explanation:
    """A place that gave no result: rejected, a missing mark, or no value cell at all."""
    printed = teller.pages.cell(place)
    blocks: list[Block] = []
    summary = f"No result comes from {place}."
    for board in teller.facts.version.report.get("leaderboards", []):
        for list_ in ("rejects", "warnings"):
            for entry in (e for e in board[list_] if entry_place(e) == place):
                printed = str(entry["printed"])
                blocks += [
                    Fact("rule", "rule", str(entry["rule"])),
                    Fact("reason", "reason", str(entry["reason"])),
                    Fact("remedy", "remedy", str(entry["remedy"])),
                    Fact("cells", "value cells lost", str(entry["cells"])),
                ]
                summary = f"No result comes from {place}: {entry['reason']}." if entry["cells"] else summary
        rows = tuple(
            (str(e["property"]), str(e["value"]), str(e["from"])) for e in board["guesses"] if entry_place(e) == place
        )
        if rows:
            columns = (("property", "property"), ("value", "value"), ("from", "from"))
            blocks += [
                Sentence("guesses_note", "Filled in for the column of this cell:"),
                Rows("guesses", columns, rows),
            ]
    if printed is not None and is_missing(printed) and _is_value_cell(teller, place):
        summary = f'{place} prints "{printed}", a missing mark: the page gives no value there, which is not 0.'
    shown = printed or ""
    cell: list[Block] = [Fact("printed", "printed", shown if printed is not None else "not known")]
    sections = [Section("cell", "The place", (*cell, teller.pages.excerpt("excerpts", place, shown)))]
    sections += [Section("problem", "What the build report says", tuple(blocks))] if blocks else []
    return Explanation(place, place, "place", place, summary, tuple(sections))


def _is_value_cell(teller: Teller, place: str) -> bool:
    """True for a cell of a value column, between the first and the last row of results."""
    where = split_place(place)
    if where is None:
        return False
    facts = teller.facts
    boards = [b for b in facts.version.report.get("leaderboards", []) if b["file"] == where[0]]
    places = [p for b in boards for p, _ in facts.cells(f"{facts.base}leaderboard/{b['leaderboard']}")]
    cells = [cell for p in places if (cell := split_place(p))]
    lines = [cell[1] for cell in cells if cell[2] == where[2]]
    return bool(lines) and min(lines) <= where[1] <= max(lines)
