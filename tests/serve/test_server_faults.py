"""What goes wrong inside is written down, in a line or with its traceback, and not shown to who asked."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
import uvicorn

from kg.errors import KgError
from kg.serve.frames import Task
from kg.serve.lanes import LaneRunner
from kg.serve.settings import ServeSettings
from tests.serve.conftest import DIGEST, make_version, serving

Serve = Callable[..., AbstractContextManager[tuple[httpx.Client, uvicorn.Server]]]


def test_a_version_without_a_file_is_told_to_who_runs_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    version = make_version(tmp_path)
    (version.path / "graph.nt").unlink()
    with serving(version, ServeSettings()) as (client, _):
        answer = client.get("/method/none")
    assert answer.status_code == 500
    assert answer.json()["detail"] == "the request cannot be answered"
    assert f"a request failed: version {DIGEST} has no graph.nt: run kg build" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(("error", "is_fault"), [(KgError("it is too much"), False), (KeyError("rows"), True)])
def test_a_stream_that_a_fault_breaks_off_leaves_its_traceback(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, is_fault: bool
) -> None:
    async def fail(self: LaneRunner, job: Task) -> AsyncGenerator[bytes, None]:
        yield b"?s\n" * 10
        raise error

    with serve(buffer_bytes=10) as (client, _):
        monkeypatch.setattr(LaneRunner, "run", fail)
        asked = {"query": "SELECT * { ?s ?p ?o }", "format": "tsv"}
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("/sparql", params=asked, headers={"Accept-Encoding": "identity"})
        assert f"an answer was broken off: {error}" in caplog.text
        assert ("Traceback" in caplog.text) is is_fault
