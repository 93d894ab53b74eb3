"""What caches are told: entity tags in all the ways they come, codings, and that a 304 says what its answer would."""

from __future__ import annotations

import socket

import httpx
import pytest

ASK = "/sparql?query=ASK%20%7B%20%3Fs%20%3Fp%207%20%7D"
PATHS = ("/", "/questions", "/ontology", "/void", "/graphs", "/methods", "/limits", "/sparql", ASK, "/questions/cq01")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("coding", ["identity", "gzip", "zstd"])
def test_a_304_has_the_headers_that_caches_need(client: httpx.Client, path: str, coding: str) -> None:
    headers = {"Accept-Encoding": coding}
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    again = client.get(path, headers={**headers, "If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "vary", "cache-control", "content-location"):
        assert again.headers.get(name) == answer.headers.get(name), name
    assert "content-encoding" not in again.headers  # it has no body


@pytest.mark.parametrize("path", ["/", "/methods", ASK, "/download/graph.ttl"])
def test_tags_may_come_in_several_lines(client: httpx.Client, path: str) -> None:
    tag = client.get(path).headers["etag"]
    strong = tag.removeprefix("W/")
    for sent in (['"x"', tag], [tag, '"x"'], [f'"x", W/{strong}'], [strong]):
        answer = client.get(path, headers=[("If-None-Match", each) for each in sent])
        assert answer.status_code == 304, sent
    assert client.get(path, headers=[("If-None-Match", '"x"'), ("If-None-Match", 'W/"y"')]).status_code == 200


def test_a_304_names_an_answer_that_the_client_takes(client: httpx.Client) -> None:
    """``/methods`` has a strong tag, so that each coding has one of its own."""
    tags = {
        coding: client.get("/methods", headers={"Accept-Encoding": coding}).headers["etag"]
        for coding in ("identity", "gzip", "zstd")
    }
    assert len(set(tags.values())) == 3
    for coding, tag in tags.items():
        again = client.get("/methods", headers={"Accept-Encoding": "gzip, zstd", "If-None-Match": f'"x", {tag}'})
        assert (again.status_code, again.headers["etag"]) == (304, tags[coding])
    only_packed = client.get("/methods", headers={"Accept-Encoding": "identity", "If-None-Match": tags["gzip"]})
    assert (only_packed.status_code, only_packed.headers["etag"]) == (200, tags["identity"])


@pytest.mark.parametrize(
    ("taken", "coding"),
    [
        ("identity;q=1, gzip;q=0.5", None),
        ("identity;q=0.5, gzip;q=.7", "gzip"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("gzip, identity", "gzip"),
        ("*;q=0", None),
        ("br", None),
    ],
)
def test_the_bare_body_counts_among_the_codings(shipped_client: httpx.Client, taken: str, coding: str | None) -> None:
    for path in ("/", "/sparql?query=ASK%7B%7D", "/data?default"):
        answer = shipped_client.get(path, headers={"Accept-Encoding": taken})
        assert answer.headers.get("content-encoding") == coding, path


@pytest.mark.parametrize("path", ["/download/graph.ttl", "/data?default"])
def test_a_part_of_a_file(client: httpx.Client, path: str) -> None:
    plain = {"Accept-Encoding": "identity"}
    whole = client.get(path, headers=plain)
    part = client.get(path, headers={**plain, "Range": "bytes=3-7"})
    assert (part.status_code, part.content) == (206, whole.content[3:8])
    assert part.headers["etag"] == whole.headers["etag"]
    assert client.get(path, headers={**plain, "Range": "bytes=-5"}).content == whole.content[-5:]
    other = client.get(path, headers={**plain, "Range": "bytes=3-7", "If-Range": '"x"'})
    assert (other.status_code, other.content) == (200, whole.content)
    assert client.get(path, headers={**plain, "Range": f"bytes={len(whole.content)}-"}).status_code == 416


@pytest.mark.parametrize("asked", ["lines=1-2", "bytes", "bytes=", "bytes=7-3", "bytes=a-b", "bytes=1-2;3"])
def test_what_is_no_range_of_bytes_is_passed_over(client: httpx.Client, asked: str) -> None:
    for path in ("/download/graph.ttl", "/data?default", ASK):
        answer = client.get(path, headers={"Range": asked})
        assert (answer.status_code, answer.content) == (200, client.get(path).content)


def test_what_holds_for_this_moment_is_not_kept(client: httpx.Client) -> None:
    for path, status in (
        ("/health", 200),
        ("/ready", 200),
        ("/metrics", 200),
        ("/none", 404),
        ("/sparql?query=x", 400),
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-store")


def test_accept_may_come_in_several_lines(client: httpx.Client) -> None:
    lines = [("Accept", "text/plain;q=0.1"), ("Accept", "text/html")]
    for path in ("/data", "/metrics"):
        assert client.get(path, headers=lines).headers["content-type"] == "text/html; charset=utf-8"


def test_methods_that_a_path_does_not_take(client: httpx.Client) -> None:
    for path, allowed in (("/sparql", "GET, HEAD, POST, OPTIONS"), ("/data?default", "GET, HEAD, OPTIONS")):
        answer = client.put(path, content="x")
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
        assert client.options(path).headers["allow"] == allowed


def test_a_preflight_allows_what_is_asked_for(client: httpx.Client) -> None:
    asked = "content-type, X-Requested-With, authorization, bad name, <script>"
    answer = client.options("/sparql", headers={"Origin": "http://a", "Access-Control-Request-Headers": asked})
    allowed = answer.headers["access-control-allow-headers"]
    assert allowed == "Accept, Content-Type, If-None-Match, X-Requested-With, authorization"


@pytest.mark.parametrize("sent", [b"NONSENSE\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nX: "])
def test_what_is_no_http_is_told_as_any_other_error(client: httpx.Client, sent: bytes) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port or 80), timeout=20) as connection:
        connection.sendall(sent if sent.endswith(b"\n") else sent + b"a" * 70_000)
        received = b""
        try:
            while piece := connection.recv(65536):
                received += piece
        except ConnectionResetError:  # it was left before it had sent everything
            pass
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    for line in (b"content-type: application/problem+json", b"access-control-allow-origin: *", b"connection: close"):
        assert line in head
    assert b'"status": 400' in body
