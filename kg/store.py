"""Where builds lie: versions, the link to the current one, and the store that queries read.

    DIR/versions/<digest>/…   one build, written once and never changed
    DIR/current               symbolic link to the version that is served

A version appears under its name in one step (written beside it, flushed, renamed), and so does
the link, so an interrupted build leaves the old one serving and two builds cannot mix. In the
store the triples of all named graphs stand in the default graph a second time: a plain query
sees everything, ``GRAPH`` and ``FROM`` see the graphs apart. (The engine's own union mode would
silently ignore ``FROM``.)
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.errors import BuildError
from kg.terms import DATA_BASE

if sys.platform != "win32":
    import fcntl

#: The dataset of a version, and the folder of the store that is made from it.
GRAPH_FILE = "graph.nq"
STORE_FOLDER = "store"
SUMS_FILE = "SHA256SUMS"
REPORT_FILE = "build-report.json"

#: What a version was built from: the pages, each with its curated facts, and the curated tables.
SOURCES_FOLDER = "sources"
REGISTRY_FOLDER = "registry"

#: Folder of the versions of a build folder.
VERSIONS_FOLDER = "versions"

_DIGEST = re.compile(r"[0-9a-f]{8,64}")
_UNFINISHED = ".unfinished-"
#: An unfinished folder younger than this may belong to a build that has not locked it yet.
_GRACE_SECONDS = 60


def _why_none(folder: Path) -> str:
    """What is missing in a folder that holds no current build."""
    written = [each.parent for each in (folder / VERSIONS_FOLDER).glob(f"*/{SUMS_FILE}")]
    if not written:
        return f"no build in {folder}: run kg build"
    newest = max(written, key=lambda each: each.stat().st_mtime)
    return (
        f"no version in {folder} is the current one: the last one was not switched to, because of its findings; mend "
        f"them, build with --accept-findings, or name {newest.as_posix()} itself"
    )


class Version:
    """One build, opened by its own folder or by the folder that holds ``current``.

    The link is followed once, here: a version does not change under its readers.
    """

    def __init__(self, path: str | Path) -> None:
        folder = Path(path)
        if (folder / "current").is_dir():
            folder = folder / "current"
        if not (folder / SUMS_FILE).is_file():
            raise BuildError(_why_none(Path(path)))
        self.path = folder.resolve()

    @property
    def digest(self) -> str:
        """The name of the version: what its content hashes to."""
        return self.path.name

    @cached_property
    def files(self) -> dict[str, str]:
        """SHA-256 of every published file by its name, SHA256SUMS itself included."""
        text = (self.path / SUMS_FILE).read_bytes()
        files = {}
        for line in text.decode("utf-8").splitlines():
            digest, separator, name = line.partition("  ")
            if not separator or not re.fullmatch(r"[0-9a-f]{64}", digest):
                raise BuildError(f"{SUMS_FILE} of version {self.digest} is damaged at {line!r}: run kg build")
            files[name] = digest
        files[SUMS_FILE] = hashlib.sha256(text).hexdigest()
        return files

    @cached_property
    def report(self) -> dict[str, Any]:
        """The build report; empty where the version has none."""
        path = self.path / REPORT_FILE
        if not path.is_file():
            return {}
        try:
            report = json.loads(path.read_bytes())
        except ValueError as error:
            raise BuildError(f"{REPORT_FILE} of version {self.digest} is damaged ({error}): run kg build") from error
        return report if isinstance(report, dict) else {}

    @property
    def results(self) -> int:
        """The number of results that the build report states."""
        totals = self.report.get("totals", {})
        return int(totals.get("results", 0))

    @property
    def base(self) -> str:
        """The base of the data IRIs of this version."""
        return str(self.report.get("base", DATA_BASE))

    def damaged(self) -> tuple[str, ...]:
        """Names of the files that are gone or no longer have the content that was published."""
        return tuple(
            name
            for name, digest in self.files.items()
            if not (self.path / name).is_file() or _file_digest(self.path / name) != digest
        )

    def __repr__(self) -> str:
        return f"Version({str(self.path)!r})"


def open_store(version: Version) -> ox.Store:
    """The store of a version, read-only; any number of processes may open it at once.

    A version without its ``store/`` folder is loaded into memory from ``graph.nq``.
    """
    folder = version.path / STORE_FOLDER
    if folder.is_dir():
        return open_store_folder(folder)
    if not (version.path / GRAPH_FILE).is_file():
        raise BuildError(f"version {version.digest} has neither {STORE_FOLDER}/ nor {GRAPH_FILE}: run kg build")
    return load_store(version.path / GRAPH_FILE)


def open_store_folder(folder: str | Path) -> ox.Store:
    """The on-disk store in a folder, read-only."""
    try:
        return ox.Store.read_only(str(folder))
    except OSError as error:
        raise BuildError(f"the store of version {Path(folder).parent.name} cannot be opened: run kg build") from error


def load_store(nq_path: str | Path) -> ox.Store:
    """A dataset in N-Quads as a store in memory, default graph filled in."""
    return _fill(ox.Store(), Path(nq_path))


def memory_store(quads: bytes) -> ox.Store:
    """N-Quads as a store in memory, default graph filled in."""
    store = ox.Store()
    store.bulk_load(input=quads, format=ox.RdfFormat.N_QUADS)
    parsed = ox.parse(quads, ox.RdfFormat.N_QUADS)
    store.bulk_extend(ox.Quad(quad.subject, quad.predicate, quad.object) for quad in parsed)
    return store


def write_store(nq_path: str | Path, folder: str | Path) -> None:
    """Write the on-disk store of a dataset in N-Quads; the folder must not exist yet."""
    if Path(folder).exists():
        raise BuildError(f"a store already lies in {folder}: give another folder")
    store = _fill(ox.Store(str(folder)), Path(nq_path))
    store.optimize()
    store.flush()


def _fill(store: ox.Store, nq_path: Path) -> ox.Store:
    try:
        store.bulk_load(path=str(nq_path), format=ox.RdfFormat.N_QUADS)
        with nq_path.open("rb") as file:
            quads = ox.parse(file, ox.RdfFormat.N_QUADS)
            store.bulk_extend(ox.Quad(quad.subject, quad.predicate, quad.object) for quad in quads)
    except (SyntaxError, OSError) as error:
        raise BuildError(f"{nq_path.name} cannot be loaded ({error}): run kg build") from error
    return store


def sums_of(files: Mapping[str, bytes | Path]) -> str:
    """The text of SHA256SUMS for files that are not published yet."""
    return "".join(
        f"{hashlib.sha256(content).hexdigest() if isinstance(content, bytes) else _file_digest(content)}  {name}\n"
        for name, content in sorted(files.items())
        if name != SUMS_FILE
    )


def sha256sums(folder: str | Path) -> str:
    """The text of SHA256SUMS for a folder: every file but itself and ``store/``, sorted."""
    root = Path(folder)
    names = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.is_file()}
    return sums_of({name: path for name, path in names.items() if not name.startswith(f"{STORE_FOLDER}/")})


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def publish(build_dir: str | Path, files: Mapping[str, bytes | Path], digest: str, *, store: bool = True) -> Path:
    """Write a version and return its folder; it is not switched to.

    ``files`` gives the content, or a file to copy, by its name within the version. SHA256SUMS is
    added, and ``store/`` made from ``graph.nq``, unless ``store`` is False. Where a version of
    this digest already lies there, that one stays: equal digests mean equal files.
    """
    if not _DIGEST.fullmatch(digest):
        raise BuildError(f"{digest!r} cannot name a version: 8 to 64 hexadecimal digits are expected")
    for name in files:
        parts = name.split("/")
        if any(part in ("", ".", "..") for part in parts) or "\\" in name or parts[0] == STORE_FOLDER:
            raise BuildError(f"{name!r} cannot be the name of a file of a version")
    versions = Path(build_dir) / VERSIONS_FOLDER
    target = versions / digest
    try:
        versions.mkdir(parents=True, exist_ok=True)
        _sweep(versions)
        if target.is_dir():
            return target
        with _unfinished_folder(versions, digest) as folder:
            _write_files(folder, files)
            if store and GRAPH_FILE in files:
                write_store(folder / GRAPH_FILE, folder / STORE_FOLDER)
            _flush_tree(folder)
            # Another build of the same digest may be first; a folder with content is never replaced.
            with contextlib.suppress(OSError):
                folder.rename(target)
        _flush(versions)
    except OSError as error:
        raise BuildError(f"the version cannot be written: {error}") from error
    if not target.is_dir():
        raise BuildError(f"the version cannot be moved to {target}")
    return target


def switch(build_dir: str | Path, digest: str) -> None:
    """Make a version the current one, in one step."""
    root = Path(build_dir)
    if not (root / VERSIONS_FOLDER / digest / SUMS_FILE).is_file():
        raise BuildError(f"no version {digest} in {build_dir}: run kg build")
    link = root / f".current-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        link.symlink_to(Path(VERSIONS_FOLDER) / digest)
        try:
            link.replace(root / "current")
        except BaseException:
            link.unlink(missing_ok=True)
            raise
        _flush(root)
    except OSError as error:
        raise BuildError(f"the current version of {build_dir} cannot be switched: {error}") from error


def _write_files(folder: Path, files: Mapping[str, bytes | Path]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            shutil.copyfile(content, path)
    (folder / SUMS_FILE).write_text(sha256sums(folder), encoding="utf-8", newline="\n")


@contextlib.contextmanager
def _unfinished_folder(versions: Path, digest: str) -> Iterator[Path]:
    """A locked folder beside its target, removed at the end unless it was renamed."""
    folder = versions / f"{_UNFINISHED}{digest}-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir()
    lock = _lock(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _sweep(versions: Path) -> None:
    """Remove what interrupted builds left behind: unfinished folders that nobody holds."""
    for folder in versions.glob(f"{_UNFINISHED}*"):
        try:
            age = time.time() - folder.stat().st_mtime
        except OSError:
            continue
        if age < _GRACE_SECONDS:
            continue
        lock = _lock(folder)
        if lock is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """A descriptor that holds the folder's lock; None while another process holds it."""
    if sys.platform == "win32":  # no advisory locks there, so nothing is swept
        return None
    descriptor = None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if descriptor is not None:
            os.close(descriptor)
        return None
    return descriptor


def _flush_tree(folder: Path) -> None:
    """Have the disk keep every file and folder before the rename makes them visible."""
    for parent, _, names in os.walk(folder, topdown=False):
        for name in names:
            _flush(Path(parent) / name)
        _flush(Path(parent))


def _flush(path: Path) -> None:
    if sys.platform == "win32":  # folders cannot be opened there
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
