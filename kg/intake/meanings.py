"""What the value columns of one table measure, worked out together: one column explains the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.assemble.curated import NO_SCOPE, CuratedColumn, Scope
from kg.intake.chances import drop_beyond_bounds, drop_chance_names, drop_common_group, drop_lone_letters, of_years
from kg.intake.context import Clue, Context
from kg.intake.definitions import Definition, ends_with, one_letter, same
from kg.intake.doubts import Doubt
from kg.intake.draft import Draft, rivals
from kg.intake.means import Numbers, wholes
from kg.intake.of_all import tell_all
from kg.intake.scopes import with_habit
from kg.intake.scoring import read_scoring
from kg.intake.units import give_directions, give_units
from kg.model import Certainty, Metric
from kg.normalise.units import PERCENT
from kg.wording.headings import Reading, has_model_size, is_other_word
from kg.wording.names import NOT_TOLD, NameFinder
from kg.wording.splits import meaningful

#: What a turned table calls its rows: names of data sets, or parts of one.
_SAID_DATA = re.compile(r"\s+(?:data ?set|corpus)$", re.IGNORECASE)
_DATASETS = re.compile(r"(?:benchmark|data ?set|corpus|test ?set)s?\b", re.IGNORECASE)
#: A column of the whole beside columns of its parts; an average of several data sets is another thing.
_WHOLE = re.compile(r"all|overall|total|full", re.IGNORECASE)
_SPEED = re.compile(r"speed|latency|\btime\b|\bfps\b|throughput|runtime|\bvs\b|seconds|memory", re.IGNORECASE)
_TASKS = re.compile(r"tasks?|tests?|evals?|evaluations?", re.IGNORECASE)
_PARTS = re.compile(
    r"(?:language|subject|category|class|domain|subset|organ|structure|modality|discipline|capability|scene|sequence)"
    r"(?:s|es|ies)?|categories|capabilities|modalities",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Columns:
    """The entries of a table. ``understood`` tells that some column is surely one of scores.

    ``scope`` replaces the table's where the columns show that it is another; ``labelled`` is what a turned
    table calls the names of its columns ("Benchmark", "Language"), ``names_metric`` whether a metric is among them,
    ``corner`` the metric that is printed over the first column, ``cornered`` all that stands there.
    """

    entries: list[CuratedColumn] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    understood: bool = False
    has_spread: bool = False
    labelled: str = ""
    names_metric: bool = False
    corner: tuple[Metric, Clue] | None = None
    cornered: Reading | None = None
    scope: Scope | None = None


class Worker:
    """Works out what the value columns measure, all together: one column explains the other."""

    def __init__(
        self,
        context: Context,
        scope: Scope,
        finder: NameFinder,
        definitions: Mapping[str, Definition],
        done: Columns,
        words: Mapping[int, str],
        by_row: Callable[[int], Numbers],
    ) -> None:
        self.by_row = by_row
        self.context = context
        self.scope = scope
        self.finder = finder
        self.definitions = definitions
        self.done = done
        self.words = words
        self.parts_only = True
        self.rivals: set[str] = set()

    def explain(self, drafts: list[Draft]) -> None:
        """Metric and scope first, then units by the numbers, then directions."""
        drop_common_group(drafts)
        drop_chance_names(drafts, self.finder)
        drop_lone_letters(drafts)
        drop_beyond_bounds(drafts)
        tell_all(drafts, self.context.page, self.finder, frozenset(self.words.values()), self._doubt)
        self.done.names_metric |= read_scoring(drafts, self._told_metric(), self.finder)
        defined = self._defined(drafts)
        self.rivals = rivals(drafts)
        known = [d for d in drafts if d.reading.dataset or d.index in defined]
        named = [d for d in drafts if d.reading.dataset or d.reading.rest or d.index in defined]
        said = [d for d in named if _SAID_DATA.search(d.reading.rest)]
        others = any(d.reading.metric or d.reading.base for d in drafts if d.reading.rest and not d.reading.dataset)
        by_dataset = bool(known) and (not others or 2 * len(known) >= len(named))
        tasks = _TASKS.fullmatch(self.done.labelled) is not None
        self.parts_only = not known and not by_dataset
        by_dataset = by_dataset or (self.done.cornered is not None and bool(self.done.labelled))
        by_dataset = by_dataset or 2 * len(said) >= len(named) > 0 or of_years(drafts)
        by_dataset = by_dataset or _DATASETS.match(self.done.labelled) is not None or (bool(known) and tasks)
        for draft in drafts:
            self._measured(draft, defined.get(draft.index), by_dataset, len(known))
        self._parts_of_a_mean(drafts)
        for draft in give_units(drafts, self.context, self.finder.registry):
            self._doubt(draft, "unit", "the page does not say its unit")
        for draft in give_directions(drafts, self.context):
            self._doubt(draft, "direction", "higher or lower is better?")
        sure = [d for d in drafts if d.measured is not None or d.scope.dataset]
        self.done.understood = bool(sure) or "dataset" in self.words.values() or "metric" in self.words.values()

    def _defined(self, drafts: Sequence[Draft]) -> dict[int, tuple[str, Definition, bool]]:
        """Columns that another table of the page explains: by name, by the end of a name, by one letter."""
        found: dict[int, tuple[str, Definition, bool]] = {}
        left = dict(self.definitions)
        for near in (same, ends_with, one_letter):
            for draft in drafts:
                short = draft.reading.rest or draft.reading.dataset or ""
                if draft.index in found or not short or draft.reading.metric:
                    continue
                names = [name for name in left if near(short, name)]
                if len(names) == 1:
                    found[draft.index] = (names[0], left.pop(names[0]), near is not one_letter)
        return found

    def _measured(
        self, draft: Draft, defined: tuple[str, Definition, bool] | None, by_dataset: bool, known: int
    ) -> None:
        reading = draft.reading
        if defined is not None:
            self._by_definition(draft, *defined)
            return
        if reading.metric is not None:
            draft.metric = self._narrowed(reading.metric, reading.unit)
            draft.state("metric", reading.told.get("metric", "heading"), reading.name)
        elif reading.base is not None:
            draft.measure = reading.measure
            draft.reasons.append(f"metric {reading.measure!r}: a variant of {reading.base.label!r}")
        self._own_scope(draft, by_dataset, known)
        if draft.measured is None and not draft.measure:
            self._metric_of_a_rate(draft)
        if draft.measured is None and not draft.measure:
            self._metric_from_elsewhere(draft)
        if self.context.split_for_all and draft.scope.dataset and not draft.reading.split:
            clue = self.context.split_for_all
            draft.scope = replace(draft.scope, split=clue.value, inferred=_minus(draft.scope.inferred, "split"))
            draft.reasons.append(f"split {clue.value!r}: stated here ({clue.where})")
        if reading.split:
            draft.scope = replace(draft.scope, split=reading.split, inferred=_minus(draft.scope.inferred, "split"))
            draft.reasons.append(f"split {reading.split!r}: stated here (heading)")

    def _by_definition(self, draft: Draft, name: str, definition: Definition, exact: bool) -> None:
        metric, task, where = definition
        inferred = () if exact and name == (draft.reading.rest or draft.reading.dataset) else ("dataset",)
        draft.scope = Scope(task=task, dataset=self.finder.dataset_label(name), inferred=inferred)
        how = (
            "stated here"
            if not inferred
            else "concluded: the heading is short for it"
            if exact
            else ("concluded: the heading differs from it by one letter")
        )
        draft.reasons.append(f"data set {name!r}: {how} ({where})")
        if metric is not None:
            draft.metric = metric
            draft.state("metric", where, metric.label)
        else:
            self._metric_from_elsewhere(draft)

    def _own_scope(self, draft: Draft, by_dataset: bool, known: int) -> None:
        """Data set or part that the heading names."""
        reading = draft.reading
        if reading.dataset:
            part = reading.rest if meaningful(reading.rest) else None
            if part and draft.metric is None and self.done.names_metric:
                part, draft.measure = None, part
            draft.scope = Scope(dataset=reading.dataset, subset=part)
            draft.reasons.append(f"data set {reading.dataset!r}: stated here (heading)")
        elif reading.summary:
            whole = _WHOLE.fullmatch(reading.rest) and self.parts_only and self._is_of_told_metric(draft)
            draft.measure = draft.reading.rest if draft.metric is None and not whole else None
        elif reading.rest and draft.metric is None and self.done.names_metric:
            draft.measure = reading.rest
            draft.reasons.append(f"metric {reading.rest!r}: stated here, and not in the registry")
        elif reading.rest and _PARTS.fullmatch(self.done.labelled):
            draft.scope = Scope(subset=reading.rest)
            draft.reasons.append(f"part {reading.rest!r}: stated here (column {self.done.labelled!r})")
        elif reading.rest and has_model_size(reading.rest):
            reading.settings["column"] = reading.rest
            self._doubt(draft, "method", "it names a model, not data: do the rows name what is done with it?")
            draft.reasons.append(f"setting {reading.rest!r}: the heading has the size of a model in it")
        elif (
            reading.rest
            and (meaningful(reading.rest) or draft.part is not None or reading.rest.casefold() == "other")
            and (
                draft.metric
                or reading.base
                or (by_dataset and not _is_speed(reading.rest))
                or self._is_of_told_metric(draft)
            )
        ):
            free = draft.metric is None and not self._has_dataset()
            unnamed = self.scope.dataset is None or self.context.is_called_by_file
            nowhere = unnamed and re.search(r"[A-Z0-9-]", reading.rest) is not None
            # Where each row names its data set, a column can only be a part of it.
            by_row = "dataset" in self.words.values()
            if not by_row and (by_dataset or nowhere or (free and _like_a_name(reading.rest))):
                draft.scope = Scope(dataset=_SAID_DATA.sub("", reading.rest))
                draft.reasons.append(f"data set {reading.rest!r}: the heading, beside {known} known data sets")
            else:
                draft.scope = Scope(subset=reading.rest)
                draft.reasons.append(f"part {reading.rest!r}: the heading")
        table = self.scope
        if draft.scope.dataset and draft.scope.dataset == table.dataset and table.split and reading.split is None:
            # The heading names again what the table is about: what is said of that holds here, too.
            own = replace(draft.scope, split=table.split)
            draft.scope = replace(own, inferred=("split",)) if "split" in table.inferred else own
        elif draft.scope.dataset and reading.split is None:
            reasons: list[str] = []
            draft.scope = with_habit(draft.scope, self.finder, reasons)
            draft.reasons += reasons

    def _given_in(self, unit: str | None) -> Metric | None:
        """The one metric that is given in a rate such as "fps" or "tok/s", and in nothing else."""
        known = self.finder.registry.unit(unit) if unit else None
        if known is None or not known.key.endswith("-per-second"):
            return None
        fitting = [m for m in self.finder.registry.metrics.values() if m.admissible_units == (known.key,)]
        return fitting[0] if len(fitting) == 1 else None

    def _narrowed(self, metric: Metric, unit: str | None) -> Metric:
        """What a metric without a unit of its own is in the printed one: throughput in tok/s is tokens per second."""
        found = self._given_in(unit) if not metric.admissible_units else None
        return found if found is not None and found.direction == metric.direction else metric

    def _metric_of_a_rate(self, draft: Draft) -> None:
        """What "Inf time (fps)" measures is told by its unit, where one metric alone is given in it."""
        if (metric := self._given_in(draft.reading.unit)) is not None:
            draft.metric, draft.measure = metric, None
            draft.scope = Scope(dataset=draft.scope.dataset)
            draft.reasons.append(f"metric {metric.label!r}: concluded: no other is given in {draft.reading.unit!r}")

    def _is_of_told_metric(self, draft: Draft) -> bool:
        told = self._told_metric()
        if told is None or not _fits(told[0], draft.reading, self.finder):
            return False
        printed = {unit.key for n in draft.numbers if n.unit and (unit := self.finder.registry.unit(n.unit))}
        printed |= {PERCENT} if draft.extent.percents else set()
        return printed <= set(told[0].admissible_units)

    def _told_metric(self) -> tuple[Metric, Clue] | None:
        """The metric of the whole table: in the heading over its first column ("WER"), or in the text around."""
        return self.done.corner or self.context.metric

    def _has_dataset(self) -> bool:
        return self.scope.dataset is not None and "dataset" not in self.scope.inferred

    def _metric_from_elsewhere(self, draft: Draft) -> None:
        """The metric of the text around, of the data set's habit, or one that nobody knows."""
        whole = _WHOLE.fullmatch(draft.reading.rest) and self.parts_only and self._is_of_told_metric(draft)
        if draft.reading.summary and draft.metric is None and not whole:
            draft.measure = draft.reading.rest
            draft.reasons.append("a column that sums up the others: a measure of this table only")
            return
        reading = draft.reading
        if "metric" in self.words.values():
            return
        if (corner := self.done.cornered) and corner.base and draft.metric is None and reading.base is None:
            reading.base, draft.measure = corner.base, corner.measure
            reading.direction, reading.split = reading.direction or corner.direction, reading.split or corner.split
            draft.state("metric", f"heading {corner.printed!r}", corner.measure)
            return
        if (told := self._told_metric()) is not None and self._is_of_told_metric(draft):
            draft.metric = told[0]
            draft.state("metric", told[1].where, told[1].value)
            if self.done.cornered is not None:
                reading.direction = reading.direction or self.done.cornered.direction
                reading.unit = reading.unit or self.done.cornered.unit
                reading.split = reading.split or self.done.cornered.split
            return
        dataset = draft.scope.dataset or self.scope.dataset
        concept = self.finder.registry.known_dataset(dataset) if dataset else None
        habit = self.finder.registry.habit(concept.key) if concept else None
        part_of_it = draft.scope.subset is not None and self._has_dataset()
        sure = reading.above not in self.rivals
        if habit and habit.metric and sure and (draft.scope.dataset or part_of_it):
            draft.metric = self.finder.registry.metrics[habit.metric]
            draft.certainty = Certainty.VERY_LIKELY
            draft.reasons.append(f"metric {draft.metric.label!r}: inferred from the registry ({habit.evidence})")
            self._doubt(draft, "metric", f"which metric? proposed: {draft.metric.label}")
            return
        if draft.scope.dataset or draft.scope.subset:
            draft.measure = self.context.measure or NOT_TOLD
            self._doubt(draft, "metric", "the page does not say which metric it is")
            return
        unnamed = self.context.measure or NOT_TOLD if reading.split else reading.printed
        draft.measure = draft.reading.rest or unnamed or None
        if draft.measure:
            self._doubt(draft, "metric", "a metric that the registry does not know")

    def _parts_of_a_mean(self, drafts: Sequence[Draft]) -> None:
        """Parts under their names alone, beside the column that is their mean."""
        alone = {draft.index: draft for draft in drafts if draft.part is None}
        unknown = [i for i, d in alone.items() if d.metric is None and d.measure and d.scope == NO_SCOPE]
        known = [i for i, d in alone.items() if d.metric is not None]
        if len(unknown) < 2 or not known:
            return
        found = wholes(unknown, known, {index: self.by_row(index) for index in (*unknown, *known)})
        for index, (whole, evidence) in found.items():
            draft, mean = alone[index], alone[whole]
            draft.metric, draft.measure = mean.metric, None
            draft.scope = Scope(subset=draft.reading.rest or draft.reading.printed)
            draft.certainty = Certainty.VERY_LIKELY
            draft.reasons.append(f"metric {mean.reading.printed!r}: concluded: {evidence}")
            self.done.doubts = [d for d in self.done.doubts if (d.cell, d.part) != (index + 1, None)]

    def _doubt(self, draft: Draft, about: str, question: str) -> None:
        text = f"column {draft.reading.printed!r}: {question}"
        self.done.doubts.append(Doubt(about, text, draft.index + 1, draft.part))


#: What is another thing than the metric beside it: "Δ", "Bias (F/M)", a measure with a sign of its own in "CO (DLD%)".
_ITS_OWN = re.compile(
    r"\b(?:ratio|delta|improvement|std|variance)\b|Δ|\w@\d|[(\[]\s*\w\s*/\s*\w\s*[)\]]|[(\[][^()\[\]]*[A-Za-z]%[^()\[\]]*[)\]]",
    re.IGNORECASE,
)


def _fits(metric: Metric, reading: Reading, finder: NameFinder) -> bool:
    """True where a column may be of the table's metric: its heading speaks of no other unit and of no speed."""
    unit = finder.registry.unit(reading.unit) if reading.unit else None
    words = [word for word in re.split(r"[\s()\[\],/]+", reading.printed) if word and not is_other_word(word, finder)]
    known = {found.key for word in words if (found := finder.metric(word)) is not None} if len(words) > 1 else set()
    others = known - {metric.key}
    if (own := _ITS_OWN.search(reading.printed)) and own[0].casefold() not in metric.label.casefold():
        return False
    return not others and (unit is None or unit.key in metric.admissible_units) and not _SPEED.search(reading.printed)


def _is_speed(text: str) -> bool:
    """True for "throughput_tok_s", which is no data set beside "mmlu" and "gsm8k"."""
    return _SPEED.search(re.sub(r"_", " ", text)) is not None


def _like_a_name(text: str) -> bool:
    """True for text that is written as names of data sets are: "BSD100", "MNLI-m", not "Laptop" or "gap (meV)"."""
    return "(" not in text and re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|\w-\w", text) is not None


def _minus(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)
