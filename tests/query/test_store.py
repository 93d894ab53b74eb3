from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kg.errors import BuildError
from kg.query import Table, run
from kg.store import Version, load_store, open_store, publish, sha256sums, sums_of, switch, write_store

NQ = (
    b'<http://e/a> <http://e/p> "76.10" <http://e/g1> .\n'
    b"<http://e/a> <http://e/p> <http://e/b> <http://e/g1> .\n"
    b'<http://e/c> <http://e/p> "x" <http://e/g2> .\n'
)
REPORT = b'{"totals": {"results": 7}}'
FILES: dict[str, bytes | Path] = {"graph.nq": NQ, "build-report.json": REPORT, "shapes/all.ttl": b"# none\n"}
ONE, TWO = "11111111aaaaaaaa", "22222222bbbbbbbb"


def rows(version: Version, text: str) -> int:
    answer = run(open_store(version), text)
    assert isinstance(answer, Table)
    return len(answer.rows)


def test_publish_then_switch(tmp_path: Path) -> None:
    folder = publish(tmp_path, FILES, ONE)
    assert folder == tmp_path / "versions" / ONE
    with pytest.raises(BuildError, match=rf"not switched to, because of its findings; .* or name .*/versions/{ONE} "):
        Version(tmp_path)
    switch(tmp_path, ONE)
    version = Version(tmp_path)
    assert (version.digest, version.results) == (ONE, 7)
    assert version.path == Version(folder).path == folder.resolve()
    assert os.readlink(tmp_path / "current") == f"versions/{ONE}"
    assert version.damaged() == ()


@pytest.mark.parametrize("on_disk", [True, False])
def test_the_store_shows_the_union_and_the_graphs(tmp_path: Path, on_disk: bool) -> None:
    version = Version(publish(tmp_path, FILES, ONE, store=on_disk))
    assert (version.path / "store").is_dir() is on_disk
    assert rows(version, "SELECT * { ?s ?p ?o }") == 3
    assert rows(version, "SELECT * { GRAPH ?g { ?s ?p ?o } }") == 3
    assert rows(version, "SELECT * FROM <http://e/g2> { ?s ?p ?o }") == 1


def test_any_number_of_readers(tmp_path: Path) -> None:
    version = Version(publish(tmp_path, FILES, ONE))
    stores = [open_store(version) for _ in range(3)]
    assert [len(store) for store in stores] == [6, 6, 6]
    with pytest.raises(RuntimeError):
        stores[0].update("CLEAR ALL")


def test_an_empty_graph_can_be_published(tmp_path: Path) -> None:
    version = Version(publish(tmp_path, {"graph.nq": b""}, ONE))
    assert rows(version, "SELECT * { ?s ?p ?o }") == 0
    assert version.results == 0


def test_sums_list_every_file_but_themselves_and_the_store(tmp_path: Path) -> None:
    folder = publish(tmp_path, FILES, ONE)
    text = (folder / "SHA256SUMS").read_text(encoding="utf-8")
    assert text == sha256sums(folder) == sums_of(FILES)
    assert [line.split("  ")[1] for line in text.splitlines()] == ["build-report.json", "graph.nq", "shapes/all.ttl"]
    assert text.splitlines()[1].startswith(hashlib.sha256(NQ).hexdigest())
    version = Version(folder)
    assert version.files["SHA256SUMS"] == hashlib.sha256(text.encode()).hexdigest()
    (folder / "graph.nq").write_bytes(NQ + b"\n")
    (folder / "shapes/all.ttl").unlink()
    assert version.damaged() == ("graph.nq", "shapes/all.ttl")


def test_files_can_be_copied_from_elsewhere(tmp_path: Path) -> None:
    other = tmp_path / "other.nq"
    other.write_bytes(NQ)
    folder = publish(tmp_path / "build", {"graph.nq": other}, ONE)
    assert (folder / "graph.nq").read_bytes() == NQ
    assert other.exists()


def test_a_published_version_stays_as_it_is(tmp_path: Path) -> None:
    folder = publish(tmp_path, FILES, ONE)
    before = (folder / "graph.nq").stat().st_ino
    assert publish(tmp_path, FILES, ONE) == folder
    assert (folder / "graph.nq").stat().st_ino == before


@pytest.mark.parametrize("name", ["../x", "/x", "a//b", "a/../b", "store/x", "a\\b", "", "."])
def test_names_outside_the_version_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BuildError, match="cannot be the name of a file"):
        publish(tmp_path, {name: b"x"}, ONE)


@pytest.mark.parametrize("digest", ["", "../../x", "current", "ABCDEF12", "1234567"])
def test_digests_that_are_none_are_refused(tmp_path: Path, digest: str) -> None:
    with pytest.raises(BuildError, match="cannot name a version"):
        publish(tmp_path, FILES, digest)


def test_a_graph_that_cannot_be_read_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"graph\.nq cannot be loaded"):
        publish(tmp_path, {"graph.nq": b"<a> oops"}, ONE)
    assert list((tmp_path / "versions").iterdir()) == []


def test_missing_and_damaged_builds_say_what_to_do(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(BuildError, match="run kg build"):
            Version(path)
    with pytest.raises(BuildError, match=f"no version {ONE}"):
        switch(tmp_path, ONE)
    folder = publish(tmp_path, {"build-report.json": b"{", "x.txt": b""}, ONE)
    with pytest.raises(BuildError, match=r"build-report\.json .* is damaged"):
        _ = Version(folder).report
    with pytest.raises(BuildError, match=r"neither store/ nor graph\.nq"):
        open_store(Version(folder))
    (folder / "SHA256SUMS").write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(BuildError, match="SHA256SUMS of version"):
        _ = Version(folder).files
    (folder / "store").mkdir()
    with pytest.raises(BuildError, match="cannot be opened"):
        open_store(Version(folder))


def test_a_store_is_never_written_over(tmp_path: Path) -> None:
    graph = tmp_path / "graph.nq"
    graph.write_bytes(NQ)
    write_store(graph, tmp_path / "store")
    with pytest.raises(BuildError, match="already lies in"):
        write_store(graph, tmp_path / "store")
    assert len(load_store(graph)) == 6


KILLED = textwrap.dedent(
    """
    import sys, time
    import kg.store as store
    step, folder = sys.argv[1:]
    def stop(*_):
        print("here", flush=True)
        time.sleep(60)
    if step == "publish":
        store._flush_tree = stop
        store.publish(folder, {"graph.nq": b"<a:a> <a:b> <a:c> <a:g> ."}, "2222222222222222")
    else:
        store.publish(folder, {"graph.nq": b"<a:a> <a:b> <a:c> <a:g> ."}, "2222222222222222")
        store.Path.replace = stop
        store.switch(folder, "2222222222222222")
    """
)


@pytest.mark.parametrize("step", ["publish", "switch"])
def test_a_killed_build_leaves_the_old_one_serving(tmp_path: Path, step: str) -> None:
    publish(tmp_path, FILES, ONE)
    switch(tmp_path, ONE)
    with subprocess.Popen([sys.executable, "-c", KILLED, step, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        process.send_signal(signal.SIGKILL)
    assert Version(tmp_path).digest == ONE
    assert rows(Version(tmp_path), "SELECT * { ?s ?p ?o }") == 3
    left = [path for path in (tmp_path / "versions").iterdir() if path.name.startswith(".")]
    assert len(left) == (1 if step == "publish" else 0)
    for path in left:
        os.utime(path, (time.time() - 3600, time.time() - 3600))
    publish(tmp_path, FILES, TWO)
    switch(tmp_path, TWO)
    assert Version(tmp_path).digest == TWO
    assert not [path for path in (tmp_path / "versions").iterdir() if path.name.startswith(".")]


def test_builds_at_the_same_time_do_not_mix(tmp_path: Path) -> None:
    def build(number: int) -> None:
        digest = (ONE, TWO)[number % 2]
        publish(tmp_path, {**FILES, "who.txt": digest.encode()}, digest)
        switch(tmp_path, digest)
        assert Version(tmp_path).digest in (ONE, TWO)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(build, range(16)))
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == [ONE, TWO]
    for digest in (ONE, TWO):
        version = Version(tmp_path / "versions" / digest)
        assert version.damaged() == ()
        assert (version.path / "who.txt").read_text(encoding="utf-8") == digest
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "versions"]
