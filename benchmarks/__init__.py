"""Measurements of the project, each a package of its own: ``python -m benchmarks.validate``."""
