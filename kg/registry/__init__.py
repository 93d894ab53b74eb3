"""Curated tables under ``data/registry`` -> look-ups: units, metrics, methods, benchmarks, papers.

The tables are described in ``data/registry/README.md``.
"""

from kg.registry.load import load_registry
from kg.registry.lookup import Registry, Withheld
from kg.registry.sssom import Mapping, MappingSet, read_mappings, write_mappings

__all__ = [
    "Mapping",
    "MappingSet",
    "Registry",
    "Withheld",
    "load_registry",
    "read_mappings",
    "write_mappings",
]
