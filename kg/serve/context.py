"""What the routes share: the version that is served, the processes behind, the settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from starlette.requests import Request

from kg.query.questions import Question
from kg.serve.cache import Cache, Notes
from kg.serve.cells import Cells
from kg.serve.graphs import Graphs
from kg.serve.links import Links
from kg.serve.nodes import Nodes
from kg.serve.runner import QueryRunner
from kg.serve.settings import ServeSettings
from kg.serve.terms import Words, read_words
from kg.store import Version


@dataclass
class Context:
    """Held by the application as ``app.state.context``; all that is kept here belongs to the one version."""

    version: Version
    runner: QueryRunner
    storyteller: QueryRunner
    settings: ServeSettings
    questions: tuple[Question, ...]
    pages: Cache = field(default_factory=Cache)
    untold: Notes = field(default_factory=lambda: Notes(600))
    """Why the story of a thing was not told, for ten minutes."""

    def start(self) -> None:
        """Start the processes behind."""
        self.runner.start()
        self.storyteller.start()

    def close(self) -> None:
        """End them; a second time does nothing."""
        self.storyteller.close()
        self.runner.close()

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes of the version."""
        return Nodes(self.version)

    @cached_property
    def graphs(self) -> Graphs:
        """The named graphs of the version."""
        return Graphs(self.version)

    @cached_property
    def links(self) -> Links:
        """Where IRIs are answered here."""
        return Links(self.version.base)

    @cached_property
    def words(self) -> Words:
        """The vocabulary in words."""
        return read_words(self.version.path / "ontology" / "leaderboard.ttl")

    @cached_property
    def cells(self) -> Cells:
        """What pages print of values."""
        return Cells(self.nodes, self.links, self.words)

    @classmethod
    def of(cls, request: Request) -> Context:
        """The context of the application that a request came to: one version, however long it takes."""
        context = request.scope.setdefault("kg.context", request.app.state.context)
        assert isinstance(context, cls)
        return context
