"""Running one query on a store, and writing its answer.

Solutions of the engine belong to the thread that asked for them: touching them from another
thread ends the whole process. So an :class:`Execution` is used up where it was made, and what
leaves it is bytes or plain tuples. There is no time limit inside a process; the server runs
queries in processes of their own that it can end.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, cast

import pyoxigraph as ox

from kg.errors import QueryError
from kg.query.counting import RowCounter
from kg.query.csvtext import CsvOfTsv
from kg.query.formats import GRAPH_FORMATS, RESULT_FORMATS, Format
from kg.query.guard import WIDEST, QueryForm, guard
from kg.query.hints import explain, unanswerable
from kg.terms import DATA_BASE, PREFIXES, RDF, RS

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

_RS = str(RS)
_RDF_TYPE = ox.NamedNode(str(RDF.type))
#: Characters that XML cannot hold; the engine's XML writer lets them through.
_NOT_XML = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")


@dataclass(frozen=True, slots=True)
class Table:
    """The answer to SELECT: an unbound cell is None."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Term | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Triples:
    """The answer to CONSTRUCT or DESCRIBE."""

    triples: tuple[ox.Triple, ...]


#: bool is the answer to ASK.
Answer = Table | Triples | bool


class Execution:
    """One running query: ask it for its answer once, in the thread that made it.

    ``rows`` is the number of solutions or triples once the answer was given; None for ASK.
    """

    def __init__(self, form: QueryForm, results: Any, text: str) -> None:
        self.form = form
        self._results = results
        self._text = text
        self.rows: int | None = None

    def answer(self) -> Answer:
        """The whole answer, free of the engine."""
        with _engine_errors(self._text):
            if isinstance(self._results, ox.QueryBoolean):
                return bool(self._results)
            if self.form.gives_graph:
                triples = tuple(self._results)
                self.rows = len(triples)
                return Triples(triples)
            columns = tuple(variable.value for variable in self._results.variables)
            rows = tuple(tuple(row[name] for name in columns) for row in self._results)
            self.rows = len(rows)
            return Table(columns, rows)

    def write(self, output: IO[bytes], format_: Format) -> None:
        """Write the answer in a format that fits its form; large answers are not held in memory.

        Triples are written so in formats that hold them one by one; :mod:`kg.serve.writing` knows all.
        """
        if format_.graph is not self.form.gives_graph or format_.name in ("jsonld", "rdf"):
            raise QueryError(f"an answer to {self.form} cannot be written as {format_.media_type}")
        if format_.name == "xml":
            output = cast(IO[bytes], _XmlOutput(output))
        with _engine_errors(self._text):
            if format_.graph:
                kind = GRAPH_FORMATS[format_.name]
                prefixes = PREFIXES if kind in (ox.RdfFormat.TURTLE, ox.RdfFormat.TRIG) else None
                ox.serialize(self._counted(), output, kind, prefixes=prefixes)
            elif format_.name == "ttl":
                ox.serialize(self._result_set(), output, ox.RdfFormat.TURTLE, prefixes={"rs": _RS, **PREFIXES})
            elif format_.name in ("csv", "tsv") and isinstance(self._results, ox.QueryBoolean):
                output.write(b"true\n" if self._results else b"false\n")
            elif isinstance(self._results, ox.QueryBoolean):
                self._results.serialize(output, RESULT_FORMATS[format_.name])
            else:
                name = "tsv" if format_.name == "csv" else format_.name
                counter = CsvOfTsv(output) if format_.name == "csv" else RowCounter(output, name)
                self._results.serialize(cast(IO[bytes], counter), RESULT_FORMATS[name])
                self.rows = counter.rows

    def _counted(self) -> Iterator[ox.Triple]:
        self.rows = 0
        for triple in self._results:
            self.rows += 1
            yield triple

    def _result_set(self) -> Iterator[ox.Triple]:
        """The answer in the result-set vocabulary of the W3C test suites."""
        answer = self.answer()
        root = ox.BlankNode("answer")
        yield ox.Triple(root, _RDF_TYPE, ox.NamedNode(f"{_RS}ResultSet"))
        if isinstance(answer, bool):
            yield ox.Triple(root, ox.NamedNode(f"{_RS}boolean"), ox.Literal(answer))
        elif isinstance(answer, Table):
            for column in answer.columns:
                yield ox.Triple(root, ox.NamedNode(f"{_RS}resultVariable"), ox.Literal(column))
            for number, row in enumerate(answer.rows, 1):
                solution = ox.BlankNode(f"row{number}")
                yield ox.Triple(root, ox.NamedNode(f"{_RS}solution"), solution)
                yield ox.Triple(solution, ox.NamedNode(f"{_RS}index"), ox.Literal(number))
                for column, value in zip(answer.columns, row, strict=True):
                    if value is not None:
                        binding = ox.BlankNode(f"row{number}{column}")
                        yield ox.Triple(solution, ox.NamedNode(f"{_RS}binding"), binding)
                        yield ox.Triple(binding, ox.NamedNode(f"{_RS}variable"), ox.Literal(column))
                        yield ox.Triple(binding, ox.NamedNode(f"{_RS}value"), value)


def execute(
    store: ox.Store,
    text: str,
    *,
    default_graphs: Sequence[str] = (),
    named_graphs: Sequence[str] = (),
    base_iri: str = DATA_BASE,
) -> Execution:
    """Start a query, past the guard.

    Graphs given here replace the whole dataset, as the SPARQL protocol says: FROM in the query
    does not count then, and what is not named does not exist.
    """
    form = guard(text, WIDEST)
    given = bool(default_graphs or named_graphs)
    default: list[Any] | None = [graph_node(iri) for iri in default_graphs] if given else None
    named: list[Any] | None = [graph_node(iri) for iri in named_graphs] if given else None
    with _engine_errors(text):
        results = store.query(text, base_iri=base_iri, default_graph=default, named_graphs=named)
    return Execution(form, results, text)


def run(
    store: ox.Store,
    text: str,
    *,
    default_graphs: Sequence[str] = (),
    named_graphs: Sequence[str] = (),
    base_iri: str = DATA_BASE,
) -> Answer:
    """The whole answer to a query: a table, a truth value or triples."""
    return execute(store, text, default_graphs=default_graphs, named_graphs=named_graphs, base_iri=base_iri).answer()


def run_bytes(store: ox.Store, text: str, format_: Format) -> bytes:
    """The answer to a query in a format."""
    buffer = io.BytesIO()
    execute(store, text).write(buffer, format_)
    return buffer.getvalue()


def graph_node(iri: str) -> ox.NamedNode:
    """The name of a graph; raises QueryError for what is no absolute IRI."""
    try:
        return ox.NamedNode(iri)
    except ValueError:
        raise QueryError(f"a graph is named by an absolute IRI, not by {iri[:80]!r}") from None


@contextlib.contextmanager
def _engine_errors(text: str) -> Iterator[None]:
    """Turns what the engine raises into QueryError."""
    try:
        yield
    except SyntaxError as error:
        raise explain(text, str(error)) from None
    except (RuntimeError, ValueError) as error:
        raise unanswerable(text, str(error)) from None


class _XmlOutput(io.RawIOBase):
    """Makes XML of what the engine writes; raises QueryError at a character that XML cannot hold.

    A carriage return is written as a reference: readers take one that stands there for a line feed.
    """

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self._last = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        chunk = bytes(data)
        text = self._last + chunk
        if (found := _NOT_XML.search(text)) is not None:
            code = ord(found[0].decode())
            raise QueryError(f"XML has no way to write the character U+{code:04X} of the answer: ask for JSON")
        self._last = text[-2:]  # a character may begin here and end in what comes next
        self._output.write(chunk.replace(b"\r", b"&#13;"))
        return len(chunk)
