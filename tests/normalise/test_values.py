"""Printed scores become exact decimals, or are refused with a reason; nothing is guessed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.normalise.values import Number, Refusal, converted, is_missing, lexical, parse_number, scaled


@pytest.mark.parametrize(
    ("printed", "digits"),
    [
        ("32.42", "32.42"),
        ("8", "8"),
        ("76.10", "76.10"),
        ("0.0", "0.0"),
        (".909", "0.909"),
        ("−3.5", "-3.5"),
        ("+1.5", "1.5"),
        ("3,027", "3027"),
        ("1,234,567.5", "1234567.5"),
        ("1 234.5", "1234.5"),
        ("**50.3**", "50.3"),
        ("_50.3_", "50.3"),
        ("1e-3", "0.001"),
        ("12345.678912345", "12345.678912345"),
    ],
)
def test_printed_digits_are_kept_to_the_last(printed: str, digits: str) -> None:
    number = parse_number(printed)
    assert isinstance(number, Number)
    assert lexical(number.value) == digits


def test_thousands_marks_are_told_apart_from_plain_digits() -> None:
    assert parse_number("3,027") == Number(Decimal(3027), grouped=True)
    assert parse_number("92") == Number(Decimal(92))


@pytest.mark.parametrize(
    ("printed", "rule"),
    [
        ("91,4", "ambiguous-comma"),
        ("12,34", "ambiguous-comma"),
        ("1,23,456", "not-a-number"),
        ("<5", "not-a-value"),
        ("~257", "not-a-value"),
        ("≥ 90", "not-a-value"),
        ("40-50", "not-a-number"),
        ("banana", "not-a-number"),
        ("inf", "not-a-number"),
        ("10²", "not-a-number"),
        ("5 (3)", "not-a-number"),
        ("1.2.3", "not-a-number"),
        ("٣", "not-a-number"),
        ("70 ± -1", "not-a-number"),
        ("9" * 70, "not-a-number"),
    ],
)
def test_what_is_unclear_is_refused_with_a_rule(printed: str, rule: str) -> None:
    refusal = parse_number(printed)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert refusal.remedy


def test_fine_print_is_taken_off_and_kept() -> None:
    assert parse_number("70.1 ± 0.3") == Number(Decimal("70.1"), uncertainty=Decimal("0.3"))
    assert parse_number("70.0 (07+12)") == Number(Decimal("70.0"), qualifier="07+12")
    assert parse_number("70.0 (w/o TTA)") == Number(Decimal("70.0"), qualifier="w/o TTA")
    assert parse_number("91.4*") == Number(Decimal("91.4"), mark="*")
    assert parse_number("91.4%") == Number(Decimal("91.4"), percent=True)


@pytest.mark.parametrize("printed", ["", "—", "-", "–", "n/a", "N/A", "NaN", "Not recorded", "TBD"])
def test_missing_marks_are_missing(printed: str) -> None:
    assert is_missing(printed)


@pytest.mark.parametrize("printed", ["0", "0.0", "-1", "92"])
def test_a_number_is_never_missing(printed: str) -> None:
    assert not is_missing(printed)


def test_scale_is_exact_and_keeps_trailing_zeros() -> None:
    assert lexical(scaled(Decimal("3027"), Decimal("0.01"))) == "30.27"
    assert lexical(scaled(Decimal("1360"), Decimal("0.01"))) == "13.60"
    assert lexical(scaled(Decimal("92"), Decimal("0.01"))) == "0.92"
    assert lexical(scaled(Decimal("76.10"), None)) == "76.10"


def test_conversion_is_exact_decimal_arithmetic() -> None:
    percent, fraction, millisecond, second = Decimal("0.01"), Decimal(1), Decimal("0.001"), Decimal(1)
    assert lexical(converted(Decimal("91.4"), percent, fraction)) == "0.914"
    assert lexical(converted(Decimal("0.914"), fraction, fraction)) == "0.914"
    assert lexical(converted(Decimal("135.5"), millisecond, second)) == "0.1355"
    # 38 digits survive, where the default context would round to 28
    wide = Decimal("12345678901234567890.123456789012345678")
    assert lexical(converted(wide, percent, fraction)) == "123456789012345678.90123456789012345678"


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9))
def test_every_plain_decimal_comes_back_with_its_digits(value: Decimal) -> None:
    number = parse_number(lexical(value))
    assert isinstance(number, Number)
    assert lexical(number.value) == lexical(value)


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_a_refusal(text: str) -> None:
    number = parse_number(text)
    if isinstance(number, Number):
        assert number.value.is_finite()
        assert len(lexical(number.value)) < 200
