"""The four snapshots that can be searched: where their lines hold ids and title, and how a line is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kg.link.answers import Unreadable
from kg.link.records import Record
from kg.link.services import arxiv, crossref, openalex, semanticscholar
from kg.link.services.base import Service


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One kind of snapshot: JSON lines of ``service``.

    ``paths`` are JSON paths that are read from every line; ``doi``, ``arxiv``, ``other`` (a DOI or
    arXiv id of another edition) and ``title`` are SQL over them, as ``p[1]`` and so on.
    """

    kind: str
    service: type[Service]
    read: Callable[[Mapping[str, Any]], Record]
    paths: tuple[str, ...]
    title: str
    doi: str = "NULL"
    arxiv: str = "NULL"
    other: str = "NULL"

    def record(self, line: bytes) -> Record:
        """The record of a line; raises Unreadable for anything else."""
        try:
            return self.read(json.loads(line))
        except Unreadable:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Unreadable(f"no record ({type(error).__name__})") from error


_ARXIV_PLACE = r"arxiv\.org/(?:abs|pdf)/([a-z-]+(?:\.[A-Za-z]{2})?/\d{7}|\d{4}\.\d{4,5})"

SNAPSHOTS: dict[str, Snapshot] = {
    snapshot.kind: snapshot
    for snapshot in (
        Snapshot(
            "openalex",
            openalex.OpenAlex,
            openalex.record,
            ("$.title", "$.doi", "$.locations"),
            title="p[1]",
            doi="p[2]",
            arxiv=f"regexp_extract(p[3], '{_ARXIV_PLACE}', 1)",
        ),
        Snapshot(
            "crossref",
            crossref.Crossref,
            crossref.record,
            ("$.title[0]", "$.DOI", '$.relation."is-preprint-of"[0].id', '$.relation."has-preprint"[0].id'),
            title="p[1]",
            doi="p[2]",
            other="coalesce(p[3], p[4])",
        ),
        Snapshot(
            "arxiv",
            arxiv.Arxiv,
            arxiv.metadata_record,
            ("$.title", "$.id", "$.doi"),
            title="p[1]",
            arxiv="p[2]",
            other="p[3]",
        ),
        Snapshot(
            "s2ag",
            semanticscholar.SemanticScholar,
            semanticscholar.record,
            ("$.title", "$.externalids.DOI", "$.externalids.ArXiv"),
            title="p[1]",
            doi="p[2]",
            arxiv="p[3]",
        ),
    )
}
