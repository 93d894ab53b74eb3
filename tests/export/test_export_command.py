"""``kg export``: the build's bytes, whole files, and messages that help."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from kg.errors import BuildError, KgError
from kg.export.command import FORMATS, export
from kg.store import Version, publish

FILES = {name: f"content of {name}\n\xff".encode("latin-1") for name in FORMATS.values()}
FILES |= {f"{name}.gz": b"\x1f\x8b" + content for name, content in FILES.items() if not name.endswith(".parquet")}


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Version:
    return Version(publish(tmp_path_factory.mktemp("build"), FILES, "0123456789abcdef", store=False))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_comes_into_the_current_folder(version: Version, here: Path, format: str) -> None:
    name = FORMATS[format]
    assert export(version, format) == [Path(name)]
    assert {path.name: path.read_bytes() for path in here.iterdir()} == {name: FILES[name]}


def test_a_format_comes_into_a_file(version: Version, here: Path) -> None:
    target = here / "my.ttl"
    target.write_text("old")
    assert export(version, "ttl", target) == [target]
    assert target.read_bytes() == FILES["graph.ttl"]
    assert [path.name for path in here.iterdir()] == ["my.ttl"], "nothing is left beside it"


def test_a_name_in_gz_gets_the_compressed_file(version: Version, here: Path) -> None:
    assert export(version, "nq", Path("x.nq.gz")) == [Path("x.nq.gz")]
    assert (here / "x.nq.gz").read_bytes() == FILES["graph.nq.gz"]
    with pytest.raises(BuildError, match=r"has no results\.parquet\.gz"):
        export(version, "parquet", Path("x.parquet.gz"))


def test_all_formats_come_into_a_folder(version: Version, here: Path) -> None:
    written = export(version, "all", Path("new/deep"))
    assert written == [Path("new/deep") / name for name in FORMATS.values()]
    assert {path.name: path.read_bytes() for path in (here / "new/deep").iterdir()} == {
        name: FILES[name] for name in FORMATS.values()
    }
    export(version, "all")
    assert (here / "results.parquet").read_bytes() == FILES["results.parquet"]
    export(version, "all", Path())
    assert len(list(here.iterdir())) == len(FORMATS) + 1


def test_a_format_goes_to_standard_output(version: Version, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    assert export(version, "parquet", Path("-")) == []
    assert out.buffer.getvalue() == FILES["results.parquet"]
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("format", ["TTL", ".ttl", " ttl "])
def test_a_format_is_known_however_it_is_spelt(version: Version, here: Path, format: str) -> None:
    assert export(version, format) == [Path("graph.ttl")]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("turtle", "ttl"), ("json", "jsonld"), ("xml", "rdf"), ("parqet", "parquet"), ("al", "all"), ("n-quads", "nq")],
)
def test_an_unknown_format_names_the_likely_one(version: Version, here: Path, asked: str, meant: str) -> None:
    with pytest.raises(KgError, match=rf"no format '{asked}': did you mean {meant}\? The formats are ttl, trig,"):
        export(version, asked)
    assert list(here.iterdir()) == []


def test_a_format_like_no_other_lists_the_formats(version: Version) -> None:
    with pytest.raises(KgError, match=r"no format '': The formats are ttl, .* parquet, and all"):
        export(version, "")


def test_an_existing_folder_is_not_a_file(version: Version, here: Path) -> None:
    (here / "folder").mkdir()
    with pytest.raises(KgError, match=r"folder is a folder: give a file, for example --out folder/graph\.ttl"):
        export(version, "ttl", Path("folder"))
    (here / "graph.nt").mkdir()
    with pytest.raises(KgError, match=r"graph\.nt is a folder"):
        export(version, "all")
    assert {path.name for path in here.iterdir()} == {"folder", "graph.nt"}, "nothing is written by halves"


def test_a_file_is_not_a_folder(version: Version, here: Path) -> None:
    (here / "file").write_text("")
    with pytest.raises(KgError, match="file is a file: give a folder"):
        export(version, "all", Path("file"))
    with pytest.raises(KgError, match="cannot be"):
        export(version, "all", Path("file/below"))
    with pytest.raises(KgError, match="cannot be written"):
        export(version, "ttl", Path("file/graph.ttl"))
    with pytest.raises(KgError, match=r"missing/x\.ttl cannot be written: No such file"):
        export(version, "ttl", Path("missing/x.ttl"))


def test_standard_output_takes_one_format(version: Version) -> None:
    with pytest.raises(KgError, match="standard output takes one format"):
        export(version, "all", Path("-"))


def test_a_version_without_the_file_says_so(tmp_path: Path) -> None:
    old = Version(publish(tmp_path, {"graph.nt": b""}, "0123456789abcdef", store=False))
    with pytest.raises(BuildError, match=r"version 0123456789abcdef has no graph\.jsonld: run kg build"):
        export(old, "jsonld", tmp_path / "x.jsonld")
    with pytest.raises(BuildError, match=r"has no graph\.ttl"):
        export(old, "all", tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


def test_an_interrupted_copy_leaves_the_old_file(version: Version, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "graph.ttl").write_text("old")

    def broken(source: Path, target: Path) -> None:
        Path(target).write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", broken)
    with pytest.raises(KgError, match=r"graph\.ttl cannot be written: No space left"):
        export(version, "ttl")
    assert {path.name: path.read_text() for path in here.iterdir()} == {"graph.ttl": "old"}
