"""A question to a service, and what came of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from kg.normalise.identifiers import Identifier

#: What a search by title is called where the question is told.
TITLE = "title"


@dataclass(frozen=True, slots=True)
class Query:
    """One request. ``url`` and ``body`` hold neither key nor contact: those are added when it is sent.

    ``asked`` are pairs of paper key and what is asked for it: an identifier, or None for its title.
    ``part`` names what is asked of it, where a service answers several questions about one thing.
    """

    service: str
    url: str
    asked: tuple[tuple[str, Identifier | None], ...]
    body: str | None = None
    accept: str = "application/json"
    part: str = ""

    def about(self, identifier: Identifier | None) -> str:
        """What was asked, as it stands in files: a CURIE, with the part if there is one, or "title"."""
        return f"{identifier.curie} {self.part}".strip() if identifier else TITLE

    @property
    def is_search(self) -> bool:
        """True for a search by title."""
        return any(identifier is None for _, identifier in self.asked)

    @property
    def key(self) -> str:
        """What the answer is kept under."""
        return hashlib.sha256("\n".join((self.url, self.body or "")).encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service served: its very bytes, when, and their SHA-256."""

    url: str
    status: int
    body: bytes
    time: str
    content_type: str = ""

    @property
    def sha256(self) -> str:
        """SHA-256 of the body."""
        return hashlib.sha256(self.body).hexdigest()

    @property
    def is_missing(self) -> bool:
        """True when the service says that it has no such thing."""
        return self.status in (404, 410)


@dataclass(frozen=True, slots=True)
class NotFetched:
    """Why there is no answer. ``is_offline``: nobody was asked, so nothing failed."""

    reason: str
    is_offline: bool = False


class Unreadable(Exception):
    """An answer that is not what the service promises; the message says what it is."""


def json_of(answer: Answer) -> Any:
    """The JSON of an answer; raises Unreadable, naming HTML as what it is."""
    start = answer.body[:200].lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html")):
        raise Unreadable("HTML instead of JSON")
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError) as error:
        raise Unreadable("no JSON") from error
