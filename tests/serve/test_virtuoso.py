"""Virtuoso behind the endpoint: `make try-virtuoso`, where Debian's virtuoso-opensource-7-bin is installed.

It differs in many small ways (ASK as a row, typed-literal, partial answers with status 200), so
the shipped questions are compared with the build's own store, value by value.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import SecretStr

import kg
from kg.errors import StoreFailure
from kg.load import Credentials, Target, load
from kg.query.execution import Execution, Table, execute
from kg.query.formats import find_format
from kg.query.questions import bind, questions
from kg.serve.frames import Job
from kg.serve.remote_worker import RemoteStore, require_version
from kg.store import Version, open_store
from tests.conftest import PAGES

pytestmark = pytest.mark.skipif(
    not os.environ.get("KG_TRY_VIRTUOSO") or shutil.which("virtuoso-t") is None,
    reason="Virtuoso is tried by make try-virtuoso",
)

_INI = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
[TempDatabase]
DatabaseFile = {folder}/temp.db
TransactionFile = {folder}/temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql_port}
DisableUnixSocket = 1
NumberOfBuffers = 20000
[HTTPServer]
ServerPort = 127.0.0.1:{port}
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = 3000
"""


#: What Virtuoso 7.2.5 answers with the same rows. The others it refuses with errors of its own (IF(EXISTS …) and
#: CONCAT of MIN are beyond its compiler, a path from VALUES has "no start"), or we refuse since its rows are wrong.
_ANSWERED = {"cq09", "cq10", "cq11", "cq13", "cq24", "cq26", "cq29", "cq30"}


def _port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    folder: Path = tmp_path_factory.mktemp("virtuoso-build")
    kg.build(PAGES, out=folder)
    return Version(folder)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("virtuoso")
    port = _port()
    (folder / "own.ini").write_text(_INI.format(folder=folder, port=port, sql_port=_port()))
    with (folder / "out.log").open("w") as log:
        process = subprocess.Popen(["virtuoso-t", "-f", "-c", folder / "own.ini"], stdout=log, stderr=log)
        try:
            for _ in range(240):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/sparql?query=ASK%7B%7D", trust_env=False)
                    break
                time.sleep(0.25)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


@pytest.fixture(scope="module", params=["/sparql-graph-crud-auth", "/sparql-auth"])
def loaded(request: pytest.FixtureRequest, address: str, version: Version) -> str:
    user = Credentials(user="dba", password=SecretStr("dba"), digest=True)
    done = load(version, Target(f"{address}{request.param}", credentials=user), size=1000)
    assert done.default_graph == "union"
    require_version(f"{address}/sparql", version)
    return f"{address}/sparql"


def _rows(execution: Execution) -> list[tuple[Any, ...]]:
    answer = execution.answer()
    assert isinstance(answer, Table)
    return sorted(tuple(_plain(term) for term in row) for row in answer.rows)


def _plain(term: Any) -> str:
    """A term as text; numbers by value, since Virtuoso drops trailing zeros."""
    text = getattr(term, "value", "") if term is not None else ""
    try:
        return str(Decimal(text).normalize())
    except InvalidOperation:
        return str(text)


@pytest.mark.parametrize("question", questions(), ids=lambda q: q.number)
def test_every_question_gets_the_same_answer(version: Version, loaded: str, question: Any) -> None:
    text = bind(question, {}, base=version.base)
    with contextlib.closing(RemoteStore(loaded)) as store:
        if question.number not in _ANSWERED:
            with pytest.raises(StoreFailure, match=r"status (400|500)|Virtuoso.* (gives wrong|loses) rows"):
                store.run(Job(text, "json", False, 60.0))
            return
        remote = store.run(Job(text, "json", False, 60.0))
    assert _rows(remote) == _rows(execute(open_store(version), text))


def test_truth_values_and_triples(version: Version, loaded: str) -> None:
    with contextlib.closing(RemoteStore(loaded)) as store:
        assert store.run(Job("ASK { ?s ?p ?o }", "json", False, 60.0)).answer() is True
        assert store.run(Job("ASK { <x:nothing> ?p ?o }", "json", False, 60.0)).answer() is False
        text = "CONSTRUCT WHERE { ?s a <https://w3id.org/leaderboard-kg/ontology#Benchmark> }"
        graph = store.run(Job(text, "nt", True, 60.0))
    out = io.BytesIO()
    wanted = find_format("nt", graph=True)
    assert wanted is not None
    graph.write(out, wanted)
    assert len(out.getvalue().splitlines()) == 22


def test_rows_cut_by_the_store_are_no_answer(loaded: str) -> None:
    with contextlib.closing(RemoteStore(loaded)) as store, pytest.raises(kg.KgError, match="3000 rows at most"):
        store.run(Job("SELECT * { ?s ?p ?o }", "json", False, 60.0))
