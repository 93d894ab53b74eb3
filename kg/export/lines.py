"""N-Triples and N-Quads lines of ours, taken apart as text: no parser, so no digit can change.

The lines are those of the graph writer: one blank between terms, `` .`` at the end. Terms stay in
N-Triples syntax until a writer needs their content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

#: Predicate and object in N-Triples syntax.
Pair = tuple[str, str]

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_NAMED = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


class Literal(NamedTuple):
    """A literal: its text, and a datatype IRI or a language tag; a plain string has neither."""

    text: str
    datatype: str = ""
    language: str = ""


def split_triple(line: str) -> tuple[str, str, str]:
    """Subject, predicate and object of an N-Triples line."""
    subject, predicate, rest = line.split(" ", 2)
    return subject, predicate, rest.removesuffix("\n").removesuffix(" .")


def split_quad(line: str) -> tuple[str, str]:
    """The triple of an N-Quads line as an N-Triples line, and its graph: the last IRI, which holds no blank."""
    triple, _, graph = line.removesuffix(" .\n").rpartition(" ")
    return f"{triple} .\n", graph


def blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[Pair]]]:
    """Each run of lines with one subject: the subject, and its predicates with objects."""
    for subject, run in groupby(map(split_triple, lines), key=lambda triple: triple[0]):
        yield subject, [(predicate, object_) for _, predicate, object_ in run]


def is_iri(term: str) -> bool:
    """True for an IRI; a blank node starts ``_:``, a literal with a quotation mark."""
    return term.startswith("<")


def node_id(term: str) -> str:
    """The IRI itself, or a blank node as it stands."""
    return unescape(term[1:-1]) if is_iri(term) else term


def literal(term: str) -> Literal:
    """The content of a literal."""
    end = term.rindex('"')
    text, mark = unescape(term[1:end]), term[end + 1 :]
    if mark.startswith("@"):
        return Literal(text, language=mark[1:])
    return Literal(text, unescape(mark[3:-1]))


def unescape(text: str) -> str:
    """The text that an N-Triples string or IRI stands for."""
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    short, long, named = match.groups()
    return chr(int(short or long, 16)) if short or long else _NAMED.get(named, named)


def split_iri(iri: str) -> tuple[str, str]:
    """Namespace (up to the last ``#`` or ``/``) and local name."""
    place = max(iri.rfind("#"), iri.rfind("/")) + 1
    return iri[:place], iri[place:]
