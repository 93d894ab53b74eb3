"""Finds the files that travel with the code: ontology, shapes, questions, registry.

In a checkout they are folders beside ``kg/``; in an installed wheel they lie in ``kg/_files/``.
"""

from __future__ import annotations

from pathlib import Path

from kg.errors import BuildError

_PACKAGE = Path(__file__).resolve().parent

#: The file beside a page that says what a person knows of it.
CURATION_FILE = "source.toml"


def _folder(checkout: str, installed: str) -> Path:
    for candidate in (_PACKAGE / "_files" / installed, _PACKAGE.parent / checkout):
        if candidate.is_dir():
            return candidate
    raise BuildError(f"the installation has no folder {checkout!r}: install leaderboard-kg again")


def ontology_folder() -> Path:
    """The folder that holds leaderboard.ttl, alignments.ttl and context.jsonld."""
    return _folder("ontology", "ontology")


def questions_folder() -> Path:
    """The folder of the competency questions (``cqNN-<slug>.rq``)."""
    return ontology_folder() / "questions"


def shapes_folder() -> Path:
    """The folder of the SHACL shapes."""
    return _folder("shapes", "shapes")


def registry_folder() -> Path:
    """The curated registry that is used when the data bring none of their own."""
    return _folder("data/registry", "registry")
