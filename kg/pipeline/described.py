"""The descriptions of a build are checked before they are published, as its data are."""

from __future__ import annotations

from collections.abc import Mapping

from rdflib import Graph

from kg.errors import BuildError
from kg.validation import parse_exact
from kg.validation.purposes import validate_catalog

#: The files that describe a build.
DESCRIPTIONS = ("catalog.ttl", "void.ttl")


def check_descriptions(files: Mapping[str, bytes]) -> None:
    """Raise BuildError, with the first finding, where the catalogue or the VoID description is faulty."""
    described = Graph()
    for name in DESCRIPTIONS:
        for subject, predicate, object_, _ in parse_exact(files[name]).quads():
            described.add((subject, predicate, object_))
    faults = validate_catalog(described).of("Violation")
    if faults:
        first = faults[0]
        raise BuildError(
            f"the description of the build is faulty ({len(faults)} findings in {' and '.join(DESCRIPTIONS)}): "
            f"{first.message} Node: {first.focus}. Remedy: {first.remedy}"
        )
