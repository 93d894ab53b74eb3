"""The catalogues that papers are linked to, one module each, behind one interface."""

from kg.link.services.agency import Agency
from kg.link.services.arxiv import Arxiv
from kg.link.services.base import Pace, Service, Wanted
from kg.link.services.crossref import Crossref
from kg.link.services.datacite import DataCite
from kg.link.services.dblp import Dblp
from kg.link.services.europepmc import EuropePmc
from kg.link.services.huggingface import HuggingFace
from kg.link.services.openalex import OpenAlex
from kg.link.services.opencitations import OpenCitations
from kg.link.services.pubmed import PubMed
from kg.link.services.semanticscholar import SemanticScholar
from kg.link.services.unpaywall import Unpaywall
from kg.link.services.wikidata import Wikidata

#: In the order in which they are asked: the first ones bring identifiers that the later ones know.
SERVICES: dict[str, type[Service]] = {
    service.name: service
    for service in (
        Agency,
        Arxiv,
        DataCite,
        Crossref,
        SemanticScholar,
        OpenAlex,
        EuropePmc,
        PubMed,
        Dblp,
        OpenCitations,
        Unpaywall,
        Wikidata,
        HuggingFace,
    )
}

__all__ = ["SERVICES", "Agency", "Pace", "Service", "Wanted"]
