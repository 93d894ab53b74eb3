"""What a person decides about links and candidates: accepted, rejected, undone; all of it is remembered."""

from __future__ import annotations

from dataclasses import replace

from kg.errors import LinkError
from kg.link.folder import Links
from kg.link.matching import Predicate
from kg.link.table import Decision, Link
from kg.normalise.identifiers import Rejected, identify


def accept(links: Links, paper: str, other: str, day: str, predicate: Predicate | None = None) -> list[Link]:
    """A candidate becomes a link, a link is confirmed; no later run changes it.

    A candidate by title becomes ``skos:exactMatch``, one by identifier what the rule would have
    made of it, unless ``predicate`` says otherwise.
    """
    pair = _pair(paper, other)
    rows = _rows(links, pair)
    decided = []
    for row, was in rows:
        wanted = predicate
        if wanted is None and row.predicate_id == Predicate.CLOSE:
            wanted = Predicate.EXACT
        decided.append(Decision(row, "accept", day, was, wanted.value if wanted else row.predicate_id))
    links.decisions[pair] = decided
    _take_out(links, pair)
    return [decision.accepted for decision in decided]


def reject(links: Links, paper: str, other: str, day: str) -> list[Link]:
    """A link or candidate does not hold; it is not found again."""
    pair = _pair(paper, other)
    rows = _rows(links, pair)
    links.decisions[pair] = [Decision(row, "reject", day, was, "") for row, was in rows]
    _take_out(links, pair)
    return [row for row, _ in rows]


def undo(links: Links, paper: str, other: str) -> list[Link]:
    """Take a decision back: what was a link is one again, what was a candidate waits again."""
    pair = _pair(paper, other)
    decided = links.decisions.pop(pair, None)
    if decided is None:
        raise LinkError(f"nothing was decided on {pair[0]} and {pair[1]}; kg link list --kind decisions shows what was")
    _take_out(links, pair)  # what runs found since then, knowing of the decision
    for decision in decided:
        rows = links.found if decision.was == "link" else links.candidates
        rows.setdefault(pair[0], []).append(decision.link)
    return [decision.link for decision in decided]


def _rows(links: Links, pair: tuple[str, str]) -> list[tuple[Link, str]]:
    """The rows about a pair, decided ones included, with what they are without a decision."""
    decided = [(d.link, d.was) for d in links.decisions.get(pair, ())]
    found = [(link, "link") for link in links.found.get(pair[0], ()) if link.pair == pair]
    waiting = [(link, "candidate") for link in links.candidates.get(pair[0], ()) if link.pair == pair]
    rows = list(dict.fromkeys(decided + found + (waiting if not found else [])))
    if not rows:
        raise LinkError(
            f"there is neither a link nor a candidate between {pair[0]} and {pair[1]}; kg link list shows them"
        )
    return rows


def _take_out(links: Links, pair: tuple[str, str]) -> None:
    for rows in (links.found, links.candidates):
        if pair[0] in rows:
            rows[pair[0]] = [link for link in rows[pair[0]] if link.pair != pair]


def _pair(paper: str, other: str) -> tuple[str, str]:
    """Paper key and CURIE, however the two were typed."""
    key = paper.strip().rstrip("/").rpartition("/")[2].removeprefix("paper:")
    found = identify(other)
    if isinstance(found, Rejected):
        raise LinkError(f"{other!r}: {found.reason}; give it as in kg link list, such as doi:10.1000/abc")
    return key, replace(found, printed="").curie
