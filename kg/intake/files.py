"""Files to import: opened once, read from one place, and written only below the folder of sources."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kg.errors import SourceError
from kg.iris import slug as slug_of
from kg.resources import CURATION_FILE

#: No file of results is larger.
LARGEST = 2 << 30
_STDIN = 512 << 20
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Given:
    """One file to import: the name that places carry, and how to open it."""

    name: str
    path: Path | None
    data: bytes | None = None

    def open(self) -> BinaryIO:
        """The bytes of the file, seekable."""
        if self.data is not None:
            return io.BytesIO(self.data)
        assert self.path is not None
        try:
            return self.path.open("rb")
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be read: {error.strerror}") from None

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of the folders that the file lies in, innermost first: four at most."""
        return tuple(part.name for part in self.path.resolve().parents)[:4] if self.path else ()

    @property
    def size(self) -> int:
        """Number of bytes."""
        return len(self.data) if self.data is not None else self.path.stat().st_size if self.path else 0

    def sha256(self) -> str:
        """SHA-256 of the bytes, read in pieces."""
        digest = hashlib.sha256()
        with self.open() as stream:
            while piece := stream.read(_CHUNK):
                digest.update(piece)
        return digest.hexdigest()


def given(path: str, name: str | None = None) -> list[Given]:
    """The files that a person names: a file, all files of a folder, or standard input ("-").

    A folder's files are taken in the order of their names; hidden ones and links that lead out of the
    folder are left out.
    """
    if path == "-":
        data = sys.stdin.buffer.read(_STDIN + 1)
        if len(data) > _STDIN:
            raise SourceError(f"standard input is longer than {_STDIN >> 20} MB; import it from a file")
        return [Given(safe_name(name or "stdin.txt"), None, data)]
    found = Path(path)
    if not found.exists():
        raise SourceError(f"{path}: no such file or folder")
    if found.is_dir():
        files = list(_within(found))
        if not files:
            raise SourceError(f"{path}: no file in this folder")
        return [Given(safe_name(str(file.relative_to(found)).replace("/", "-")), file) for file in files]
    if not found.is_file():
        raise SourceError(f"{path}: neither a file nor a folder")
    if found.stat().st_size > LARGEST:
        raise SourceError(f"{path}: the file is larger than {LARGEST >> 30} GB; import a part of it")
    return [Given(safe_name(name or found.name), found)]


def _within(folder: Path) -> Iterator[Path]:
    root = folder.resolve()
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if any(part.startswith(".") and part != ".eval_results" for part in parts) or not file.is_file():
            continue
        if root in file.resolve().parents and file.name != CURATION_FILE:
            yield file


def safe_name(name: str) -> str:
    """A file name without path, control signs and leading dots; places carry it and it is written to disk."""
    text = unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])
    text = re.sub(r"[^\w.+@=, ()&'-]", "-", text).strip().lstrip(".-")[:120]
    return text or "page"


def source_folder(out: Path, slug: str, *, replace: bool) -> Path:
    """The folder of a source, made; it lies below ``out`` whatever the slug says."""
    if re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", slug) is None or len(slug) > 100:
        raise SourceError(f"the name {slug!r} of a source must be of a-z, 0-9 and hyphens between them (--slug)")
    folder = out / slug
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SourceError(f"{folder}: this is no folder; name another --slug")
    if folder.exists() and any(folder.iterdir()) and not replace:
        raise SourceError(f"{folder} is there already; name another --slug, or write it anew with --replace")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(f"{folder}: cannot be made: {error.strerror}; name another folder with --out") from None
    return folder


def write_source(folder: Path, page: Given, toml: str) -> None:
    """Write the page and its ``source.toml``; the page first, so that no file names one that is not there."""
    target = folder / page.name
    if target.is_symlink() or (folder / CURATION_FILE).is_symlink():
        raise SourceError(f"{folder}: a link stands in place of a file; take it away first")
    try:
        if page.path is None or page.path.resolve() != target.resolve():
            with page.open() as source, target.open("wb") as copy:
                while piece := source.read(_CHUNK):
                    copy.write(piece)
        (folder / CURATION_FILE).write_text(toml, encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{folder}: cannot be written: {error.strerror}; name another folder with --out") from None


def slugs(names: Sequence[str]) -> list[str]:
    """A name for the source of each file; files that differ in their ending only get it as part of the name."""
    short = [proposed_slug(name) for name in names]
    return [
        proposed if short.count(proposed) == 1 else slug_of(name.replace(".", " "))[:80].strip("-") or proposed
        for name, proposed in zip(names, short, strict=True)
    ]


def proposed_slug(name: str) -> str:
    """A name for the source, from the file's."""
    stem = re.sub(r"(?:\.[A-Za-z][A-Za-z0-9]{0,7})+$", "", name) or name
    return slug_of(stem)[:80].strip("-") or f"source-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
