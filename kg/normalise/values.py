"""A printed score -> an exact decimal with its fine print, or a refusal with its reason.

Rules, in the order they are tried:

1. Empty cells and the missing marks of :data:`MISSING_MARKS` are missing, never 0.
2. Emphasis (``**x**``, ``_x_``), a trailing ``%`` and trailing footnote marks are taken off and kept
   (raised digits are refused: 10² may be a note or a power).
3. Digits with a decimal point; a comma, space or thin space only as a thousands mark, in groups
   of three ("3,027" is 3027: whether the column means hundredths is a fact about the column).
4. ``a ± b`` is a value with an uncertainty of unknown kind; ``a (text)`` a value with a qualifier.
5. Everything else ("91,4", "<5", "~257", "40-50", "nan") is refused: what it means is not stated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation

#: Cells that say "no result"; compared without case. "Not recorded" is an index page's own mark.
MISSING_MARKS = frozenset(
    {"", "-", "--", "---", "–", "—", "−", "n/a", "na", "none", "null", "nan", "tba", "tbd", "?"}
) | {
    "not recorded",
    "not reported",
    "not available",
}

#: Digits of precision for exact arithmetic; Inexact is trapped, so nothing is ever rounded.
EXACT = Context(prec=200, traps=[Inexact, InvalidOperation])

_MAX_DIGITS = 60
_SIGNS = str.maketrans({"−": "-", "﹣": "-", "－": "-", "＋": "+"})
_PLAIN = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:(?P<mark>[,\u00a0\u2009\u202f ])\d{3})(?:(?P=mark)\d{3})*(?:\.\d+)?")
_EMPHASIS = re.compile(r"(\*\*|__|\*|_|~~)(?P<inner>.+)\1")
_FOOTNOTE = re.compile(r"(?P<rest>.*[\d.%)])(?P<mark>[*†‡§¶#]+)")
_PLUS_MINUS = re.compile(r"(?P<value>[^±]+?)\s*(?:±|\+/-|\+-)\s*(?P<spread>[^±]+)")
_QUALIFIED = re.compile(r"(?P<value>\S+)\s*\((?P<qualifier>[^()]*[^\d\s.,%()+-][^()]*|\d+\+\+?\d+)\)")


@dataclass(frozen=True, slots=True)
class Number:
    """A typed score. ``grouped`` tells that thousands marks were printed; ``percent`` a "%"."""

    value: Decimal
    grouped: bool = False
    percent: bool = False
    uncertainty: Decimal | None = None
    qualifier: str | None = None
    mark: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a printed text is no score: a stable rule name, the reason and the remedy."""

    rule: str
    reason: str
    remedy: str


def is_missing(printed: str) -> bool:
    """True for a value cell that says that there is no result."""
    return printed.strip().casefold() in MISSING_MARKS


def parse_number(printed: str) -> Number | Refusal:
    """Read one value cell that is not missing; the value is what the digits say, unscaled."""
    text = printed.strip().translate(_SIGNS)
    if emphasis := _EMPHASIS.fullmatch(text):
        text = emphasis["inner"].strip()
    mark = qualifier = None
    spread: Decimal | None = None
    if noted := _FOOTNOTE.fullmatch(text):
        text, mark = noted["rest"].strip(), noted["mark"]
    if qualified := _QUALIFIED.fullmatch(text):
        text, qualifier = qualified["value"], qualified["qualifier"].strip()
    elif with_spread := _PLUS_MINUS.fullmatch(text):
        text = with_spread["value"].strip()
        parsed = _digits(with_spread["spread"].strip().rstrip("%").strip())
        if parsed is None or parsed[0] < 0:
            return _refuse(printed)
        spread = parsed[0]
    percent = text.endswith("%")
    digits = _digits(text.rstrip("%").strip()) if text.count("%") <= 1 else None
    if digits is None:
        return _refuse(printed)
    value, grouped = digits
    return Number(value, grouped=grouped, percent=percent, uncertainty=spread, qualifier=qualifier, mark=mark)


def _digits(text: str) -> tuple[Decimal, bool] | None:
    """The decimal that the digits spell and whether thousands marks were used; None if unclear."""
    grouped = _GROUPED.fullmatch(text) is not None
    if grouped:
        text = re.sub(r"[,\u00a0\u2009\u202f ]", "", text)
    elif _PLAIN.fullmatch(text) is None:
        return None
    if len(text) > _MAX_DIGITS or not text.isascii():
        return None
    return Decimal(text), grouped


def _refuse(printed: str) -> Refusal:
    text = printed.strip()
    if re.fullmatch(r"[+-]?\d+,\d+", text):
        return Refusal(
            "ambiguous-comma",
            "a comma that is neither a thousands mark nor declared as a decimal comma",
            "print the value with a decimal point",
        )
    if re.match(r"[<>≤≥~≈]", text):
        return Refusal("not-a-value", "an inequality or estimate is not a value", "print the value itself")
    return Refusal("not-a-number", "the cell is not a number", "print a plain decimal or a missing mark such as —")


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
