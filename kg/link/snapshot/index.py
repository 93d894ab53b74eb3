"""An index of a snapshot: for every line its place, its ids and its title keys, in one DuckDB file.

Lines stream through in blocks, so memory stays bounded whatever the size of the snapshot. A block
and the note of how far it reached are written in one transaction: an interrupted run goes on where
it stopped. Ids and keys are kept as 64 bits of their MD5; whether a hit is one is decided on the
line itself, by the same rules as for answers of services.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import duckdb

from kg.errors import LinkError
from kg.link.snapshot.formats import SNAPSHOTS, Snapshot
from kg.link.snapshot.lines import blocks

#: What the tables mean; an index of another version is made anew.
VERSION = "1"
#: Bytes of a block; most lines that one key of one paper may bring.
BLOCK, MOST_HITS = 32 << 20, 50
#: Letters of a title that its head and tail keys are made of.
EDGE = 24

_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS about (name VARCHAR PRIMARY KEY, value VARCHAR);
CREATE TABLE IF NOT EXISTS file (
  id INTEGER PRIMARY KEY, path VARCHAR UNIQUE, size BIGINT, modified BIGINT,
  reached BIGINT, lines BIGINT, unreadable BIGINT, complete BOOLEAN
);
CREATE TABLE IF NOT EXISTS record (
  file INTEGER, start BIGINT, size BIGINT,
  doi UBIGINT, arxiv UBIGINT, other UBIGINT, title UBIGINT, head UBIGINT, tail UBIGINT
);
CREATE OR REPLACE TEMP MACRO key(t) AS CASE WHEN t IS NULL OR t = '' THEN NULL ELSE md5_number_lower(t) END;
CREATE OR REPLACE TEMP MACRO plain_doi(t) AS
  lower(regexp_replace(trim(t), '^(?:https?://(?:dx\\.|www\\.)?doi\\.org/|doi:\\s*)', '', 'i'));
CREATE OR REPLACE TEMP MACRO plain_arxiv(t) AS
  regexp_replace(regexp_replace(lower(trim(t)), '^arxiv:', ''), '(?:\\.[a-z]{{2}})?(/\\d{{7}})?(?:v\\d+)?$', '\\1');
CREATE OR REPLACE TEMP MACRO plain_other(t) AS
  CASE WHEN t ILIKE '%10.%/%' THEN plain_doi(t) ELSE plain_arxiv(t) END;
CREATE OR REPLACE TEMP MACRO arxiv_of(t) AS
  CASE WHEN plain_doi(t) LIKE '10.48550/arxiv.%' THEN plain_arxiv(substr(plain_doi(t), 16)) END;
CREATE OR REPLACE TEMP MACRO letters(t) AS
  regexp_replace(strip_accents(lower(regexp_replace(t, '</?[a-z][^<>]*>|&[a-z]+;', '', 'gi'))), '[^a-z0-9]+', '', 'g');
CREATE OR REPLACE TEMP MACRO edge(t) AS CASE WHEN length(t) >= {EDGE} THEN t END;
"""

#: Columns of a record, by the kinds of keys of a paper that are looked for in them.
_COLUMNS = {
    "doi": ("id",),
    "arxiv": ("id",),
    "other": ("id",),
    "title": ("title",),
    "head": ("head",),
    "tail": ("tail",),
}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the reading of a file is."""

    file: str
    reached: int
    size: int
    lines: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that shares a key with a paper."""

    paper: str
    file: str
    start: int
    size: int


class Index:
    """An index file, opened; it is a context manager."""

    def __init__(self, path: Path, kind: str, *, memory: str = "512MB", threads: int | None = None) -> None:
        if kind not in SNAPSHOTS:
            raise LinkError(f"there is no snapshot kind {kind!r}: use one of {', '.join(SNAPSHOTS)}")
        self.snapshot: Snapshot = SNAPSHOTS[kind]
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = duckdb.connect(str(path))
            self._db.execute(f"SET memory_limit = '{memory}'")
            self._db.execute(f"SET threads = {threads or os.cpu_count() or 1}")
            self._db.execute("SET preserve_insertion_order = false")
            self._db.execute(f"SET temp_directory = '{path}.tmp'")
            self._db.execute(_SCHEMA)
        except (duckdb.Error, OSError) as error:
            raise LinkError(
                f"{path}: the index cannot be opened ({_first_line(error)}); remove it or name another"
            ) from error
        self._check()

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def _check(self) -> None:
        about = dict(self._rows("SELECT name, value FROM about"))
        if not about:
            self._db.executemany(
                "INSERT INTO about VALUES (?, ?)", [("version", VERSION), ("kind", self.snapshot.kind)]
            )
        elif about != {"version": VERSION, "kind": self.snapshot.kind}:
            raise LinkError(
                f"{self.path} is an index of {about.get('kind')} snapshots, version {about.get('version')}, "
                f"not of {self.snapshot.kind}, version {VERSION}; remove it or name another"
            )

    @property
    def lines(self) -> int:
        """Lines read so far."""
        return int(self._one("SELECT coalesce(sum(lines), 0) FROM file"))

    @property
    def unreadable(self) -> int:
        """Lines among them that hold no JSON."""
        return int(self._one("SELECT coalesce(sum(unreadable), 0) FROM file"))

    def add(self, files: Sequence[Path], say: Callable[[Progress], None] = lambda _: None, block: int = BLOCK) -> None:
        """Read files into the index; what was read before is not read again.

        Raises LinkError for a file that changed since.
        """
        for path in files:
            number, reached, size = self._file(path)
            if reached < 0:
                continue
            for found in blocks(path, reached, block):
                progress = self._take(number, path, found.table, found.end, found.undecodable)
                say(Progress(path.name, found.end, size, *progress))
            self._db.execute("UPDATE file SET complete = true WHERE id = ?", [number])

    def _file(self, path: Path) -> tuple[int, int, int]:
        """Number of a file, the place where reading goes on (-1: nowhere), and its size."""
        try:
            size, modified = path.stat().st_size, path.stat().st_mtime_ns
        except OSError as error:
            raise LinkError(f"{path}: {error.strerror}; give snapshot files of JSON lines") from error
        name = str(path.resolve())
        rows = self._rows("SELECT id, size, modified, reached, complete FROM file WHERE path = ?", [name])
        if not rows:
            number = int(self._one("SELECT coalesce(max(id), 0) + 1 FROM file"))
            values = [number, name, size, modified]
            self._db.execute("INSERT INTO file VALUES (?, ?, ?, ?, 0, 0, 0, false)", values)
            return number, 0, size
        number, old_size, old_modified, reached, complete = rows[0]
        if (size, modified) != (old_size, old_modified):
            raise LinkError(f"{path} changed since it was indexed in {self.path}; remove the index and make it anew")
        return number, -1 if complete else reached, size

    def _take(self, number: int, path: Path, table: Any, end: int, undecodable: int) -> tuple[int, int]:
        """One block into the index, in one transaction; lines and unreadable lines of the file so far."""
        shot = self.snapshot
        paths = ", ".join("'" + p.replace("'", "''") + "'" for p in shot.paths)
        self._db.register("block", table)
        try:
            self._db.execute("BEGIN")
            self._db.execute(
                f"""CREATE OR REPLACE TEMP TABLE told AS
                SELECT start, size, TRY(json_extract_string(line, [{paths}])) AS p FROM block
                WHERE size > 0 AND NOT regexp_full_match(line, '\\s*')"""
            )
            lines, bad = self._rows("SELECT count(*), count(*) FILTER (p IS NULL) FROM told")[0]
            self._db.execute(
                f"""INSERT INTO record
                SELECT {number}, start, size, key(plain_doi(doi)), key(coalesce(arxiv_of(doi), plain_arxiv(arxiv))),
                  key(plain_other(other)), key(t), key(edge(t)[:{EDGE}]), key(edge(t)[-{EDGE}:])
                FROM (
                  SELECT start, size, {shot.doi} AS doi, {shot.arxiv} AS arxiv, {shot.other} AS other,
                    letters({shot.title}) AS t
                  FROM told WHERE p IS NOT NULL
                )"""
            )
            self._db.execute(
                "UPDATE file SET reached = ?, lines = lines + ?, unreadable = unreadable + ? WHERE id = ?",
                [end, lines + undecodable, bad + undecodable, number],
            )
            self._db.execute("COMMIT")
        except duckdb.Error as error:
            raise LinkError(f"{path}: a block of lines cannot be indexed ({_first_line(error)})") from error
        finally:
            self._db.unregister("block")
        all_lines, all_bad = self._rows("SELECT lines, unreadable FROM file WHERE id = ?", [number])[0]
        return int(all_lines), int(all_bad)

    def hits(self, keys: Sequence[tuple[str, str, str]]) -> list[Hit]:
        """Lines that share a key with a paper, by paper; ``keys`` are (paper, kind, text).

        ``kind`` is ``doi``, ``arxiv`` or ``title``. A key that more than :data:`MOST_HITS` lines
        carry brings as many of them: enough to see that it is ambiguous.
        """
        import pyarrow as pa

        wanted = pa.table(
            {name: pa.array([k[n] for k in keys], pa.string()) for n, name in enumerate(("paper", "kind", "text"))}
        )
        self._db.register("given", wanted)
        self._db.execute(
            f"""CREATE OR REPLACE TEMP TABLE wanted AS
            SELECT DISTINCT paper, kind, key FROM (
              SELECT paper, 'id' AS kind, key(plain_doi(text)) AS key FROM given WHERE kind = 'doi'
              UNION ALL SELECT paper, 'id', key(plain_arxiv(text)) FROM given WHERE kind = 'arxiv'
              UNION ALL SELECT paper, 'title', key(letters(text)) FROM given WHERE kind = 'title'
              UNION ALL SELECT paper, 'head', key(edge(letters(text))[:{EDGE}]) FROM given WHERE kind = 'title'
              UNION ALL SELECT paper, 'tail', key(edge(letters(text))[-{EDGE}:]) FROM given WHERE kind = 'title'
            ) WHERE key IS NOT NULL"""
        )
        self._db.unregister("given")
        joins = " UNION ALL ".join(
            f"SELECT w.paper, w.key, r.file, r.start, r.size FROM record r JOIN wanted w ON r.{column} = w.key "
            f"WHERE w.kind IN ({', '.join(repr(k) for k in kinds)})"
            for column, kinds in _COLUMNS.items()
        )
        found = self._rows(
            f"""SELECT DISTINCT paper, path, start, h.size FROM (
              SELECT *, row_number() OVER (PARTITION BY paper, key ORDER BY file, start) AS n FROM ({joins})
            ) h JOIN file ON file.id = h.file WHERE n <= {MOST_HITS} ORDER BY paper, path, start"""
        )
        return [Hit(*row) for row in found]

    def _one(self, query: str) -> Any:
        rows = self._rows(query)
        return rows[0][0] if rows else None

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows: a result that is not read to its end would keep the connection."""
        return self._db.execute(query, list(values)).fetchall()


def _first_line(error: Exception) -> str:
    return str(error).split("\n")[0][:200]
