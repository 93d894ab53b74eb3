"""How a page says that its values print what may be off: ± of which kind, over how many runs, in brackets or not."""

from __future__ import annotations

import re
from decimal import Decimal

from kg.intake.context import Context
from kg.model import UncertaintyKind
from kg.normalise.values import Brackets, Number, parse_number
from kg.read.cells import Table

_LEVEL = re.compile(r"(?P<level>\d{2}(?:\.\d+)?)\s*%\s*(?:\w+\s+)?(?:CIs?\b|confidence)", re.IGNORECASE)
_STD = re.compile(r"standard deviations?|\bstd\b|\bs\.?d\.?\b(?=[^a-z])|mean\s*±\s*std", re.IGNORECASE)
_ERROR = re.compile(r"standard errors?|\bstderr\b|\bs\.?e\.?m?\.?\b(?=[^a-z])", re.IGNORECASE)
_RUNS = re.compile(
    r"(?:averaged?|mean|means)\b[^.]{0,40}?\b(?P<n>\d{1,3}|two|three|four|five|ten)\s+(?:random\s+|independent\s+|different\s+)?(?:seeds?|runs|trials)",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}

#: The kinds, by what their names look like in a sentence; in brackets small letters will do as well.
_KINDS = (
    (
        UncertaintyKind.STANDARD_DEVIATION,
        r"(?:\bSDs?\b|\bS\.D\.|(?i:\bstd(?:\.|s\b|\b)(?:\s?dev\w*)?|\bstdev|\bstandard[ -]deviations?\b))",
        r"(?i:SD|S\.D\.|std\.?(?:\s?dev\w*\.?)?|stdev|standard[ -]deviations?)",
    ),
    (
        UncertaintyKind.STANDARD_ERROR,
        r"(?:\bSEM?s?\b|\bS\.E\.|(?i:\bstd\.?\s?err\w*|\bstderr|\bstandard[ -]errors?\b))",
        r"(?i:SEM?|S\.E\.(?:M\.)?|std\.?\s?err\w*\.?|stderr|standard[ -]errors?(?: of the mean)?)",
    ),
)
_CALLED = r"(?i:parenthes[ei]s|parenthetical|(?:round )?brackets)"


def uncertainty_of(context: Context) -> tuple[UncertaintyKind | None, Decimal | None, int | None]:
    """Kind of what stands behind ±, confidence level (0.95), number of runs."""
    kind: UncertaintyKind | None = None
    level: Decimal | None = None
    runs: int | None = None
    for text in (said.text for said in context.texts):
        if found := _LEVEL.search(text):
            kind = kind or UncertaintyKind.CONFIDENCE_INTERVAL
            level = level or Decimal(found["level"]).scaleb(-2)
        elif _STD.search(text):
            kind = kind or UncertaintyKind.STANDARD_DEVIATION
        elif _ERROR.search(text):
            kind = kind or UncertaintyKind.STANDARD_ERROR
        if (found := _RUNS.search(text)) and runs is None:
            runs = _NUMBERS.get(found["n"].lower()) or int(found["n"])
    for name in _level_headings(context.table):
        if found := _LEVEL.search(name):
            level = level or Decimal(found["level"]).scaleb(-2)
            # Headings speak of their own columns: of the table only where no other prints a spread.
            kind = kind or (None if _prints_errors(context.table) else UncertaintyKind.CONFIDENCE_INTERVAL)
    return kind, level, runs


def kind_in_heading(name: str) -> UncertaintyKind | None:
    """What the heading of a column says that its values print behind themselves; it speaks of no other column.

    >>> kind_in_heading("F1 ± SD"), kind_in_heading("F1")
    (<UncertaintyKind.STANDARD_DEVIATION: 'StandardDeviation'>, None)
    >>> kind_in_heading("Dice (95% CI)")
    <UncertaintyKind.CONFIDENCE_INTERVAL: 'ConfidenceInterval'>
    """
    if _LEVEL.search(name):
        return UncertaintyKind.CONFIDENCE_INTERVAL
    behind = next((kind for kind, _, within in _KINDS if re.search(rf"(?:±|\+/-)\s*{within}\b", name)), None)
    return behind or _of_heading(name)


def in_brackets(context: Context) -> UncertaintyKind | None:
    """The kind of the numbers in brackets behind values, where the page announces it: "mean (SD)"; else None.

    Caption, headings and the text next to the table speak of all of it; the headings of columns only where every
    column that prints such numbers has the same. Two kinds announced are none.
    """
    columns = _bracketed(context.table)
    if not columns:
        return None
    near = [said.text for said in context.texts if said.kind in ("caption", "before", "after")]
    told = {kind for text in [*near, *(said.text for said in context.headings)] for kind in _announced(text)}
    if not told and (corner := _of_heading(context.table.columns[0].name)) is not None:
        told = {corner}  # "F1 (std)" over the names of the methods is of all columns
    if not told:
        by_column = {_of_heading(context.table.columns[index].name) for index in columns}
        told = {kind for kind in by_column if kind} if None not in by_column else set()
        if len(told) > 1:
            return UncertaintyKind.UNKNOWN  # each column says its own
    return told.pop() if len(told) == 1 else None


def _announced(text: str) -> set[UncertaintyKind]:
    """The kinds that a text says to stand in brackets; "the standard deviation (SD)" only explains the letters."""
    found = set()
    for kind, name, within in _KINDS:
        forms = (
            rf"(?i:\b(?:means?|averages?|avg\.?|values?|scores?|results?)\b)(?:\s+\w+){{0,2}}\s*\(\s*{within}\s*\)",
            rf"{name}[^.;()]{{0,60}}?\bin\s+{_CALLED}",
            rf"{_CALLED}[^.;()]{{0,40}}?{name}",
        )
        if any(re.search(form, text) for form in forms):
            found.add(kind)
    return found


def _of_heading(name: str) -> UncertaintyKind | None:
    """The kind that stands in brackets in a column's heading: "IoU (std)"; "Surface Distance (SD)" names itself."""
    for kind, _, within in _KINDS:
        if found := re.search(rf"(?P<words>.*\w)\s*\(\s*(?P<kind>{within})\s*\)", name):
            letters, words = found["kind"].casefold(), found["words"].casefold()
            initials = "".join(word[0] for word in re.findall(r"[a-z]+", words))
            return None if initials.endswith(letters) or words.startswith(letters) else kind
    return None


def _level_headings(table: Table) -> list[str]:
    """The headings of columns that give a confidence level, where every column of intervals has one."""
    columns = [
        index
        for index in range(len(table.columns))
        if any(_has_interval(row.cells[index].text) for row in table.rows if index < len(row.cells))
    ]
    names = [table.columns[index].name for index in columns]
    return names if names and len({found[0] if (found := _LEVEL.search(n)) else "" for n in names}) == 1 else []


def _prints_errors(table: Table) -> bool:
    """True where some cell prints a number behind ±, which is no interval."""
    numbers = (parse_number(cell.text) for row in table.rows for cell in row.cells)
    return any(isinstance(number, Number) and number.uncertainty is not None for number in numbers)


def _has_interval(text: str) -> bool:
    number = parse_number(text)
    return isinstance(number, Number) and number.lower is not None


def _bracketed(table: Table) -> list[int]:
    """The columns that print numbers in brackets behind numbers, and nothing else that says what they are."""
    found = []
    for index in range(1, len(table.columns)):
        texts = [row.cells[index].text for row in table.rows]
        if any(_is_bracketed(text) for text in texts):
            found.append(index)
    return found


def _is_bracketed(text: str) -> bool:
    if "(" not in text or isinstance(parse_number(text), Number):
        return False
    number = parse_number(text, brackets=Brackets.UNCERTAINTY)
    return isinstance(number, Number) and number.uncertainty is not None
