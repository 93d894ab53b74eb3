"""Turtle and TriG to be read: only the prefixes in use, one subject a block, type and label first.

The digits of a number are written as they are. A number stands bare where every reader gives back
the same digits, else as a typed string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from kg.export.lines import Pair, blocks, split_iri, split_quad, unescape
from kg.terms import RDF, RDFS, SKOS, XSD

_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?")

#: How numbers look that may stand bare: no sign but minus, no leading zeros, no decimal that Python
#: would print with an exponent (rdflib reads a bare 0.0000001 as the ill-typed "1E-7").
_BARE = {
    str(XSD.decimal): re.compile(r"(?!-?0\.0{6}[0-9])-?(?:0|[1-9][0-9]*)\.[0-9]+"),
    str(XSD.integer): re.compile(r"0|-?[1-9][0-9]*"),
    str(XSD.boolean): re.compile(r"true|false"),
}
_TYPE = f"<{RDF.type}>"
_FIRST = {_TYPE: 0, f"<{RDFS.label}>": 1, f"<{SKOS.prefLabel}>": 1, f"<{SKOS.altLabel}>": 2}


class Shortener:
    """Writes terms with prefixes, and remembers which prefixes it used."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = {namespace: prefix for prefix, namespace in prefixes.items()}
        self._known: dict[str, str] = {}
        self.used: dict[str, str] = {}

    def term(self, term: str) -> str:
        """A term in N-Triples syntax as Turtle writes it."""
        if term.startswith("<"):
            short = self._known.get(term)
            if short is None:
                short = self._known[term] = self._iri(term)
            return short
        return self._literal(term) if term.startswith('"') else term

    def _iri(self, term: str) -> str:
        namespace, local = split_iri(unescape(term[1:-1]))
        prefix = self._prefixes.get(namespace)
        if prefix is None or not _LOCAL.fullmatch(local):
            return term
        self.used[prefix] = namespace
        return f"{prefix}:{local}"

    def _literal(self, term: str) -> str:
        end = term.rindex('"')
        if not term.startswith("^^", end + 1):
            return term
        text, datatype = term[1:end], term[end + 4 : -1]
        bare = _BARE.get(datatype)
        if bare is not None and bare.fullmatch(text):
            return text
        return f"{term[: end + 1]}^^{self.term(term[end + 3 :])}"

    def head(self) -> str:
        """The prefixes in use, by name."""
        return "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in sorted(self.used.items()))


def to_turtle(triples: Iterable[str], prefixes: Mapping[str, str]) -> bytes:
    """Turtle; ``triples`` are sorted N-Triples lines."""
    short = Shortener(prefixes)
    body = [f"\n{_block(subject, pairs, short, '')}" for subject, pairs in blocks(triples)]
    return (short.head() + "".join(body)).lstrip("\n").encode()


def turtle_chunks(triples: Iterable[str], prefixes: Mapping[str, str]) -> Iterator[str]:
    """Turtle piece by piece, with all prefixes at its head: one subject is in memory at a time."""
    short = Shortener(prefixes)
    yield "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in sorted(prefixes.items()))
    for subject, pairs in blocks(triples):
        yield f"\n{_block(subject, pairs, short, '')}"


def to_trig(quads: Iterable[str], prefixes: Mapping[str, str]) -> bytes:
    """TriG with one block a graph; ``quads`` are N-Quads lines in graph order."""
    short = Shortener(prefixes)
    body = []
    for graph, run in groupby(map(split_quad, quads), key=lambda quad: quad[1]):
        inner = [_block(subject, pairs, short, "    ") for subject, pairs in blocks(triple for triple, _ in run)]
        body.append(f"\n{short.term(graph)} {{\n{chr(10).join(inner)}}}\n")
    return (short.head() + "".join(body)).lstrip("\n").encode()


def _block(subject: str, pairs: Iterable[Pair], short: Shortener, indent: str) -> str:
    objects: dict[str, list[str]] = {}
    for predicate, object_ in pairs:
        objects.setdefault(predicate, []).append(short.term(object_))
    ordered = sorted((_FIRST.get(p, 3), "a" if p == _TYPE else short.term(p), each) for p, each in objects.items())
    lines = [f"{verb} {', '.join(sorted(each))}" for _, verb, each in ordered]
    return f"{indent}{short.term(subject)} {f' ;{chr(10)}{indent}    '.join(lines)} .\n"
