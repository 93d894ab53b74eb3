"""Columns of one table that measure the same by metric, benchmark and settings, and print different values.

One of the two entries in ``source.toml`` is wrong, or what tells the columns apart is not said. It is told once of
the columns, with the lines to look at, and not again of each row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kg.assemble.curated import CuratedColumn, Curation
from kg.assemble.flags import make_flag
from kg.assemble.siblings import stands_for
from kg.errors import Place
from kg.model import Flag, FlagKind, FlagSubject, Metric, MetricDeclaration, Result, Severity
from kg.registry import Registry


@dataclass(frozen=True, slots=True)
class Described:
    """A column's entry in ``source.toml``: what it says, and where it and its keys stand."""

    entry: CuratedColumn
    curation: Curation
    page: str

    def spot(self, *keys: str) -> Place:
        """The line of the entry, or of a key of it."""
        return self.curation.spot_of(self.page, self.entry, *keys)

    @property
    def subset(self) -> str | None:
        """The part of the benchmark that the entry gives."""
        return self.entry.subset or self.entry.scope.subset


@dataclass(frozen=True, slots=True)
class _Meant:
    """What the name of a column says that its entry does not: the sentence, the lines, and the text to write."""

    message: str
    places: tuple[Place, ...]
    expected: str | None = None


def are_twins(same: Sequence[Result]) -> bool:
    """True where values of one method under the same conditions stand in one table, each in a column of its own."""
    return len({r.leaderboard for r in same}) == 1 and len({r.declaration for r in same}) == len(same) > 1


def columns_of_misfits(
    flags: Iterable[Flag], rivals: Sequence[Sequence[Result]], results: Iterable[Result]
) -> dict[str, list[Flag]]:
    """The flags on values that are no share of the items, by column, of columns where most values have one.

    Only columns of ``rivals`` count: there the items are those of what the other column measures, and one sentence
    about the column says it. ``results`` are all of the leaderboard.
    """
    columns = {result.declaration for same in rivals for result in same}
    values = {result.key: result.declaration for result in results if result.declaration in columns}
    found: dict[str, list[Flag]] = {}
    for flag in flags:
        if flag.kind == FlagKind.NOT_K_OVER_N and flag.subject_key in values:
            found.setdefault(values[flag.subject_key], []).append(flag)
    sizes = Counter(values.values())
    return {column: misfits for column, misfits in found.items() if 2 * len(misfits) > sizes[column]}


def twin_flags(
    rivals: Sequence[Sequence[Result]],
    declared: Mapping[str, MetricDeclaration],
    described: Mapping[str, Described],
    on: str,
    registry: Registry,
    misfits: Mapping[str, Sequence[Flag]] = MappingProxyType({}),
) -> list[Flag]:
    """Findings about columns; each of ``rivals`` is one method's values in the same columns.

    ``declared`` and ``described`` are by the key of a column, ``on`` names the metric and the benchmark;
    ``misfits`` are as :func:`columns_of_misfits` has them.
    """
    example = min(rivals, key=lambda same: min(r.places[0] for r in same))
    first = sorted(example, key=lambda r: (declared[r.declaration].column_number or 0, r.declaration))
    columns = [declared[r.declaration] for r in first]
    entries = [described.get(column.key) for column in columns]
    meant = _meant(columns, entries, registry)
    told = " and ".join(_called(column, entry) for column, entry in zip(columns, entries, strict=True))
    message = (
        f"{told} measure the same, {on}, but {_methods(len(rivals))} different values in them, such as "
        f"{first[0].printed_method} {' and '.join(r.printed for r in first)}{_against(columns, misfits)}; "
        f"{meant.message}"
    )
    return [
        make_flag(
            FlagKind.DECLARATION_CONFLICT,
            FlagSubject.DECLARATION,
            column.key,
            Severity.ERROR if meant.expected else Severity.WARNING,
            message,
            "columns of one table that print different values measure different things",
            found=", ".join(column.column_name or str(column.column_number) for column in columns),
            expected=meant.expected or "another metric, subset or setting for each column",
            places=meant.places,
        )
        for column in columns
    ]


def _against(columns: Iterable[MetricDeclaration], misfits: Mapping[str, Sequence[Flag]]) -> str:
    """What the values of a column say of its items: the part of a sentence, "" where they are shares of them."""
    odd = [(column.column_number, len(misfits[column.key])) for column in columns if column.key in misfits]
    return "".join(
        f"; {count} values of column {number} are no share of its items, which speaks against that column"
        for number, count in odd
    )


def _methods(count: int) -> str:
    return "one method has" if count == 1 else f"{count} methods have"


def _called(column: MetricDeclaration, entry: Described | None) -> str:
    said = [text for text in (column.column_name, str(entry.spot()) if entry else None) if text]
    return f"column {column.column_number}" + (f" ({', '.join(said)})" if said else "")


def _meant(columns: Sequence[MetricDeclaration], entries: Sequence[Described | None], registry: Registry) -> _Meant:
    """What is to be done: by the name that speaks against its own entry, if there is one."""
    known = [entry for entry in entries if entry]
    if not known:
        return _Meant("say in [[columns]] entries of source.toml what each of them measures", ())
    odd = next(_odd(columns, entries, registry), None)
    if odd:
        return odd
    key = "subset" if all(entry.subset for entry in known) else "metric"
    others = "" if len(known) == len(columns) else ", and write one for the other column"
    return _Meant(
        f"mend `metric` or `subset` of the [[columns]] entry that is wrong{others}",
        tuple(entry.spot(key) for entry in known),
    )


def _odd(
    columns: Sequence[MetricDeclaration], entries: Sequence[Described | None], registry: Registry
) -> Iterator[_Meant]:
    """Entries whose column is named as something else, where the other column's name says what both entries give."""
    for column, entry in zip(columns, entries, strict=True):
        others = [other for other in columns if other is not column and other.column_name]
        if entry is None or not column.column_name or not others:
            continue
        named = registry.metric(column.column_name) or _of_paper(column, others[0].column_name or "", registry)
        if named and named.key != column.metric and registry.metric(others[0].column_name or "") is not named:
            yield _written(column, entry, "metric", named.key, entries)
        elif entry.subset and (meant := _part(column.column_name, others[0].column_name or "", entry.subset)):
            yield _written(column, entry, "subset", meant, entries)


def _of_paper(column: MetricDeclaration, other: str, registry: Registry) -> Metric | None:
    """The metric that a name stands for, of those of the paper of the given one, for which the ``other`` name stands.

    None where several are, or where the name is too short: two letters begin too many words.
    """
    name, given = column.column_name or "", registry.metrics.get(column.metric)
    if given is None or not given.introduced_in or len(name) < 3 or stands_for(name, given, registry):
        return None
    same = (metric for metric in registry.metrics.values() if metric.introduced_in == given.introduced_in)
    found = [metric for metric in same if stands_for(name, metric, registry)]
    return found[0] if len(found) == 1 and stands_for(other, given, registry) else None


def _written(
    column: MetricDeclaration, entry: Described, key: str, meant: str, entries: Iterable[Described | None]
) -> _Meant:
    at = entry.spot(key)
    rest = tuple(other.spot(key) for other in entries if other and other is not entry)
    message = f'the name of column {column.column_number} says otherwise: write {key} = "{meant}" at {at}, or mend '
    return _Meant(f"{message}the name", (at, *rest), meant)


def _part(name: str, other: str, subset: str) -> str | None:
    """What a name says in the place where another name, else the same, says the subset: Heart in IoU Heart, IoU Eye."""
    mine, theirs, given = (re.findall(r"[^\W_]+", text) for text in (name, other, subset))
    folded = [[word.casefold() for word in words] for words in (mine, theirs, given)]
    if not given or set(folded[2]) <= set(folded[0]) or not set(folded[2]) <= set(folded[1]):
        return None
    shared = set(folded[0]) & set(folded[1])
    own = [word for word in mine if word.casefold() not in shared]
    rest = set(folded[1]) - shared - set(folded[2])
    return " ".join(own) if shared and own and not rest else None
