"""Two forms of one table (a page and a spreadsheet, say), cell by cell: what both hold, and where they differ.

Nothing is merged and nothing is published: cells are paired to be held against each other. Where the
two forms state a condition differently, the pair says so; what fits several cells is paired with none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, Inexact, InvalidOperation
from enum import StrEnum
from pathlib import Path

from kg.assemble.curation import Curation, parse_curation
from kg.assemble.leaderboards import Assembly
from kg.errors import Place, SourceError
from kg.intake.answers import Answers
from kg.intake.check import check_file
from kg.intake.files import Given, given
from kg.intake.importing import with_file
from kg.intake.toml import write_toml
from kg.model import Benchmark, Metric, Result, Unit
from kg.normalise.values import EXACT, converted
from kg.pipeline.inputs import SourceInput, find_sources
from kg.pipeline.road import assemble_source
from kg.registry import Registry
from kg.resources import CURATION_FILE


class Outcome(StrEnum):
    """What two printed values of one thing are to each other."""

    SAME = "same"
    ROUNDED = "rounded"
    DIFFER = "differ"


@dataclass(frozen=True, slots=True)
class FormCell:
    """One result of a form; ``datasets`` are labels, ``unit`` is None where it is not known."""

    method: str
    method_key: str
    datasets: tuple[str, ...]
    benchmark: Benchmark
    metric: Metric
    value: Decimal
    printed: str
    place: Place
    unit: Unit | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def measured(self) -> str:
        """Data set, version and part, as a person would call them."""
        version = self.benchmark.version
        name = ", ".join(self.datasets)
        name = f"{name} {version}" if version and version not in name else name
        return f"{name} / {self.benchmark.subset}" if self.benchmark.subset else name


@dataclass(frozen=True, slots=True)
class Form:
    """All results of one form of a table."""

    name: str
    cells: tuple[FormCell, ...]


@dataclass(frozen=True, slots=True)
class TakenForOne:
    """A condition that the two forms state differently; None = not stated."""

    what: str
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class FormPair:
    """The same cell in both forms. ``elsewhere`` are cells of one form that hold the other's value."""

    a: FormCell
    b: FormCell
    outcome: Outcome
    taken: tuple[TakenForOne, ...] = ()
    elsewhere: tuple[tuple[str, FormCell], ...] = ()


@dataclass(frozen=True, slots=True)
class FormsCompared:
    """What the comparison found; ``unclear`` are cells of either form that fit several of the other."""

    a: Form
    b: Form
    pairs: tuple[FormPair, ...]
    only_a: tuple[FormCell, ...]
    only_b: tuple[FormCell, ...]
    unclear: tuple[FormCell, ...]

    def of(self, outcome: Outcome) -> tuple[FormPair, ...]:
        """The pairs with that outcome."""
        return tuple(pair for pair in self.pairs if pair.outcome is outcome)

    @property
    def status(self) -> int:
        """0: cells are in both, and all of them agree; else 1."""
        return 0 if self.pairs and not self.of(Outcome.DIFFER) and not self.unclear else 1


def read_form(
    path: str, registry: Registry, *, answers: Answers | None = None, family: str | None = None,
    encoding: str | None = None, only: Sequence[int] = (), name: str | None = None,
) -> Form:  # fmt: skip
    """The results of a source folder as its ``source.toml`` says, or of a file as ``kg import`` would read it."""
    folder = Path(path)
    if folder.is_dir():
        if not (folder / CURATION_FILE).is_file():
            raise SourceError(
                f"{path}: give a file or one source folder (with a source.toml), so that two are compared"
            )
        source = find_sources([folder])[0]
    else:
        (file,) = given(path, name)
        source = _proposed(file, registry, answers or Answers(), family, encoding, only)
    return form_of(assemble_source(source, registry), source.file, registry)


def _proposed(
    file: Given, registry: Registry, answers: Answers, family: str | None, encoding: str | None, only: Sequence[int]
) -> SourceInput:
    """A file with the facts that would be written beside it."""
    checked = check_file(
        file, registry, family=family, encoding=encoding, only=only, answers=answers, emit=lambda row: None
    )
    checked.close()
    if checked.proposal is None or not checked.proposal.read:
        raise SourceError(checked.message or f"{file.name}: no results found")
    checked.proposal.curation = with_file(checked.proposal.curation, file, encoding)
    curation: Curation = parse_curation(write_toml(checked.proposal, ""), f"{file.name} as proposed")
    with file.open() as stream:
        return SourceInput("source", file.name, stream.read(), curation)


def form_of(done: Assembly, name: str, registry: Registry) -> Form:
    """The results of an assembled page; a value that is printed twice under the same conditions counts once."""
    found: dict[object, FormCell] = {}
    for board in done.leaderboards:
        for result in done.results[board.key]:
            cell = _cell(done, result, registry)
            same = (cell.method, cell.benchmark.key, cell.metric.key, cell.value, tuple(cell.settings.items()))
            found.setdefault(same, cell)
    return Form(name, tuple(sorted(found.values(), key=_page_order)))


def _page_order(cell: FormCell) -> tuple[int, int, str]:
    return cell.place.line or 0, cell.place.column or 0, cell.metric.key


def _cell(done: Assembly, result: Result, registry: Registry) -> FormCell:
    benchmark = done.nodes.benchmarks[result.benchmark]
    labels = {key: concept.label for (_, key), concept in done.nodes.concepts.items() if key in benchmark.datasets}
    unit = (done.nodes.units.get(result.unit) or registry.units[result.unit]) if result.unit else None
    return FormCell(
        result.printed_method,
        result.method,
        tuple(labels.get(key, key) for key in benchmark.datasets),
        benchmark,
        done.nodes.metrics[result.metric],
        result.value,
        result.printed,
        result.places[0],
        unit,
        {setting.name: setting.value for setting in result.settings},
    )


def compare_forms(a: Form, b: Form) -> FormsCompared:
    """Hold two forms against each other, cell by cell."""
    buckets: dict[object, list[int]] = defaultdict(list)
    for number, cell in enumerate(b.cells):
        for key in _bucket_keys(cell):
            buckets[key].append(number)
    best_of_a: dict[int, dict[int, tuple[TakenForOne, ...]]] = {}
    best_of_b: dict[int, dict[int, tuple[TakenForOne, ...]]] = defaultdict(dict)
    for number, cell in enumerate(a.cells):
        near = dict.fromkeys(other for key in _bucket_keys(cell) for other in buckets.get(key, ()))
        fitting = {other: taken for other in near if (taken := _fits(cell, b.cells[other])) is not None}
        best_of_a[number] = fitting
        for other, taken in fitting.items():
            best_of_b[other][number] = taken
    pairs: list[FormPair] = []
    paired_a: set[int] = set()
    paired_b: set[int] = set()
    for number, fitting in best_of_a.items():
        best = _best(fitting)
        if best is not None and _best(best_of_b[best]) == number:
            paired_a.add(number)
            paired_b.add(best)
            pairs.append(_pair(a.cells[number], b.cells[best], fitting[best]))
    left_a = [n for n in range(len(a.cells)) if n not in paired_a]
    left_b = [n for n in range(len(b.cells)) if n not in paired_b]
    unclear_a = [n for n in left_a if any(other not in paired_b for other in best_of_a[n])]
    unclear_b = [n for n in left_b if any(other not in paired_a for other in best_of_b.get(n, ()))]
    found = FormsCompared(
        a,
        b,
        tuple(pairs),
        tuple(a.cells[n] for n in left_a if n not in set(unclear_a)),
        tuple(b.cells[n] for n in left_b if n not in set(unclear_b)),
        (*(a.cells[n] for n in unclear_a), *(b.cells[n] for n in unclear_b)),
    )
    return replace(found, pairs=_with_elsewhere(found))


def _best(fitting: Mapping[int, Sequence[TakenForOne]]) -> int | None:
    """The one cell that fits with the fewest conditions taken for one; None where several do."""
    least = min((len(taken) for taken in fitting.values()), default=0)
    best = [number for number, taken in fitting.items() if len(taken) == least]
    return best[0] if len(best) == 1 else None


def _bucket_keys(cell: FormCell) -> list[tuple[object, ...]]:
    what = (tuple(sorted(map(letters, cell.datasets))), letters(cell.benchmark.subset or ""))
    return [("key", cell.method_key, *what), ("letters", letters(cell.method), *what)]


def letters(text: str) -> str:
    """A name without case, blanks, hyphens and the like; what stands between two digits stays.

    >>> letters("Qwen2.5-VL_7B") == letters("qwen2.5 VL-7b"), letters("T5-1.1") == letters("T51.1")
    (True, False)
    """
    return re.sub(r"(?<!\d)[\s_–—-]+|[\s_–—-]+(?!\d)", "", text.casefold())


def _fits(a: FormCell, b: FormCell) -> tuple[TakenForOne, ...] | None:
    """What has to be taken for one so that the two cells are the same cell; None where they are not."""
    taken: list[TakenForOne] = []
    if a.method_key != b.method_key:
        taken.append(TakenForOne("method", a.method, b.method))
    if a.benchmark.datasets != b.benchmark.datasets and a.datasets != b.datasets:
        taken.append(TakenForOne("data set", ", ".join(a.datasets), ", ".join(b.datasets)))
    if a.benchmark.subset != b.benchmark.subset:
        taken.append(TakenForOne("part", a.benchmark.subset, b.benchmark.subset))
    for what, mine, other in (
        ("version", a.benchmark.version, b.benchmark.version),
        ("split", a.benchmark.split, b.benchmark.split),
    ):
        kinds = (a.benchmark.split_kind, b.benchmark.split_kind)
        alike = what == "split" and kinds[0] is not None and kinds[0] == kinds[1]
        if mine is not None and other is not None and letters(mine) != letters(other) and not alike:
            return None
        if mine != other:
            taken.append(TakenForOne(what, mine, other))
    if a.metric.key != b.metric.key:
        if a.metric.key != b.metric.broader and b.metric.key != a.metric.broader:
            return None
        taken.append(TakenForOne("metric", a.metric.label, b.metric.label))
    both = a.settings.keys() & b.settings.keys()
    if any(a.settings[name] != b.settings[name] for name in both):
        return None
    taken += [TakenForOne(f"setting {name}", a.settings.get(name), b.settings.get(name))
              for name in sorted(a.settings.keys() ^ b.settings.keys())]  # fmt: skip
    if (a.unit is None) != (b.unit is None):
        taken.append(TakenForOne("unit", _label(a.unit), _label(b.unit)))
    return tuple(taken)


def _pair(a: FormCell, b: FormCell, taken: tuple[TakenForOne, ...]) -> FormPair:
    measured = _measured(a, b)
    if measured is None:
        return FormPair(a, b, Outcome.DIFFER, (*taken, TakenForOne("unit", _label(a.unit), _label(b.unit))))
    (x, step_x), (y, step_y) = measured
    if x == y:
        outcome = Outcome.SAME
    else:
        # Told with fewer digits: the coarser value is the finer one rounded.
        is_rounding = step_x != step_y and abs(EXACT.subtract(x, y)) * 2 <= max(step_x, step_y)
        outcome = Outcome.ROUNDED if is_rounding else Outcome.DIFFER
    return FormPair(a, b, outcome, taken)


def _label(unit: Unit | None) -> str | None:
    return unit.label if unit else None


def _measured(a: FormCell, b: FormCell) -> tuple[tuple[Decimal, Decimal], tuple[Decimal, Decimal]] | None:
    """Both values, each with one unit of its last digit, in one unit; as printed where a unit is not known."""
    steps = [Decimal(1).scaleb(int(cell.value.as_tuple().exponent)) for cell in (a, b)]
    if a.unit is None or b.unit is None or a.unit.key == b.unit.key:
        return (a.value, steps[0]), (b.value, steps[1])
    admitted = {*a.metric.admissible_units, *b.metric.admissible_units}
    if not {a.unit.key, b.unit.key} <= admitted:
        return None
    base = min(a.unit.multiplier, b.unit.multiplier)
    try:
        first = converted(a.value, a.unit.multiplier, base), converted(steps[0], a.unit.multiplier, base)
        second = converted(b.value, b.unit.multiplier, base), converted(steps[1], b.unit.multiplier, base)
    except (Inexact, InvalidOperation):
        return None
    return first, second


def _with_elsewhere(found: FormsCompared) -> tuple[FormPair, ...]:
    """Pairs that differ, with the cell of the same method where the other form has that value, if it is one."""
    by_method: dict[tuple[str, str], list[FormCell]] = defaultdict(list)
    for side, form in (("A", found.a), ("B", found.b)):
        for cell in form.cells:
            by_method[side, letters(cell.method)].append(cell)

    def holding(side: str, own: FormCell, other: FormCell) -> Iterable[tuple[str, FormCell]]:
        cells = [c for c in by_method[side, letters(own.method)] if c.value == other.value and c != own]
        return [(side, cells[0])] if len(cells) == 1 else []

    return tuple(
        replace(pair, elsewhere=(*holding("A", pair.a, pair.b), *holding("B", pair.b, pair.a)))
        if pair.outcome is Outcome.DIFFER
        else pair
        for pair in found.pairs
    )
