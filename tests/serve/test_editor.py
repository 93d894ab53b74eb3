"""The query editor: its files as they were taken over, its tabs, and no way out of this server."""

from __future__ import annotations

import hashlib
import json
import re

import httpx

from kg.query.questions import bind, questions
from kg.serve.editor import ASSETS
from tests.conftest import ROOT

FOLDER = ROOT / "kg" / "serve" / "assets"


def test_files_from_elsewhere_are_unchanged_and_accounted_for() -> None:
    rows = re.findall(
        r"\| `(\S+)` \| `(\S+)` \| (\S+) \| MIT .*? \| `([0-9a-f]{64})` \|", (FOLDER / "README.md").read_text()
    )
    assert {name for name, *_ in rows} == {"yasgui.min.js", "yasgui.min.css"}
    for name, _, _, digest in rows:
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest
    assert {path.name for path in FOLDER.iterdir()} == {*ASSETS, "README.md"}


def test_a_tab_for_each_question(client: httpx.Client) -> None:
    page = client.get("/query", headers={"Accept": "text/html"})
    assert page.status_code == 200
    found = re.search(r'<script type="application/json" id="tabs">(.*?)</script>', page.text, re.DOTALL)
    assert found is not None
    tabs = json.loads(found[1])
    assert [tab["query"] for tab in tabs] == [
        bind(each, {}, base="https://w3id.org/leaderboard-kg/") for each in questions()
    ]
    for tab in tabs:
        answer = client.post("/sparql", data={"query": tab["query"]})
        assert answer.status_code == 200, (tab["name"], answer.text)


def test_only_this_server_is_allowed_and_only_here_scripts(client: httpx.Client) -> None:
    policy = client.get("/query").headers["content-security-policy"]
    directives = dict(each.strip().split(" ", 1) for each in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == directives["connect-src"] == "'self'"
    assert "http" not in policy
    assert "script-src" not in client.get("/").headers["content-security-policy"]


def test_assets(client: httpx.Client) -> None:
    for name, kind in ASSETS.items():
        answer = client.get(f"/assets/{name}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
        assert answer.content == (FOLDER / name).read_bytes()
        again = client.get(f"/assets/{name}", headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    assert client.get("/assets/README.md").status_code == 404
    assert client.get("/assets/..%2Feditor.py").status_code == 404
