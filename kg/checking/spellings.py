"""Method names that are spelt nearly as a known one: told, never joined."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from kg.iris import digest
from kg.model import Result
from kg.read.slips import is_swapped
from kg.registry import Registry
from kg.registry.near import near_names
from kg.terms import LB, LBSH
from kg.validation import Finding

#: Names compared letter by letter, at most.
_MOST = 5000

#: How alike two names must be.
_CUTOFF = 0.85

#: A size that lost its letter ("Lingshu-7"), and a letter too many behind a number ("72BB").
_BARE = re.compile(r"(?<![^\W_])(?<!\d\.)(\d+(?:\.\d+)?)(?![^\W_]|\.\d)")
_DOUBLED = re.compile(r"(?<=\d)([^\W\d_])\1+(?![^\W\d_])")

#: How a page prints a method that is put together of several.
_TOGETHER = " + "


def near_spellings(name: str, spellings: Collection[str]) -> list[str]:
    """Spellings that may be the same name: equal but for marks and case, or nearly equal, part by part.

    Names with other digits, or other letters right behind them, are other methods (7B, 72B; 4, 4o),
    however near they look. A size without its letter and one with the letter twice (7, 7BB) are no sizes, so they
    are near to the whole one, as is a name in which two letters are swapped.
    """
    squeezed = _squeezed(name)
    same = [spelling for spelling in spellings if _squeezed(spelling) == squeezed]
    if same or len(spellings) > _MOST:
        return sorted(same)[:3]
    whole = {_squeezed(size) for size in _whole_sizes(name)}
    sized = [spelling for spelling in spellings if _squeezed(spelling) in whole]
    if sized:
        return sorted(sized)[:3]
    parts = name.split(_TOGETHER)
    alike = [s for s in spellings if _versions(s) == _versions(name) and len(s.split(_TOGETHER)) == len(parts)]
    near = dict.fromkeys([*near_names(name, alike, _CUTOFF), *(s for s in alike if _is_swapped(name, s))])
    return [s for s in near if all(map(_is_near, parts, s.split(_TOGETHER)))]


def spelling_findings(boards: Mapping[str, Sequence[Result]], registry: Registry, base: str) -> Iterator[Finding]:
    """A finding for each printed name that the registry does not know and that is near one that it knows.

    ``boards`` are results by leaderboard. A name that stands beside the near one in a table is another method's.
    """
    printed: dict[str, list[Result]] = defaultdict(list)
    beside: dict[str, set[str]] = defaultdict(set)
    for results in boards.values():
        methods = {result.method for result in results}
        for result in results:
            printed[result.printed_method].append(result)
            beside[result.printed_method] |= methods
    apart = {(row.subject_label, row.object_key) for row in registry.mappings if not row.merges}
    for name, results in printed.items():
        if name in registry.method_names or registry.is_non_name(name):
            continue
        near = [
            spelling
            for spelling in near_spellings(name, registry.method_names)
            if (key := registry.method_names[spelling]) not in beside[name] and (name, key) not in apart
        ]
        if near:
            yield _finding(name, near, results, base)


def _finding(name: str, near: Sequence[str], results: Sequence[Result], base: str) -> Finding:
    rule, shape = "A14", str(LBSH.SpellingKnown)
    lines = dict.fromkeys(f"{place.file}:{place.line}" for result in results for place in result.places)
    return Finding(
        key=digest("finding", shape, name, *near),
        rule=rule,
        severity="Warning",
        shape=shape,
        focus=f"{base}method/{results[0].method}",
        path="lb:printedMethod",
        value=name,
        component=shape,
        message=f"{rule} A name of a method that the registry does not know SHOULD NOT be spelt nearly as one that it "
        f"knows; {name!r} is near {' and '.join(map(repr, near))}.",
        places=tuple(lines),
        printed=(name,) * len(lines),
        remedy="correct the page where it is a slip; where both are one method, join them by kg review accept; where "
        "they are two, kg review reject says so, and it is not told again.",
        label=name,
        found=name,
        expected=" or ".join(near),
        path_iri=LB.printedMethod,
    )


def _is_near(one: str, other: str) -> bool:
    return one == other or is_swapped(one, other) or bool(near_names(one, (other,), _CUTOFF))


def _is_swapped(name: str, spelling: str) -> bool:
    """True where parts of a name are those of a spelling but for swapped letters."""
    pairs = list(zip(name.split(_TOGETHER), spelling.split(_TOGETHER), strict=True))
    return all(one == other or is_swapped(one, other) for one, other in pairs)


def _whole_sizes(name: str) -> Iterator[str]:
    """The name with each size made whole: its letter once where it is doubled, or given where it is lost."""
    if _DOUBLED.search(name.casefold()):
        yield _DOUBLED.sub(r"\1", name.casefold())
    for bare in _BARE.finditer(name):
        yield f"{name[: bare.end()]}B{name[bare.end() :]}"


def _squeezed(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())


def _versions(name: str) -> list[str]:
    """Numbers with the letters right behind them: sizes, versions, variants."""
    return re.findall(r"\d+[^\W\d_]*", name.casefold())
