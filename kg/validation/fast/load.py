"""Reads a graph into a table: from lines, from a file of any RDF format, or from rdflib."""

from __future__ import annotations

import codecs
import io
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pyoxigraph as ox
from rdflib import Dataset, Graph

from kg.validation.fast import terms
from kg.validation.fast.table import Ids, Table
from kg.validation.files import format_of, malformed, unreadable

#: Quads that are parsed at once.
_BATCH = 50_000


def table_of_lines(lines: Iterable[str]) -> Table:
    """A table of N-Triples or N-Quads lines that are laid out as this project and pyoxigraph write them.

    One space between the terms, " ." at the end, no comments and no empty lines.
    """
    columns = _Columns()
    columns.add_lines(lines)
    return columns.table()


def table_of_graph(data: Graph | Dataset) -> Table:
    """A table of an rdflib graph, or of all graphs of a dataset."""
    columns = _Columns()
    for subject, predicate, object_, *_ in data.quads() if isinstance(data, Dataset) else data:
        columns.add(terms.of_data(subject), terms.of_data(predicate), terms.of_data(object_))
    return columns.table(are_canonical=True)


def table_of_file(path: Path) -> Table:
    """A table of an RDF file, by its suffix; raises SourceError with the place of a syntax error.

    The file is read as a stream: nothing but the table is kept. A JSON-LD context must stand in the
    file; one elsewhere is refused, never fetched.
    """
    columns, format_ = _Columns(), format_of(path)
    try:
        file = path.open("rb")
    except OSError as error:
        raise unreadable(path, error) from error
    with file:
        if file.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
            file.seek(0)
        try:
            for lines in _batches(ox.parse(file, format_, base_iri="urn:file:")):
                columns.add_lines(lines)
        except (SyntaxError, OSError) as error:
            raise malformed(path, error) from error
    return columns.table()


def _batches(quads: Iterator[ox.Quad]) -> Iterator[list[str]]:
    while batch := list(islice(quads, _BATCH)):
        out = io.BytesIO()
        ox.serialize(batch, out, ox.RdfFormat.N_QUADS)
        yield out.getvalue().decode().split("\n")[:-1]


class _Columns:
    """Three columns of numbers that grow line by line."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._predicates: dict[str, int] = {}
        self._subject, self._predicate, self._object = array("i"), array("i"), array("i")

    def add(self, subject: str, predicate: str, object_: str) -> None:
        """Add one triple."""
        number = self._ids.setdefault
        self._subject.append(number(subject, len(self._ids)))
        self._predicate.append(self._predicates.setdefault(predicate, len(self._predicates)))
        self._object.append(number(object_, len(self._ids)))

    def add_lines(self, lines: Iterable[str]) -> None:
        """Add the triple of each line; the name of its graph is left out."""
        ids, predicates = self._ids, self._predicates
        add_subject, add_predicate, add_object = self._subject.append, self._predicate.append, self._object.append
        ending, last = "\0", "\0"
        subject_id = -1
        for line in lines:
            subject, predicate, rest = line.split(" ", 2)
            if subject != last:
                subject_id, last = ids.setdefault(subject, len(ids)), subject
            if rest.endswith(ending):
                object_ = rest[: -len(ending)]
            else:
                object_, ending = _split(rest)
                if ending[1] == ".":  # no graph, so that the ending does not tell where the object ends
                    ending = "\0"
            add_subject(subject_id)
            add_predicate(predicates.setdefault(predicate, len(predicates)))
            add_object(ids.setdefault(object_, len(ids)))

    def table(self, *, are_canonical: bool = False) -> Table:
        """The table of all triples so far; the columns must not be used after it."""
        texts, ids = list(self._ids), self._ids
        subjects, objects = np.frombuffer(self._subject, np.int32), np.frombuffer(self._object, np.int32)
        if not are_canonical:
            meant = _make_canonical(texts, ids)
            if meant is not None:
                subjects, objects = meant[subjects], meant[objects]
        numbers = np.frombuffer(self._predicate, np.int32).astype(
            np.int16 if len(self._predicates) < 30_000 else np.int32
        )
        order = np.argsort(numbers, kind="stable")
        subjects, objects = subjects[order], objects[order]
        bounds = np.searchsorted(numbers[order], np.arange(len(self._predicates) + 1))
        columns: dict[str, tuple[Ids, Ids]] = {}
        for predicate, start, end in zip(self._predicates, bounds.tolist(), bounds[1:].tolist(), strict=False):
            text, pairs = terms.canonical(predicate), (subjects[start:end], objects[start:end])
            if text in columns:  # one predicate in two spellings
                pairs = (np.concatenate([columns[text][0], pairs[0]]), np.concatenate([columns[text][1], pairs[1]]))
            columns[text] = pairs
        return Table(texts, ids, columns)


def _split(rest: str) -> tuple[str, str]:
    """The object of a line, and what follows it: the graph, the full stop and the line feed."""
    start = rest.rindex('"') if rest[0] == '"' else 0
    end = rest.index(" ", start)
    return rest[:end], rest[end:]


def _make_canonical(texts: list[str], ids: dict[str, int]) -> Ids | None:
    """Write the terms as :mod:`.terms` does; give the number that each stands for, if any changes."""
    odd = [number for number, text in enumerate(texts) if not terms.is_canonical(text)]
    if not odd:
        return None
    meant = np.arange(len(texts), dtype=np.int32)
    for number in odd:
        text = terms.canonical(texts[number])
        del ids[texts[number]]
        meant[number] = ids.setdefault(text, number)
        texts[number] = text
    return meant
