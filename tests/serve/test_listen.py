from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from kg.errors import KgError
from kg.serve import run
from kg.serve.access import AccessLog, open_log
from kg.serve.listen import bind_socket, server_config
from kg.serve.settings import load_settings
from kg.store import Version
from tests.serve.conftest import Serve

SERVE = "import sys; from kg.serve.listen import run; run(sys.argv[1], port=0, announce=lambda u: print(u, flush=True))"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_real_server_starts_and_ends_cleanly(version: Version, how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, str(version.path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            url = process.stdout.readline().strip()
            assert url.startswith("http://127.0.0.1:")
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(f"{url}health", timeout=10) as answer:
                assert json.load(answer) == {"status": "ok", "version": version.digest, "results": 29}
            with opener.open(f"{url}sparql?query=ASK%20%7B%7D", timeout=10) as answer:
                assert json.load(answer)["boolean"] is True
            with pytest.raises(urllib.error.HTTPError) as caught:
                opener.open(f"{url}none", timeout=10)
            with caught.value as error:
                assert error.code == 404
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            workers = [int(word) for word in children.read_text().split()] if children.is_file() else []
            begin = time.monotonic()
        finally:
            process.send_signal(how)
        assert process.wait(10) in (0, -how)
        assert time.monotonic() - begin < 20
        assert "Traceback" not in process.stderr.read()
        assert not [each for each in workers if Path(f"/proc/{each}").exists()]


def _runs(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_several_server_processes_share_the_port_and_end_together(version: Version, tmp_path: Path) -> None:
    log = tmp_path / "access.jsonl"
    serve = SERVE.replace("port=0", "port=0, workers=2")
    with subprocess.Popen(
        [sys.executable, "-c", serve, str(version.path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KG_ACCESS_LOG": str(log)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            url = process.stdout.readline().strip()
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            for _ in range(8):
                with opener.open(f"{url}sparql?query=ASK%20%7B%7D", timeout=60) as answer:
                    assert json.load(answer)["boolean"] is True
            # A request is counted when its answer has gone out: the other process may be asked before.
            counted: list[str] = []
            for _ in range(100):
                with opener.open(f"{url}metrics", timeout=60) as answer:
                    told_by_all = answer.read().decode()
                counted = re.findall(r'^kg_http_requests_total\{endpoint="sparql",.*\} (\S+)$', told_by_all, re.M)
                if counted == ["8.0"]:
                    break
                time.sleep(0.05)
            with opener.open(f"{url}limits", timeout=60) as answer:
                told = {each["name"]: each["value"] for each in json.load(answer)}
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            workers = [int(word) for word in children.read_text().split()] if children.is_file() else []
        finally:
            process.send_signal(signal.SIGTERM)
        # Each process has two slots and lets twenty requests a second of one client pass.
        assert (told["queries at the same time"], told["requests of one client"]) == (4, 40)
        assert (told["time of a query"], told["text of a query"]) == (30, 20_000)
        assert [float(each) for each in counted] == [8]
        assert process.wait(20) in (0, -signal.SIGTERM)
        assert "Traceback" not in process.stderr.read()
        assert len(workers) >= 2
        for _ in range(100):
            left = [each for each in workers if _runs(each)]
            if not left:
                break
            time.sleep(0.05)
        assert not left
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    entries = [entry for entry in entries if entry["path"] == "/sparql"]
    assert len(entries) == 8
    assert {entry["outcome"] for entry in entries} == {"ok"}
    assert {len(entry["query"]) for entry in entries} == {12}
    assert all("client" not in entry for entry in entries)


def test_a_server_process_gets_time_to_load_its_modules() -> None:
    # Killed while it loads and started anew, again and again, none of them would ever serve.
    assert server_config("kg.serve.app:app_of_environment", factory=True, workers=2).timeout_worker_healthcheck == 60


def test_a_port_in_use_is_one_line_with_the_remedy(version: Version) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(KgError, match=f"port {port} on 127.0.0.1 is in use: stop what uses it or choose another"):
            run(version.path, port=port)


def test_addresses_that_are_none() -> None:
    for host in ("256.0.0.1", "no such host", "203.0.113.1"):
        with pytest.raises(KgError) as caught:
            bind_socket(host, 0)
        assert "\n" not in str(caught.value)


def test_a_port_can_be_used_again_at_once() -> None:
    first = bind_socket("127.0.0.1", 0)
    port = first.getsockname()[1]
    with socket.create_connection(("127.0.0.1", port)), first.accept()[0]:
        pass
    first.close()
    bind_socket("127.0.0.1", port).close()


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("KG_"):
            monkeypatch.delenv(name)
    assert load_settings().query_timeout == 30
    monkeypatch.setenv("KG_QUERY_TIMEOUT", "2.5")
    assert load_settings().query_timeout == 2.5
    monkeypatch.setenv("KG_QUERY_TIMEOUT", "soon")
    with pytest.raises(KgError, match=r"KG_QUERY_TIMEOUT: .*number.* \(it is 'soon'\)"):
        load_settings()
    monkeypatch.setenv("KG_QUERY_TIMEOUT", "0")
    with pytest.raises(KgError, match="KG_QUERY_TIMEOUT: "):
        load_settings()


async def _entry(status: int, *, whole: bool) -> dict[str, object]:
    lines = io.StringIO()

    async def nothing() -> Message:
        raise AssertionError

    async def drop(message: Message) -> None:
        pass

    async def inner(scope: Scope, receive: Receive, send: Send) -> None:
        scope["kg.query"] = "ASK {}"
        if status:
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": b"12345", "more_body": not whole})

    scope = {"type": "http", "method": "GET", "path": "/sparql", "client": ("203.0.113.7", 1)}
    await AccessLog(inner, lines, addresses=True)(scope, nothing, drop)
    entry: dict[str, object] = json.loads(lines.getvalue())
    return entry


@pytest.mark.parametrize(
    ("status", "whole", "outcome"),
    [(200, True, "ok"), (504, True, "error"), (200, False, "cut"), (499, True, "left"), (0, True, "left")],
)
def test_the_access_log_tells_how_answers_ended(status: int, whole: bool, outcome: str) -> None:
    entry = asyncio.run(_entry(status, whole=whole))
    assert entry["outcome"] == outcome
    assert entry["bytes"] == (5 if status else 0)
    assert entry["query"] == hashlib.sha256(b"ASK {}").hexdigest()[:12]
    assert entry["client"] == "203.0.113.7"


def test_the_access_log_tells_how_many_rows_an_answer_had(serve: Serve, tmp_path: Path) -> None:
    log = tmp_path / "access.jsonl"
    numbers = "SELECT * { ?s <http://e/val> ?n } ORDER BY ?n LIMIT 7"
    pairs = "SELECT * { ?s <http://e/val> ?n . ?t <http://e/val> ?m } LIMIT 100000"
    triples = "CONSTRUCT { ?s <http://e/is> ?n } { ?s <http://e/val> ?n FILTER(?n < 11) }"
    asked: list[tuple[str, str, int | None]] = [
        (numbers, "csv", 7),
        (numbers, "csv", 7),  # remembered
        (numbers, "json", 7),
        (pairs, "tsv", 100_000),  # in a stream
        (triples, "nt", 11),
        (triples, "jsonld", 11),
        ("ASK {}", "json", None),
        ("ASK { wrong", "json", None),
    ]
    with serve(access_log=str(log), query_timeout=20) as (client, _):
        for query, name, _ in asked:
            client.get("/sparql", params={"query": query, "format": name})
        client.get("/sparql", params={"query": pairs, "format": "csv"}, headers={"Accept-Encoding": "identity"})
        client.get("/health")
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    # A line is written when an answer is over: the next request may be faster than the end of a stream.
    told = [(query, rows) for query, _, rows in asked] + [(pairs, 100_000)]
    expected = Counter((hashlib.sha256(query.encode()).hexdigest()[:12], rows) for query, rows in told)
    assert Counter((entry.get("query"), entry.get("rows")) for entry in entries) == expected + Counter([(None, None)])
    assert {entry["outcome"] for entry in entries if entry.get("rows")} == {"ok"}


def test_a_log_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    assert open_log("") is None
    with pytest.raises(KgError, match="KG_ACCESS_LOG"):
        open_log(str(tmp_path / "none" / "access.jsonl"))
