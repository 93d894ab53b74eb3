"""From the printed text to the value: every step in order, with its reason."""

from __future__ import annotations

from decimal import Decimal

from kg.explain.document import Block, Rows, Section, Sentence, Value
from kg.explain.teller import Teller
from kg.normalise.values import Brackets, Refusal, lexical, parse_number, scaled
from kg.terms import LB, QUDT

COLUMNS = (("step", "step"), ("gives", "gives"), ("because", "because"), ("certainty", "certainty"))


def steps_section(teller: Teller, result: str, guesses: list[dict[str, str]]) -> Section:
    """The steps of one result; says so where they do not lead to the value in the graph."""
    facts = teller.facts
    printed, value = facts.one(result, LB.printedValue) or "", facts.one(result, LB.value) or ""
    declaration = facts.one(result, LB.declaration) or ""
    rows: list[tuple[Value, ...]] = [("printed", printed, "the cell, as it stands on the page", "printed")]
    has_spread = facts.one(result, LB.uncertainty) is not None
    number = parse_number(printed, brackets=Brackets.UNCERTAINTY if has_spread else Brackets.RANK)
    computed: Decimal | None = None
    if isinstance(number, Refusal):
        rows.append(("digits", "none", number.reason, "not known"))
    else:
        computed = number.value
        rows.append(("digits", lexical(number.value), _marks(printed, number.grouped, number.percent), "by rule"))
        for name, part in (("beside the value", number.qualifier), ("footnote mark", number.mark)):
            if part:
                rows.append((name, part, "kept with the result", "printed"))
        if number.uncertainty is not None:
            rows.append(("spread", lexical(number.uncertainty), "printed behind the value", "printed"))
    scale = facts.one(declaration, LB.scale)
    if scale is not None and computed is not None:
        known = _guess(guesses, "scale")
        computed = scaled(computed, Decimal(scale))
        because = f"the whole column is scaled: {known['evidence'] if known else 'evidence not recorded'}"
        rows.append((f"x scale {scale}", lexical(computed), because, known["certainty"] if known else "not recorded"))
    rows.append(("value", value, "digits x scale, exact" if scale else "the digits as they stand", "by rule"))
    rows.append(_unit_row(teller, result, declaration, guesses))
    rows.append(_normal_row(teller, result, value))
    blocks: list[Block] = [Rows("steps", COLUMNS, tuple(rows))]
    if computed is not None and lexical(computed) != value:
        text = f"The steps give {lexical(computed)}, the graph says {value}: this build and this program differ."
        blocks.append(Sentence("disagreement", text))
    return Section("steps", "From the printed text to the value", tuple(blocks))


def _marks(printed: str, grouped: bool, percent: bool) -> str:
    taken = []
    if grouped:
        taken.append("thousands marks")
    if percent:
        taken.append('the sign "%"')
    if printed.strip()[:1] in "*_~" and printed.strip():
        taken.append("emphasis")
    return f"{' and '.join(taken)} taken off" if taken else "a plain decimal; nothing taken off"


def _guess(guesses: list[dict[str, str]], property: str) -> dict[str, str] | None:
    return next((entry for entry in guesses if entry["property"] == property), None)


def _unit_row(teller: Teller, result: str, declaration: str, guesses: list[dict[str, str]]) -> tuple[Value, ...]:
    unit = teller.facts.one(result, LB.unit)
    if unit is None:
        return ("unit", "not known", "the page states no unit and nobody could tell it", "not known")
    known = _guess(guesses, "declaredUnit")
    if known:
        return ("unit", teller.unit(unit), f"inferred, not printed: {known['evidence']}", known["certainty"])
    if teller.is_inferred(declaration, LB.declaredUnit):
        return ("unit", teller.unit(unit), "inferred, not printed; the evidence is not in this build", "not recorded")
    return ("unit", teller.unit(unit), "stated by the page", "printed")


def _normal_row(teller: Teller, result: str, value: str) -> tuple[Value, ...]:
    facts = teller.facts
    normal = facts.one(result, LB.normalizedValue)
    metric, unit = facts.one(result, LB.metric) or "", facts.one(result, LB.unit)
    canonical = facts.one(metric, LB.canonicalUnit)
    if normal is None:
        if unit is None:
            why = "without a unit there is nothing to convert; the result is not ranked"
        elif canonical is None:
            why = "the metric has no canonical unit; the result is not ranked"
        else:
            why = f"{teller.unit(unit)} is not admissible for {facts.label(metric)}; the result is not ranked"
        return ("normalised", "none", why, "by rule")
    if unit == canonical:
        why = "the unit is the metric's canonical unit: the same digits"
    else:
        factor, other = (facts.one(node, QUDT.conversionMultiplier) if node else None for node in (unit, canonical))
        by = factor if other in (None, "1") else f"{factor} / {other}"
        why = f"{value} x {by}: {teller.unit(unit)} to the metric's canonical unit"
    return ("normalised", f"{normal} {teller.unit(canonical)}", why, "by rule")
