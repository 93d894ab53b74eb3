"""Checks whatever a person names, before or after it is built, and tells what it found in many forms.

What can be checked: a build, source pages with their curated facts, an RDF file from elsewhere, a
file of submitted results, a vocabulary, the descriptions of a build, a SPARQL endpoint. A
:class:`Verdict` holds the findings of one target; :func:`written` gives those of several as text,
Turtle, JSON, SARIF, annotations for GitHub, or a page.
"""

from kg.checking.endpoint import check_endpoint
from kg.checking.options import KINDS, Options
from kg.checking.targets import check_target, distinct
from kg.checking.verdict import FORMATS, Unusable, Verdict, save, written
from kg.validation.purposes import PROFILES

__all__ = [
    "FORMATS",
    "KINDS",
    "PROFILES",
    "Options",
    "Unusable",
    "Verdict",
    "check_endpoint",
    "check_target",
    "distinct",
    "save",
    "written",
]
