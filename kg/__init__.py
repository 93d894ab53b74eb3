"""Leaderboard results as linked data you can query, download and check.

>>> import kg
>>> g = kg.build("data")
>>> g.query("models-on-several-medical-benchmarks")

The heavy libraries are loaded when they are first needed, so that ``import kg`` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.errors import KgError

if TYPE_CHECKING:
    from kg.api import Graph, build, validate

__version__ = "0.1.0"

__all__ = ["Graph", "KgError", "__version__", "build", "validate"]


def __getattr__(name: str) -> Any:
    # No room may be called `build` or `validate`: its package would take the function's place.
    if name in ("Graph", "build", "validate"):
        from kg import api

        return getattr(api, name)
    raise AttributeError(f"module 'kg' has no attribute {name!r}")
