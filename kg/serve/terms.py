"""The words of the vocabulary: label and definition of each term, from the ontology in the version."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg.terms import RDFS, SKOS


@dataclass(frozen=True, slots=True)
class Word:
    """A term in words."""

    label: str
    definition: str


Words = dict[str, Word]


def read_words(path: Path) -> Words:
    """The words of an ontology file; none where there is no file."""
    if not path.is_file():
        return {}
    labels: dict[str, str] = {}
    definitions: dict[str, str] = {}
    places = {str(RDFS.label): labels, str(SKOS.definition): definitions}
    for quad in ox.parse(path.read_bytes(), ox.RdfFormat.TURTLE):
        found = places.get(quad.predicate.value)
        if found is not None and isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
            found[quad.subject.value] = quad.object.value
    return {iri: Word(label, definitions.get(iri, "")) for iri, label in labels.items()}
