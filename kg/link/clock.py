"""The one place where the link rooms ask what time it is, and wait."""

from __future__ import annotations

import datetime
import time
from typing import Protocol


class Clock(Protocol):
    """Time that tests can set."""

    def now(self) -> datetime.datetime:
        """The time of day, in UTC."""

    def monotonic(self) -> float:
        """Seconds that only grow."""

    def sleep(self, seconds: float) -> None:
        """Wait."""


class SystemClock:
    """The machine's own time."""

    def now(self) -> datetime.datetime:
        """The time of day, in UTC."""
        return datetime.datetime.now(datetime.UTC)

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


def stamp(moment: datetime.datetime) -> str:
    """A moment as it stands in files: whole seconds, Z for UTC."""
    return moment.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text: str) -> datetime.datetime:
    """A stamp read back; a bare day is its first second."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00") if "T" in text else f"{text}T00:00:00+00:00")
