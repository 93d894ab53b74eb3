"""What is counted for monitoring."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import httpx
import pytest
import uvicorn
from prometheus_client.parser import text_string_to_metric_families

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(client: httpx.Client) -> Samples:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    families = text_string_to_metric_families(answer.text)
    return {(s.name, tuple(sorted(s.labels.items()))): s.value for family in families for s in family.samples}


def requests(found: Samples, **labels: str) -> float:
    return found.get(("kg_http_requests_total", tuple(sorted(labels.items()))), 0)


def test_requests_are_counted_by_what_answered_them(serve: Serve) -> None:
    with serve(query_slots=3, buffer_bytes=1000, result_bytes=20_000, answer_cache_bytes=100_000) as (client, _):
        for query in ("ASK {}", "ASK {}", "ASK { ?s"):
            client.get("/sparql", params={"query": query})
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("/sparql", params={"query": "SELECT * { ?s ?p ?o }"}, headers={"Accept-Encoding": "identity"})
        client.get("/no/such/path")
        client.request("BREW", "/limits")
        client.get("/metric/none")
        found = samples(client)
        assert requests(found, endpoint="sparql", method="GET", status="200", outcome="ok") == 2
        assert requests(found, endpoint="sparql", method="GET", status="400", outcome="error") == 1
        assert requests(found, endpoint="sparql", method="GET", status="200", outcome="cut") == 1
        assert requests(found, endpoint="none", method="GET", status="404", outcome="error") == 1
        assert requests(found, endpoint="limits_page", method="other", status="405", outcome="error") == 1
        assert requests(found, endpoint="address", method="GET", status="404", outcome="error") == 1
        assert found["kg_http_request_duration_seconds_count", (("endpoint", "sparql"),)] == 4
        assert found["kg_http_response_bytes_total", (("endpoint", "sparql"),)] > 1000
        assert found["kg_answers_remembered_total", ()] == 1
        assert found["kg_query_slots", ()] == 3
        assert found["kg_queries_running", ()] == 0
        assert found["kg_results", ()] == 29
        assert found["kg_version_info", (("version", "0123456789abcdef"),)] == 1
        assert requests(samples(client), endpoint="metrics_page", method="GET", status="200", outcome="ok") == 1


def test_a_browser_gets_the_list_of_metrics(client: httpx.Client) -> None:
    page = client.get("/metrics", headers={"Accept": "text/html,application/xml;q=0.9,*/*;q=0.8"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "/metric/" in page.text
    scraped = client.get("/metrics", headers={"Accept": "application/openmetrics-text;version=1.0.0,*/*;q=0.1"})
    assert scraped.headers["content-type"].startswith("application/openmetrics-text")
    assert scraped.text.endswith("# EOF\n")


def test_nothing_that_a_client_sends_becomes_a_name(serve: Serve) -> None:
    with serve() as (client, _):
        for number in range(5):
            client.get(f"/secret-{number}", headers={"X-Forwarded-For": f"192.0.2.{number}", "User-Agent": "secret"})
        text = client.get("/metrics").text
        assert "secret" not in text
        assert "192.0.2" not in text
