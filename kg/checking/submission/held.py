"""Submitted rows held against each other and against what is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal

from kg.arithmetic.printing import rounded
from kg.checking.submission.findings import Findings
from kg.checking.submission.names import Place
from kg.checking.submission.recorded import Known, Recorded
from kg.checking.submission.rows import Text
from kg.normalise.values import lexical
from kg.registry.near import near_names

#: A recorded value this many times larger or smaller is of another scale.
_APART = 20


@dataclass(frozen=True, slots=True)
class Submitted:
    """A row of which everything needed is known; ``named`` is where the name of each setting stands."""

    line: int
    value: Text
    number: Decimal
    normalized: Decimal | None
    method: str
    metric: str
    benchmark: str
    settings: frozenset[tuple[str, str]]
    paper: str | None
    named: Mapping[str, Text] = field(default_factory=dict, compare=False)


class Held:
    """Compares the rows of one file."""

    def __init__(self, recorded: Recorded, findings: Findings) -> None:
        self.recorded, self.findings = recorded, findings
        self.seen: dict[tuple[object, ...], Submitted] = {}

    def share(self, cell: Text, number: Decimal, factor: Decimal, place: Place) -> None:
        """Says where a value is no share of the benchmark's items."""
        assert place.benchmark is not None
        assert place.metric is not None
        metric = self.recorded.registry.metrics.get(place.metric.rpartition("/")[2])
        items = place.benchmark.items
        if metric is None or not metric.counts_items or not items:
            return
        near = (number * factor * items).to_integral_value(ROUND_HALF_UP)
        expected = rounded(near / items / factor, number)
        if expected != number:
            told = f"{cell.text} is not k/{items} for any whole k; the nearest is {lexical(expected)} ({near}/{items})"
            self.findings.add("S23", cell.line, [cell], cell.text, lexical(expected), told)

    def twice(self, submitted: Submitted) -> None:
        """Says where a file holds a result twice."""
        key = (submitted.method, submitted.metric, submitted.benchmark, submitted.settings, submitted.paper)
        first = self.seen.setdefault(key, submitted)
        if first is submitted:
            return
        same = first.number == submitted.number
        told = f"line {first.line} holds it as {first.value.text}, line {submitted.line} as {submitted.value.text}"
        self.findings.add(
            "S17",
            submitted.line,
            [submitted.value, first.value],
            submitted.value.text,
            first.value.text if not same else "one row",
            told,
            severity="Warning" if same else None,
        )

    def compare(self, submitted: Submitted) -> None:
        """Hold a row against what is recorded of the same benchmark and metric."""
        known = [k for k in self.recorded.known(submitted.benchmark) if k.metric == submitted.metric]
        self._scale(submitted, known)
        same = [k for k in known if k.method == submitted.method and k.settings == submitted.settings]
        equal = [k for k in same if _equal(k, submitted)]
        cell = submitted.value
        if equal:
            told = f"{cell.text} is recorded already, as {equal[0].printed} ({equal[0].place})"
            self.findings.add("S14", cell.line, [cell], cell.text, "a new result", told)
            return
        for other in same[:3]:
            told = f"{cell.text} here, {other.printed} recorded ({other.place})"
            contradicts = submitted.paper is not None and submitted.paper == other.paper
            self.findings.add("S15" if contradicts else "S16", cell.line, [cell], cell.text, other.printed, told)
        if not same and known and all(k.settings != submitted.settings for k in known):
            kinds = sorted({_settings_told(k.settings) for k in known})
            mine = _settings_told(submitted.settings)
            others = " or ".join(kinds[:3])
            told = f"the row records {mine}, the recorded results {others}: it is ranked apart from them"
            told += _slips(submitted.settings, known)
            at = _only_here(submitted, known) or [cell]
            self.findings.add("S19", at[0].line, at, mine, others, told)

    def _scale(self, submitted: Submitted, known: Sequence[Known]) -> None:
        values = [k.normalized for k in known if k.normalized is not None and k.normalized > 0]
        mine = submitted.normalized
        if len(values) < 3 or mine is None or mine <= 0:
            return
        for factor, meant in ((100, mine * 100), (Decimal("0.01"), mine / 100)):
            apart = min(values) / mine if factor == 100 else mine / max(values)
            if apart >= _APART and min(values) / 2 <= meant <= max(values) * 2:
                told = (
                    f"{submitted.value.text} is {apart.quantize(Decimal(1))} times away from the nearest of "
                    f"{len(values)} recorded values; {factor} x {submitted.value.text} would be among them"
                )
                expected = lexical((submitted.number * factor).normalize())
                self.findings.add("S12", submitted.line, [submitted.value], submitted.value.text, expected, told)


def _equal(known: Known, submitted: Submitted) -> bool:
    if known.normalized is not None and submitted.normalized is not None:
        return known.normalized == submitted.normalized
    return known.value == submitted.number


def _only_here(mine: Submitted, known: Sequence[Known]) -> list[Text]:
    """Where the settings stand that no recorded result has; none where the row only lacks some of theirs."""
    recorded = {setting for k in known for setting in k.settings}
    return list(dict.fromkeys(mine.named[name] for name, _ in sorted(mine.settings - recorded)))


def _slips(mine: frozenset[tuple[str, str]], known: Sequence[Known]) -> str:
    """The names of settings that no recorded result has and that are nearly one of theirs."""
    recorded = {name for k in known for name, _ in k.settings}
    near = [
        (name, found[0]) for name, _ in sorted(mine) if name not in recorded and (found := near_names(name, recorded))
    ]
    return "".join(f"; {name!r} is near {other!r}: write that if it is meant" for name, other in near)


def _settings_told(settings: frozenset[tuple[str, str]]) -> str:
    return "; ".join(f"{name}={value}" for name, value in sorted(settings)) or "no settings"
