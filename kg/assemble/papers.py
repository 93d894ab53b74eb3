"""Papers as pages cite them -> :class:`Paper`, by identifier only, never by a likeness of titles."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kg.assemble.curation import Curation
from kg.assemble.nodes import Nodes
from kg.iris import arxiv_key, doi_key, name_key
from kg.model import Paper
from kg.normalise.identifiers import is_web_url, parse_arxiv, parse_doi, unwrap_url
from kg.read.cells import Page
from kg.registry import Registry


@dataclass(frozen=True, slots=True)
class Citation:
    """A paper as cited: its key, the text printed for it and the version cited ("v2").

    ``cleaned`` is (printed, meant) where a URL was freed from another URL around it.
    """

    paper: str
    printed: str
    version: str | None = None
    cleaned: tuple[str, str] | None = None
    line: int | None = None


class Papers:
    """Resolves citations of one page; every paper met is added to ``nodes``."""

    def __init__(self, registry: Registry, nodes: Nodes) -> None:
        self.registry = registry
        self.nodes = nodes

    def by_reference(self, printed: str, line: int | None = None, title: str | None = None) -> Citation:
        """Resolve an id or link in a row: a site's own paper id, an arXiv id, a DOI or a URL.

        ``title`` is what the link is printed as: the title of a paper of which nobody knows one.
        """
        cited = self._reference(printed, line)
        paper = self.nodes.papers[cited.paper]
        if title and paper.title is None and paper.key not in self.registry.papers and " " in title.strip():
            self.nodes.papers[cited.paper] = replace(paper, title=title, label=title)
        return cited

    def _reference(self, printed: str, line: int | None) -> Citation:
        text, wrapped = unwrap_url(printed.strip())
        cleaned = (printed.strip(), text) if wrapped else None
        if known := self.registry.paper_by_site_id(text):
            return self._cite(known, printed, None, cleaned, line, identifier=text)
        if arxiv := parse_arxiv(text):
            paper = self.registry.paper_by_arxiv(arxiv.id) or Paper(
                arxiv_key(arxiv.id), f"arXiv:{arxiv.id}", arxiv=arxiv.id
            )
            return self._cite(paper, printed, arxiv.version, cleaned, line)
        if doi := parse_doi(text):
            paper = self.registry.paper_by_doi(doi) or Paper(doi_key(doi), f"doi:{doi}", doi=doi)
            return self._cite(paper, printed, None, cleaned, line)
        url = text if is_web_url(text) else None
        if url and (known := self.registry.paper_by_url(url)):
            return self._cite(known, printed, None, cleaned, line)
        paper = Paper(name_key("paper", text), f"paper {text}", identifiers=() if url else (text,), url=url)
        return self._cite(paper, printed, None, cleaned, line)

    def by_page(self, page: Page, curation: Curation, table: str | None) -> Citation | None:
        """The paper that reports all results of a page: curated, else the page's own citation entry."""
        if fact := curation.leaderboard_fact(table, "reported_in"):
            paper = self.registry.papers[fact.value]
            cited = self._by_citation(page)
            same = cited if cited and cited.paper == paper.key else None
            return same or self._cite(paper, "-", None, None, None)
        return self._by_citation(page)

    def _by_citation(self, page: Page) -> Citation | None:
        """ArXiv id by eprint + archivePrefix, else DOI, else the URL, else the title."""
        url = next(iter(page.facts_named("citation-url")), None)
        eprint, doi, title = (page.fact(f"citation-{name}") for name in ("eprint", "doi", "title"))
        is_arxiv = (page.fact("citation-archive") or "").casefold() == "arxiv"
        if eprint and is_arxiv and parse_arxiv(eprint):
            cited = self.by_reference(eprint)
        elif doi or url:
            cited = self.by_reference(doi or (url.value if url else ""))
        elif title:
            cited = self._cite(Paper(name_key("title", title), title, title=title), title, None, None, None)
        else:
            return None
        if title and self.nodes.papers[cited.paper].title is None:
            self.nodes.papers[cited.paper] = replace(self.nodes.papers[cited.paper], title=title, label=title)
        if url:
            meant, wrapped = unwrap_url(url.value)
            return replace(cited, cleaned=(url.value, meant) if wrapped else None, line=url.line)
        return cited

    def _cite(
        self,
        paper: Paper,
        printed: str,
        version: str | None,
        cleaned: tuple[str, str] | None,
        line: int | None,
        identifier: str | None = None,
    ) -> Citation:
        if identifier is not None and identifier not in paper.identifiers:
            paper = replace(paper, identifiers=tuple(sorted({*paper.identifiers, identifier})))
        known = self.nodes.papers.setdefault(paper.key, paper)
        if known is not paper:
            identifiers = tuple(sorted({*known.identifiers, *paper.identifiers}))
            self.nodes.papers[paper.key] = replace(known, identifiers=identifiers)
        return Citation(paper.key, printed.strip(), version, cleaned, line)


def is_paper(address: str) -> bool:
    """True for an address that can be a paper's: an arXiv or DOI address, a PDF, a publisher's page."""
    if parse_arxiv(address) or parse_doi(address):
        return True
    return (
        re.search(
            r"\.pdf(?:$|[?#])|/(?:abs|pdf|paper|papers|anthology|forum|doi|article)s?/|openreview|aclanthology|"
            r"proceedings|arxiv|biorxiv|medrxiv",
            address,
            re.IGNORECASE,
        )
        is not None
    )
