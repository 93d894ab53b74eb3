"""Which pages a build is made of, and the registry beside them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.assemble.curation import Curation, load_curation
from kg.errors import SourceError
from kg.iris import name_key
from kg.registry.near import did_you_mean
from kg.resources import CURATION_FILE, registry_folder


@dataclass(frozen=True, slots=True)
class SourceInput:
    """One page to be read: its bytes, what is known of it and the name its places are given in.

    ``facts`` are the bytes of the ``source.toml`` that ``curation`` was read from, if there is one.
    """

    slug: str
    file: str
    data: bytes
    curation: Curation
    facts: bytes | None = None

    @property
    def place(self) -> str:
        """The folder of its facts, else the name of its page."""
        return Path(self.curation.path).parent.as_posix() if self.curation.path else self.file

    @property
    def sha256(self) -> str:
        """SHA-256 of the page's bytes."""
        return hashlib.sha256(self.data).hexdigest()


def find_sources(paths: Sequence[Path]) -> list[SourceInput]:
    """The pages under data folders, source folders and bare page files, in slug order.

    A data folder holds ``sources/<slug>/``, a source folder ``source.toml`` and its page; a bare
    page file takes the curated facts of a ``source.toml`` beside it that names it, if any. Raises
    SourceError where nothing is found, one cannot be read or two sources share a slug or a page.
    """
    found, lost = find_usable(paths)
    if lost:
        raise SourceError("\n".join(lost.values()))
    return found


def find_usable(paths: Sequence[Path]) -> tuple[list[SourceInput], dict[str, str]]:
    """The sources that can be used, and by its place what is wrong with each other one.

    Raises SourceError where a path holds no source at all.
    """
    found: list[SourceInput] = []
    lost: dict[str, str] = {}
    for place in dict.fromkeys(place for path in paths for place in _at(path)):
        try:
            one = _folder(place) if place.is_dir() else _page(place)
            if one not in found:
                _only_once(one, found)
                found.append(one)
        except SourceError as error:
            lost[place.as_posix()] = str(error)
    return sorted(found, key=lambda one: one.slug), lost


def _only_once(one: SourceInput, others: Iterable[SourceInput]) -> None:
    for other in others:
        if other.slug == one.slug:
            raise SourceError(f"two sources are both called {one.slug!r}; rename one of them")
        if other.sha256 == one.sha256:
            raise SourceError(f"{one.file} is the same page as {other.file}, byte for byte; build with one")


def find_registry(paths: Sequence[Path], given: Path | None) -> Path:
    """The registry folder: as given, else beside the sources, else the one that comes with kg."""
    if given is not None:
        if not given.is_dir():
            raise SourceError(f"{given}: no such registry folder")
        return given
    for path in paths:
        near = (path, path.parent, path.parent.parent, path.parent.parent.parent)
        for folder in near:
            if (folder / "registry" / "methods.sssom.tsv").is_file():
                return folder / "registry"
    return registry_folder()


def inputs_digest(inputs: Iterable[SourceInput], folders: Iterable[Path], *more: str) -> str:
    """SHA-256 over all that a build depends on: pages, curated facts, and every file in ``folders``."""
    digest = hashlib.sha256("\n".join(more).encode())
    for found in inputs:
        digest.update(f"\n{found.slug}\n{found.file}\n{found.sha256}\n".encode())
        digest.update(found.facts or b"")
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"\n{path.relative_to(folder).as_posix()}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _at(path: Path) -> list[Path]:
    """The folders and pages of the sources that a path stands for."""
    if not path.exists():
        raise SourceError(f"{path}: no such file or folder; give a data folder, a source folder or page files")
    if path.is_file():
        return [path] if path.name != CURATION_FILE else [path.parent]
    if (path / CURATION_FILE).is_file():
        return [path]
    if not path.is_dir():
        raise SourceError(f"{path}: neither a file nor a folder; save what it holds to a file, and name that")
    sources = path / "sources" if (path / "sources").is_dir() else path
    folders = sorted(child for child in sources.iterdir() if (child / CURATION_FILE).is_file())
    if not folders:
        raise SourceError(f"{path}: no source in it; a source is a folder with a page and a {CURATION_FILE}")
    return folders


def _folder(folder: Path) -> SourceInput:
    facts = folder / CURATION_FILE
    curation = load_curation(facts)
    page = folder / curation.file
    if not page.is_file():
        beside = [path.name for path in folder.iterdir() if path.is_file() and path.name != CURATION_FILE]
        near = did_you_mean(curation.file, beside)
        raise SourceError(f"{curation.place('file')}: `file` names {curation.file!r}, which is not beside it{near}")
    name = folder.resolve().name
    return SourceInput(_slug(name), f"{name}/{curation.file}", page.read_bytes(), curation, facts.read_bytes())


def _page(path: Path) -> SourceInput:
    beside = path.parent / CURATION_FILE
    if beside.is_file():
        curation = load_curation(beside)
        if curation.file == path.name:
            return _folder(path.parent)
    return SourceInput(_slug(path.stem), path.name, path.read_bytes(), Curation(file=path.name))


def _slug(name: str) -> str:
    """The folder's or file's name where it can be a key as it stands; else a hashed one."""
    return name if re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name) else name_key(name)
