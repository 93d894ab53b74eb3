"""What the places of findings about leaderboards and their columns are looked up in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kg.pipeline.inputs import SourceInput
from kg.validation import Table
from kg.validation.fast.view import View


@dataclass(frozen=True)
class Ground:
    """``boards`` are (leaderboard key, source key, file); ``inputs`` are read where a line is asked for."""

    base: str
    boards: Sequence[tuple[str, str, str]]
    data: Table
    inputs: Callable[[], Iterable[SourceInput]]

    @cached_property
    def view(self) -> View:
        """The triples, made ready when the first of them is asked for."""
        return View(self.data)
