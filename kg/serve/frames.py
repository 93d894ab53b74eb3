"""How the server and a query process talk: frames over a pipe.

A frame is one byte that names its kind, four bytes that give the length (big-endian), and the
payload. A query process first says READY. Then, for each QUERY (JSON, see Job), it sends
STARTED, any number of DATA and END; or ERROR (JSON) at any point instead of what is left.
END says how many rows the answer had and whether the process can take another query (JSON, see End).
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from typing import IO, Protocol

READY = b"R"
QUERY = b"Q"
STARTED = b"S"
DATA = b"D"
END = b"Z"
ERROR = b"E"

#: What stands in front of the payload: kind and length.
HEAD = struct.Struct(">cI")


class Task(Protocol):
    """What a process can be asked for: a query, or another job with a deadline in seconds."""

    @property
    def timeout(self) -> float:
        """Seconds after which the process is killed."""
        ...

    def encode(self) -> bytes:
        """The payload of a QUERY frame."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """One query with everything that its process needs to know.

    ``format`` is the short name of a format, ``graph`` says whether it is one of triples;
    ``timeout`` is in seconds, ``nice`` how much its process yields to others; ``processor``
    seconds of the processor are all it may use, where that can be measured (0: no such limit);
    ``packed`` is the content coding that the answer is to have, or empty.
    """

    query: str
    format: str
    graph: bool
    timeout: float
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    base_iri: str | None = None
    nice: int = 0
    processor: float = 0.0
    packed: str = ""

    def encode(self) -> bytes:
        """The payload of a QUERY frame."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, payload: bytes) -> Job:
        """The job in the payload of a QUERY frame."""
        fields = json.loads(payload)
        for name in ("default_graphs", "named_graphs"):
            fields[name] = tuple(fields[name])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class End:
    """What is known at the end of an answer: its rows (None for ASK), and whether its process is as good as new."""

    rows: int | None = None
    again: bool = False

    def encode(self) -> bytes:
        """The payload of an END frame."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, payload: bytes) -> End:
        """What the payload of an END frame says; nothing where it is empty."""
        return cls(**json.loads(payload)) if payload else cls()


class Last(bytes):
    """The last chunk of an answer, or a whole one: it knows how many rows there were in all."""

    rows: int | None

    def __new__(cls, data: bytes, rows: int | None) -> Last:
        """Some bytes, often none, and the number of rows."""
        chunk = super().__new__(cls, data)
        chunk.rows = rows
        return chunk


def rows_of(chunk: bytes) -> int | None:
    """The rows of the whole answer, where this chunk is the last and knows them."""
    return chunk.rows if isinstance(chunk, Last) else None


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """One frame as bytes."""
    return HEAD.pack(kind, len(payload)) + payload


def write_frame(stream: IO[bytes], kind: bytes, payload: bytes = b"") -> None:
    """Write one frame and flush it."""
    stream.write(frame(kind, payload))
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[bytes, bytes] | None:
    """The next frame, or None where the other side is gone, even in the middle of a frame."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    kind, length = HEAD.unpack(head)
    payload = stream.read(length)
    return (kind, payload) if len(payload) == length else None
