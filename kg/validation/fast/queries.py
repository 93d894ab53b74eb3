"""The queries of shapes (sh:sparql), read as far as needed to tell which nodes they cannot concern.

The answer to a query is always pySHACL's. What is read here is a plan: the triple patterns, filters
and groups of the query, from which :mod:`.screening` finds the few focus nodes that pySHACL must be
asked about. The reader knows a small part of SPARQL; a query outside of it has no plan, and pySHACL
is then asked about every focus node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rdflib import Literal
from rdflib.term import Node

from kg.terms import OWL, RDF, RDFS, SH
from kg.validation.fast.paths import Sequence, Step
from kg.validation.fast.source import Source
from kg.validation.fast.terms import TYPE

#: What pySHACL refuses in a query, or binds before it runs.
_PECULIAR = re.compile(
    r"\b(MINUS|VALUES|SERVICE|GRAPH|FROM)\b|[$?](PATH|shapesGraph|currentShape|failure)\b|\bAS\s+[$?]this\b"
    r"|\bSELECT\b.*\bSELECT\b",
    re.IGNORECASE | re.DOTALL,
)

_TOKEN = re.compile(
    r"""\s+|\#[^\n]*
    |(?P<iri><[^<>"{}|^`\\\s]*>)
    |(?P<var>[?$][A-Za-z_][A-Za-z0-9_]*)
    |(?P<text>"[^"\\\n]*")(?![@^])
    |(?P<number>[0-9]+(?:[.][0-9]+)?)(?![0-9A-Za-z.])
    |(?P<name>[A-Za-z][\w-]*)?:(?P<local>[A-Za-z_][\w-]*)
    |(?P<word>[A-Za-z]+)
    |(?P<sign>\|\||&&|!=|<=|>=|[{}()^/.;,*=<>!+-])
    """,
    re.VERBOSE,
)

#: An expression: ("var", name), ("number", text), ("term", text) or (operator, operand, …).
Expression = tuple[Any, ...]

_AGGREGATES = ("COUNT", "MAX")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One triple pattern; subject and object are ("var", name) or ("term", text)."""

    subject: tuple[str, str]
    predicate: str
    object: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a query asks of a focus node, which is called ``this``."""

    required: tuple[Pattern, ...]
    optional: tuple[tuple[Pattern, ...], ...] = ()
    filters: tuple[Expression, ...] = ()
    group: tuple[str, ...] | None = None
    having: Expression | None = None


def walks(plan: Plan) -> tuple[Sequence, ...] | None:
    """For each pattern of a plan, the path by which it hangs on ``this``; None where one does not."""
    waiting = [*plan.required, *(pattern for patterns in plan.optional for pattern in patterns)]
    way: dict[str, tuple[Step, ...]] = {"this": ()}
    found: list[Sequence] = []
    while waiting:
        for pattern in waiting:
            ends = (pattern.subject, pattern.object)
            near = next((n for n, (kind, name) in enumerate(ends) if kind == "var" and name in way), None)
            if near is not None:
                break
        else:
            return None
        waiting.remove(pattern)
        steps = (*way[ends[near][1]], Step(pattern.predicate, is_inverse=near == 1))
        found.append(Sequence(steps))
        kind, name = ends[1 - near]
        if kind == "var":
            way.setdefault(name, steps)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Query:
    """One SPARQL constraint: its node in the shapes graph, and its plan if it has one."""

    node: Node
    plan: Plan | None


def read_queries(source: Source) -> Iterator[Query]:
    """The SPARQL constraints of a shape."""
    for node in source.all(SH.sparql):
        selects = list(source.shapes.objects(node, SH.select))
        messages = list(source.shapes.objects(node, SH.message))
        if len(selects) != 1 or (node, SH.deactivated, None) in source.shapes:
            raise source.refuse(SH.sparql)
        text = source.text(SH.sparql, selects[0])
        if _PECULIAR.search(text) or not all(isinstance(message, Literal) for message in messages):
            raise source.refuse(SH.sparql)
        yield Query(node, read_plan(text, _prefixes(source, node)))


def _prefixes(source: Source, node: Node) -> dict[str, str]:
    """The prefixes of a query; none where they are not plainly declared."""
    found = {"rdf": str(RDF), "rdfs": str(RDFS), "owl": str(OWL)}
    for declarer in source.shapes.objects(node, SH.prefixes):
        for declaration in source.shapes.objects(declarer, SH.declare):
            names = list(source.shapes.objects(declaration, SH.prefix))
            namespaces = list(source.shapes.objects(declaration, SH.namespace))
            if len(names) != 1 or len(namespaces) != 1:
                return {}
            if found.setdefault(str(names[0]), str(namespaces[0])) != str(namespaces[0]):
                return {}
    return found


def read_plan(text: str, prefixes: Mapping[str, str]) -> Plan | None:
    """The plan of a query; None where it uses more of SPARQL than is read here."""
    try:
        return _Parser(text, prefixes).query()
    except _Unread:
        return None


class _Unread(Exception):
    """The query uses something that is not read here."""


class _Parser:
    def __init__(self, text: str, prefixes: Mapping[str, str]) -> None:
        self._prefixes = prefixes
        self._tokens = list(self._tokenize(text))
        self._at = 0

    def _tokenize(self, text: str) -> Iterator[tuple[str, str]]:
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise _Unread
            position = match.end()
            kind = match.lastgroup
            if kind == "local":
                prefix = match["name"] or ""
                if prefix not in self._prefixes:
                    raise _Unread
                yield "term", f"<{self._prefixes[prefix]}{match['local']}>"
            elif kind == "var":
                yield "var", match["var"][1:]
            elif kind == "word":
                yield "word", match["word"].upper() if match["word"] != "a" else "a"
            elif kind is not None:
                yield {"iri": "term", "text": "term"}.get(kind, kind), match[kind]

    def _peek(self) -> tuple[str, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self._at += 1
        return token

    def _take(self, *texts: str) -> bool:
        """Take the next words or signs if they are these."""
        ahead = self._tokens[self._at : self._at + len(texts)]
        if [text for kind, text in ahead if kind in ("word", "sign")] != list(texts):
            return False
        self._at += len(texts)
        return True

    def _need(self, *texts: str) -> None:
        if not self._take(*texts):
            raise _Unread

    def query(self) -> Plan:
        """Read SELECT … WHERE { … } GROUP BY … HAVING …, to the end."""
        self._need("SELECT")
        is_grouped = self._projection()
        self._take("WHERE")
        required, optional, filters = self._patterns()
        group, having = None, None
        if self._take("GROUP", "BY"):
            names = []
            while self._peek()[0] == "var":
                names.append(self._next()[1])
            group = tuple(names)
            if self._take("HAVING"):
                self._need("(")
                having = self._expression()
                self._need(")")
        if self._peek()[0] != "end" or (is_grouped and group is None):
            raise _Unread
        return Plan(required, optional, filters, group, having)

    def _projection(self) -> bool:
        """Skip what is selected; True when it aggregates. ``$this`` must be selected as it is."""
        self._take("DISTINCT")
        names, is_grouped = [], False
        while self._peek() != ("sign", "{") and self._peek() != ("word", "WHERE"):
            kind, text = self._next()
            if kind == "var":
                names.append(text)
            elif (kind, text) == ("sign", "("):
                is_grouped |= self._skip_to_bracket()
            else:
                raise _Unread
        if "this" not in names:
            raise _Unread
        return is_grouped

    def _skip_to_bracket(self) -> bool:
        depth, is_grouped = 1, False
        while depth:
            kind, text = self._next()
            if kind == "end":
                raise _Unread
            depth += {"(": 1, ")": -1}.get(text, 0) if kind == "sign" else 0
            is_grouped |= kind == "word" and text in ("COUNT", "MAX", "MIN", "SUM", "AVG", "SAMPLE", "GROUP_CONCAT")
        return is_grouped

    def _patterns(self) -> tuple[tuple[Pattern, ...], tuple[tuple[Pattern, ...], ...], tuple[Expression, ...]]:
        self._need("{")
        required: list[Pattern] = []
        optional: list[tuple[Pattern, ...]] = []
        filters: list[Expression] = []
        while not self._take("}"):
            if self._take("FILTER", "("):
                filters.append(self._expression())
                self._need(")")
                self._take(".")
            elif self._take("OPTIONAL", "{"):
                inner: list[Pattern] = []
                while not self._take("}"):
                    inner += self._triples()
                optional.append(tuple(inner))
                self._take(".")
            elif optional:
                raise _Unread
            else:
                required += self._triples()
        return tuple(required), tuple(optional), tuple(filters)

    def _triples(self) -> Iterator[Pattern]:
        """The patterns of one subject, up to its full stop or the end of the group."""
        subject = self._term()
        while True:
            steps = self._path()
            while True:
                yield from self._chain(subject, steps, self._term())
                if not self._take(","):
                    break
            if not self._take(";"):
                break
            if self._peek() in (("sign", "."), ("sign", "}")):
                break
        if not self._take(".") and self._peek() not in (("sign", "}"), ("word", "FILTER"), ("word", "OPTIONAL")):
            raise _Unread

    def _path(self) -> list[tuple[str, bool]]:
        """Predicates, forward or backward, one after the other."""
        steps = []
        while True:
            is_inverse = self._take("^")
            kind, text = self._next()
            if (kind, text) == ("word", "a"):
                kind, text = "term", TYPE
            if kind != "term" or not text.startswith("<"):
                raise _Unread
            steps.append((text, is_inverse))
            if not self._take("/"):
                return steps

    def _chain(
        self, subject: tuple[str, str], steps: list[tuple[str, bool]], object_: tuple[str, str]
    ) -> Iterator[Pattern]:
        for number, (predicate, is_inverse) in enumerate(steps, start=1):
            end = object_ if number == len(steps) else ("var", f" {self._at} {number}")
            yield Pattern(end, predicate, subject) if is_inverse else Pattern(subject, predicate, end)
            subject = end

    def _term(self) -> tuple[str, str]:
        kind, text = self._next()
        if kind not in ("var", "term"):
            raise _Unread
        return kind, text

    def _expression(self) -> Expression:
        return self._joined("||", lambda: self._joined("&&", self._relation))

    def _joined(self, operator: str, operand: Any) -> Expression:
        found = operand()
        while self._take(operator):
            found = (operator, found, operand())
        return found  # type: ignore[no-any-return]

    def _relation(self) -> Expression:
        left = self._product()
        for operator in ("!=", "<=", ">=", "=", "<", ">"):
            if self._take(operator):
                return operator, left, self._product()
        return left

    def _product(self) -> Expression:
        return self._joined("*", self._primary)

    def _primary(self) -> Expression:
        if self._take("!"):
            return "!", self._primary()
        if self._take("("):
            found = self._expression()
            self._need(")")
            return found
        if self._take("STR", "("):
            found = "STR", self._primary()
            self._need(")")
            return found
        for name in _AGGREGATES:
            if self._take(name, "("):
                kind, text = self._next()
                if kind != "var":
                    raise _Unread
                self._need(")")
                return name, text
        kind, text = self._next()
        if kind not in ("var", "term", "number"):
            raise _Unread
        return kind, text
