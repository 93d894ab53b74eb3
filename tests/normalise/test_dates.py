"""A date keeps the precision it was printed with."""

import pytest

from kg.normalise.dates import PartialDate, parse_date


@pytest.mark.parametrize(
    ("printed", "text", "datatype"),
    [
        ("2025", "2025", "gYear"),
        ("2025.08", "2025-08", "gYearMonth"),
        ("2025-08", "2025-08", "gYearMonth"),
        ("June, 2021", "2021-06", "gYearMonth"),
        ("2025-08-11", "2025-08-11", "date"),
        ("Nov 28, 2023", "2023-11-28", "date"),
        ("28 November 2023", "2023-11-28", "date"),
        ("2026-03-11T06:44:08.802Z", "2026-03-11T06:44:08.802Z", "dateTime"),
        ("2020-11-12 22:05", "2020-11-12T22:05:00", "dateTime"),
    ],
)
def test_precision_is_kept(printed: str, text: str, datatype: str) -> None:
    assert parse_date(printed) == PartialDate(text, datatype)


@pytest.mark.parametrize(
    "printed", ["", "2025.13", "2025-02-30", "11/12/2025", "yesterday", "3025", "2025-08-11T25:00"]
)
def test_what_is_no_date_or_could_be_two_is_none(printed: str) -> None:
    assert parse_date(printed) is None
