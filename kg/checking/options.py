"""How a target is checked."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from rdflib import Graph

from kg.validation.purposes import PROFILES, shapes_for

#: What a target may be said to be; "auto" finds it out.
KINDS = ("auto", "pages", "rdf", "submission")

#: Where a build lies unless another place is named.
BUILD = Path("build")


@dataclass(frozen=True, slots=True)
class Options:
    """``registry`` is a folder (None: the one beside the target, else the shipped one).

    ``profile`` is one of core, publish, advice; ``alone`` leaves registry and recorded results out;
    ``kind`` is one of :data:`KINDS`; ``build`` and ``against`` are for submitted results: where the
    recorded ones are, and the leaderboard that rows are for which name none. ``today``
    is the day that dates may not be later than (None: there is no clock).
    """

    registry: Path | None = None
    profile: str = PROFILES[-1]
    alone: bool = False
    kind: str = "auto"
    build: Path | None = None
    against: str | None = None
    today: datetime.date | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The options of a command that say the same, but for the profile: it only leaves findings out."""
        named = {
            "--registry": self.registry and self.registry.as_posix(),
            "--as": None if self.kind == "auto" else self.kind,
            "--build": None if self.build in (None, BUILD) else self.build.as_posix(),
            "--against": self.against,
        }
        given = [word for name, value in named.items() if value for word in (name, value)]
        return (*given, *(["--alone"] if self.alone else []))

    @property
    def shapes(self) -> Graph | None:
        """The shapes of the profile; None stands for all."""
        return None if self.profile == PROFILES[-1] else shapes_for(self.profile)
