from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kg.errors import KgError
from kg.serve import run
from kg.serve.listen import bind_socket
from kg.serve.settings import load_settings
from kg.store import Version

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
        assert time.monotonic() - begin < 5
        assert "Traceback" not in process.stderr.read()
        assert not [each for each in workers if Path(f"/proc/{each}").exists()]


def test_a_port_in_use_is_one_line_with_the_remedy(version: Version) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(KgError, match=f"port {port} on 127.0.0.1 is in use: stop what uses it or choose another"):
            run(version, port=port)


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
