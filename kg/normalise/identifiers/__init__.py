"""Identifiers and addresses of papers, data sets, people and things, as printed -> one normal form.

``parse_doi`` and ``parse_arxiv`` answer None for what is none; :func:`identify` covers every scheme
and tells the reason. The printed form stays with the caller, or in :class:`Identifier`.
"""

from kg.normalise.identifiers.papers import ArxivId, arxiv_doi, arxiv_of_doi, parse_arxiv, parse_doi
from kg.normalise.identifiers.prefixes import converter, standard_curie
from kg.normalise.identifiers.schemes import Identifier, Rejected, Scheme, identify
from kg.normalise.identifiers.urls import is_web_url, unwrap_url

__all__ = [
    "ArxivId",
    "Identifier",
    "Rejected",
    "Scheme",
    "arxiv_doi",
    "arxiv_of_doi",
    "converter",
    "identify",
    "is_web_url",
    "parse_arxiv",
    "parse_doi",
    "standard_curie",
    "unwrap_url",
]
