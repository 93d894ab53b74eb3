"""Snapshots: the same rules as for services, bounded memory, interrupted and taken up again."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.errors import LinkError
from kg.link.folder import load
from kg.link.records import Work, work_of
from kg.link.snapshot import Index, Progress, match
from kg.link.snapshot import index as index_module
from kg.link.snapshot.lines import blocks, lines_at
from kg.model import Paper
from tests.conftest import ROOT

TITLE = "Segmenting organs with sparse graph networks"

#: One work in the form of each snapshot; all of them are the article 10.5555/organs.1 of arXiv 2304.00001.
LINES: dict[str, dict[str, Any]] = {
    "openalex": {
        "id": "https://openalex.org/W1002",
        "doi": "https://doi.org/10.5555/ORGANS.1",
        "title": f"<i>{TITLE}</i>",
        "publication_year": 2024,
        "type": "article",
        "authorships": [{"author": {"display_name": "Ann Author"}}],
        "locations": [{"landing_page_url": "https://arxiv.org/abs/2304.00001v2"}],
        "abstract_inverted_index": {"we": [0, 5]},
    },
    "crossref": {
        "DOI": "10.5555/organs.1",
        "title": [TITLE],
        "author": [{"given": "Ann", "family": "Author"}],
        "issued": {"date-parts": [[2024]]},
        "type": "journal-article",
        "relation": {"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2304.00001"}]},
    },
    "arxiv": {
        "id": "2304.00001",
        "title": "Segmenting organs\n  with sparse graph networks",
        "authors_parsed": [["Author", "Ann", ""]],
        "doi": "10.5555/organs.1",
        "versions": [{"version": "v1", "created": "Sat, 1 Apr 2023 00:00:00 GMT"}],
        "categories": "eess.IV cs.CV",
    },
    "s2ag": {
        "corpusid": 258,
        "externalids": {"ArXiv": "2304.00001", "DOI": "10.5555/ORGANS.1", "CorpusId": "258"},
        "title": TITLE,
        "authors": [{"name": "Ann Author"}],
        "year": 2024,
        "citationcount": 3,
    },
}
NODES = {
    "openalex": "openalex:W1002",
    "crossref": "doi:10.5555/organs.1",
    "arxiv": "arxiv:2304.00001",
    "s2ag": "s2:258",
}


def write(path: Path, *lines: dict[str, Any] | str) -> Path:
    text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def preprint() -> Work:
    return work_of(Paper("p", TITLE, title=TITLE, arxiv="2304.00001"))


def article() -> Work:
    return work_of(Paper("a", TITLE, title=TITLE, doi="10.5555/organs.1"))


def nameless() -> Work:
    """Known by title, author and year only."""
    return replace(work_of(Paper("t", TITLE, title=TITLE.upper(), date="2023")), families=(("author",),))


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
@pytest.mark.parametrize("kind", LINES)
def test_each_snapshot_is_matched_by_ids_bridges_and_titles(kind: str, suffix: str, tmp_path: Path) -> None:
    path = write(tmp_path / f"works.{suffix}", {"title": "another"}, LINES[kind], "")
    with Index(tmp_path / "i.duckdb", kind) as index:
        index.add([path])
        assert (index.lines, index.unreadable) == (2, 0)
        found = {f.work.key: f for f in match(index, [preprint(), article(), nameless()])}
    said = {
        key: {(m.predicate.value, m.rule) for m in f.matches if m.object.curie == NODES[kind] and m.is_link}
        for key, f in found.items()
    }
    assert (
        said
        == {
            "openalex": {"p": {("dcterms:isVersionOf", 2)}, "a": {("owl:sameAs", 1)}, "t": {("skos:closeMatch", 3)}},
            "crossref": {"p": {("dcterms:isVersionOf", 2)}, "a": {("owl:sameAs", 1)}, "t": {("skos:closeMatch", 3)}},
            "arxiv": {"p": {("owl:sameAs", 1)}, "a": {("dcterms:isVersionOf", 2)}, "t": {("skos:closeMatch", 3)}},
            "s2ag": {"p": {("skos:exactMatch", 1)}, "a": {("skos:exactMatch", 1)}, "t": {("skos:closeMatch", 3)}},
        }[kind]
    )


def test_the_evidence_is_the_very_line(tmp_path: Path) -> None:
    path = write(tmp_path / "works.jsonl", {"title": "another"}, LINES["arxiv"])
    line = path.read_bytes().split(b"\n")[1]
    with Index(tmp_path / "i.duckdb", "arxiv") as index:
        index.add([path])
        (found,) = match(index, [preprint()])
    ((place, sha256),) = found.places.values()
    assert place == f"works.jsonl#{path.read_bytes().index(line)}"
    assert sha256 == hashlib.sha256(line).hexdigest()


def test_two_lines_of_one_title_are_no_link_and_edges_of_titles_find_candidates(tmp_path: Path) -> None:
    double = {**LINES["crossref"], "DOI": "10.5555/organs.2", "relation": {}}
    longer = {**LINES["crossref"], "DOI": "10.5555/organs.3", "relation": {}, "title": [f"{TITLE} in mice"]}
    path = write(tmp_path / "w.jsonl", LINES["crossref"], double, longer)
    with Index(tmp_path / "i.duckdb", "crossref") as index:
        index.add([path])
        (found,) = match(index, [nameless()])
    assert {m.object.curie: m.is_link for m in found.matches} == {
        "doi:10.5555/organs.1": False,
        "doi:10.5555/organs.2": False,
        "doi:10.5555/organs.3": False,
    }


def test_unreadable_lines_are_counted_and_the_rest_is_found(tmp_path: Path) -> None:
    path = tmp_path / "works.jsonl"
    lines = [b'{"title": ', b"\xff\xfe not text", b"   ", b"[1, 2]", b'"text"', json.dumps(LINES["arxiv"]).encode()]
    path.write_bytes(b"\n".join(lines))  # no newline at the end
    told: list[Progress] = []
    with Index(tmp_path / "i.duckdb", "arxiv") as index:
        index.add([path], told.append)
        assert (index.lines, index.unreadable) == (5, 2), "the blank line is none"
        assert [f.work.key for f in match(index, [preprint()])] == ["p"]
    assert told[-1].reached == told[-1].size == path.stat().st_size


def test_reading_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [
        {**LINES["arxiv"], "id": f"2304.{n:05}", "title": f"Paper number {n} of a long list of many papers"}
        for n in range(200)
    ]
    for name in ("works.jsonl", "works.jsonl.gz"):
        path = write(tmp_path / name, *many)
        whole, parts = tmp_path / f"{name}.whole.duckdb", tmp_path / f"{name}.parts.duckdb"
        with Index(whole, "arxiv") as index:
            index.add([path], block=4096)
        read: list[int] = []

        def stop(progress: Progress, read: list[int] = read) -> None:
            read.append(progress.lines)
            if len(read) == 3:
                raise KeyboardInterrupt

        with Index(parts, "arxiv") as index, pytest.raises(KeyboardInterrupt):
            index.add([path], stop, block=4096)
        so_far = read[-1]
        assert 0 < so_far < 200
        with Index(parts, "arxiv") as index:
            assert index.lines == so_far, "what was read is kept"
            told: list[Progress] = []
            index.add([path], told.append, block=4096)
            assert told[0].lines > so_far
            assert index.lines == 200
            index.add([path], told.append)
        works = [work_of(Paper(f"p{n}", "t", arxiv=f"2304.{n:05}")) for n in range(0, 200, 7)]
        with Index(whole, "arxiv") as one, Index(parts, "arxiv") as other:
            assert [f.places for f in match(one, works, batch=10)] == [f.places for f in match(other, works)]
            assert len(list(match(one, works))) == len(works)


def test_a_line_longer_than_a_block_is_not_cut(tmp_path: Path) -> None:
    long = {**LINES["arxiv"], "abstract": "x" * 50_000}
    path = write(tmp_path / "w.jsonl", {"id": "2304.00002", "title": "t"}, long, {"id": "2304.00003", "title": "t"})
    found = [(row["start"], row["size"]) for b in blocks(path, 0, 1000) for row in b.table.to_pylist()]
    assert len(found) == 3
    lines = dict(lines_at(path, found))
    assert [json.loads(lines[start])["id"] for start, _ in found] == ["2304.00002", "2304.00001", "2304.00003"]


def test_what_cannot_be_used_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "w.jsonl", LINES["arxiv"])
    with pytest.raises(LinkError, match="no snapshot kind 'scopus'"):
        Index(tmp_path / "i.duckdb", "scopus")
    with Index(tmp_path / "i.duckdb", "arxiv") as index:
        with pytest.raises(LinkError, match=r"none\.jsonl: No such file"):
            index.add([tmp_path / "none.jsonl"])
        index.add([path])
        write(path, LINES["arxiv"], LINES["arxiv"])
        with pytest.raises(LinkError, match="changed since it was indexed"):
            index.add([path])
        torn = tmp_path / "torn.jsonl.gz"
        torn.write_bytes(gzip.compress(b'{"id": 1}\n' * 1000)[:-12])
        with pytest.raises(LinkError, match="fetch the file again"):
            index.add([torn])
    with pytest.raises(LinkError, match="is an index of arxiv snapshots"):
        Index(tmp_path / "i.duckdb", "crossref")
    (tmp_path / "no.duckdb").write_bytes(b"this is no database" * 100)
    with pytest.raises(LinkError, match="cannot be opened"):
        Index(tmp_path / "no.duckdb", "arxiv")


def test_a_key_of_very_many_lines_brings_few_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "MOST_HITS", 5)
    same = [{**LINES["crossref"], "DOI": f"10.5555/same.{n}", "relation": {}} for n in range(40)]
    with Index(tmp_path / "i.duckdb", "crossref") as index:
        index.add([write(tmp_path / "w.jsonl", *same)])
        (found,) = match(index, [nameless()])
    assert len(found.matches) == 5
    assert not any(m.is_link for m in found.matches)


def test_the_command_brings_links_of_a_snapshot_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_kg: Callable[..., tuple[int, str, str]]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "data", tmp_path / "data")
    work = {
        **LINES["openalex"],
        "id": "https://openalex.org/W77",
        "doi": "https://doi.org/10.48550/arXiv.2511.12110",
        "title": "MediRound: Multi-Round Entity-Level Reasoning Segmentation in Medical Images",
        "locations": [],
    }
    path = write(tmp_path / "works.jsonl", work, "{broken")
    for _ in range(2):
        status, _, told = run_kg("link", "snapshot", "openalex", str(path), "--date", "2026-02-01")
        assert status == 0, told
        assert "2 lines, 1 of them unreadable; 2 links" in told
        mine = [x for x in load(tmp_path / "data/links").standing if x.service == "openalex"]
        assert {(x.other, x.predicate_id, x.asked, x.answered) for x in mine} == {
            ("openalex:W77", "owl:sameAs", "snapshot", "2026-02-01"),
            ("semopenalex:W77", "owl:sameAs", "snapshot", "2026-02-01"),
        }
    status, _, told = run_kg("link", "snapshot", "openalex", str(path), "--date", "yesterday")
    assert (status, "is no day" in told) == (2, True)
