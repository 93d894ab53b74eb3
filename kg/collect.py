"""All pages together: one set of shared things, and what follows from the results as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from kg.arithmetic import arithmetic_flags
from kg.assemble.flags import make_flag
from kg.assemble.leaderboards import Assembly
from kg.assemble.nodes import Nodes
from kg.assemble.twins import are_twins, columns_of_misfits, twin_flags
from kg.compare import Ambiguity, stand
from kg.errors import Problem, SourceError
from kg.iris import digest
from kg.model import (
    ComparisonGroup,
    Flag,
    FlagKind,
    FlagSubject,
    Guess,
    Leaderboard,
    Result,
    Severity,
    Standing,
    Status,
    Tally,
)
from kg.registry import Registry


@dataclass(frozen=True, slots=True)
class Collection:
    """Everything that a graph is written from; mappings by leaderboard key unless said otherwise.

    ``standings`` are by result key, ``groups`` by group key, ``categories`` are (method key,
    category, leaderboard key), each pair of method and category once.
    """

    nodes: Nodes
    leaderboards: tuple[Leaderboard, ...]
    results: Mapping[str, tuple[Result, ...]]
    flags: Mapping[str, tuple[Flag, ...]]
    standings: Mapping[str, Standing]
    groups: Mapping[str, ComparisonGroup]
    categories: tuple[tuple[str, str, str], ...]
    tallies: Mapping[str, Tally]
    problems: Mapping[str, tuple[Problem, ...]]
    guesses: Mapping[str, tuple[Guess, ...]]


def collect(assemblies: Iterable[Assembly], registry: Registry) -> Collection:
    """Join what the pages became, in an order that does not depend on theirs.

    Raises SourceError when two sources would make the same leaderboard.
    """
    assemblies = sorted(assemblies, key=lambda a: min(lb.key for lb in a.leaderboards))
    nodes = Nodes()
    leaderboards: dict[str, Leaderboard] = {}
    for assembly in assemblies:
        for leaderboard in assembly.leaderboards:
            if leaderboard.key in leaderboards:
                raise SourceError(
                    f"two sources would both be the leaderboard {leaderboard.key!r}; rename one of their folders"
                )
            leaderboards[leaderboard.key] = leaderboard
        nodes.merge(assembly.nodes)
    nodes.close(registry)
    keys = sorted(leaderboards)
    results, copies = _own_keys({key: rows for a in assemblies for key, rows in a.results.items()}, keys)
    ambiguity = Ambiguity.among([*registry.benchmarks.values(), *nodes.benchmarks.values()])
    standings: dict[str, Standing] = {}
    groups: dict[str, ComparisonGroup] = {}
    flags: dict[str, tuple[Flag, ...]] = {}
    for key in keys:
        for result in results[key]:
            standing, group = stand(
                result,
                nodes.benchmarks[result.benchmark],
                nodes.metrics[result.metric],
                nodes.units,
                leaderboards,
                ambiguity,
            )
            standings[result.key] = standing
            groups[group.key] = group
    columns = {column.key: column for board in leaderboards.values() for column in board.declarations}
    described = {key: entry for a in assemblies for key, entry in a.described.items()}
    sums = {key: arithmetic_flags(results[key], nodes.metrics, nodes.benchmarks, nodes.units) for key in keys}
    rivals = list(_rivals(results, standings))
    differing = _differing([same for same in rivals if not are_twins(same)], standings)
    for same in _twins(rivals):
        first = same[0][0]
        board = first.leaderboard
        told = f"{nodes.metrics[first.metric].label} on {nodes.benchmarks[first.benchmark].label}"
        misfits = columns_of_misfits(sums[board], same, results[board])
        differing.setdefault(board, []).extend(twin_flags(same, columns, described, told, registry, misfits))
        follow = {flag.key for flags_of_column in misfits.values() for flag in flags_of_column}
        sums[board] = [flag for flag in sums[board] if flag.key not in follow]
    for key in keys:
        found = next(a.flags[key] for a in assemblies if key in a.flags)
        flags[key] = (
            *found,
            *copies[key],
            *differing.get(key, ()),
            *sums[key],
        )
    return Collection(
        nodes=nodes,
        leaderboards=tuple(leaderboards[key] for key in keys),
        results=results,
        flags=flags,
        standings=standings,
        groups=groups,
        categories=_once(assemblies),
        tallies={key: a.tallies[key] for a in assemblies for key in a.tallies},
        problems={key: tuple(a.problems[key]) for a in assemblies for key in a.problems},
        guesses={key: tuple(a.guesses[key]) for a in assemblies for key in a.guesses},
    )


def _rivals(
    results: Mapping[str, tuple[Result, ...]], standings: Mapping[str, Standing]
) -> Iterator[tuple[Result, ...]]:
    """Results of one method in one comparison group whose values differ.

    A rerun by others is no conflict with what it reruns.
    """
    rivals: dict[tuple[str, str, bool], list[Result]] = {}
    reruns = (Status.INDEPENDENTLY_REPRODUCED, Status.REPRODUCTION_FAILED)
    for rows in results.values():
        for row in rows:
            rivals.setdefault((standings[row.key].group, row.method, row.status in reruns), []).append(row)
    return (tuple(same) for same in rivals.values() if len(_values(same, standings)) > 1)


def _values(same: Iterable[Result], standings: Mapping[str, Standing]) -> set[Decimal]:
    normalized = ((standings[r.key].normalized, r.value) for r in same)
    return {printed if value is None else value for value, printed in normalized}


def _twins(rivals: Iterable[Sequence[Result]]) -> Iterable[Sequence[Sequence[Result]]]:
    """The rivals that stand in columns of one table, by these columns."""
    found: dict[frozenset[str], list[Sequence[Result]]] = {}
    for same in rivals:
        if are_twins(same):
            found.setdefault(frozenset(r.declaration for r in same), []).append(same)
    return found.values()


def _differing(rivals: Iterable[Sequence[Result]], standings: Mapping[str, Standing]) -> dict[str, list[Flag]]:
    """Flags for rivals; which of them holds is not stated, so none is dropped or preferred."""
    flags: dict[str, list[Flag]] = {}
    for same in rivals:
        values = _values(same, standings)
        told = ", ".join(f"{r.printed} ({r.places[0]})" for r in sorted(same, key=lambda r: r.places[0]))
        for row in same:
            flag = make_flag(
                FlagKind.DECLARATION_CONFLICT,
                FlagSubject.RESULT,
                row.key,
                Severity.WARNING,
                f"{row.printed_method} has {len(values)} different values under the same conditions: {told}",
                "one method has one value in a comparison group",
                found=told,
                on_property="value",
            )
            flags.setdefault(row.leaderboard, []).append(flag)
    return flags


def _own_keys(
    results: Mapping[str, tuple[Result, ...]], keys: list[str]
) -> tuple[dict[str, tuple[Result, ...]], dict[str, list[Flag]]]:
    """A source's result id names one result: a second leaderboard that uses it gets other keys.

    The second one is flagged, as an error: it is a copy or another snapshot of the first, and would
    be counted as a page of its own.
    """
    taken: dict[str, str] = {}
    own: dict[str, tuple[Result, ...]] = {}
    flags: dict[str, list[Flag]] = {}
    for key in keys:
        others = sorted({taken[r.key] for r in results[key] if r.key in taken})
        rows = [r if r.key not in taken else replace(r, key=digest("result", key, r.key)) for r in results[key]]
        own[key] = tuple(sorted(rows, key=lambda r: r.key))
        taken |= {row.key: key for row in rows}
        flags[key] = [_copy_of(key, other) for other in others]
    return own, flags


def _copy_of(key: str, other: str) -> Flag:
    return make_flag(
        FlagKind.DUPLICATE_ROW,
        FlagSubject.LEADERBOARD,
        key,
        Severity.ERROR,
        f"results of the leaderboard {key} carry the ids of results of {other}: one is a copy or another snapshot of "
        "the other; build with one of them",
        "a result id of a source names one result",
        found=other,
    )


def _once(assemblies: Iterable[Assembly]) -> tuple[tuple[str, str, str], ...]:
    """A category stands in the graph of the first leaderboard that prints it."""
    first: dict[tuple[str, str], str] = {}
    for method, category, leaderboard in sorted(c for a in assemblies for c in a.categories):
        first.setdefault((method, category), leaderboard)
    return tuple((method, category, leaderboard) for (method, category), leaderboard in sorted(first.items()))
