"""Papers as BibTeX and CSL-JSON, from what the registry, people and catalogues tell of them.

What is not known is left out: an entry without authors has none, and says so to who asks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from kg.link.folder import Kept, Links
from kg.link.matching import Predicate
from kg.link.records import OTHERS
from kg.link.retraction import status_of
from kg.model import Paper
from kg.normalise.identifiers import arxiv_of_doi, is_web_url

#: One entry as CSL-JSON, and the files of a build that hold all of them.
Entry = dict[str, Any]
BIBTEX_FILE, CSL_FILE = "papers.bib", "papers.csl.json"

#: Whose list of authors is taken first; the article's agency knows best.
_BEST = ("crossref", "datacite", "arxiv", "pubmed", "europepmc", "openalex", "semanticscholar", "dblp")
_GROUP = re.compile(r"\b(?:team|group|consortium|collaboration|authors|et al\.?|inc\.?|openai|google)\b", re.IGNORECASE)
_SPECIAL = {
    "\\": r"{\textbackslash}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}",
    "<": r"{\textless}",
    ">": r"{\textgreater}",
}


def entries(papers: Mapping[str, Paper], links: Links | None) -> list[Entry]:
    """One entry a paper, in the order of their keys."""
    return [_entry(paper, links or Links()) for _, paper in sorted(papers.items())]


def _entry(paper: Paper, links: Links) -> Entry:
    facts = links.curated.papers.get(paper.key) if links.curated else None
    records = _records(links, paper.key)
    is_article = bool(paper.doi) and arxiv_of_doi(paper.doi or "") is None
    authors = (
        facts.authors if facts and facts.authors else next((k.record.authors for k in records if k.record.authors), ())
    )
    own = [k for k in records if (k.record.kind == "article") is is_article]
    venue = facts.venue if facts else None
    venue = venue or next((k.record.venue for k in own if k.record.venue), None)
    date = (
        (facts.published if facts else None) or next((k.record.date for k in own if k.record.date), None) or paper.date
    )
    title = paper.title or next((k.record.title for k in records if k.record.title), None)
    status = status_of(links, paper)
    url = (
        f"https://doi.org/{paper.doi}"
        if is_article
        else f"https://arxiv.org/abs/{paper.arxiv}"
        if paper.arxiv
        else paper.url
    )
    entry: Entry = {"id": paper.key, "type": "article-journal" if is_article and venue else "article"}
    if title:
        entry["title"] = title
    if authors:
        entry["author"] = [_name(a.name) for a in authors]
    if date:
        entry["issued"] = {"date-parts": [[int(part) for part in date[:10].split("-")]]}
    if venue:
        entry["container-title"] = venue
    if paper.doi:
        entry["DOI"] = paper.doi
    if paper.arxiv:
        entry["number"] = f"arXiv:{paper.arxiv}"
    if url and is_web_url(url):
        entry["URL"] = url
    if status:
        entry["note"] = f"{status.status.value.lower()}"
    return entry


def _records(links: Links, key: str) -> list[Kept]:
    """The linked records of a paper, best first; probable ones are not its own."""
    sure = {link.other for link in links.standing_of(key) if link.predicate_id != Predicate.CLOSE}
    found = [k for k in links.linked_records(key) if k.record.id.curie in sure]
    return sorted(found, key=authority)


def authority(kept: Kept) -> tuple[int, tuple[str, str, str, str]]:
    """Whose word on authors, venue and date is taken first: the article's own agency knows best."""
    service = kept.record.service
    return _BEST.index(service) if service in _BEST else len(_BEST), kept.key


def _name(name: str) -> dict[str, str]:
    """A person's name in two parts, a group's in one."""
    given, blank, family = name.rpartition(" ")
    if not blank or "," in name or _GROUP.search(name):
        return {"literal": name}
    return {"family": family, "given": given}


def to_csl(found: Iterable[Entry]) -> bytes:
    """CSL-JSON, one entry after the other."""
    return (json.dumps(list(found), ensure_ascii=False, indent=1) + "\n").encode()


def to_bibtex(found: Iterable[Entry]) -> bytes:
    """BibTeX in UTF-8; the citation key is the key of the paper."""
    return "\n".join(map(_bibtex, found)).encode()


def _bibtex(entry: Entry) -> str:
    is_article = entry["type"] == "article-journal"
    authors = [a["literal"] if "literal" in a else f"{a['family']}, {a['given']}" for a in entry.get("author", ())]
    names = [
        f"{{{_safe(n)}}}" if "literal" in a and n != OTHERS else _safe(n)
        for n, a in zip(authors, entry.get("author", ()), strict=True)
    ]
    arxiv = str(entry.get("number", "")).removeprefix("arXiv:")
    date = entry.get("issued", {}).get("date-parts", [[]])[0]
    fields = {
        "title": f"{{{_safe(entry['title'])}}}" if entry.get("title") else None,
        "author": " and ".join(names),
        "year": str(date[0]) if date else None,
        "month": str(date[1]) if len(date) > 1 else None,
        "journal" if is_article else "howpublished": _safe(entry["container-title"])
        if entry.get("container-title")
        else None,
        "eprint": arxiv,
        "archivePrefix": "arXiv" if arxiv else None,
        "doi": entry.get("DOI"),
        "url": entry.get("URL"),
        "note": _safe(entry["note"]) if entry.get("note") else None,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{'article' if is_article else 'misc'}{{{entry['id']},", *lines, "}", ""])


def _safe(text: str) -> str:
    """Text with the signs that TeX would obey."""
    return "".join(_SPECIAL.get(letter, letter) for letter in text)
