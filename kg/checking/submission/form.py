"""What a submitted row says by itself: its columns, method, value, unit, settings, paper and date."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from decimal import Decimal

from kg.checking.dates import LATEST, is_later
from kg.checking.submission.findings import Findings
from kg.checking.submission.names import find_method, find_paper, near_methods, read_settings
from kg.checking.submission.recorded import Recorded
from kg.checking.submission.rows import Row, Rows, Setting, Text, column_key
from kg.model import Unit
from kg.normalise.dates import parse_date
from kg.normalise.values import Number, is_missing, lexical, parse_number
from kg.registry.near import near_names

#: The columns that are read, each by the names that it may have.
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "method": ("method", "model", "system"),
    "value": ("value", "score", "result"),
    "metric": ("metric", "measure"),
    "benchmark": ("benchmark",),
    "leaderboard": ("leaderboard", "board"),
    "unit": ("unit",),
    "direction": ("direction",),
    "split": ("split",),
    "subset": ("subset", "part"),
    "version": ("version", "dataset_version"),
    "config": ("config", "settings", "configuration"),
    "paper": ("paper", "reported_in", "arxiv", "doi"),
    "date": ("date", "result_date"),
    "note": ("note", "notes", "comment", "submitter", "id"),
}

#: A plain decimal: what parsers of numbers read besides (1e1, 50±1, 50 [48, 52], **50**) says more than a value.
_PLAIN = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")

BY_NAME = {name: column for column, names in COLUMNS.items() for name in names}


class Form:
    """Checks the form of one file; ``alone`` asks nothing of what is recorded."""

    def __init__(
        self, recorded: Recorded, findings: Findings, *, alone: bool, today: datetime.date | None = None
    ) -> None:
        self.recorded, self.findings, self.alone, self.today = recorded, findings, alone, today
        self.new: dict[str, list[Text]] = {}

    def columns(self, rows: Rows, against: str | None) -> bool:
        """Whether the columns that rows cannot do without are there."""
        there = {BY_NAME.get(column_key(name.text)) for name in rows.names}
        needed = [name for name in ("method", "value") if name not in there]
        if "metric" not in there and not against and "leaderboard" not in there:
            needed.append("metric")
        if not there & {"benchmark", "leaderboard"} and not against:
            needed.append("benchmark or leaderboard")
        first = rows.names[0] if rows.names else Text("", 1, 1, 1, 1)
        for missing in needed:
            self.findings.add("S1", first.line, rows.names, "none", missing, f"the column {missing} is missing")
        for name in rows.names:
            if column_key(name.text) not in BY_NAME:
                near = near_names(column_key(name.text), BY_NAME, 0.75)
                known = f"{near[0]} is near" if near else f"known are {', '.join(COLUMNS)}"
                told = f"{name.text!r} is none; {known}"
                self.findings.add("S2", name.line, [name], name.text, "a column that is read", told)
        return not {"method", "value"} & set(needed)

    def once(self, row: Row) -> bool:
        """Whether a row says everything once; two columns of one meaning would leave open which one counts."""
        met: dict[str, list[Text]] = {}
        for name in row.names:
            met.setdefault(BY_NAME.get(column_key(name.text), "note"), []).append(name)
        twice = {column: names for column, names in met.items() if column != "note" and len(names) > 1}
        for column, names in twice.items():
            written = " and ".join(name.text for name in names)
            told = f"{written} mean the same, the {column}"
            self.findings.add("S25", names[0].line, names, written, f"one column for the {column}", told)
        return not twice

    def method(self, row: Row, cell: Text | None) -> str | None:
        """The method of a row: its IRI where it is recorded, else its name; None where there is none."""
        if cell is None:
            self.findings.add("S4", row.line, [], "none", "the name of the method", "the cell is empty")
            return None
        if self.recorded.registry.is_non_name(cell.text):
            told = f"{cell.text!r} means another method on every page"
            self.findings.add("S4", cell.line, [cell], cell.text, "the name of the method", told)
            return None
        known = find_method(self.recorded, cell.text)
        if known or self.alone:
            return known or cell.text
        self.new.setdefault(cell.text, []).append(cell)
        return cell.text

    def number(self, row: Row, cell: Text | None) -> Decimal | None:
        """The value of a row; None, with a finding, where it is no plain number."""
        if cell is None or is_missing(cell.text):
            found = cell.text if cell else "none"
            told = "the cell gives no value"
            self.findings.add("S3", row.line, [cell] if cell else [], found, "a plain decimal", told)
            return None
        number = parse_number(cell.text)
        if isinstance(number, Number) and _PLAIN.fullmatch(cell.text):
            return number.value
        if isinstance(number, Number):
            told, expected = f"{cell.text} is more than a plain decimal", lexical(number.value)
            self.findings.add("S3", cell.line, [cell], cell.text, expected, f"{told}; write {expected}")
        else:
            self.findings.add("S3", cell.line, [cell], cell.text, "a plain decimal", f"{cell.text}: {number.reason}")
        return None

    def settings(self, row: Row, cell: Text | None) -> Mapping[str, Setting] | None:
        """The settings of a row by name; None, with a finding, where they cannot be read."""
        settings = {name: setting for name, setting in row.settings.items() if setting.value}
        if cell is not None:
            read = read_settings(cell.text)
            if read is None:
                expected = "name=value; name=value"
                self.findings.add("S18", cell.line, [cell], cell.text, expected, f"{cell.text!r} is neither")
                return None
            settings |= {name: Setting(cell, value) for name, value in read.items()}
        return settings

    def paper(self, cell: Text | None) -> str | None:
        """The IRI of the paper of a row."""
        if cell is None or self.alone:
            return None
        paper, is_known = find_paper(self.recorded, cell.text)
        if paper is None:
            expected = "an arXiv id, a DOI or an address"
            self.findings.add("S20", cell.line, [cell], cell.text, expected, f"{cell.text!r} is none of them")
        elif not is_known:
            told = f"{cell.text} is not in the registry; it is taken as given"
            self.findings.add("S20", cell.line, [cell], cell.text, "a known paper", told, severity="Info")
        return paper

    def date(self, cell: Text | None) -> None:
        """Says where a date is none, or none that has been."""
        if cell is None:
            return
        date = parse_date(cell.text)
        if date is None:
            self.findings.add("S22", cell.line, [cell], cell.text, "2025, 2025-08 or 2025-08-11")
        elif self.today and is_later(date.text, self.today.isoformat()):
            self.findings.add("S27", cell.line, [cell], cell.text, f"at most {self.today}, {LATEST}")

    def unit(self, cell: Text | None) -> Unit | None:
        """The unit of a row."""
        if cell is None:
            return None
        unit = self.recorded.registry.unit(cell.text)
        if unit is None:
            near = near_names(cell.text, self.recorded.registry.unit_names)
            known = ", ".join(near or sorted(u.label for u in self.recorded.registry.units.values())[:6])
            self.findings.add("S9", cell.line, [cell], cell.text, f"a unit such as {known}")
        return unit

    def new_methods(self) -> None:
        """Says once for each method that is not recorded, at all its cells, what it may be."""
        for name, cells in self.new.items():
            near = near_methods(self.recorded, name)
            expected = f"{' or '.join(near)}, if it is the same" if near else "a new method"
            told = f"{name} is not recorded" + (f"; near it: {', '.join(near)}" if near else " yet")
            self.findings.add("S5", cells[0].line, cells, name, expected, told, severity=None if near else "Info")
