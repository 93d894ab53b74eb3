"""Printed dates -> the xsd date type that has just their precision; "2020" is never 2020-01-01."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_NAMES, 1)}


@dataclass(frozen=True, slots=True)
class PartialDate:
    """``text`` in the lexical form of ``datatype`` (gYear, gYearMonth, date or dateTime)."""

    text: str
    datatype: str


def parse_date(printed: str) -> PartialDate | None:
    """Read a date as printed, or None where it is no date or could be two.

    >>> parse_date("2025.08")
    PartialDate(text='2025-08', datatype='gYearMonth')
    """
    text = printed.strip()
    if re.fullmatch(r"\d{4}", text):
        return _checked(int(text), None, None)
    if m := re.fullmatch(r"(\d{4})[-./](\d{1,2})", text):
        return _checked(int(m[1]), int(m[2]), None)
    if m := re.fullmatch(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", text):
        return _checked(int(m[1]), int(m[2]), int(m[3]))
    if m := re.fullmatch(r"([A-Za-z]{3,9})\.?,? +(\d{4})", text):
        return _checked(int(m[2]), month_number(m[1]), None)
    if m := re.fullmatch(r"([A-Za-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})", text):
        return _checked(int(m[3]), month_number(m[1]), int(m[2]))
    if m := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)? +([A-Za-z]{3,9})\.?,? +(\d{4})", text):
        return _checked(int(m[3]), month_number(m[2]), int(m[1]))
    if m := re.fullmatch(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?", text):
        return _date_time(m[1], m[2], m[3] or ":00", m[4] or "")
    return None


def month_number(name: str) -> int:
    """The number of a month by its English name or the first three letters of it; 0 for another word."""
    return _MONTHS.get(name[:3].lower(), 0)


def _checked(year: int, month: int | None, day: int | None) -> PartialDate | None:
    if not 1900 <= year <= 2100:
        return None
    try:
        datetime.date(year, month if month is not None else 1, day if day is not None else 1)
    except ValueError:
        return None
    if month is None:
        return PartialDate(f"{year:04}", "gYear")
    if day is None:
        return PartialDate(f"{year:04}-{month:02}", "gYearMonth")
    return PartialDate(f"{year:04}-{month:02}-{day:02}", "date")


def _date_time(day: str, minutes: str, seconds: str, zone: str) -> PartialDate | None:
    try:
        datetime.datetime.fromisoformat(day + "T" + minutes + seconds.split(".")[0])
    except ValueError:
        return None
    return PartialDate(f"{day}T{minutes}{seconds}{zone}", "dateTime")
