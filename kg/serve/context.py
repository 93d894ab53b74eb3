"""What the routes share: the version that is served, the runner, the settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from kg.query.questions import Question
from kg.serve.runner import QueryRunner
from kg.serve.settings import ServeSettings
from kg.store import Version


@dataclass(slots=True)
class Context:
    """Held by the application as ``app.state.context``."""

    version: Version
    runner: QueryRunner
    settings: ServeSettings
    questions: tuple[Question, ...]
    leaderboards: list[dict[str, Any]] | None = field(default=None)
    """Rows of the index page, once they were asked for; a version never changes."""

    @classmethod
    def of(cls, request: Request) -> Context:
        """The context of the application that a request came to."""
        context = request.app.state.context
        assert isinstance(context, cls)
        return context
