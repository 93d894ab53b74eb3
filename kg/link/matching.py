"""When a record of a catalogue is one of our papers: five rules, from certain to never.

1. A shared identifier: certain. ``owl:sameAs`` where it names the very edition that the paper's
   node stands for; ``dcterms:isVersionOf`` where it names another edition; ``skos:exactMatch`` where
   the catalogue keeps one record for all editions.
2. A bridge that the catalogue itself asserts (arXiv's doi, Crossref's relation, OpenAlex' locations,
   external ids of Semantic Scholar): the edition named by it.
3. Titles that say the same, an author in common who is first or enough of them, years that fit, a
   paper and no notice about one, and no second record that passes: probable, ``skos:closeMatch``.
4. Alike, but not that much: a candidate that a person decides.
5. A short title, or one that several works carry: never more than a candidate.

What is not known is no agreement: without authors or a year on both sides nothing is linked by
title. Where a record of rule 1 or 2 has neither title nor author in common with the paper, one of
the two identifiers is wrong, and a person decides too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kg.link.records import Kind, Record, Work
from kg.link.titles import is_contained, is_short, jaccard, normal_title, ratio, says_the_same
from kg.normalise.identifiers import Identifier, Scheme


class Predicate(StrEnum):
    """What a link says; the edition is always the subject of ``dcterms:isVersionOf``."""

    SAME = "owl:sameAs"
    EXACT = "skos:exactMatch"
    VERSION = "dcterms:isVersionOf"
    CLOSE = "skos:closeMatch"


class Justification(StrEnum):
    """How a link was found, in the words of semapv."""

    CURATED = "semapv:ManualMappingCuration"
    IDENTIFIER = "semapv:LexicalMatching"
    ASSERTED = "semapv:BackgroundKnowledgeBasedMatching"
    COMPOSITE = "semapv:CompositeMatching"


@dataclass(frozen=True, slots=True)
class Match:
    """One identifier that is, or may be, one of our papers. ``rule`` is 0 for a curated link."""

    work: str
    object: Identifier
    predicate: Predicate
    rule: int
    confidence: str
    justification: Justification
    is_link: bool
    reason: str
    label: str = ""


#: Nodes of catalogues that keep one record for all editions, and identifiers that only articles get.
_CATALOGUES = (Scheme.S2, Scheme.S2_PAPER, Scheme.WIKIDATA, Scheme.HF_PAPER)
_OF_ARTICLES = (Scheme.PMID, Scheme.PMCID)
#: The least ratio of a candidate, and the most that two titles of one name can differ.
_ALIKE = 85
#: Below these two a title says another thing altogether.
_UNLIKE, _NO_COMMON_WORDS = 50, 25


def by_identifier(work: Work, record: Record) -> list[Match]:
    """Rules 1 and 2 for one record: the record itself, and the identifiers that it brings."""
    shared = record.all_ids & work.ids
    other = record.all_ids & work.editions
    bridged = frozenset(record.versions) & work.all_ids
    if not (shared or other or bridged):
        return []
    told = _first(_surest(shared, work) or _surest(other, work) or bridged)
    own = Predicate.SAME if shared else Predicate.VERSION
    if record.is_merged and (shared or other):
        own = Predicate.EXACT
    rule = 1 if (shared | other) - work.asserted else 2
    found = [_match(work, record.id, own, rule, told, record)]
    ours = work.all_ids - work.asserted
    for identifier in sorted(record.ids - {record.id}):
        if identifier not in ours:
            found.append(_match(work, identifier, _edition_of(identifier, own, work, shared), 2, told, record))
    if shared or other:
        for identifier in sorted(set(record.versions)):
            if identifier not in ours:
                found.append(_match(work, identifier, Predicate.VERSION, 2, told, record))
    if doubt := contradiction(work, record):
        return [replace(match, is_link=False, reason=f"{match.reason}; but {doubt}") for match in found]
    return found


def _surest(ids: frozenset[Identifier], work: Work) -> frozenset[Identifier]:
    return (ids - work.asserted) or ids


def _edition_of(identifier: Identifier, own: Predicate, work: Work, shared: frozenset[Identifier]) -> Predicate:
    """What an identifier is to the paper that stands in a record: of a merged one, maybe another edition."""
    if own is not Predicate.EXACT or identifier.scheme in _CATALOGUES:
        return own
    has_doi = any(i.scheme is Scheme.DOI for i in shared)
    return own if work.kind is Kind.ARTICLE and has_doi and identifier.scheme in _OF_ARTICLES else Predicate.VERSION


def _match(work: Work, object_: Identifier, predicate: Predicate, rule: int, told: str, record: Record) -> Match:
    by = "shared" if rule == 1 else f"by the {record.service} record of"
    return Match(
        work=work.key,
        object=object_,
        predicate=predicate,
        rule=rule,
        confidence="1.0" if rule == 1 else "0.99",
        justification=Justification.IDENTIFIER if rule == 1 else Justification.ASSERTED,
        is_link=True,
        reason=f"{by} {told}" + ("; the record covers all editions" if predicate is Predicate.EXACT else ""),
        label=record.title or "" if object_ == record.id else "",
    )


def _first(identifiers: Iterable[Identifier]) -> str:
    return min(identifiers).curie


def contradiction(work: Work, record: Record) -> str | None:
    """Why a record cannot well be the paper, whatever identifier they share; None when it can."""
    if record.kind in (Kind.CORRECTION, Kind.RETRACTION, Kind.REVIEW):
        return f"the record is a {record.kind}"
    if not record.title or not work.titles:
        return None
    best = max(work.titles, key=lambda title: (ratio(title, record.title or ""), title))
    likeness, common = ratio(best, record.title), jaccard(best, record.title)
    known = [set(names) for names in work.families if names]
    theirs = {a.family for a in record.authors}
    if known and theirs:
        if any(names & theirs for names in known) or likeness >= _ALIKE:
            return None
        return f"no author is common and the titles differ ({likeness} %): {record.title!r}"
    if likeness < _UNLIKE and common < _NO_COMMON_WORDS and not is_contained(best, record.title):
        return f"the titles have little in common ({likeness} %): {record.title!r}"
    return None


def by_title(work: Work, records: Sequence[Record]) -> list[Match]:
    """Rules 3 to 5: what a search by title brought, best first."""
    found = []
    against = [doubts(work, record) for record in records]
    passing = [r for r, reasons in zip(records, against, strict=True) if not reasons]
    known = {normal_title(title) for title in work.titles}
    namesakes = [r for r in records if normal_title(r.title or "") in known]
    for record, reasons in zip(records, against, strict=True):
        likeness = _likeness(work, record)
        if likeness is None:
            continue
        if not reasons and len({_edition(r) for r in passing}) > 1:
            reasons = [f"{len(passing)} records pass"]
        elif not reasons and len({_edition(r) for r in namesakes}) > 1:
            reasons = [f"{len(namesakes)} records carry this title"]
        told = f"title {likeness} %"
        found.append(
            Match(
                work=work.key,
                object=record.id,
                predicate=Predicate.CLOSE,
                rule=(5 if _is_never(work, reasons) else 4) if reasons else 3,
                confidence="0.9" if not reasons else f"0.{max(1, min(likeness, 89)):02}",
                justification=Justification.COMPOSITE,
                is_link=not reasons,
                reason="; ".join([told, *reasons]) if reasons else f"{told}, authors and year agree, no rival",
                label=record.title or "",
            )
        )
    return sorted(found, key=lambda m: (m.rule, -float(m.confidence), m.object))


def _is_never(work: Work, reasons: Sequence[str]) -> bool:
    return any(is_short(title) for title in work.titles) or any("records" in reason for reason in reasons)


def _edition(record: Record) -> Identifier:
    """What tells one edition from another: its DOI, or its own node."""
    dois = sorted(i for i in record.all_ids if i.scheme is Scheme.DOI)
    return dois[0] if dois else record.id


def _likeness(work: Work, record: Record) -> int | None:
    """The best ratio of titles, where it is worth a person's look; else None."""
    if not record.title or not work.titles:
        return None
    best = max(ratio(title, record.title) for title in work.titles)
    if best >= _ALIKE:
        return best
    contained = any(is_contained(title, record.title) for title in work.titles)
    return best if contained and _shared_authors(work, record) >= 3 else None


def _shared_authors(work: Work, record: Record) -> int:
    theirs = {a.family for a in record.authors}
    return max((len(set(names) & theirs) for names in work.families), default=0)


def doubts(work: Work, record: Record) -> list[str]:
    """What speaks against taking a record by its title alone; empty when nothing does."""
    found = []
    title = record.title or ""
    if not any(says_the_same(known, title) for known in work.titles):
        found.append("the titles differ")
    if any(is_short(known) for known in work.titles) or is_short(title):
        found.append("the title is short")
    if not record.kind.is_paper:
        found.append(f"the record is a {record.kind}")
    theirs = [a.family for a in record.authors]
    if not theirs or not any(work.families):
        found.append("the authors are not known on both sides")
    elif not any(_same_authors(names, theirs) for names in work.families if names):
        found.append("the authors differ")
    if record.year is None or not work.years:
        found.append("the year is not known on both sides")
    elif not any(_fits(year, record.year, work.kind, record.kind) for year in work.years):
        found.append(f"the years differ ({', '.join(map(str, work.years))} and {record.year})")
    return found


def _same_authors(names: Sequence[str], theirs: Sequence[str]) -> bool:
    """The same first author, or half of the longer list in common (the order is not stable)."""
    common = len(set(names) & set(theirs))
    return names[0] == theirs[0] or 2 * common >= max(len(set(names)), len(set(theirs)))


def _fits(ours: int, theirs: int, our_kind: Kind, their_kind: Kind) -> bool:
    """One year apart at most; two from a preprint to its article."""
    if our_kind is Kind.PREPRINT and their_kind is not Kind.PREPRINT:
        return -1 <= theirs - ours <= 2
    if their_kind is Kind.PREPRINT and our_kind is not Kind.PREPRINT:
        return -1 <= ours - theirs <= 2
    return abs(ours - theirs) <= 1


def judge(work: Work, records: Sequence[Record], *, is_search: bool) -> tuple[list[Match], list[Record]]:
    """All matches of an answer, and the records that are worth keeping: those of links and candidates."""
    matches: list[Match] = []
    kept: list[Record] = []
    rest: list[Record] = []
    for record in records:
        if found := by_identifier(work, record):
            matches += found
            kept.append(record)
        else:
            rest.append(record)
    if is_search:
        found = by_title(work, rest)
        if any(m.is_link for m in matches):  # the paper is found; what else is alike may be another edition
            found = [replace(m, is_link=False, reason=f"{m.reason}; another record has the identifier") for m in found]
        objects = {m.object for m in found}
        matches += found
        kept += [r for r in rest if r.id in objects]
    return matches, kept
