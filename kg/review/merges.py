"""Pairs of spellings that may mean one method; a person decides, nothing is joined here.

A pair is shown when something speaks for it (same letters and digits, one letter apart, one
Hugging Face id, one origin paper) and nothing against it: other digits, another version, size
or tier, case that carries meaning, a composite beside another one, or a row of the mapping table
that says ``Not``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

_SIZE = re.compile(r"[aA]?\d+(?:\.\d+)?[bBmMkK](?![A-Za-z0-9])")
_NUMBERS = re.compile(r"\d+(?:[.\-_ ]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]")

#: Words that tell one member of a line of methods from another.
TIERS = frozenset(
    {"air", "base", "flash", "giant", "haiku", "huge", "large", "light", "lite", "max", "medium", "micro", "mini"}
    | {"nano", "opus", "plus", "preview", "pro", "small", "sonnet", "thinking", "tiny", "turbo", "ultra", "xl", "xxl"}
)

#: Letters that a run must have in both spellings before a slip of the pen is thought of.
_SHORTEST_RUN = 5


@dataclass(frozen=True, slots=True)
class Named:
    """A method with all that its spellings are compared by."""

    key: str
    label: str
    spellings: tuple[str, ...]
    hugging_face: frozenset[str] = frozenset()
    origin: str | None = None
    is_composite: bool = False
    parts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two methods that may be one; ``weight`` orders them, surest first."""

    weight: int
    one: Named
    other: Named
    spellings: tuple[str, str]
    why: str


def merge_candidates(methods: Iterable[Named], kept_apart: Iterable[tuple[str, str]] = ()) -> tuple[Candidate, ...]:
    """All pairs for which something speaks; ``kept_apart`` are pairs (spelling, method key) of ``Not`` rows."""
    apart = set(kept_apart)
    alike: dict[tuple[object, ...], list[tuple[Named, str]]] = {}
    for method in methods:
        for spelling in method.spellings:
            alike.setdefault(_signature(spelling), []).append((method, spelling))
    best: dict[tuple[str, str], Candidate] = {}
    for same in alike.values():
        for (one, first), (other, second) in combinations(same, 2):
            if one.key == other.key or _is_kept_apart(one, other, apart):
                continue
            found = _compared(one, first, other, second)
            pair = (min(one.key, other.key), max(one.key, other.key))
            if found and (pair not in best or found.weight > best[pair].weight):
                best[pair] = found
    return tuple(sorted(best.values(), key=lambda c: (-c.weight, c.spellings)))


def _compared(one: Named, first: str, other: Named, second: str) -> Candidate | None:
    if one.is_composite != other.is_composite:
        return None
    if one.key in other.parts or other.key in one.parts or _case_matters(first, second):
        return None
    reason = _reason(one, first, other, second)
    if reason is None:
        return None
    weight, why = reason
    if second < first:
        one, first, other, second = other, second, one, first
    return Candidate(weight, one, other, (first, second), why)


def _reason(one: Named, first: str, other: Named, second: str) -> tuple[int, str] | None:
    shared = sorted(one.hugging_face & other.hugging_face)
    if shared and not one.is_composite:
        return 4, f"both are {shared[0]}"
    if folded(first) == folded(second):
        return 3, "the spellings differ in case, hyphens, dots or blanks only"
    if _one_letter_apart(first, second):
        return 2, "the spellings differ in one letter, and in no digit, size or tier"
    if one.origin and one.origin == other.origin and not one.is_composite and _one_holds_the_other(first, second):
        return 1, "both were introduced by the same paper, and one name holds the other's words"
    return None


def folded(spelling: str) -> str:
    """A spelling without case, hyphens, dots, blanks and the like.

    >>> folded("Qwen2.5-VL-7B") == folded("Qwen2.5VL-7B")
    True
    """
    return "".join(char for char in spelling.casefold() if char.isalnum())


@lru_cache(maxsize=4096)
def _signature(spelling: str) -> tuple[object, ...]:
    """What must be equal: sizes, other numbers in order, tiers, and parts joined by "+"."""
    sizes = [found.casefold() for found in _SIZE.findall(spelling)]
    rest = _SIZE.sub(" ", spelling)
    numbers = [tuple(re.findall(r"\d+", found)) for found in _NUMBERS.findall(rest)]
    tiers = sorted(word for word in map(str.casefold, _WORDS.findall(rest)) if word in TIERS)
    return (tuple(sizes), tuple(numbers), tuple(tiers), _parts(spelling))


def _parts(spelling: str) -> int:
    return len(re.findall(r"\s\+\s|\+(?=\S)", spelling))


def _case_matters(first: str, second: str) -> bool:
    """One letter alone, in two cases: ViT-g and ViT-G are two models (7b and 7B are one size)."""
    runs = [[r for r in _LETTERS.findall(_SIZE.sub(" ", text)) if len(r) == 1] for text in (first, second)]
    return runs[0] != runs[1] and [r.casefold() for r in runs[0]] == [r.casefold() for r in runs[1]]


def _one_letter_apart(first: str, second: str) -> bool:
    """One letter replaced, added or left out within a long run of letters; all other runs are equal."""
    runs, others = ([run.casefold() for run in _LETTERS.findall(text)] for text in (first, second))
    if len(runs) != len(others):
        return False
    differing = [(a, b) for a, b in zip(runs, others, strict=True) if a != b]
    return len(differing) == 1 and min(map(len, differing[0])) >= _SHORTEST_RUN and _distance_is_one(*differing[0])


def _distance_is_one(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :]
    return len(long) - len(short) == 1 and short[start:] == long[start + 1 :]


def _one_holds_the_other(first: str, second: str) -> bool:
    words = [{word for word in re.split(r"[\s_-]+", text.casefold()) if word} for text in (first, second)]
    return bool(words[0] and words[1]) and (words[0] <= words[1] or words[1] <= words[0])


def _is_kept_apart(one: Named, other: Named, apart: set[tuple[str, str]]) -> bool:
    pairs: Sequence[tuple[Named, Named]] = ((one, other), (other, one))
    return any((spelling, b.key) in apart for a, b in pairs for spelling in a.spellings)
