"""Pairs of spellings that may mean one method, each with a score; a person decides, nothing is joined here.

The score adds up what speaks for a pair: like spellings, one Hugging Face id, an alias that a
person has joined before, one origin paper. What speaks against it either ends the question
(another digit, version, size, tier, variant, sign or case that carries meaning; a part, a base
model; other facts; a person's "no"), or halves the score (both stand in one table, two papers).
Pairs of :data:`THRESHOLD` or more are proposed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, product

from kg.review.spellings import folded, likeness, near_keys, reduced, signature, spellings_differ

#: Least score of a proposal.
THRESHOLD = Decimal("0.60")

#: How far each kind of evidence alone speaks for one method; several join as 1 - (1-a)(1-b)….
WEIGHTS = {
    "hugging face id": Decimal("0.95"),
    "same letters": Decimal("0.90"),
    "same name": Decimal("0.75"),
    "slip of the pen": Decimal("0.65"),
    "joined number": Decimal("0.55"),
    "one letter": Decimal("0.40"),
    "origin paper": Decimal("0.30"),
    "known alias": Decimal("0.20"),
}
#: More names than these that differ in one letter at one place are a naming scheme, not slips of the pen.
SCHEME = 12
#: What each doubt leaves of a score.
DOUBT = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Named:
    """A method with all that its spellings are compared by.

    ``parts`` and ``related`` are keys of components and of models that it comes from; ``boards``
    are the leaderboards that print it; ``aliases`` are spellings that a person has joined to it;
    ``is_listed`` tells that it is one of the registry's own.
    """

    key: str
    label: str
    spellings: tuple[str, ...]
    hugging_face: frozenset[str] = frozenset()
    origin: str | None = None
    is_composite: bool = False
    parts: frozenset[str] = frozenset()
    related: frozenset[str] = frozenset()
    boards: frozenset[str] = frozenset()
    aliases: frozenset[str] = frozenset()
    is_listed: bool = False
    parameters: str | None = None
    access: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two methods that may be one. ``evidence`` are kinds of :data:`WEIGHTS`, ``why`` says them in words."""

    score: Decimal
    one: Named
    other: Named
    spellings: tuple[str, str]
    evidence: tuple[str, ...]
    why: str


def merge_candidates(
    methods: Iterable[Named], kept_apart: Iterable[tuple[str, str]] = (), threshold: Decimal = THRESHOLD
) -> tuple[Candidate, ...]:
    """All pairs that score at least ``threshold``, surest first.

    ``kept_apart`` are pairs (spelling, method key) that a person has decided on.
    """
    decided = set(kept_apart)
    best: dict[tuple[str, str], Candidate] = {}
    for one, other in _near(list(methods)):
        pair = (min(one.key, other.key), max(one.key, other.key))
        if pair in best or _is_decided(one, other, decided):
            continue
        found = compared(one, other)
        if found is not None and found.score >= threshold:
            best[pair] = found
    return tuple(sorted(best.values(), key=lambda c: (-c.score, c.spellings)))


def _near(methods: list[Named]) -> Iterator[tuple[Named, Named]]:
    """Pairs that share anything that could speak for them; all others need not be compared."""
    alike: dict[tuple[object, ...], dict[str, Named]] = {}
    for method in methods:
        for spelling in method.spellings:
            own = signature(spelling)
            for form in {folded(spelling), *reduced(spelling)}:
                alike.setdefault(("form", own, form), {})[method.key] = method
            for key in near_keys(spelling):
                alike.setdefault(("near", own, key), {})[method.key] = method
        for identifier in method.hugging_face:
            alike.setdefault(("hugging face", identifier), {})[method.key] = method
    for (kind, *_), same in alike.items():
        if len(same) > 1 and not (kind == "near" and len(same) > SCHEME):
            yield from combinations(same.values(), 2)


def compared(one: Named, other: Named) -> Candidate | None:
    """The case for two methods being one, by their likest spellings; None where something rules it out."""
    if one.key == other.key or ruled_out(one, other):
        return None
    found = [
        candidate
        for first, second in product(one.spellings, other.spellings)
        if (candidate := _by_spelling(one, first, other, second))
    ]
    return max(found, key=lambda c: (c.score, _reversed(c.spellings)), default=None)


def ruled_out(one: Named, other: Named) -> str | None:
    """Why two methods cannot be one, whatever their names; None where nothing known rules it out."""
    if one.is_listed and other.is_listed:
        return "the registry lists both"
    if one.is_composite != other.is_composite:
        return "one of them is a composite"
    if one.key in other.parts or other.key in one.parts:
        return "one is a part of the other"
    if one.key in other.related or other.key in one.related:
        return "one was made from the other"
    for name, first, second in (
        ("number of parameters", one.parameters, other.parameters),
        ("access", one.access, other.access),
        ("kind", one.kind, other.kind),
    ):
        if first is not None and second is not None and first != second:
            return f"their {name} is known and differs"
    return None


def _by_spelling(one: Named, first: str, other: Named, second: str) -> Candidate | None:
    if spellings_differ(first, second):
        return None
    evidence: list[tuple[str, str]] = []
    if shared := sorted(one.hugging_face & other.hugging_face):
        evidence.append(("hugging face id", f"both are {shared[0]} on Hugging Face"))
    if alike := likeness(first, second):
        evidence.append(alike)
    if not evidence:
        return None
    if one.origin and one.origin == other.origin:
        evidence.append(("origin paper", "both were introduced by the same paper"))
    if first in one.aliases or second in other.aliases:
        evidence.append(("known alias", "a person has joined such a spelling before"))
    doubts = []
    if one.boards & other.boards:
        doubts.append("against it: one table has rows of both")
    if one.origin and other.origin and one.origin != other.origin:
        doubts.append("against it: two papers are known to have introduced them")
    rest = Decimal(1)
    for kind, _ in evidence:
        rest *= 1 - WEIGHTS[kind]
    score = ((1 - rest) * DOUBT ** len(doubts)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    why = "; ".join([*(text for _, text in evidence), *doubts])
    if second < first:
        one, first, other, second = other, second, one, first
    return Candidate(score, one, other, (first, second), tuple(kind for kind, _ in evidence), why)


def _reversed(texts: tuple[str, str]) -> tuple[tuple[int, ...], ...]:
    """A sort key that puts the first text in order last, so that ``max`` picks it."""
    return tuple(tuple(-ord(char) for char in text) for text in texts)


def _is_decided(one: Named, other: Named, decided: set[tuple[str, str]]) -> bool:
    pairs = ((one, other), (other, one))
    return any((spelling, b.key) in decided for a, b in pairs for spelling in a.spellings)
