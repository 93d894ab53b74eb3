"""What a catalogue says of one of its records, and what is known of one of our papers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from kg.link.titles import words
from kg.model import Paper, PaperStatus
from kg.normalise.identifiers import Identifier, Scheme, arxiv_doi, arxiv_of_doi


class Kind(StrEnum):
    """What a record is about; only articles and preprints can be one of our papers by title."""

    ARTICLE = "article"
    PREPRINT = "preprint"
    CORRECTION = "correction"
    RETRACTION = "retraction notice"
    DATASET = "dataset"
    REVIEW = "review"
    OTHER = "other"
    UNKNOWN = "unknown"

    @property
    def is_paper(self) -> bool:
        """True for what can report results; the unknown may."""
        return self in (Kind.ARTICLE, Kind.PREPRINT, Kind.UNKNOWN)


#: How titles of things about another paper begin.
_ABOUT_OTHERS = (
    (
        Kind.CORRECTION,
        r"(?:author|publisher) correction\b|correction(?:\s*:|\s+to\b|$)|"
        r"(?:err?at(?:um|a)|corrigend(?:um|a)|addend(?:um|a))(?:\s*:|\s+(?:to|for)\b|$)",
    ),
    (
        Kind.RETRACTION,
        r"(?:retraction|withdrawal)(?: note| notice)?(?:\s+to\b|\s*:)|retracted note\b|expression of concern\b",
    ),
    (
        Kind.REVIEW,
        r"peer review (?:of|report)\b|decision letter\b|author response\s*:|"
        r"(?:comment on|reply to|response to)\s*(?:[:\"“]|the (?:comment|letter|editor))|reply to comment",
    ),
    (Kind.DATASET, r"data(?:set)? (?:from|for)\s*:|supplementa(?:ry|l) (?:data|materials?)\s*(?:for|to|:)"),
)


def kind_by_title(title: str | None, kind: Kind) -> Kind:
    """The kind, corrected where the title itself says that it is about another paper.

    A title that begins with RETRACTED: is the paper's own, marked by its publisher.
    """
    text = " ".join((title or "").lower().split())
    for other, pattern in _ABOUT_OTHERS:
        if re.match(pattern, text) and not re.match(r"(?:retracted|withdrawn)\s*:", text):
            return other
    return kind


@dataclass(frozen=True, slots=True)
class Author:
    """One author as printed; ``family`` is what names are compared by: the last word of the family name.

    Catalogues do not agree where a family name begins ("M. Bran", "Bran"), only where it ends.
    """

    name: str
    family: str
    orcid: str | None = None


#: How a list of authors ends that names not all of them.
OTHERS = "others"


def author(name: str, *, family: str | None = None, orcid: str | None = None) -> Author | None:
    """An author from a printed name: "Ma, Jun", "Jun Ma", "Andrew D. White"; None for a blank one."""
    name = " ".join(name.split())
    if not name and not family:
        return None
    if family is None:
        before, comma, _ = name.partition(",")
        family = before if comma else name
    printed = words(_last_word(family))
    return Author(name, "".join(printed) or family, orcid)


def _last_word(name: str) -> str:
    parts = name.split()
    while len(parts) > 1 and (parts[-1].isdigit() or re.fullmatch(r"(?:jr|sr|ii|iii|iv)\.?", parts[-1].lower())):
        parts.pop()  # "Jun Ma 0001" of DBLP, "John Doe Jr."
    return parts[-1]


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a catalogue.

    ``id`` is its own node; ``ids`` are all identifiers of the very edition that it describes;
    ``versions`` are identifiers of other editions of the same work, as the catalogue says.
    ``is_merged``: the catalogue keeps one record for preprint and article, so it describes no
    single edition.
    """

    service: str
    id: Identifier
    ids: frozenset[Identifier] = frozenset()
    title: str | None = None
    authors: tuple[Author, ...] = ()
    date: str | None = None
    kind: Kind = Kind.UNKNOWN
    venue: str | None = None
    versions: tuple[Identifier, ...] = ()
    is_merged: bool = False
    status: PaperStatus | None = None
    status_date: str | None = None
    open_access: str | None = None
    citations: int | None = None
    fields: tuple[str, ...] = ()
    models: tuple[Identifier, ...] = ()
    datasets: tuple[Identifier, ...] = ()

    @property
    def all_ids(self) -> frozenset[Identifier]:
        """The record's node and every identifier of its edition."""
        return self.ids | {self.id}

    @property
    def year(self) -> int | None:
        """The year of its date."""
        return int(self.date[:4]) if self.date else None


@dataclass(frozen=True, slots=True)
class Work:
    """One of our papers as far as it is known.

    ``ids`` name the edition that the paper's node stands for: its version of record where it has a
    DOI of one, else its preprint. ``editions`` name its other editions. ``asserted`` are those of
    both that only a catalogue told us.
    """

    key: str
    label: str
    ids: frozenset[Identifier]
    editions: frozenset[Identifier] = frozenset()
    asserted: frozenset[Identifier] = frozenset()
    titles: tuple[str, ...] = ()
    families: tuple[tuple[str, ...], ...] = ()
    years: tuple[int, ...] = ()
    kind: Kind = Kind.UNKNOWN

    @property
    def all_ids(self) -> frozenset[Identifier]:
        """Every identifier of the work, whichever edition it names."""
        return self.ids | self.editions

    def knowing(self, record: Record) -> Work:
        """The work with what a record that is linked to it says of title, authors and year."""
        names = tuple(dict.fromkeys(a.family for a in record.authors))
        return replace(
            self,
            titles=_with(self.titles, record.title),
            families=_with(self.families, names or None),
            years=_with(self.years, record.year),
        )

    def having(self, ids: frozenset[Identifier], editions: frozenset[Identifier]) -> Work:
        """The work with identifiers that a catalogue asserts."""
        new = (ids | editions) - self.all_ids
        return replace(
            self,
            ids=self.ids | (ids & new),
            editions=self.editions | ((editions - ids) & new),
            asserted=self.asserted | new,
        )


_T = TypeVar("_T")


def _with(known: tuple[_T, ...], new: _T | None) -> tuple[_T, ...]:
    return known if new is None or new in known else (*known, new)


def work_of(paper: Paper) -> Work:
    """What our own graph knows of a paper: identifiers, title, year; it names no single authors."""
    preprint: set[Identifier] = set()
    if paper.arxiv:
        preprint = {Identifier(Scheme.ARXIV, paper.arxiv), Identifier(Scheme.DOI, arxiv_doi(paper.arxiv))}
    own, editions, kind = preprint, set[Identifier](), Kind.PREPRINT if preprint else Kind.UNKNOWN
    if paper.doi and (arxiv := arxiv_of_doi(paper.doi)):
        own = preprint | {Identifier(Scheme.DOI, paper.doi), Identifier(Scheme.ARXIV, arxiv)}
        kind = Kind.PREPRINT
    elif paper.doi:
        own, editions = {Identifier(Scheme.DOI, paper.doi)}, preprint
        kind = Kind.ARTICLE if preprint else Kind.UNKNOWN
    return Work(
        key=paper.key,
        label=paper.label,
        ids=frozenset(own),
        editions=frozenset(editions),
        titles=(paper.title,) if paper.title else (),
        years=(int(paper.date[:4]),) if paper.date else (),
        kind=kind,
    )
