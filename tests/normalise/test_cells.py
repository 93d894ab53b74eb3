"""Every awkward way of printing a score that pages were seen to use: one rule each, read by eye."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.normalise.values import Number, Refusal, is_missing, lexical, parse_number
from kg.read.look import plain, visible, without_symbols

D = Decimal
UNITS = {"ms", "s", "mm", "$", "s/im", "GB", "%", "m"}


def unit(text: str) -> bool:
    return text in UNITS


@pytest.mark.parametrize(
    ("printed", "number"),
    [
        ("0.904 [0.881, 0.922]", Number(D("0.904"), lower=D("0.881"), upper=D("0.922"))),
        ("0.9 (0.881 to 0.922)", Number(D("0.9"), lower=D("0.881"), upper=D("0.922"))),
        ("0.9 (95% CI 0.881–0.922)", Number(D("0.9"), lower=D("0.881"), upper=D("0.922"), level=D("0.95"))),
        ("90.1 (95% CI: 88.2, 91.9)*", Number(D("90.1"), lower=D("88.2"), upper=D("91.9"), level=D("0.95"), mark="*")),
        ("90 [88, 92]", Number(D("90"), lower=D("88"), upper=D("92"))),
        ("-0.5 [-0.7, -0.3]", Number(D("-0.5"), lower=D("-0.7"), upper=D("-0.3"))),
        ("91.4 [1, 95]", Number(D("91.4"), mark="[1, 95]")),
        ("91 [12]", Number(D("91"), mark="[12]")),
        ("91.4[^1]", Number(D("91.4"), mark="[^1]")),
        ("91.2 (+1.3)", Number(D("91.2"), remark="+1.3")),
        ("91.2 (−0.4)", Number(D("91.2"), remark="-0.4")),
        ("91.2 ↑1.3", Number(D("91.2"), remark="↑1.3")),
        ("91.2 ↑", Number(D("91.2"), remark="↑")),
        ("17.1(16.1 with a cache)", Number(D("17.1"), remark="(16.1 with a cache)")),
        ("91.2 (3-shot)", Number(D("91.2"), qualifier="3-shot")),
        ("70.0 (07++12)", Number(D("70.0"), qualifier="07++12")),
        ("**91.4***", Number(D("91.4"), mark="*")),
        ("***91.4***", Number(D("91.4"))),
        ("**_91.4_**", Number(D("91.4"))),
        ("<b><u>91.4</u></b>", Number(D("91.4"))),
        ("`91.4`", Number(D("91.4"))),
        ("\\textbf{91.4}", Number(D("91.4"))),
        ("$91.2 \\pm 0.3$", Number(D("91.2"), uncertainty=D("0.3"))),
        ("91.4_{±0.3}", Number(D("91.4"), uncertainty=D("0.3"))),
        ("91.4 (±0.3)", Number(D("91.4"), uncertainty=D("0.3"))),
        ("**91.4** ± 0.3", Number(D("91.4"), uncertainty=D("0.3"))),
        ("91.4+/-0.3", Number(D("91.4"), uncertainty=D("0.3"))),
        ("91.2% ± 0.3%", Number(D("91.2"), percent=True, uncertainty=D("0.3"))),
        ("91.2 ± 0.3%", Number(D("91.2"), percent=True, uncertainty=D("0.3"))),
        ("5.0 ± .1*", Number(D("5.0"), uncertainty=D("0.1"), mark="*")),
        ("🥇 91.2", Number(D("91.2"), mark="🥇")),
        ("91.2 🏆", Number(D("91.2"), mark="🏆")),
        ("91.4 †‡", Number(D("91.4"), mark="†‡")),
        ("\ufeff91.4", Number(D("91.4"))),
        ("9\u200b1.4", Number(D("91.4"))),
        ("91.4\u00a0%", Number(D("91.4"), percent=True)),
        ("91．4".replace("．", "."), Number(D("91.4"))),
        ("−1", Number(D("-1"))),
        (".909", Number(D("0.909"))),
        ("07.50", Number(D("7.50"))),
        ("0.0", Number(D("0.0"))),
        ("1.2×10^-3", Number(D("0.0012"))),
        ("1'234.5", Number(D("1234.5"), grouped=True)),
        ("12\u202f345", Number(D("12345"), grouped=True)),
        ("6.58 mm", Number(D("6.58"), unit="mm")),
        ("35ms", Number(D("35"), unit="ms")),
        ("0.038 s/im", Number(D("0.038"), unit="s/im")),
        ("$0.02", Number(D("0.02"), unit="$")),
        ("9.1GB", Number(D("9.1"), unit="GB")),
    ],
)
def test_a_score_and_its_fine_print(printed: str, number: Number) -> None:
    assert parse_number(printed, is_unit=unit) == number


@pytest.mark.parametrize(
    ("printed", "rule"),
    [
        ("0,914", "ambiguous-comma"),
        ("91,4%", "ambiguous-comma"),
        ("~~91.2~~", "struck-out"),
        ("<s>91.2</s>", "struck-out"),
        ("91.2/88.3", "several-values"),
        ("91.2 | 88.3", "several-values"),
        ("~257", "not-a-value"),
        ("≥90", "not-a-value"),
        ("45.9–50.1", "not-a-number"),
        ("0.5 - 0.7", "not-a-number"),
        ("2.3k", "not-a-number"),
        ("7B", "not-a-number"),
        ("24m", "not-a-number"),
        ("91.4 (0.3)", "not-a-number"),
        ("0.95 [0.1, 0.2]", "not-a-number"),
        ("±0.3", "not-a-number"),
        ("(91.2)", "not-a-number"),
        ("***", "not-a-number"),
        ("*", "not-a-number"),
        ("✓", "not-a-number"),
        ("2023", ""),
        ("91.4a", "not-a-number"),
        ("1.234,5", "not-a-number"),
    ],
)
def test_what_is_not_clear_is_refused(printed: str, rule: str) -> None:
    found = parse_number(printed, is_unit=unit)
    assert (found.rule if isinstance(found, Refusal) else "") == rule


@pytest.mark.parametrize(
    "printed", ["--*", "N/A*", "**-**", "—†", "OOM", "n.a.", "/", "\ufeff", "<b>-</b>", "TBA", "…"]
)
def test_a_missing_mark_stays_one_with_marks_on_it(printed: str) -> None:
    assert is_missing(printed)


@pytest.mark.parametrize("printed", ["*", "***", "x", "NaNs", "0", "-1", "None of them"])
def test_what_only_looks_empty_is_not_missing(printed: str) -> None:
    assert not is_missing(printed)


@pytest.mark.parametrize(
    ("printed", "value"),
    [("91,4", "91.4"), ("88,10", "88.10"), ("1.234,5", "1234.5"), ("91.4", "91.4"), ("−3,5", "-3.5")],
)
def test_a_decimal_comma_is_read_where_the_page_is_known_to_use_it(printed: str, value: str) -> None:
    number = parse_number(printed, decimal_comma=True)
    assert isinstance(number, Number)
    assert lexical(number.value) == value


def test_thousands_or_thousandths_stay_open_on_a_page_with_decimal_commas() -> None:
    assert isinstance(parse_number("1.234", decimal_comma=True), Refusal)


def test_a_unit_is_read_only_where_units_are_known() -> None:
    assert isinstance(parse_number("35 ms"), Refusal)
    assert isinstance(parse_number("35 apples", is_unit=unit), Refusal)


def test_text_as_a_reader_sees_it() -> None:
    assert visible("\ufeff BERT\u00a0\u200bbase \n") == "BERT base"
    assert plain("**`x`**") == ("x", ("**", "`"))
    assert plain("**a** and **b**") == ("**a** and **b**", ())
    assert without_symbols("🏆 A+B ✅") == ("A+B", ("🏆", "✅"))
    assert without_symbols("91 ↑") == ("91 ↑", ())


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=0, max_value=100),
    st.sampled_from(["{}", "**{}**", "<u>{}</u>", "{}*", "🥇 {}", "{} [3]", "{} ± 0.1", "{} (a)", "\ufeff{}"]),
)
def test_fine_print_never_changes_the_digits(value: Decimal, form: str) -> None:
    number = parse_number(form.format(lexical(value)))
    assert isinstance(number, Number)
    assert lexical(number.value) == lexical(value)
