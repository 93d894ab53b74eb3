"""The prefixes of identifiers as a ``curies`` converter, for files of others that carry CURIEs or IRIs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kg.terms import IDENTIFIER_PREFIXES

if TYPE_CHECKING:
    from curies import Converter

#: Other spellings of prefixes and other addresses that mean the same, as people and services write them.
_SYNONYMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "doi": (("DOI",), ("http://dx.doi.org/", "https://dx.doi.org/", "http://doi.org/", "https://www.doi.org/")),
    "arxiv": (("arXiv", "ARXIV"), ("http://arxiv.org/abs/", "https://export.arxiv.org/abs/")),
    "openalex": (("OpenAlex",), ("http://openalex.org/", "https://api.openalex.org/works/")),
    "pubmed": (("PMID", "pmid"), ("http://www.ncbi.nlm.nih.gov/pubmed/", "https://www.ncbi.nlm.nih.gov/pubmed/")),
    "pmc": (("PMCID", "pmcid"), ("https://pmc.ncbi.nlm.nih.gov/articles/", "https://europepmc.org/articles/")),
    "s2": (("CorpusId", "CorpusID"), ("https://www.semanticscholar.org/CorpusID:",)),
    "dblp": (("DBLP",), ("http://dblp.org/rec/", "https://dblp.uni-trier.de/rec/")),
    "wikidata": (("wd",), ("https://www.wikidata.org/wiki/", "https://www.wikidata.org/entity/")),
    "orkg": ((), ("https://orkg.org/resource/", "https://orkg.org/paper/")),
    "orcid": (("ORCID",), ("http://orcid.org/",)),
    "ror": (("ROR",), ("http://ror.org/",)),
    "omid": ((), ("http://w3id.org/oc/meta/",)),
}


@cache
def converter() -> Converter:
    """Compresses IRIs to CURIEs and expands them, synonyms included."""
    from curies import Converter, Record  # here, so that `import kg` stays quick

    records = []
    for prefix, namespace in IDENTIFIER_PREFIXES.items():
        names, namespaces = _SYNONYMS.get(prefix, ((), ()))
        records.append(
            Record(
                prefix=prefix,
                uri_prefix=namespace,
                prefix_synonyms=list(names),
                uri_prefix_synonyms=list(namespaces),
            )
        )
    return Converter(records)


def standard_curie(text: str) -> str | None:
    """A CURIE or IRI in our prefixes, whatever synonym it is written with; None where none fits.

    >>> standard_curie("https://dx.doi.org/10.1000/abc")
    'doi:10.1000/abc'
    """
    return converter().compress(text) or converter().standardize_curie(text)
