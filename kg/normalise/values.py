"""A printed score -> an exact decimal with its fine print, or a refusal with its reason.

Rules, in the order they are tried:

1. Empty cells and the missing marks of :data:`~kg.read.look.MISSING_MARKS` are missing, never 0; so is "--*".
2. Emphasis, medals, footnote marks and references ("†", "[12]", a trailing "*") are taken off and kept as marks
   (raised digits are refused: 10² may be a note or a power).
3. Digits with a decimal point; a comma, apostrophe, space or thin space only as a thousands mark, in groups of
   three ("3,027" is 3027: whether the column means hundredths is a fact about the column). A decimal comma
   only where the page is known to use it.
4. ``a ± b`` is a value with an uncertainty of unknown kind, ``a [b, c]`` one with an interval around it,
   ``a (text)`` one with a qualifier, ``a (+b)`` and ``a ↑b`` one with a printed change. ``a (b)`` is a value with
   an uncertainty, or with its rank, only where the page is known to print it so: see :class:`Brackets`.
5. A "%" or a known unit behind the digits is kept: what the column says of its unit is compared with it.
6. Everything else ("91,4", "<5", "~257", "40-50", "a/b", "2.3k", "nan") is refused: what it means is not stated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Context, Decimal, Inexact, InvalidOperation
from enum import StrEnum
from functools import lru_cache

from kg.read.look import MISSING_MARKS, plain, without_symbols

#: Digits of precision for exact arithmetic; Inexact is trapped, so nothing is ever rounded.
EXACT = Context(prec=200, traps=[Inexact, InvalidOperation])

_MAX_DIGITS = 60
#: Tables print the same cells over and over, and several rooms ask what a cell is: answers on so many short
#: texts are remembered. The rules are pure, so that this changes nothing but the time.
_REMEMBERED = 1 << 14
_SHORT = 64
_SIGNS = str.maketrans({"−": "-", "﹣": "-", "－": "-", "＋": "+", "％": "%", "（": "(", "）": ")", "，": ","})
_MARKS = "*†‡§¶#"
#: Letters that are typed or recognised for a digit; B and S are not among them: 7B is a size, 5S may be seconds.
_LOOKALIKES = str.maketrans({"O": "0", "o": "0", "О": "0", "о": "0", "l": "1", "I": "1"})
#: Nine cells of ten: digits with nothing around them, which no rule below reads otherwise.
_ONLY_DIGITS = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")
_PLAIN = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?")
_POWER = re.compile(r"(?P<base>[+-]?\d+(?:\.\d+)?)\s*(?:[×x*·]|\\times)\s*10\^\{?(?P<power>[+-]?\d{1,2})\}?")
# No number begins with the group "0": 0,914 has a decimal comma.
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?P<mark>[,'’\u00a0\u2009\u202f ])\d{3})(?:(?P=mark)\d{3})*(?:\.\d+)?")
_COMMA = re.compile(r"[+-]?(?:\d{1,3}(?:[. \u2009\u202f]\d{3})+|\d*)(?:,\d+)?")
_FOOTNOTE = re.compile(
    rf"(?P<rest>.*[\d.%)\]])\s*(?P<mark>[{_MARKS}]+|\^\{{?[a-z*†‡§]\}}?|\[\^?[\d,\s]{{1,7}}\]|\[\^\w+\])"
)
_PLUS_MINUS = re.compile(r"(?P<value>[^±]+?)\s*(?:_?\{?\s*)?\(?(?:±|\+/-|\+-|\\pm)\s*(?P<spread>[^±()]+?)\s*\}?\)?")
_IN_BRACKETS = re.compile(r"(?P<value>[^\s()]+)\s*\(\s*(?P<spread>[\d.,]+)\s*%?\s*\)")
_RANKED = re.compile(r"(?P<value>[^\s()]+)\s*\(\s*(?P<rank>[1-9]\d{0,4})\s*\)")
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?"
_WITHIN = re.compile(
    rf"(?P<value>[^\s()\[\]]+)\s*[(\[]\s*(?:(?P<level>\d{{2}}(?:\.\d+)?)\s*%\s*)?(?:CI\s*:?\s*)?(?P<low>{_NUMBER})\s*%?"
    rf"\s*(?:,\s+|;\s*|\s+to\s+|\s*[-–—]\s*|,(?=[+-]?\d*\.))(?P<high>{_NUMBER})\s*%?\s*[)\]]",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?P<value>[^\s()↑↓]+)\s*(?P<change>\(\s*[+-]\s*[\d.]+\s*%?\s*\)|\(?\s*[↑↓⬆⬇▲▼]\s*[\d.]*\s*%?\s*\)?)"
)
_QUALIFIED = re.compile(r"(?P<value>[^\s()]+)\s*\((?P<qualifier>[^()]*[^\d\s.,%()+-][^()]*|\d+\+\+?\d+)\)")
_WITH_UNIT = re.compile(r"(?P<digits>[^A-Za-zµ°Å‰$€£]+?)\s*(?P<unit>(?:[A-Za-zµ°Å‰][\w/%.·²-]*))")
_PRICED = re.compile(r"(?P<unit>[$€£])\s*(?P<digits>[\d.,]+)")


class Brackets(StrEnum):
    """What a number in brackets behind a value is, on a page that is known to print one: "91.4 (2)"."""

    UNCERTAINTY = "uncertainty"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Number:
    """A typed score. ``grouped`` tells that thousands marks were printed; ``percent`` a "%".

    ``lower`` and ``upper`` are an interval printed beside the value, ``level`` the confidence
    level printed in it ("95% CI"). ``remark`` is a printed text that qualifies nothing, such as a
    change ("+1.3") or a second value with its own condition. ``unit`` is the unit behind the digits.
    """

    value: Decimal
    grouped: bool = False
    percent: bool = False
    uncertainty: Decimal | None = None
    qualifier: str | None = None
    mark: str | None = None
    lower: Decimal | None = None
    upper: Decimal | None = None
    level: Decimal | None = None
    remark: str | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a printed text is no score: a stable rule name, the reason and the remedy."""

    rule: str
    reason: str
    remedy: str


def is_missing(printed: str) -> bool:
    """True for a value cell that says that there is no result."""
    return _short_missing(printed) if len(printed) <= _SHORT else _missing(printed)


def _missing(printed: str) -> bool:
    if _ONLY_DIGITS.fullmatch(printed):
        return False
    text, _ = plain(printed)
    if text.casefold() in MISSING_MARKS:
        return True
    unmarked = text.rstrip(_MARKS).strip()
    return unmarked != "" and unmarked.casefold() in MISSING_MARKS


_short_missing = lru_cache(maxsize=_REMEMBERED)(_missing)


def parse_number(
    printed: str,
    *,
    decimal_comma: bool = False,
    is_unit: Callable[[str], bool] | None = None,
    brackets: Brackets | None = None,
) -> Number | Refusal:
    """Read one value cell that is not missing; the value is what the digits say, unscaled.

    ``decimal_comma`` says that the page writes 91,4 for 91.4; ``is_unit`` knows the spellings of
    units (None: no unit but "%" is looked for); ``brackets`` says what a number in brackets behind a
    value is.
    """
    read = _short_number if len(printed) <= _SHORT else _number
    return read(printed, decimal_comma, is_unit, brackets)


def _number(
    printed: str, decimal_comma: bool, is_unit: Callable[[str], bool] | None, brackets: Brackets | None
) -> Number | Refusal:
    if not decimal_comma and _ONLY_DIGITS.fullmatch(printed):
        return Number(Decimal(printed))
    text, emphasis = plain(printed)
    if "~~" in emphasis or "s" in emphasis:
        return Refusal(
            "struck-out", "the value is struck out", "print the value that holds, or a missing mark such as —"
        )
    text, medals = without_symbols(text.translate(_SIGNS))
    text = _inner(text)
    marks = list(medals)
    while not _is_interval(text) and (noted := _FOOTNOTE.fullmatch(text)):
        text = _inner(noted["rest"].strip())
        marks.insert(0, noted["mark"])
    mark = " ".join(marks) or None
    if decimal_comma and _is_interval(pointed := _pointed(text)):
        text, decimal_comma = pointed, False
    if brackets is Brackets.UNCERTAINTY and (found := _IN_BRACKETS.fullmatch(text)):
        return _with_spread(found, decimal_comma, is_unit, mark) or _refuse(printed)
    if brackets is Brackets.RANK and (found := _RANKED.fullmatch(text)):
        number = _bare(_inner(found["value"]), decimal_comma, is_unit)
        return replace(number, remark=f"rank {found['rank']}", mark=mark) if number else _refuse(printed)
    return _dressed(text, decimal_comma, is_unit, mark) or _refuse(printed)


_short_number = lru_cache(maxsize=_REMEMBERED)(_number)


def _inner(text: str) -> str:
    """The text without emphasis that was hidden by marks around it ("**91.4***" is "**91.4**" and "*")."""
    return plain(text)[0]


def _dressed(text: str, comma: bool, is_unit: Callable[[str], bool] | None, mark: str | None) -> Number | None:
    """A number with what is printed beside it."""
    if _is_interval(text) and (found := _WITHIN.fullmatch(text)):
        return _with_interval(found, comma, is_unit, mark)
    if found := _PLUS_MINUS.fullmatch(text):
        return _with_spread(found, comma, is_unit, mark)
    if found := _CHANGE.fullmatch(text):
        number = _bare(_inner(found["value"]), comma, is_unit)
        return number and replace(number, remark=found["change"].strip("() "), mark=mark)
    if found := _QUALIFIED.fullmatch(text):
        number = _bare(_inner(found["value"]), comma, is_unit)
        qualifier = found["qualifier"].strip()
        if number is None:
            return None
        # "17.1 (16.1 with cache)": another value under another condition says nothing of this one.
        if re.match(rf"{_NUMBER}\s+\D", qualifier):
            return replace(number, remark=f"({qualifier})", mark=mark)
        return replace(number, qualifier=qualifier, mark=mark)
    number = _bare(text, comma, is_unit)
    return number and replace(number, mark=mark)


def _with_spread(
    found: re.Match[str], comma: bool, is_unit: Callable[[str], bool] | None, mark: str | None
) -> Number | None:
    number = _bare(_inner(found["value"].strip()), comma, is_unit)
    spread = _digits(_inner(found["spread"].strip().rstrip("%").strip()), comma)
    if number is None or spread is None or spread[0] < 0:
        return None
    percent = number.percent or found["spread"].strip().endswith("%")
    return replace(number, uncertainty=spread[0], percent=percent, mark=mark)


def _is_interval(text: str) -> bool:
    """True for "90 [88, 92]"; "91.4 [1, 95]" has references, for the bounds are printed like the value."""
    found = _WITHIN.fullmatch(text)
    if found is None or ("." in found["value"] and not ("." in found["low"] and "." in found["high"])):
        return False
    return _with_interval(found, False, None, None) is not None


def _pointed(text: str) -> str:
    """Decimal commas as points, where no point stands that could part thousands: "0,84 (0,83-0,85)"."""
    return text if "." in text else re.sub(r"(?<=\d),(?=\d)", ".", text)


def _with_interval(
    found: re.Match[str], comma: bool, is_unit: Callable[[str], bool] | None, mark: str | None
) -> Number | None:
    number = _bare(_inner(found["value"]), comma, is_unit)
    low, high = Decimal(found["low"]), Decimal(found["high"])
    if number is None or not low <= number.value <= high:
        return None
    level = EXACT.divide(Decimal(found["level"]), Decimal(100)) if found["level"] else None
    return replace(number, lower=low, upper=high, level=level, mark=mark)


def _bare(text: str, comma: bool, is_unit: Callable[[str], bool] | None) -> Number | None:
    """Digits, with "%" or a unit behind them at most."""
    percent = text.endswith("%")
    digits = _digits(text.rstrip("%").strip(), comma) if text.count("%") <= 1 else None
    if digits is not None:
        return Number(digits[0], grouped=digits[1], percent=percent)
    found = (_WITH_UNIT.fullmatch(text) or _PRICED.fullmatch(text)) if is_unit else None
    if found and is_unit and (len(found["unit"]) > 1 or found["unit"] in "s$€£") and is_unit(found["unit"]):
        digits = _digits(found["digits"].strip(), comma)
        return Number(digits[0], grouped=digits[1], unit=found["unit"]) if digits else None
    return None


def _digits(text: str, comma: bool = False) -> tuple[Decimal, bool] | None:
    """The decimal that the digits spell and whether thousands marks were used; None if unclear."""
    if comma and re.fullmatch(r"[+-]?\d{1,3}(?:\.\d{3})+", text):
        return None  # thousands or thousandths: a page with decimal commas leaves it open
    if comma and "," in text:
        if _COMMA.fullmatch(text) is None:
            return None
        grouped = bool(re.search(r"[. \u2009\u202f]", text))
        text = re.sub(r"[. \u2009\u202f]", "", text).replace(",", ".")
    elif power := _POWER.fullmatch(text):
        text, grouped = f"{power['base']}e{power['power']}", False
    else:
        grouped = _GROUPED.fullmatch(text) is not None
        if grouped:
            text = re.sub(r"[,'’\u00a0\u2009\u202f ]", "", text)
    if _PLAIN.fullmatch(text) is None or len(text) > _MAX_DIGITS or not text.isascii():
        return None
    return Decimal(text), grouped


def _refuse(printed: str) -> Refusal:
    text = plain(printed)[0].translate(_SIGNS)
    if re.fullmatch(r"[+-]?\d+,\d+%?", text):
        return Refusal(
            "ambiguous-comma",
            "a comma that is neither a thousands mark nor declared as a decimal comma",
            'print the value with a decimal point, or write decimal = "comma" at the top of source.toml if all are so',
        )
    if re.match(r"[<>≤≥~≈]", text):
        return Refusal("not-a-value", "an inequality or estimate is not a value", "print the value itself")
    if re.fullmatch(rf"{_NUMBER}\s*%?\s*[/|]\s*{_NUMBER}\s*%?", text):
        return Refusal(
            "several-values",
            "several values in one cell, and the heading does not say which is which",
            'give each value a column of its own, or the column a heading with as many names, such as "F1/EM"',
        )
    if _IN_BRACKETS.fullmatch(text) and not _RANKED.fullmatch(text):
        return Refusal(
            "not-a-number",
            'a number in brackets behind it, and nothing says that it is an uncertainty (brackets = "uncertainty")',
            'write brackets = "uncertainty" at the top of source.toml, if it is one',
        )
    if re.fullmatch(rf"{_NUMBER}\s?[+]\s?{_NUMBER}", text):
        return Refusal(
            "not-a-number",
            "two numbers with a plus between them: a spread or a change, and nothing says which",
            "print a spread as 0.39 ± 0.01, a change as 0.39 (+0.01)",
        )
    if _IN_BRACKETS.fullmatch(text):
        return Refusal(
            "not-a-number",
            "a number in brackets behind the value, and nothing says what it is: "
            'an uncertainty (brackets = "uncertainty") or a rank (brackets = "rank")',
            'write brackets = "uncertainty", or brackets = "rank", at the top of source.toml, as the page means it',
        )
    if letter := _letter_for_digit(text):
        return Refusal("not-a-number", f"the cell is not a number: {letter[0]}", letter[1])
    return Refusal("not-a-number", "the cell is not a number", "print a plain decimal or a missing mark such as —")


def _letter_for_digit(text: str) -> tuple[str, str] | None:
    """What is said of digits with a letter among them that looks like one ("52.1O"), and what to print; else None."""
    letters = list(dict.fromkeys(re.findall(r"[^\W\d_]", text)))
    meant = text.translate(_LOOKALIKES)
    is_number = re.search(r"\d", text) and re.fullmatch(r"[+-]?\d+(?:\.\d+)?%?", meant)
    if not letters or not is_number:
        return None
    told = " and ".join(
        f"the letter {one} stands where the digit {one.translate(_LOOKALIKES)} may be" for one in letters
    )
    return f"{told} meant", f"print {meant} if the paper has it so, else what the paper has"


def scaled(value: Decimal, scale: Decimal | None) -> Decimal:
    """Value x scale, exact, trailing zeros kept (3027 x 0.01 = 30.27, 864 x 0.01 = 8.64)."""
    return value if scale is None else EXACT.multiply(value, scale)


def converted(value: Decimal, multiplier: Decimal, canonical: Decimal) -> Decimal:
    """``value`` in the canonical unit: value x multiplier / canonical multiplier, exact.

    Equal multipliers keep the very digits. Raises :class:`decimal.Inexact` where the quotient has no finite
    decimal (minutes to hours, say): such a unit must not be made canonical.
    """
    if multiplier == canonical:
        return value
    product = EXACT.multiply(value, multiplier)
    return product if canonical == 1 else EXACT.divide(product, canonical)


def lexical(value: Decimal) -> str:
    """The xsd:decimal lexical form: no exponent, trailing zeros kept, a leading digit.

    >>> lexical(Decimal("76.10")), lexical(Decimal("1E-3")), lexical(Decimal("-.5"))
    ('76.10', '0.001', '-0.5')
    """
    return format(value, "f")
