"""Manners: pace, patience, budget; what does not come is told, and nothing secret is written anywhere."""

from __future__ import annotations

import datetime
import hashlib
import logging
from email.utils import format_datetime

import pytest

from kg.errors import LinkError
from kg.link.answers import Answer, NotFetched, Query, json_of
from kg.link.cache import Cache
from kg.link.fetching import FAILURES, TRIES, Budget, Fetcher
from kg.link.services import SERVICES, Service
from kg.link.services.crossref import Crossref
from kg.link.services.openalex import OpenAlex
from kg.link.settings import LinkSettings, link_settings, parse_age
from tests.link.conftest import Fake, FakeClock, Reply, as_json


def query(service: Service, path: str = "/works/10.1000%2Fabc") -> Query:
    return Query(service.name, service.url(path), (("paper", None),))


def body(_: Query, answer: Answer) -> bytes:
    json_of(answer)
    return answer.body


def ask(fetcher: Fetcher, service: Service, *paths: str) -> list[bytes | NotFetched]:
    queries = [query(service, path) for path in paths or ("/works/10.1000%2Fabc",)]
    return [found for _, found, _ in fetcher.fetch(service, queries, body)]


def test_an_answer_is_kept_with_url_time_and_hash_and_not_asked_again(fake: Fake, fetcher: Fetcher) -> None:
    fake.answers(as_json({"message": 1}))
    service = Crossref(fake.origin)
    assert ask(fetcher, service) == [b'{"message": 1}']
    (note,) = fetcher.cache.folder.rglob("*.json")
    (kept,) = fetcher.cache.folder.rglob("*.body")
    assert kept.read_bytes() == b'{"message": 1}'
    text = note.read_text()
    assert f'"url": "{fake.origin}/works/10.1000%2Fabc"' in text
    assert '"time": "2026-03-01T12:00:0' in text
    assert hashlib.sha256(b'{"message": 1}').hexdigest() in text
    assert ask(fetcher, service) == [b'{"message": 1}']
    assert len(fake.requests) == 1


def test_a_kept_answer_that_was_changed_is_not_believed(fake: Fake, fetcher: Fetcher) -> None:
    fake.answers(as_json({"message": 1}))
    service = Crossref(fake.origin)
    ask(fetcher, service)
    (kept,) = fetcher.cache.folder.rglob("*.body")
    kept.write_bytes(b'{"message": 2}')
    assert ask(fetcher, service) == [b'{"message": 1}']
    assert len(fake.requests) == 2


def test_an_old_answer_is_asked_for_again(fake: Fake, fetcher: Fetcher, clock: FakeClock) -> None:
    fake.answers(as_json(1))
    service = Crossref(fake.origin)
    ask(fetcher, service)
    clock.day += datetime.timedelta(days=31)
    for age, requests in ((datetime.timedelta(days=40), 1), (datetime.timedelta(days=30), 2)):
        list(fetcher.fetch(service, [query(service)], body, max_age=age))
        assert len(fake.requests) == requests


def test_offline_asks_nobody(fake: Fake, settings: LinkSettings, clock: FakeClock) -> None:
    with Fetcher(settings, Cache(settings.link_cache), clock, offline=True) as offline:
        (found,) = ask(offline, Crossref(fake.origin))
    assert isinstance(found, NotFetched)
    assert found.is_offline
    assert fake.requests == []


@pytest.mark.parametrize("status", [429, 503, 500, 502, 504])
def test_a_busy_service_is_asked_again_after_a_pause_that_doubles(
    fake: Fake, fetcher: Fetcher, clock: FakeClock, status: int
) -> None:
    fake.answers(Reply(status), Reply(status), as_json(1))
    assert ask(fetcher, Crossref(fake.origin)) == [b"1"]
    first, second, third = (request.at for request in fake.requests)
    assert 1 <= second - first <= 2
    assert 2 <= third - second <= 3


def test_retry_after_is_obeyed_in_seconds_and_as_a_date(fake: Fake, fetcher: Fetcher, clock: FakeClock) -> None:
    later = format_datetime(clock.now() + datetime.timedelta(seconds=50), usegmt=True)
    fake.answers(Reply(429, headers={"Retry-After": "20"}), Reply(503, headers={"Retry-After": later}), as_json(1))
    assert ask(fetcher, Crossref(fake.origin)) == [b"1"]
    first, second, third = (request.at for request in fake.requests)
    assert second - first >= 20
    assert third >= 50


def test_a_service_that_wants_a_long_pause_is_left_alone_for_this_run(fake: Fake, fetcher: Fetcher) -> None:
    fake.answers(Reply(429, headers={"Retry-After": "3600"}))
    service = Crossref(fake.origin)
    found = ask(fetcher, service, "/works/a", "/works/b", "/works/c")
    assert all(isinstance(one, NotFetched) and "wait for 3600 s" in one.reason for one in found)
    before = len(fake.requests)
    assert before <= 3  # as many as run at a time
    ask(fetcher, service, "/works/d")
    assert len(fake.requests) == before


def test_three_failures_in_a_row_end_the_asking(fake: Fake, fetcher: Fetcher) -> None:
    fake.answers(Reply(503))
    found = ask(fetcher, OpenAlex(fake.origin), *(f"/works/{n}" for n in range(10)))
    assert all(isinstance(one, NotFetched) for one in found)
    # two at a time: the fourth may have begun when the third failed
    assert TRIES * FAILURES <= len(fake.requests) <= TRIES * (FAILURES + 1)
    assert isinstance(found[-1], NotFetched)
    assert "left alone" in found[-1].reason


def test_one_failure_between_answers_ends_nothing(fake: Fake, fetcher: Fetcher) -> None:
    """H31: 429 for the second of three."""

    def answer(request: object) -> Reply:
        return Reply(429) if "/works/2" in str(request) else as_json(1)

    fake.answering = answer
    service = Crossref(fake.origin)
    first, second, third = ask(fetcher, service, "/works/1", "/works/2", "/works/3")
    assert (first, third) == (b"1", b"1")
    assert second == NotFetched("429")
    fake.answers(as_json(2))
    before = len(fake.requests)
    assert ask(fetcher, service, "/works/1", "/works/2", "/works/3") == [b"1", b"2", b"1"]
    assert len(fake.requests) == before + 1


def test_requests_start_at_the_pace_of_the_service_and_no_more_than_three_at_a_time(
    fake: Fake, fetcher: Fetcher, settings: LinkSettings
) -> None:
    fake.answers(as_json(1))
    service = Crossref(fake.origin)
    pace = service.pace_of(settings)
    assert (pace.seconds, pace.at_a_time) == (0.1, 3)
    ask(fetcher, service, *(f"/works/{n}" for n in range(12)))
    assert fetcher.clock.monotonic() == pytest.approx(1.1)
    assert fake.most_running <= 3


def test_paces_are_those_that_the_services_ask_for() -> None:
    nobody, somebody = LinkSettings(link_contact=""), LinkSettings(link_contact="mailto:a@example.org")
    assert somebody.mail == "a@example.org"
    assert (SERVICES["arxiv"]().pace_of(somebody).seconds, SERVICES["arxiv"]().pace_of(somebody).at_a_time) == (3, 1)
    assert (SERVICES["crossref"]().pace_of(nobody).seconds, SERVICES["crossref"]().pace_of(nobody).at_a_time) == (
        0.2,
        1,
    )
    assert SERVICES["datacite"]().pace_of(nobody).seconds * 500 >= 300
    assert SERVICES["datacite"]().pace_of(somebody).seconds * 1000 >= 300
    assert SERVICES["semanticscholar"]().pace_of(somebody).seconds >= 1
    assert SERVICES["pubmed"]().pace_of(nobody).seconds * 3 >= 1
    for service in SERVICES.values():
        for settings in (nobody, somebody):
            assert 1 <= service().pace_of(settings).at_a_time <= 3


def test_the_budget_of_requests_and_of_time_ends_the_run(fake: Fake, settings: LinkSettings, clock: FakeClock) -> None:
    fake.answers(as_json(1))
    with Fetcher(settings, Cache(settings.link_cache), clock, budget=Budget(2, 3600)) as small:
        found = ask(small, Crossref(fake.origin), "/works/1", "/works/2", "/works/3")
    assert [f for f in found if isinstance(f, NotFetched)] == [NotFetched("the budget of 2 requests is used up")]
    assert len(fake.requests) == 2
    with Fetcher(settings, Cache(settings.link_cache), clock, budget=Budget(100, 60)) as short:
        service = SERVICES["arxiv"](fake.origin)
        found = ask(short, service, *(f"/api/{n}" for n in range(40)))
    assert sum(isinstance(f, NotFetched) for f in found) == 40 - 21  # one each three seconds, for a minute


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(200, b"<!doctype html><p>maintenance"), "HTML instead of JSON"),
        (Reply(200, b'{"message": '), "no JSON"),
        (Reply(200, b""), "no JSON"),
        (Reply(400, b"{}"), "400"),
        (Reply(403, b"{}"), "403"),
        (Reply(302, headers={"Location": "http://127.0.0.2:9/works"}), "a redirect to '127.0.0.2' was refused"),
        (Reply(301, headers={"Location": "https://evil.example/works"}), "a redirect to 'evil.example' was refused"),
        (Reply(301, headers={"Location": "file:///etc/hostname"}), "refused"),
        (Reply(301, headers={"Location": "/works/again"}), "more than 3 redirects"),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_told_and_not_kept(fake: Fake, fetcher: Fetcher, reply: Reply, reason: str) -> None:
    fake.answers(reply)
    (found,) = ask(fetcher, Crossref(fake.origin))
    assert isinstance(found, NotFetched)
    assert reason in found.reason
    assert not list(fetcher.cache.folder.rglob("*.body"))
    assert len(fake.requests) <= 4


def test_a_redirect_within_the_service_is_followed(fake: Fake, fetcher: Fetcher) -> None:
    """OpenAlex answers a merged work with 301."""
    fake.answers(Reply(301, headers={"Location": "/works/W2"}), as_json({"id": "https://openalex.org/W2"}))
    (found,) = ask(fetcher, OpenAlex(fake.origin), "/works/W1")
    assert found == b'{"id": "https://openalex.org/W2"}'
    assert [r.path for r in fake.requests] == ["/works/W1?api_key=secret-key-1", "/works/W2?api_key=secret-key-1"]


def test_a_cut_answer_and_a_slow_one_are_tried_again_and_told(fake: Fake, fetcher: Fetcher) -> None:
    fake.answers(as_json(1, cut=True))
    (found,) = ask(fetcher, Crossref(fake.origin))
    assert isinstance(found, NotFetched)
    assert "the connection broke" in found.reason
    assert len(fake.requests) == TRIES
    fake.answers(as_json(1, slow=0.6), as_json(2))
    (found,) = ask(fetcher, Crossref(fake.origin), "/works/slow")
    assert found == b"2"


def test_who_asks_stands_in_the_agent_and_keys_only_on_the_wire(
    fake: Fake, fetcher: Fetcher, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    fake.answers(Reply(429), as_json({"id": "https://openalex.org/W1"}))
    ask(fetcher, OpenAlex(fake.origin), "/works/W1")
    ask(fetcher, SERVICES["semanticscholar"](fake.origin), "/graph/v1/paper/1")
    first = fake.requests[0]
    assert first.path == "/works/W1?api_key=secret-key-1"
    assert "leaderboard-kg/" in first.headers["User-Agent"]
    assert "mailto:steward@example.org" in first.headers["User-Agent"]
    assert {r.headers.get("x-api-key") for r in fake.requests if "graph" in r.path} == {"secret-key-2"}
    printed = capsys.readouterr()
    kept = b"".join(path.read_bytes() for path in fetcher.cache.folder.rglob("*") if path.is_file())
    everything = caplog.text + printed.out + printed.err + kept.decode() + repr(fetcher.settings)
    assert "HTTP Request" in caplog.text
    for secret in ("secret-key-1", "secret-key-2", "steward@example.org"):
        assert secret not in everything


def test_openalex_is_not_asked_without_a_key(fake: Fake, clock: FakeClock, settings: LinkSettings) -> None:
    nobody = settings.model_copy(update={"openalex_key": None})
    with Fetcher(nobody, Cache(settings.link_cache), clock) as keyless:
        (found,) = ask(keyless, OpenAlex(fake.origin))
    assert found == NotFetched("OpenAlex asks for a key: set KG_OPENALEX_KEY")
    assert fake.requests == []


def test_settings_that_cannot_be_used_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_LINK_CONTACT", "nobody")
    with pytest.raises(LinkError, match=r"KG_LINK_CONTACT: must be an e-mail address or a web page"):
        link_settings()
    assert parse_age("12h") == datetime.timedelta(hours=12)
    assert parse_age("0") == datetime.timedelta(0)
    for text in ("12", "soon", "-1d", ""):
        with pytest.raises(LinkError, match="is no age"):
            parse_age(text)
