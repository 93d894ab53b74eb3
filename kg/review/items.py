"""What a person should look at: items with place, what, why and remedy, as text and as plain data."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from kg.errors import KgError

#: The kinds of items, in the order of a review, with their headings.
KINDS = {
    "rejects": "Rejected cells",
    "merges": "Spellings that may mean one method",
    "unnamed": "Columns that the page does not name",
    "flags": "Flags kept with the data",
    "warnings": "Warnings and findings of the check",
    "guesses": "Facts that were filled in",
    "withheld": "Facts kept out of the graph for lack of certainty",
}

WIDTH = 100

#: Details that the text of an item says already.
_SAID = ("certainty", "property", "subject", "value")


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to look at.

    ``place`` is where it stands: a cell of a page ("file:line:cell") or a line of a registry
    table. ``leaderboards`` and ``sources`` are keys of what it touches; empty where it touches
    none of them alone. ``details`` are further texts by name.
    """

    kind: str
    place: str
    what: str
    why: str
    remedy: str
    leaderboards: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    details: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, stable keys."""
        return {
            "kind": self.kind,
            "place": self.place,
            "what": self.what,
            "why": self.why,
            "remedy": self.remedy,
            "leaderboards": list(self.leaderboards),
            "sources": list(self.sources),
            "details": dict(self.details),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The items of one version; ``missing`` says which lists could not be made, and why."""

    version: str
    items: tuple[Item, ...]
    missing: tuple[str, ...] = ()

    def of(self, kind: str) -> tuple[Item, ...]:
        """The items of one kind."""
        return tuple(item for item in self.items if item.kind == kind)

    @property
    def counts(self) -> dict[str, int]:
        """How many items of each kind."""
        return {kind: len(self.of(kind)) for kind in KINDS}

    def filtered(self, kind: str | None = None, leaderboard: str | None = None, source: str | None = None) -> Review:
        """Only the items of that kind, leaderboard and source (keys); raises KgError for an unknown kind."""
        if kind is not None and kind not in KINDS:
            raise KgError(f"no kind {kind!r} of review items; use one of {', '.join(KINDS)}")
        return replace(
            self,
            items=tuple(
                item
                for item in self.items
                if (kind is None or item.kind == kind)
                and (leaderboard is None or leaderboard in item.leaderboards)
                and (source is None or source in item.sources)
            ),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "version": self.version,
            "counts": self.counts,
            "missing": list(self.missing),
            "items": [item.to_dict() for item in self.items],
        }

    def to_json(self) -> str:
        """Indented JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"

    def to_text(self) -> str:
        """Plain text of at most 100 columns, one section a kind; equal reasons are told once."""
        counts = ", ".join(f"{count} {kind}" for kind, count in self.counts.items())
        lines = _wrapped(f"Version {self.version}: {counts}", "", "  ")
        lines += [line for text in self.missing for line in _wrapped(text, "Not listed: ", "  ")]
        for kind, heading in KINDS.items():
            items = self.of(kind)
            if not items:
                continue
            title = f"{heading} ({len(items)})"
            lines += ["", title, "-" * len(title)]
            for (why, remedy), same in groupby(items, key=lambda item: (item.why, item.remedy)):
                for item in same:
                    lines += _wrapped(f"{item.place}  {item.what}", "", "    ")
                    for name, text in item.details.items():
                        lines += [] if name in _SAID else _wrapped(text, f"    {name}: ", "      ")
                lines += _wrapped(why, "    why: ", "      ")
                lines += _wrapped(remedy, "    remedy: ", "      ")
        if not self.items:
            lines += ["", "Nothing to look at."]
        return "\n".join(lines) + "\n"


def _wrapped(text: str, first: str, more: str) -> list[str]:
    shown = "".join(char if char.isprintable() else " " for char in text)
    return textwrap.wrap(
        shown, WIDTH, initial_indent=first, subsequent_indent=more, break_on_hyphens=False, break_long_words=True
    ) or [first.rstrip()]
