"""Checks a graph against the shapes and reports every finding with its places in the source.

>>> from kg.validation import validate
>>> validate(graph).conforms  # doctest: +SKIP
True

:func:`validate` answers a :class:`Report`; a finding of severity "Violation" makes it not conform.
A check that looked at nothing does not pass: data without results, or shapes without a target, are
findings too. Neither the data nor the shapes are ever changed.
"""

from kg.validation.data import parse_exact
from kg.validation.engine import Engine, validate
from kg.validation.fast.load import table_of_file, table_of_lines
from kg.validation.fast.table import Table
from kg.validation.files import SUFFIXES, parse_file
from kg.validation.lint import lint_shapes
from kg.validation.report import Finding, Report
from kg.validation.shapes import load_shapes

__all__ = [
    "SUFFIXES",
    "Engine",
    "Finding",
    "Report",
    "Table",
    "lint_shapes",
    "load_shapes",
    "parse_exact",
    "parse_file",
    "table_of_file",
    "table_of_lines",
    "validate",
]
