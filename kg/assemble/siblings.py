"""Entries of ``source.toml`` held against the others of their table: one column's facts under another one's name.

Each entry alone would do; only beside the others is it seen that two of them were exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.assemble.curated import CuratedColumn, Curation
from kg.assemble.meaning import ColumnMeaning, Conflict
from kg.errors import Place, Problem
from kg.model import Benchmark, Metric
from kg.read.cells import Page
from kg.registry import Registry
from kg.registry.near import near_names

#: How like a subset must be to words of its column's name to be a slip for them.
_ALIKE = 0.8
#: So many columns of one name and one metric tell what that name stands for in their table.
_NAMESAKES = 3


@dataclass(frozen=True, slots=True)
class Entries:
    """The [[columns]] entries of one table."""

    page: Page
    curation: Curation
    columns: Sequence[CuratedColumn]
    registry: Registry

    def held(self, meaning: ColumnMeaning, benchmark: Benchmark) -> ColumnMeaning:
        """The meaning of a column, with what speaks against its own entry; ``benchmark`` is what it is on."""
        entry = meaning.curated
        found = (*self._exchanged(entry), *self._unlike_namesakes(entry), *self._too_many(entry, benchmark))
        return replace(meaning, conflicts=(*meaning.conflicts, *found)) if found else meaning

    def left_out(self, meanings: Sequence[ColumnMeaning], line: int) -> Iterator[Problem]:
        """Columns without a unit that no entry is about, where others of their table have entries by number."""
        numbers = {entry.number for entry in self.columns if entry.number}
        metrics = dict.fromkeys(entry.metric for entry in self.columns if entry.number and entry.metric)
        for meaning in meanings if numbers else ():
            column = meaning.column
            if column is None or meaning.unit or column.number in numbers or self._has_entry(meaning):
                continue
            table = next((f'table = "{entry.table}", ' for entry in self.columns if entry.table), "")
            name = f'name = "{column.name}", ' if column.name else ""
            yield Problem(
                self.page.place(line, column.index + 1),
                "column-without-entry",
                column.name or "",
                f"column {column.number} has no [[columns]] entry in source.toml, though others of its table have one: "
                "its metric, unit and direction are not known",
                f"write one with {table}number = {column.number}, {name}metric (the others have "
                f"{', '.join(metrics) or 'none'}), unit, direction, evidence and certainty",
            )

    def _has_entry(self, meaning: ColumnMeaning) -> bool:
        return any(entry.number is None and entry.name == meaning.name for entry in self.columns)

    def notes(self, meaning: ColumnMeaning, benchmark: Benchmark, whole: Benchmark | None) -> Iterator[Problem]:
        """What of an entry may be a slip: a subset that is nearly a word of the name, items of a part only."""
        entry = meaning.curated
        if entry is None:
            return
        if (
            whole is not None
            and (near := _near_word(entry))
            and self.registry.part(whole.key, entry.subset or "") is None
        ):
            yield Problem(
                self._spot(entry, "subset"),
                "subset-near-name",
                entry.subset or "",
                f"the column is named {entry.name!r}; a subset {near!r} would be spelt otherwise",
                f'write subset = "{near}", or leave it if another one is meant',
            )
        if entry.items and benchmark.item_count and entry.items < benchmark.item_count:
            yield Problem(
                self._spot(entry, "items"),
                "items-differ",
                str(entry.items),
                f"the registry counts {benchmark.item_count} items of {benchmark.label}",
                f"leave `items` out if the values are over all {benchmark.item_count}",
            )

    def _exchanged(self, entry: CuratedColumn | None) -> Iterator[Conflict]:
        if entry is None:
            return
        if meant := _other_subset(entry, self.columns):
            at = self._spot(entry, "subset")
            yield Conflict(
                f"{at}: the name of the column says {meant} ({entry.name}), `subset` says {entry.subset}; write "
                f'subset = "{meant}", or mend the name',
                (at,),
                entry.subset or "",
                meant,
            )
        if other := _exchanged_metric(entry, self.columns, self.registry):
            at = self._spot(entry, "metric")
            yield Conflict(
                f"{at}: the metric {entry.metric} is that of the column {other.name} by its name, and that of "
                f'{other.name} is that of {entry.name}; write metric = "{other.metric}", or mend the names',
                (at, self._spot(other, "metric")),
                entry.metric or "",
                other.metric or "",
            )

    def _unlike_namesakes(self, entry: CuratedColumn | None) -> Iterator[Conflict]:
        """All other columns named by the same metric ("IoU Lung", "IoU Eye" ...) are given another one."""
        word, _, part = (entry.name or "").partition(" ") if entry else ("", "", "")
        if entry is None or not entry.metric or not part or self.registry.metric(word) is None:
            return
        named = [c for c in self.columns if c is not entry and c.metric and (c.name or "").startswith(f"{word} ")]
        metrics = {other.metric for other in named}
        if len(named) < _NAMESAKES or len(metrics) > 1 or entry.metric in metrics:
            return
        at, meant = self._spot(entry, "metric"), named[0].metric or ""
        yield Conflict(
            f"{at}: the {len(named)} other columns named {word} have the metric {meant}, and {entry.name} has "
            f'{entry.metric}; write metric = "{meant}", or mend the name',
            (at,),
            entry.metric,
            meant,
        )

    def _too_many(self, entry: CuratedColumn | None, benchmark: Benchmark) -> Iterator[Conflict]:
        if entry and entry.items and benchmark.item_count and entry.items > benchmark.item_count:
            at = self._spot(entry, "items")
            yield Conflict(
                f"{at}: `items` says {entry.items}, but the registry counts {benchmark.item_count} of "
                f"{benchmark.label}; mend it, or leave it out",
                (at,),
                str(entry.items),
                f"at most {benchmark.item_count}",
            )

    def _spot(self, entry: CuratedColumn, key: str) -> Place:
        return self.curation.spot_of(self.page.file, entry, key)


def _near_word(entry: CuratedColumn) -> str | None:
    """The words of a column's name that its subset nearly is; a plural is no slip."""
    name, subset = entry.name or "", entry.subset or ""
    if not subset or set(_words(subset)) <= set(_words(name)):
        return None
    near = near_names(subset, _runs(name, len(_words(subset))), _ALIKE, most=1)
    return next((word for word in near if word.casefold().rstrip("s") != subset.casefold().rstrip("s")), None)


def _other_subset(entry: CuratedColumn, columns: Iterable[CuratedColumn]) -> str | None:
    """The subset of another entry that this one's name says, and its own subset less or not at all."""
    if not entry.name or not entry.subset:
        return None
    name = _words(entry.name)
    own = len(_words(entry.subset)) if set(_words(entry.subset)) <= set(name) else 0
    others = [c.subset for c in columns if c.subset and c.subset != entry.subset and _is_within(c.subset, name)]
    longest = max(others, key=lambda subset: len(_words(subset)), default=None)
    return longest if longest and len(_words(longest)) > own else None


def _exchanged_metric(
    entry: CuratedColumn, columns: Iterable[CuratedColumn], registry: Registry
) -> CuratedColumn | None:
    """The entry whose name stands for this one's metric, while this one's name stands for that one's."""
    mine = _metric(entry, registry)
    for other in columns:
        theirs = _metric(other, registry)
        if mine is None or theirs is None or mine is theirs:
            continue
        own = stands_for(entry.name, mine, registry) or stands_for(other.name, theirs, registry)
        if not own and stands_for(entry.name, theirs, registry) and stands_for(other.name, mine, registry):
            return other
    return None


def _metric(entry: CuratedColumn, registry: Registry) -> Metric | None:
    return registry.metrics.get(entry.metric) if entry.metric else None


def stands_for(name: str | None, metric: Metric, registry: Registry) -> bool:
    """The name is one of the metric's, letters that its words begin with, or the beginning of a word."""
    short = "".join(_words(name or ""))
    words = _words(metric.label)
    if len(short) < 2:
        return False
    if registry.metric(name or "") is metric or short in "".join(word[0] for word in words):
        return True
    return len(short) > 2 and any(word.startswith(short) for word in words)


def _is_within(subset: str, name: Sequence[str]) -> bool:
    """All words of a subset stand in a name, side by side."""
    words = _words(subset)
    return bool(words) and any(list(name[at : at + len(words)]) == words for at in range(len(name)))


def _runs(name: str, length: int) -> list[str]:
    """So many neighbouring words of a name as it prints them."""
    words = re.findall(r"[^\W_]+", name)
    return [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in re.findall(r"[^\W_]+", text)]
