"""How good the matching rules are, on pairs whose answer is known.

A file of pairs holds one JSON object a line: ``case``, ``paper`` (title, arxiv, doi, authors,
year: what is known of it) and ``records`` (what a catalogue answered, each with ``is``: ``same``,
``edition`` or ``other``). Every record with its paper is one pair. A link counts as right when the
record is the paper or another edition of it, and says which of the two.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from kg.errors import LinkError
from kg.link.matching import Match, Predicate, judge
from kg.link.records import Author, Kind, Record, Work, author, work_of
from kg.model import Paper
from kg.normalise.identifiers import Identifier, Rejected, identify


@dataclass
class Score:
    """Counts over all pairs. ``wrong`` tells each automatic link that should not be."""

    pairs: int = 0
    true: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    candidates: int = 0
    missed: list[str] = field(default_factory=list)
    by_rule: Counter[int] = field(default_factory=Counter)
    cases: dict[str, str] = field(default_factory=dict)

    @property
    def precision(self) -> Decimal:
        """The share of right links among the automatic ones."""
        return _share(self.right, self.right + len(self.wrong))

    @property
    def recall(self) -> Decimal:
        """The share of true pairs that are linked automatically."""
        return _share(self.right, self.true)

    @property
    def recall_with_candidates(self) -> Decimal:
        """The share of true pairs that are linked, or put before a person."""
        return _share(self.right + self.candidates, self.true)

    def lines(self) -> list[str]:
        """What to print."""
        rules = ", ".join(f"rule {rule}: {count}" for rule, count in sorted(self.by_rule.items()))
        return [
            f"{self.pairs} pairs, {self.true} of them true",
            f"automatic links: {self.right} right, {len(self.wrong)} wrong ({rules})",
            f"precision {self.precision}, recall {self.recall}",
            f"true ones among the candidates: {self.candidates}; recall with them {self.recall_with_candidates}",
            *(f"wrong: {case}" for case in self.wrong),
            *(f"missed: {case}" for case in self.missed),
        ]


def _share(part: int, whole: int) -> Decimal:
    return (Decimal(part) / whole).quantize(Decimal("0.001")) if whole else Decimal("1.000")


def measure(path: Path) -> Score:
    """Judge every pair of a file; raises LinkError, naming the line, for a broken one."""
    score = Score()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise LinkError(f"{path}: {error.strerror}; give a file of pairs") from error
    for number, line in enumerate(lines, 1):
        try:
            _judge(json.loads(line), score)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise LinkError(f"{path.name}:{number}: no pair ({type(error).__name__}: {error})") from error
    return score


def _judge(told: Mapping[str, Any], score: Score) -> None:
    work = _work(told["paper"])
    records = [(_record(item), item["is"]) for item in told["records"]]
    matches, _ = judge(work, [record for record, _ in records], is_search=True)
    by_node = {match.object: match for match in matches}
    for record, truth in records:
        score.pairs += 1
        score.true += truth != "other"
        match = by_node.get(record.id)
        case = f"{told['case']}: {record.id.curie} is {truth}"
        score.cases[case] = "link" if match and match.is_link else "candidate" if match else "nothing"
        if match and match.is_link:
            score.by_rule[match.rule] += 1
            if truth == "other" or _denies(match, truth):
                score.wrong.append(f"{case}, but {match.predicate} by rule {match.rule} ({match.reason})")
            else:
                score.right += 1
        elif truth != "other":
            if match:
                score.candidates += 1
            else:
                score.missed.append(case)


def _denies(match: Match, truth: str) -> bool:
    """True when the link says that another edition is this one, or the other way round."""
    return (match.predicate, truth) in ((Predicate.SAME, "edition"), (Predicate.VERSION, "same"))


def _work(told: Mapping[str, Any]) -> Work:
    paper = Paper("paper", told["title"], title=told["title"], arxiv=told.get("arxiv"), doi=told.get("doi"))
    work = work_of(paper)
    names = tuple(a.family for a in _authors(told))
    return replace(work, families=(names,) if names else (), years=(int(told["year"]),) if told.get("year") else ())


def _record(told: Mapping[str, Any]) -> Record:
    node = _id(told["id"])
    return Record(
        service=told["service"],
        id=node,
        ids=frozenset({node, *map(_id, told.get("ids", ()))}),
        title=told["title"],
        authors=_authors(told),
        date=str(told["year"]) if told.get("year") else None,
        kind=Kind(told["kind"]),
        versions=tuple(map(_id, told.get("versions", ()))),
        is_merged=told.get("merged", False),
    )


def _authors(told: Mapping[str, Any]) -> tuple[Author, ...]:
    return tuple(a for a in map(author, told.get("authors", ())) if a)


def _id(curie: str) -> Identifier:
    found = identify(curie)
    if isinstance(found, Rejected):
        raise ValueError(f"{curie!r}: {found.reason}")
    return found
