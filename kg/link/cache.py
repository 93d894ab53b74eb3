"""Answers kept as files: the bytes as served, and beside them URL, time, status and SHA-256.

    DIR/<service>/<key>.body    what the service served
    DIR/<service>/<key>.json    where it came from, when, and what it hashes to

Only answers that could be read are kept, "not found" among them. A body that no longer hashes to
what its note says counts as not kept.
"""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from kg.errors import LinkError
from kg.link.answers import Answer, Query


class Cache:
    """A folder of answers; it is made when the first one is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, query: Query) -> Answer | None:
        """The kept answer to a query; None where there is none that is whole."""
        note, body = self._paths(query)
        try:
            told = json.loads(note.read_bytes())
            answer = Answer(
                str(told["url"]), int(told["status"]), body.read_bytes(), str(told["time"]), str(told["content_type"])
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return answer if answer.sha256 == told.get("sha256") and answer.url == query.url else None

    def put(self, query: Query, answer: Answer) -> None:
        """Keep an answer; each of its two files appears whole, the note last."""
        note, body = self._paths(query)
        told = {
            "url": answer.url,
            "asked": query.body,
            "status": answer.status,
            "time": answer.time,
            "content_type": answer.content_type,
            "sha256": answer.sha256,
        }
        try:
            note.parent.mkdir(parents=True, exist_ok=True)
            _write(body, answer.body)
            _write(note, (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode())
        except OSError as error:
            raise LinkError(
                f"{note.parent}: the answer cannot be kept ({error.strerror}); see KG_LINK_CACHE"
            ) from error

    def _paths(self, query: Query) -> tuple[Path, Path]:
        stem = self.folder / query.service / query.key
        return stem.with_suffix(".json"), stem.with_suffix(".body")


def _write(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
