"""One run of ``kg link``: ask for what is new, failed or old, and keep what the rules allow."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.link.answers import TITLE, Answer, NotFetched, Query, Unreadable
from kg.link.clock import Clock, moment, stamp
from kg.link.curated import CURATED, curated_links
from kg.link.fetching import Fetcher
from kg.link.folder import FAILED, FOUND, NONE, Attempt, Kept, Links
from kg.link.known import known_work
from kg.link.matching import Match, judge
from kg.link.records import Record, Work
from kg.link.services import Agency, Service, Wanted
from kg.link.services.agency import agency_of, prefix_of
from kg.link.table import Evidence, Link, link_of
from kg.model import Paper
from kg.normalise.identifiers import Identifier, Scheme

#: The agency whose DOIs a service holds.
_OWNERS = {"crossref": "Crossref", "datacite": "DataCite"}


@dataclass(frozen=True, slots=True)
class Missed:
    """A question that was not answered, and why."""

    paper: str
    service: str
    asked: str
    reason: str


@dataclass
class Outcome:
    """What a run did. ``asked`` counts requests by service, ``uncached`` what offline could not answer."""

    papers: int = 0
    asked: Mapping[str, int] = field(default_factory=dict)
    missed: list[Missed] = field(default_factory=list)
    uncached: int = 0
    skipped: dict[str, str] = field(default_factory=dict)


def curate(links: Links, papers: Sequence[Paper], registry: Path) -> None:
    """Renew the curated links; everything else stays."""
    for paper in list(links.found):
        links.found[paper] = [link for link in links.found[paper] if link.service != CURATED]
    if links.curated is not None:
        for link in curated_links(papers, registry, links.curated):
            links.found.setdefault(link.paper, []).append(link)


class Run:
    """Asks services for papers and brings what they answer into ``links``."""

    def __init__(
        self,
        papers: Sequence[Paper],
        links: Links,
        fetcher: Fetcher,
        clock: Clock,
        max_age: datetime.timedelta,
    ) -> None:
        self.papers = {paper.key: paper for paper in sorted(papers, key=lambda p: p.key)}
        self.links, self.fetcher, self.clock, self.max_age = links, fetcher, clock, max_age
        self.outcome = Outcome(papers=len(self.papers))
        self._agency: Agency | None = None
        self._agencies: dict[str, str] = {}

    def ask(self, services: Iterable[Service]) -> Outcome:
        """Ask all services, one after the other; one that is down or throttles never stops the run."""
        for service in services:
            missing = None if self.fetcher.offline else service.missing(self.fetcher.settings)
            if missing:
                self.outcome.skipped[service.name] = missing
                continue
            if isinstance(service, Agency):
                self._agency = service
                self._ask_agencies([Wanted(w, tuple(sorted(w.all_ids))) for w in map(self.work, self.papers)])
            else:
                self._look_up(service)
                self._search(service)
        self.outcome.asked = dict(self.fetcher.budget.asked)
        self.outcome.missed.sort(key=lambda m: (m.service, m.paper, m.asked))
        return self.outcome

    # what is known

    def work(self, key: str) -> Work:
        """A paper with all that is known of it by now."""
        return known_work(self.papers[key], self.links)

    def _is_due(self, paper: str, service: Service, asked: str) -> bool:
        """True for what was never asked, was not answered, or is older than it may be."""
        parts = service.parts if asked != TITLE else ("",)
        last = [self.links.attempts.get((paper, service.name, f"{asked} {part}".strip())) for part in parts]
        now = self.clock.now()
        return any(a is None or a.outcome == FAILED or now - moment(a.time) > self.max_age for a in last)

    # asking

    def _ask_agencies(self, wanted: Sequence[Wanted]) -> None:
        """Ask whose the DOIs are; an answer holds for as long as it is kept."""
        if self._agency is None:
            return
        queries = list(self._agency.by_id(wanted))
        forever = datetime.timedelta(days=36500)
        for query, found, _ in self.fetcher.fetch(self._agency, queries, lambda _, a: agency_of(a), max_age=forever):
            if isinstance(found, NotFetched):
                self._missed(self._agency, query, found)
            else:
                self._agencies[query.url.rpartition("/")[2]] = found

    def _look_up(self, service: Service) -> None:
        wanted = []
        for key in self.papers:
            known = self._known_to_others(service, key)
            ids = [i for i in sorted(known) if i.scheme in service.schemes and self._is_due(key, service, i.curie)]
            if ids := [i for i in ids if self._is_owned(service, key, i)]:
                wanted.append(Wanted(self.work(key), tuple(ids)))
        self._take(service, list(service.by_id(wanted)))

    def _known_to_others(self, service: Service, key: str) -> frozenset[Identifier]:
        """Identifiers of a paper that do not rest on the service's own word alone.

        What it said when asked for one that nobody gives any more is forgotten.
        """
        work = self.work(key)
        by_others = {link.identifier for link in self.links.standing_of(key) if link.service != service.name}
        known = work.all_ids - (work.asserted - by_others)
        asked = {i.curie for i in known}
        self.links.forget(
            key, lambda by, about: by == service.name and ":" in about and about.split(" ")[0] not in asked
        )
        return known

    def _is_owned(self, service: Service, key: str, identifier: Identifier) -> bool:
        """False for a DOI that another agency gave out, or of which nobody told whose it is."""
        owner = _OWNERS.get(service.name)
        if owner is None or identifier.scheme is not Scheme.DOI:
            return True
        prefix = prefix_of(identifier.id)
        if prefix not in self._agencies and not self.fetcher.offline:  # a DOI that came up in this run
            self._ask_agencies([Wanted(self.work(key), (identifier,))])
        if prefix not in self._agencies:
            if self.fetcher.offline:
                return True  # the cache answers, or it does not
            self.outcome.missed.append(Missed(key, service.name, identifier.curie, "whose DOI it is was not told"))
        return self._agencies.get(prefix) == owner

    def _search(self, service: Service) -> None:
        queries = []
        for key in self.papers:
            linked = any(link.service == service.name and link.asked != TITLE for link in self.links.standing_of(key))
            if linked or not self._is_due(key, service, TITLE):
                continue
            work = self.work(key)
            if work.titles and (query := service.by_title(work)):
                queries.append(query)
        self._take(service, queries)

    def _take(self, service: Service, queries: Sequence[Query]) -> None:
        def read(query: Query, answer: Answer) -> list[Record]:
            records = list(dict.fromkeys(service.read(answer)))
            _check(query, records)
            return records

        for query, found, answer in self.fetcher.fetch(service, queries, read, max_age=self.max_age):
            if isinstance(found, NotFetched) or answer is None:
                self._missed(service, query, found if isinstance(found, NotFetched) else NotFetched("no answer"))
                continue
            for key, identifier in query.asked:
                self._bring(service, query, answer, key, identifier, found)

    def _missed(self, service: Service, query: Query, why: NotFetched) -> None:
        if why.is_offline:
            self.outcome.uncached += 1
            return
        now = stamp(self.clock.now())
        for key, identifier in query.asked:
            asked = query.about(identifier)
            self.outcome.missed.append(Missed(key, service.name, asked, why.reason))
            self._attempt(Attempt(key, service.name, asked, now, FAILED, why.reason))

    def _attempt(self, attempt: Attempt) -> None:
        self.links.attempts[attempt.key] = attempt

    # what comes back

    def _bring(
        self,
        service: Service,
        query: Query,
        answer: Answer,
        key: str,
        identifier: Identifier | None,
        records: Sequence[Record],
    ) -> None:
        """One paper's share of an answer: links, candidates and records in place of the former ones."""
        asked = query.about(identifier)
        self.links.forget(key, lambda by, about: (by, about) == (service.name, asked))
        work = self.work(key)  # without what this very question brought before: no link keeps itself alive
        mine = [r for r in records if identifier is None or _answers(r, identifier)]
        matches, kept = judge(work, mine, is_search=identifier is None)
        evidence = Evidence(asked, query.url, answer.time, answer.sha256)
        for match in matches:
            link = link_of(match, self.papers[key].label, service, evidence)
            (self.links.found if match.is_link else self.links.candidates).setdefault(key, []).append(link)
        for record in kept:
            self.links.records.setdefault(key, []).append(Kept(key, record, evidence))
        self._demote(work, mine, matches)
        self._attempt(Attempt(key, service.name, asked, answer.time, FOUND if matches else NONE))

    def _demote(self, work: Work, records: Sequence[Record], matches: Sequence[Match]) -> None:
        """Where a record that a catalogue led to cannot be the paper, that bridge goes to a person too."""
        doubtful = {m.object: m.reason for m in matches if not m.is_link and m.rule <= 2}
        named = {i.curie for r in records if r.id in doubtful for i in r.all_ids & work.asserted}
        if not named:
            return
        reason = next(iter(doubtful.values())).partition("; but ")[2]
        for link in list(self.links.found.get(work.key, ())):
            if link.other in named and link.service != CURATED:
                self.links.found[work.key].remove(link)
                doubted = replace(link, comment=f"{link.comment}; but {reason}")
                self.links.candidates.setdefault(work.key, []).append(doubted)


def _answers(record: Record, identifier: Identifier) -> bool:
    """True for a record of what was asked; OpenAlex answers a merged work with the one that took it up."""
    return identifier in record.all_ids or identifier.scheme is Scheme.OPENALEX


def _check(query: Query, records: Sequence[Record]) -> None:
    """Raise Unreadable for the answer to one question about one thing that is about another."""
    (_, identifier), *more = query.asked
    if identifier and not more and records and not any(_answers(r, identifier) for r in records):
        raise Unreadable(f"another work was answered: {records[0].id.curie}")


def count_by(links: Iterable[Link], what: Callable[[Link], str]) -> Iterator[tuple[str, int]]:
    """Names with counts, in the order of the names."""
    counts: dict[str, int] = {}
    for link in links:
        counts[what(link)] = counts.get(what(link), 0) + 1
    return iter(sorted(counts.items()))
