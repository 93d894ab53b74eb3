"""Matching against local snapshots of catalogues: no request, millions of records, bounded memory."""

from kg.link.snapshot.formats import SNAPSHOTS, Snapshot
from kg.link.snapshot.index import Index, Progress
from kg.link.snapshot.match import Found, match

__all__ = ["SNAPSHOTS", "Found", "Index", "Progress", "Snapshot", "match"]
