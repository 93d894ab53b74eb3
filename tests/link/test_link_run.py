"""A whole run against services on loopback: what is linked, what is told, what is asked again."""

from __future__ import annotations

import datetime
import itertools
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from kg.errors import LinkError
from kg.link.cache import Cache
from kg.link.deciding import accept, reject, undo
from kg.link.fetching import FAILURES, TRIES, Budget, Fetcher
from kg.link.folder import Links, load, save
from kg.link.matching import Predicate
from kg.link.run import Outcome, Run
from kg.link.services import SERVICES, Service
from kg.link.settings import LinkSettings
from kg.model import Paper
from tests.link.conftest import Fake, FakeClock, Reply, Request, as_json
from tests.link.world import ARTICLE, DOI, PAPER, PMID, TITLE, answer, world

QUARTER = datetime.timedelta(days=90)


def run(
    services: Sequence[Service], fetcher: Fetcher, links: Links, *papers: Paper, max_age: datetime.timedelta = QUARTER
) -> Outcome:
    return Run(papers or (PAPER,), links, fetcher, fetcher.clock, max_age).ask(services)


def said(links: Links) -> set[tuple[str, str, str]]:
    """(service, predicate, other) of all links."""
    return {(link.service, link.predicate_id, link.other) for link in links.standing}


KNOWING_THE_ARTICLE = ("semanticscholar", "openalex", "europepmc", "pubmed", "dblp", "opencitations", "wikidata")


def test_one_preprint_is_linked_by_all_services_each_in_its_own_way(fake: Fake, fetcher: Fetcher) -> None:
    links = Links()
    outcome = run(world(fake), fetcher, links)
    assert outcome.missed == []
    article, own = f"doi:{DOI}", f"doi:10.48550/arxiv.{PAPER.arxiv}"
    assert said(links) == {
        ("arxiv", "owl:sameAs", f"arxiv:{PAPER.arxiv}"),
        ("arxiv", "dcterms:isVersionOf", article),
        ("datacite", "owl:sameAs", own),
        ("crossref", "dcterms:isVersionOf", article),
        ("semanticscholar", "skos:exactMatch", "s2:258"),
        ("semanticscholar", "dcterms:isVersionOf", f"pubmed:{PMID}"),
        ("openalex", "owl:sameAs", "openalex:W1001"),
        ("openalex", "owl:sameAs", "semopenalex:W1001"),
        ("openalex", "dcterms:isVersionOf", "openalex:W1002"),
        ("openalex", "dcterms:isVersionOf", "semopenalex:W1002"),
        ("europepmc", "dcterms:isVersionOf", f"pubmed:{PMID}"),
        ("pubmed", "dcterms:isVersionOf", f"pubmed:{PMID}"),
        ("dblp", "dcterms:isVersionOf", "dblp:journals/jo/AuthorB24"),
        ("opencitations", "dcterms:isVersionOf", "omid:br/0601"),
        ("opencitations", "owl:sameAs", "omid:br/0602"),
        ("unpaywall", "dcterms:isVersionOf", article),
        ("wikidata", "dcterms:isVersionOf", "wikidata:Q1000"),
        ("huggingface", "owl:sameAs", f"hf.paper:{PAPER.arxiv}"),
        # the article again, by every service that knows it: each is evidence of its own
        *((name, "dcterms:isVersionOf", article) for name in KNOWING_THE_ARTICLE),
        ("openalex", "dcterms:isVersionOf", f"pubmed:{PMID}"),
    }
    assert links.open_candidates == []
    for link in links.standing:
        assert link.query.startswith(fake.origin)
        assert "steward" not in link.query + link.comment
        assert link.answered.startswith("2026-03-01T12:")
        assert len(link.answer_sha256) == 64
        kept = list(fetcher.cache.folder.joinpath(link.service).glob("*.json"))
        assert any(json.loads(note.read_bytes())["sha256"] == link.answer_sha256 for note in kept), "the very answer"
    models = {m.curie for kept in links.records[PAPER.key] for m in kept.record.models}
    assert models == {"hf.model:organs/net-7b"}


def test_the_agency_of_a_doi_is_asked_first_and_once_a_prefix(fake: Fake, fetcher: Fetcher) -> None:
    run(world(fake), fetcher, Links(), PAPER, ARTICLE)
    paths = [r.path for r in fake.requests]
    agency = [p for p in paths if p.startswith("/doi-agency/")]
    assert agency == ["/doi-agency/ra/10.48550", "/doi-agency/ra/10.5555"]
    assert not any("10.48550" in p for p in paths if p.startswith("/crossref/")), "arXiv's DOIs are not Crossref's"
    assert not any("10.5555" in p for p in paths if p.startswith("/datacite/dois/"))
    first = {
        name: next(n for n, p in enumerate(paths) if p.startswith(f"/{name}/")) for name in ("crossref", "datacite")
    }
    assert paths.index("/doi-agency/ra/10.48550") < min(first.values())


def test_without_the_agency_no_doi_is_looked_up_at_a_guess(fake: Fake, fetcher: Fetcher) -> None:
    services = [s for s in world(fake, doi_agency=lambda _: Reply(503)) if s.name in ("doi-agency", "crossref")]
    links = Links()
    outcome = run(services, fetcher, links, ARTICLE)
    assert not any(r.path.startswith("/crossref/works/") for r in fake.requests)
    reasons = {(m.service, m.reason) for m in outcome.missed}
    assert ("crossref", "whose DOI it is was not told") in reasons
    assert ("doi-agency", "503") in reasons


#: Papers that give every service something to ask by identifier.
KNOWN = (PAPER, ARTICLE)
ASKED_BY_ID = sorted(set(SERVICES) - {"doi-agency", "dblp"})
FAILING = {
    "429": Reply(429),
    "503": Reply(503),
    "cut": as_json({"x": 1}, cut=True),
    "html": Reply(200, b"<!doctype html><title>maintenance</title>", {"Content-Type": "text/html"}),
    "elsewhere": Reply(302, headers={"Location": "http://127.0.0.2:9/"}),
    "empty": Reply(200, b""),
    "other json": as_json({"unexpected": [1, 2, 3]}),
}


@pytest.mark.parametrize("failure", FAILING)
@pytest.mark.parametrize("name", ASKED_BY_ID)
def test_a_service_that_fails_stops_nothing_and_links_nothing(
    fake: Fake, fetcher: Fetcher, name: str, failure: str
) -> None:
    links = Links()
    services = world(fake, **{name.replace("-", "_"): lambda _: FAILING[failure]})
    before = len(fake.requests)
    needed = [s for s in services if s.name in ("doi-agency", "arxiv", "europepmc", name)]
    outcome = run(needed, fetcher, links, *KNOWN)
    assert not [link for link in links.standing if link.service == name]
    missed = [m for m in outcome.missed if m.service == name]
    assert missed
    assert all(m.reason for m in missed)
    asked = [r for r in fake.requests[before:] if r.path.startswith(f"/{name}/")]
    pace = SERVICES[name]().pace_of(fetcher.settings)
    assert 1 <= len(asked) <= TRIES * (FAILURES + pace.at_a_time)
    if pace.at_a_time == 1:
        starts = [r.at for r in asked]
        assert all(later - earlier >= pace.seconds - 1e-6 for earlier, later in itertools.pairwise(starts))
    assert fetcher.clock.monotonic() >= (len(asked) - 1) * pace.seconds


def test_a_slow_service_is_told_and_left(fake: Fake, fetcher: Fetcher) -> None:
    services = world(fake, europepmc=lambda _: as_json({}, slow=0.6))
    links = Links()
    outcome = run([s for s in services if s.name in ("europepmc", "unpaywall")], fetcher, links, ARTICLE)
    assert {(m.service, m.reason) for m in outcome.missed} == {("europepmc", "no answer in time")}
    assert ("unpaywall", "owl:sameAs", f"doi:{DOI}") in said(links), "the next service is asked all the same"


@pytest.mark.parametrize("name", ["crossref", "openalex", "unpaywall", "datacite"])
def test_a_wrong_work_that_is_answered_is_not_linked(fake: Fake, fetcher: Fetcher, name: str) -> None:
    """Asked for one DOI, a service answers another work, in good form."""

    def wrong(request: Request) -> Reply:
        if "query" in request.path or "search" in request.path or "titles" in request.path:
            return as_json({"message": {"items": []}, "results": [], "data": []})
        text = answer(name, request).body.decode()
        for right, other in (
            (DOI, "10.5555/another"),
            (PAPER.arxiv or "", "2304.99999"),
            (TITLE, "Soil in northern bogs"),
        ):
            text = text.replace(right, other)
        return Reply(body=text.encode(), headers={"Content-Type": "application/json"})

    links = Links()
    services = [s for s in world(fake, **{name: wrong}) if s.name in ("doi-agency", name)]
    outcome = run(services, fetcher, links, *KNOWN)
    assert links.standing == []
    assert links.open_candidates == []
    assert any(m.service == name and "another work was answered" in m.reason for m in outcome.missed)


def test_a_bridge_to_a_work_with_nothing_in_common_is_taken_back(fake: Fake, fetcher: Fetcher) -> None:
    """ArXiv names a DOI that its authors mistyped: Crossref's record of it is another work."""

    def other(request: Request) -> Reply:
        if "/works/" not in request.path:
            return as_json({"message": {"items": []}})
        bogs = {"DOI": DOI, "title": ["Soil moisture in northern bogs"], "author": [{"given": "P", "family": "Moss"}]}
        return as_json({"message": bogs})

    links = Links()
    services = [s for s in world(fake, crossref=other) if s.name in ("doi-agency", "arxiv", "crossref")]
    run(services, fetcher, links)
    assert said(links) == {("arxiv", "owl:sameAs", f"arxiv:{PAPER.arxiv}")}
    told = {(c.service, c.other): c.comment for c in links.open_candidates}
    assert set(told) == {("arxiv", f"doi:{DOI}"), ("crossref", f"doi:{DOI}")}
    assert all("Soil moisture" in comment for comment in told.values())


def test_a_rerun_asks_only_for_what_is_new_failed_or_old(
    fake: Fake, fetcher: Fetcher, clock: FakeClock, settings: LinkSettings
) -> None:
    """H31: 429 for one of three papers; the next run asks for that one alone."""
    third = Paper("doi-third", "Another title of organs", title="Another title of organs", doi="10.5555/third")
    down = {"/unpaywall/v2/10.5555/third"}

    def throttled(request: Request) -> Reply:
        return Reply(429) if request.path.partition("?")[0] in down else answer("unpaywall", request)

    services = [s for s in world(fake, unpaywall=throttled) if s.name == "unpaywall"]
    links = Links()
    outcome = run(services, fetcher, links, ARTICLE, third)
    assert [(m.paper, m.asked, m.reason) for m in outcome.missed] == [("doi-third", "doi:10.5555/third", "429")]
    assert ("unpaywall", "owl:sameAs", f"doi:{DOI}") in said(links)

    def asked_again(*papers: Paper, age: datetime.timedelta = QUARTER) -> list[str]:
        before = len(fake.requests)
        with Fetcher(settings, Cache(settings.link_cache), clock, budget=Budget(50, 3600)) as later:
            run(services, later, links, *papers, max_age=age)
        return [r.path.partition("?")[0].removeprefix("/unpaywall/v2/") for r in fake.requests[before:]]

    down.clear()
    assert asked_again(ARTICLE, third) == ["10.5555/third"]
    assert asked_again(ARTICLE, third) == ["10.5555/third"], "another work was answered: that is a failure too"
    fourth = Paper("doi-fourth", "t", title="A fourth title of many organs", doi="10.5555/fourth")
    assert asked_again(ARTICLE, fourth) == ["10.5555/fourth"]
    clock.day += datetime.timedelta(days=10)
    assert asked_again(ARTICLE) == []
    assert asked_again(ARTICLE, age=datetime.timedelta(days=9)) == [DOI]


def test_offline_brings_what_is_kept_and_changes_nothing_else(
    fake: Fake, fetcher: Fetcher, settings: LinkSettings, clock: FakeClock, tmp_path: Path
) -> None:
    services = world(fake)
    links = Links()
    run(services, fetcher, links)
    save(tmp_path / "first", links)
    before = len(fake.requests)
    again = Links()
    with Fetcher(settings, Cache(settings.link_cache), clock, offline=True) as offline:
        outcome = run(services, offline, again)
    assert len(fake.requests) == before
    save(tmp_path / "second", again)
    for path in sorted((tmp_path / "first").iterdir()):
        assert (tmp_path / "second" / path.name).read_bytes() == path.read_bytes(), path.name
    assert outcome.missed == []
    with Fetcher(settings, Cache(tmp_path / "nothing"), clock, offline=True) as empty:
        nothing = Links()
        outcome = run(services, empty, nothing)
    assert nothing.standing == []
    assert nothing.attempts == {}
    assert outcome.uncached > 0


def test_what_is_saved_is_read_back_and_saved_the_same(fake: Fake, fetcher: Fetcher, tmp_path: Path) -> None:
    links = Links()
    run(world(fake), fetcher, links, PAPER, ARTICLE)
    written = save(tmp_path / "links", links)
    assert {path.name for path in written} == {"links.sssom.tsv", "records.jsonl", "attempts.tsv"}
    again = load(tmp_path / "links")
    assert again.standing == links.standing
    assert save(tmp_path / "links", again) == []
    text = b"".join(path.read_bytes() for path in (tmp_path / "links").iterdir()).decode()
    for secret in ("steward@example.org", "secret-key"):
        assert secret not in text


def candidate_links(fake: Fake, fetcher: Fetcher) -> tuple[Links, list[Service]]:
    """A search whose hit is alike but not enough: a candidate."""
    hit = {
        "DOI": "10.5555/alike",
        "title": [f"{TITLE} in mice"],
        "author": [{"given": "Ann", "family": "Author"}],
        "issued": {"date-parts": [[2023]]},
        "type": "journal-article",
    }

    def alike(request: Request) -> Reply:
        return as_json({"message": {"items": [hit]}}) if "bibliographic" in request.path else Reply(404)

    services = [s for s in world(fake, crossref=alike) if s.name in ("doi-agency", "crossref")]
    links = Links()
    run(services, fetcher, links)
    assert links.standing == []
    assert [c.other for c in links.open_candidates] == ["doi:10.5555/alike"]
    return links, services


def test_a_person_accepts_rejects_and_undoes_and_runs_remember(fake: Fake, fetcher: Fetcher, tmp_path: Path) -> None:
    links, services = candidate_links(fake, fetcher)
    old = datetime.timedelta(0)

    reject(links, PAPER.key, "https://doi.org/10.5555/ALIKE", "2026-03-02")
    save(tmp_path, links)
    links = load(tmp_path)
    fetcher.clock.sleep(10)
    run(services, fetcher, links, max_age=old)
    assert links.open_candidates == [], "rejected is remembered"
    assert links.standing == []

    undo(links, f"paper:{PAPER.key}", "doi:10.5555/alike")
    assert [c.other for c in links.open_candidates] == ["doi:10.5555/alike"]

    accept(links, PAPER.key, "doi:10.5555/alike", "2026-03-03")
    save(tmp_path, links)
    links = load(tmp_path)
    (link,) = links.standing
    assert (link.predicate_id, link.mapping_justification) == ("skos:exactMatch", "semapv:ManualMappingCuration")
    assert link.comment.startswith("accepted by a person on 2026-03-03: title")
    fetcher.clock.sleep(10)
    run(services, fetcher, links, max_age=old)
    assert links.standing == [link], "a run changes no decision"

    undo(links, PAPER.key, "doi:10.5555/alike")
    save(tmp_path, links)
    links = load(tmp_path)
    assert links.standing == []
    assert [c.predicate_id for c in links.open_candidates] == ["skos:closeMatch"]
    assert not (tmp_path / "decisions.sssom.tsv").exists()


def test_an_accepted_edition_stands_on_the_left(fake: Fake, fetcher: Fetcher) -> None:
    links, _ = candidate_links(fake, fetcher)
    (link,) = accept(links, PAPER.key, "doi:10.5555/alike", "2026-03-03", Predicate.VERSION)
    assert (link.subject_id, link.predicate_id, link.object_id) == (
        "doi:10.5555/alike",
        "dcterms:isVersionOf",
        f"paper:{PAPER.key}",
    )
    assert link.subject_label == f"{TITLE} in mice"
    assert link.object_label == TITLE


def test_a_link_that_is_rejected_goes_and_comes_back_when_undone(fake: Fake, fetcher: Fetcher, tmp_path: Path) -> None:
    links = Links()
    run([s for s in world(fake) if s.name == "arxiv"], fetcher, links)
    before = links.standing
    assert len(before) == 2
    reject(links, PAPER.key, f"doi:{DOI}", "2026-03-02")
    save(tmp_path, links)
    links = load(tmp_path)
    assert [link.other for link in links.standing] == [f"arxiv:{PAPER.arxiv}"]
    undo(links, PAPER.key, f"doi:{DOI}")
    assert links.standing == before


def test_nothing_can_be_decided_on_what_is_not_there() -> None:
    with pytest.raises(LinkError, match="kg link list"):
        accept(Links(), "p", "doi:10.1000/x", "2026-03-02")
    with pytest.raises(LinkError, match="kg link list"):
        reject(Links(), "p", "doi:10.1000/x", "2026-03-02")
    with pytest.raises(LinkError, match="kg link list"):
        undo(Links(), "p", "doi:10.1000/x")
    with pytest.raises(LinkError, match="'no id'"):
        accept(Links(), "p", "no id", "2026-03-02")


def test_asking_again_neither_loses_nor_doubles_a_link(fake: Fake, fetcher: Fetcher, clock: FakeClock) -> None:
    links = Links()
    services = world(fake)
    run(services, fetcher, links)
    before = said(links)
    for again in (1, 2):
        clock.day += datetime.timedelta(days=100)
        rows = len(links.standing)
        run(services, fetcher, links)
        assert said(links) == before
        # the first time some are asked for identifiers that later ones brought: more evidence, no more links
        assert len(links.standing) == rows or again == 1
    assert all(link.answered >= "2026-09-17" for link in links.standing), "each is as new as the last answer"


def test_a_link_falls_with_the_answer_that_it_came_from(fake: Fake, fetcher: Fetcher, clock: FakeClock) -> None:
    """ArXiv takes its DOI back: what rested on it alone goes, nothing keeps itself alive."""
    links = Links()
    services = [s for s in world(fake) if s.name in ("doi-agency", "arxiv", "crossref")]
    run(services, fetcher, links)
    assert ("crossref", "dcterms:isVersionOf", f"doi:{DOI}") in said(links)

    def without(request: Request) -> Reply:
        told = answer("arxiv", request)
        return Reply(told.status, told.body.replace(DOI.encode(), b""), told.headers)

    changed = world(fake, arxiv=without, crossref=lambda _: Reply(404))
    services = [s for s in changed if s.name in ("doi-agency", "arxiv", "crossref")]
    clock.day += datetime.timedelta(days=100)
    run(services, fetcher, links)
    assert said(links) == {("arxiv", "owl:sameAs", f"arxiv:{PAPER.arxiv}")}
