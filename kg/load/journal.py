"""What was already sent where, so that an interrupted load goes on instead of beginning anew."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kg.errors import KgError


@dataclass
class Journal:
    """The state of one load: the version, the size of its pieces and how many of each graph have arrived."""

    path: Path
    to: str
    version: str
    size: int
    arrived: dict[str, int] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path, to: str, version: str, size: int) -> Journal:
        """The journal of this very load, or an empty one where there is none that can be used."""
        path = folder / f"load-{hashlib.sha256(to.encode()).hexdigest()[:12]}.json"
        empty = cls(path, to, version, size)
        try:
            kept = json.loads(path.read_bytes())
            arrived = {str(graph): int(number) for graph, number in kept["arrived"].items()}
            same = (kept["to"], kept["version"], kept["size"]) == (to, version, size)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return empty
        return cls(path, to, version, size, arrived) if same else empty

    def note(self, graph: str, number: int) -> None:
        """Piece ``number`` of a graph has arrived, and so have all before it."""
        self.arrived[graph] = number + 1
        self._write()

    def forget(self) -> None:
        """The load is over: the next one begins anew."""
        self.arrived.clear()
        self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        state = {name: value for name, value in asdict(self).items() if name != "path"}
        beside = self.path.with_name(f".{self.path.name}-{os.getpid()}")
        try:
            beside.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            raise KgError(f"{self.path} cannot be written: {error.strerror}") from error
