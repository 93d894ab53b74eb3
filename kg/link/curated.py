"""Links that people have recorded: identifiers of the registry, and ``data/links/ids.json``.

``ids.json`` is our own list of further identifiers, with evidence for each; no answer of a service
stands in it. Curated links carry the date of the list, and as answer hash that of the row or entry
they stand in, so that a changed fact shows.

    {"date": "2026-01-31",
     "papers": {"arxiv-2304-12306": {"ids": [{"id": "openalex:W4391109864", "is": "same",
                                              "certainty": "certain", "evidence": "…"}],
                                     "titles": ["…"], "authors": ["Jun Ma", "…"],
                                     "venue": "…", "published": "2024", "evidence": "…"}}}

``is`` is ``same`` (the edition that the paper's node stands for), ``edition`` (another edition of
it) or ``catalogue`` (a record for all of them). Only what is certain or very likely becomes a link.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.errors import LinkError
from kg.link.matching import Justification, Predicate
from kg.link.records import OTHERS, Author, Work, author, work_of
from kg.link.table import Link
from kg.model import Certainty, Paper
from kg.normalise.identifiers import Identifier, Rejected, Scheme, identify
from kg.registry.load import TABLES
from kg.registry.tables import CERTAINTIES, read_table

#: The name of the list, and of the graph of curated links.
IDS_FILE, CURATED = "ids.json", "curated"

_IS = {"same": Predicate.SAME, "edition": Predicate.VERSION, "catalogue": Predicate.EXACT}
#: Confidence in a curated fact, by its certainty.
_CONFIDENCE = {Certainty.CERTAIN: "1.0", Certainty.VERY_LIKELY: "0.95"}
_REGISTRY = "data/registry/papers.tsv"


@dataclass(frozen=True, slots=True)
class CuratedId:
    """One identifier of a paper, recorded by a person."""

    identifier: Identifier
    predicate: Predicate
    certainty: Certainty
    evidence: str


@dataclass(frozen=True, slots=True)
class CuratedPaper:
    """What people recorded of one paper beside the registry."""

    key: str
    ids: tuple[CuratedId, ...] = ()
    titles: tuple[str, ...] = ()
    authors: tuple[Author, ...] = ()
    venue: str | None = None
    published: str | None = None
    evidence: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Curated:
    """The list of further identifiers, and its date."""

    date: str
    papers: Mapping[str, CuratedPaper]


def load_ids(path: Path) -> Curated | None:
    """Read ``ids.json``; None where there is none. Raises LinkError, naming the paper, for a broken one."""
    if not path.is_file():
        return None
    try:
        told = json.loads(path.read_bytes())
    except ValueError as error:
        raise LinkError(f"{path.name}: not JSON ({error}); mend it") from error
    date = told.get("date") if isinstance(told, dict) else None
    if not isinstance(date, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        raise LinkError(f"{path.name}: 'date' must be the day of the registry that it goes with, such as 2026-01-31")
    papers = told.get("papers")
    if not isinstance(papers, dict):
        raise LinkError(f"{path.name}: 'papers' must be an object of paper keys")
    return Curated(date, {key: _paper(path.name, key, entry) for key, entry in sorted(papers.items())})


def _paper(file: str, key: str, entry: Any) -> CuratedPaper:
    def fail(what: str) -> LinkError:
        return LinkError(f"{file}: {key}: {what}")

    if not isinstance(entry, dict):
        raise fail("must be an object")
    if unknown := sorted(entry.keys() - {"ids", "titles", "authors", "venue", "published", "evidence"}):
        raise fail(f"{unknown[0]!r} is unknown; known are ids, titles, authors, venue, published, evidence")
    ids = []
    for item in entry.get("ids", ()):
        if not isinstance(item, dict) or item.keys() != {"id", "is", "certainty", "evidence"}:
            raise fail("each of 'ids' has id, is, certainty and evidence, and nothing else")
        found = identify(str(item["id"]))
        if isinstance(found, Rejected):
            raise fail(f"{item['id']!r}: {found.reason}")
        if item["is"] not in _IS:
            raise fail(f"'is' must be one of {', '.join(_IS)}, not {item['is']!r}")
        certainty = CERTAINTIES.get(item["certainty"])
        if certainty is None or not certainty.is_publishable or not item["evidence"]:
            raise fail(f"{item['id']!r} needs evidence, and to be certain or very likely")
        ids.append(CuratedId(found, _IS[item["is"]], certainty, str(item["evidence"])))
    authors = [author(str(name)) for name in entry.get("authors", ())]
    if (authors or entry.get("venue") or entry.get("published") or entry.get("titles")) and not entry.get("evidence"):
        raise fail("titles, authors, venue and year need 'evidence'")
    text = json.dumps(entry, ensure_ascii=False, sort_keys=True)
    return CuratedPaper(
        key=key,
        ids=tuple(ids),
        titles=tuple(map(str, entry.get("titles", ()))),
        authors=tuple(a for a in authors if a),
        venue=entry.get("venue"),
        published=entry.get("published"),
        evidence=str(entry.get("evidence", "")),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
    )


def curated_links(papers: Iterable[Paper], registry: Path, curated: Curated) -> Iterator[Link]:
    """A link for every identifier that the registry or the list has of a paper."""
    rows = {row.cells["key"]: row for row in read_table(registry / "papers.tsv", TABLES["papers.tsv"])}
    for paper in papers:
        work = work_of(paper)
        row = rows.get(paper.key)
        if row is not None:
            certainty, evidence = row.certainty(), row.cells["evidence"]
            told = "\t".join(row.cells.values())
            for identifier, predicate in _of_registry(work):
                sure = certainty if certainty.is_publishable else Certainty.CERTAIN  # the id itself, see the registry
                what = evidence if certainty.is_publishable else "the identifier by which the registry names the paper"
                yield _link(
                    paper,
                    CuratedId(identifier, predicate, sure, what),
                    f"{_REGISTRY}#{paper.key}",
                    curated.date,
                    hashlib.sha256(told.encode()).hexdigest(),
                )
        further = curated.papers.get(paper.key)
        for fact in further.ids if further else ():
            yield _link(
                paper, fact, f"data/links/{IDS_FILE}#{paper.key}", curated.date, further.sha256 if further else ""
            )
            if fact.identifier.scheme is Scheme.OPENALEX:
                same = Identifier(Scheme.SEMOPENALEX, fact.identifier.id)
                twin = CuratedId(same, fact.predicate, fact.certainty, f"the number of OpenAlex; {fact.evidence}")
                yield _link(
                    paper, twin, f"data/links/{IDS_FILE}#{paper.key}", curated.date, further.sha256 if further else ""
                )


def _of_registry(work: Work) -> list[tuple[Identifier, Predicate]]:
    """The work's own identifiers, and those of its other editions."""
    own = [(i, Predicate.SAME) for i in work.ids]
    return sorted([*own, *((i, Predicate.VERSION) for i in work.editions)])


def _link(paper: Paper, fact: CuratedId, place: str, date: str, sha256: str) -> Link:
    ours, theirs = (f"paper:{paper.key}", paper.label), (fact.identifier.curie, "")
    subject, object_ = (theirs, ours) if fact.predicate is Predicate.VERSION else (ours, theirs)
    return Link(
        subject_id=subject[0],
        subject_label=subject[1],
        predicate_id=fact.predicate.value,
        object_id=object_[0],
        object_label=object_[1],
        mapping_justification=Justification.CURATED.value,
        confidence=_CONFIDENCE[fact.certainty],
        mapping_date=date,
        mapping_provider="",
        comment=fact.evidence,
        rule="0",
        service=CURATED,
        asked="",
        query=place,
        answered=date,
        answer_sha256=sha256,
    )


def knowing(work: Work, paper: CuratedPaper | None) -> Work:
    """The work with what people recorded of its titles, authors and year."""
    if paper is None:
        return work
    names = tuple(a.family for a in paper.authors if a.name != OTHERS)
    years = [int(paper.published[:4])] if paper.published else []
    return replace(
        work,
        titles=tuple(dict.fromkeys((*work.titles, *paper.titles))),
        families=(*work.families, names) if names else work.families,
        years=tuple(dict.fromkeys((*work.years, *years))),
    )
