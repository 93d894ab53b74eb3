"""Content codings (RFC 9110, section 8.4): how an answer is packed, as the client takes it."""

from __future__ import annotations

import gzip
import sys
from typing import IO, Any, cast

from starlette.requests import Request

from kg.serve.negotiate import encodings

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["CODINGS", "coding_for", "pack", "packing", "taken_codings", "zstd"]

#: Of two that a client takes as gladly, the first: it takes less time, and fewer bytes.
CODINGS = ("zstd", "gzip")

_GZIP_LEVEL = 5


def taken_codings(request: Request) -> dict[str, float]:
    """The codings that the client takes, of those that there are, with their weights."""
    weights = encodings(request)
    others = weights.get("*", 0.0)
    return {name: weight for name in CODINGS if (weight := weights.get(name, others)) > 0}


def coding_for(request: Request) -> str:
    """The coding that the client likes best; empty where it takes none, or likes none as much as the bare body."""
    taken = taken_codings(request)
    best = max(taken, key=taken.__getitem__, default="")
    return best if takes(request, best) else ""


def takes(request: Request, coding: str) -> bool:
    """Whether the client takes a coding, and likes it as much as the bare body."""
    weight = taken_codings(request).get(coding, 0.0)
    return weight > 0 and weight >= encodings(request).get("identity", 0.0)


def pack(body: bytes, coding: str) -> bytes:
    """A whole body in a coding."""
    return zstd.compress(body) if coding == "zstd" else gzip.compress(body, _GZIP_LEVEL, mtime=0)


def packing(output: IO[bytes], coding: str) -> IO[bytes]:
    """A file that packs what is written to it; closing it writes the rest and leaves ``output`` open."""
    if coding == "zstd":
        return cast(IO[bytes], zstd.ZstdFile(cast(Any, output), "w"))
    return cast(IO[bytes], gzip.GzipFile(fileobj=output, mode="wb", compresslevel=_GZIP_LEVEL, mtime=0))
