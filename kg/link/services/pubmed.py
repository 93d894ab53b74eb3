"""PubMed: articles by PubMed id, with their retractions.

Each reference of an article carries a list of ids too; the article's own list stands in its
PubmedData, and no other is read. Preprints of arXiv are not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.link.answers import Answer, Query, Unreadable
from kg.link.records import Kind, Record, author, kind_by_title
from kg.link.services.base import Pace, Service, Wanted, day, found_ids
from kg.link.settings import LinkSettings
from kg.model import PaperStatus
from kg.normalise.dates import month_number
from kg.normalise.identifiers import Identifier, Scheme


class PubMed(Service):
    """Articles by PubMed id, up to a hundred at once."""

    name = "pubmed"
    label = "PubMed"
    homepage = "https://pubmed.ncbi.nlm.nih.gov/"
    licence = "https://www.nlm.nih.gov/web_policies.html"
    address = "https://eutils.ncbi.nlm.nih.gov"
    pace = Pace(0.34)
    batch = 100
    schemes = (Scheme.PMID,)

    def pace_of(self, settings: LinkSettings) -> Pace:
        """Three a second; ten with a key."""
        return Pace(0.1) if settings.secret("ncbi_key") else self.pace

    def parameters(self, settings: LinkSettings) -> Mapping[str, str]:
        """Who asks, as NCBI wants to know."""
        told = {"tool": "leaderboard-kg"}
        if settings.mail:
            told["email"] = settings.mail
        if key := settings.secret("ncbi_key"):
            told["api_key"] = key
        return told

    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """One question for up to a hundred ids."""
        pairs = [(one.work.key, pmid) for one in wanted for pmid in one.of(Scheme.PMID)]
        for start in range(0, len(pairs), self.batch):
            part = pairs[start : start + self.batch]
            ids = ",".join(pmid.id for _, pmid in part)
            url = self.url("/entrez/eutils/efetch.fcgi", db="pubmed", id=ids, retmode="xml")
            yield Query(self.name, url, tuple(part), accept="application/xml")

    def read(self, answer: Answer) -> list[Record]:
        """The articles of a set."""
        from lxml import etree  # here, so that `import kg` stays quick

        if answer.is_missing:
            return []
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
        try:
            told = etree.fromstring(answer.body, parser)
        except etree.XMLSyntaxError as error:
            raise Unreadable("no PubMed XML") from error
        if etree.QName(told).localname != "PubmedArticleSet":
            raise Unreadable(f"{etree.QName(told).localname} instead of PubMed XML")
        return [record(article) for article in told.findall("PubmedArticle")]


def record(article: Any) -> Record:
    """One article."""
    own = {i.get("IdType"): i.text for i in article.findall("PubmedData/ArticleIdList/ArticleId")}
    pmid = found_ids((own.get("pubmed") or _text(article, "MedlineCitation/PMID"), Scheme.PMID))
    if not pmid:
        raise Unreadable("an article without a PubMed id")
    ids = pmid | found_ids((own.get("doi"), Scheme.DOI), (own.get("pmc"), Scheme.PMCID))
    body = article.find("MedlineCitation/Article")
    title = (_text(article, "MedlineCitation/Article/ArticleTitle") or "").removesuffix(".") or None
    types = {(t.text or "").lower() for t in body.findall("PublicationTypeList/PublicationType")}
    notices = {c.get("RefType") for c in article.findall("MedlineCitation/CommentsCorrectionsList/CommentsCorrections")}
    kind = Kind.ARTICLE
    for name, other in (
        ("preprint", Kind.PREPRINT),
        ("published erratum", Kind.CORRECTION),
        ("retraction of publication", Kind.RETRACTION),
    ):
        kind = other if name in types else kind
    is_retracted = "retracted publication" in types or "RetractionIn" in notices
    return Record(
        service=PubMed.name,
        id=min(pmid),
        ids=ids,
        title=title,
        authors=tuple(a for a in (_author(p) for p in body.findall("AuthorList/Author")) if a),
        date=_date(body.find("ArticleDate")) or _date(body.find("Journal/JournalIssue/PubDate")),
        kind=kind_by_title(title, kind),
        venue=_text(article, "MedlineCitation/Article/Journal/Title"),
        status=PaperStatus.RETRACTED if is_retracted else None,
        fields=tuple(
            dict.fromkeys(d.text for d in article.findall(".//MeshHeadingList/MeshHeading/DescriptorName") if d.text)
        ),
    )


def _author(printed: Any) -> Any:
    family, given = _text(printed, "LastName"), _text(printed, "ForeName")
    ids = [i.text for i in printed.findall("Identifier") if i.get("Source") == "ORCID"]
    orcids: list[Identifier] = sorted(found_ids(*((i, Scheme.ORCID) for i in ids)))
    full = " ".join(filter(None, (given, family))) or _text(printed, "CollectiveName") or ""
    return author(full, family=family, orcid=orcids[0].id if orcids else None)


def _date(printed: Any) -> str | None:
    if printed is None:
        return None
    year, month, date = (_text(printed, name) for name in ("Year", "Month", "Day"))
    number = month_number(month or "") or (int(month) if month and month.isdigit() else None)
    parts = [
        year or "",
        f"{number:02}" if number else "",
        f"{int(date):02}" if date and date.isdigit() and number else "",
    ]
    return day("-".join(part for part in parts if part))


def _text(entry: Any, path: str) -> str | None:
    found = entry.find(path)
    return " ".join("".join(found.itertext()).split()) or None if found is not None else None
