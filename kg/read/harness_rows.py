"""What the readers of harness files share: the columns of their long tables, and days."""

from __future__ import annotations

import datetime
import re

#: Columns of a table with one value a row: name -> what it holds.
LONG = {
    "task": "task",
    "dataset": "dataset",
    "version": "version",
    "split": "split",
    "subset": "subset",
    "metric": "metric",
    "metric type": "metric-id",
    "filter": "setting",
    "value": "value",
    "uncertainty": "uncertainty",
    "lower": "lower",
    "upper": "upper",
    "items": "sample-size",
    "direction": "direction",
    "ratio": "ratio-unit",
    "date": "date",
    "status": "status",
    "statement": "statement",
    "check": "check",
    "note": "note",
    "identifier": "identifier",
    "dataset path": "note",
    "languages": "note",
    "source": "note",
}


def day_of(epoch: str | None) -> str | None:
    """The day of a time in seconds since 1970 (UTC), or of an ISO time."""
    if epoch is None:
        return None
    if found := re.match(r"\d{4}-\d\d-\d\d", epoch):
        return found[0]
    if re.fullmatch(r"\d{9,10}(?:\.\d+)?", epoch):
        return datetime.datetime.fromtimestamp(int(epoch.split(".")[0]), datetime.UTC).date().isoformat()
    return None
