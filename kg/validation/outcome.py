"""What an engine answers: where which constraint of which shape is not met."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rdflib import URIRef
from rdflib.term import Node


class Outcome(NamedTuple):
    """One validation result, in the terms of the graph that was checked.

    ``path`` is the property of the result where the shape does not give it (sh:closed, a query);
    ``message`` the text of the shape, "" where it has none.
    """

    focus: Node
    shape: Node
    component: URIRef
    severity: URIRef
    value: Node | None = None
    message: str = ""
    path: Node | None = None


def one_message(messages: Iterable[object]) -> str:
    """The fullest of some messages, the same in every run."""
    return max(map(str, messages), default="", key=lambda message: (len(message), message))
