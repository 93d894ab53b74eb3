"""Limits are stated, readiness is tried, and one client cannot have everything."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import httpx
import pyoxigraph as ox
import pytest
import uvicorn

from kg.serve.limits import limits
from kg.serve.rate import Bucket, _client
from kg.serve.settings import ServeSettings
from kg.terms import RDFS

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]


def test_limits_are_those_of_the_settings(serve: Serve) -> None:
    with serve(query_timeout=7.5, query_slots=3, result_bytes=123_456_789, query_bytes=1_000) as (client, _):
        told = {each["name"]: each for each in client.get("/limits").json()}
        assert told["time of a query"]["value"] == 7.5
        assert told["time of a query"]["setting"] == "KG_QUERY_TIMEOUT"
        assert told["queries at the same time"]["value"] == 3
        assert told["processor time of a query"]["value"] == 9
        assert {
            name: told[name]["value"] for name in told if name.endswith("of a query") and told[name]["setting"]
        } == {
            "time of a query": 7.5,
            "processor time of a query": 9,
            "memory of a query": 1024,
            "text of a query": 1_000,
            "nesting of a query": 100,
            "words and signs of a query": 10_000,
        }
        page = client.get("/limits", headers={"Accept": "text/html"})
        assert "123,456,789 bytes" in page.text
        assert client.get("/limits", headers={"Accept": "text/turtle"}).status_code == 406
        described = list(ox.parse(client.get("/sparql").content, ox.RdfFormat.TURTLE))
        comments = [each.object.value for each in described if each.predicate.value == str(RDFS.comment)]
        assert (
            "time of a query: at most 7.5 seconds; beyond it 504, or a broken transfer where the answer has begun"
            in comments
        )
        also = [each.object.value for each in described if each.predicate.value == str(RDFS.seeAlso)]
        assert [client.get(each).status_code for each in also] == [200]


def test_every_limit_can_be_set() -> None:
    fields = {f"KG_{name.upper()}" for name in ServeSettings.model_fields}
    assert {limit.setting for limit in limits(ServeSettings())} <= fields


def test_the_size_of_a_query_is_as_it_is_set(serve: Serve) -> None:
    with serve(query_bytes=200, query_depth=5, query_tokens=40) as (client, _):

        def status(query: str) -> int:
            return client.post("/sparql", data={"query": query}).status_code

        assert (status("ASK {}" + " " * 194), status("ASK {}" + " " * 195)) == (200, 413)
        assert (status("ASK " + "{" * 5 + "}" * 5), status("ASK " + "{" * 6 + "}" * 6)) == (200, 400)
        assert (status("ASK { VALUES ?a { " + "1 " * 33 + "} }"), status("ASK { VALUES ?a { " + "1 " * 34 + "} }")) == (
            200,
            400,
        )
    with serve(query_bytes=60_000, query_tokens=30_000) as (client, _):
        query = "SELECT (COUNT(*) AS ?n) { VALUES ?a { " + "1 " * 20_000 + "} }"
        assert client.post("/sparql", data={"query": query, "format": "csv"}).text.split() == ["n", "20000"]


def test_ready_is_not_said_while_nothing_can_be_answered(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(query_slots=1) as (client, server):
        answer = client.get("/ready")
        assert (answer.status_code, answer.json()["status"]) == (200, "ready")
        runner = server.config.app.state.context.runner  # type: ignore[union-attr]
        runner.close()
        answer = client.get("/ready")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert client.get("/health").status_code == 200


def test_a_bucket_gives_a_burst_and_then_one_at_a_time() -> None:
    now = 100.0
    bucket = Bucket(2, 3, clock=lambda: now)
    assert [bucket.take("a") for _ in range(3)] == [0, 0, 0]
    assert bucket.take("a") == 0.5
    assert bucket.take("b") == 0
    now += 0.25
    assert bucket.take("a") == 0.25
    now += 0.25
    assert bucket.take("a") == 0
    assert bucket.take("a") == 0.5
    now += 1000
    assert [bucket.take("a") > 0 for _ in range(4)] == [False, False, False, True]


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("127.0.0.1", None),
        ("127.9.9.9", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("testclient", None),
        ("", None),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_whom_a_request_counts_for(address: str, client: str | None) -> None:
    assert _client({"type": "http", "client": (address, 1)}) == client
    assert _client({"type": "http"}) is None


def test_a_client_that_asks_too_often_is_told_when_to_come_back(serve: Serve) -> None:
    with serve(rate_limit=0.1, rate_burst=3) as (client, _):
        other = {"X-Forwarded-For": "192.0.2.7"}
        assert [client.get("/limits", headers=other).status_code for _ in range(5)] == [200, 200, 200, 429, 429]
        refused = client.get("/sparql", params={"query": "ASK {}"}, headers=other)
        assert refused.status_code == 429
        assert refused.headers["content-type"] == "application/problem+json"
        assert refused.headers["access-control-allow-origin"] == "*"
        assert 1 <= int(refused.headers["retry-after"]) <= 10
        page = client.get("/", headers={**other, "Accept": "text/html"})
        assert (page.status_code, page.headers["content-type"]) == (429, "text/html; charset=utf-8")
        assert client.get("/health", headers=other).status_code == 200
        assert client.get("/limits", headers={"X-Forwarded-For": "192.0.2.8"}).status_code == 200
        assert [client.get("/limits").status_code for _ in range(5)] == [200] * 5
    with serve(rate_limit=0) as (client, _):
        assert {client.get("/limits", headers=other).status_code for _ in range(20)} == {200}
