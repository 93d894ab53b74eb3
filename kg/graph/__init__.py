"""The one graph writer: from the model to N-Quads."""

from kg.graph.writer import GraphWriter

__all__ = ["GraphWriter"]
