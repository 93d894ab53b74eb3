"""The web application over one version. It never touches a store: queries run elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

from kg import __version__
from kg.query.questions import questions
from kg.serve.context import Context
from kg.serve.failures import HANDLERS
from kg.serve.headers import CommonHeaders
from kg.serve.routes import add_routes
from kg.serve.runner import QueryRunner
from kg.serve.runners import query_runner, story_runner
from kg.serve.settings import ServeSettings, load_settings
from kg.store import Version


def create_app(
    version: Version | str | Path, settings: ServeSettings | None = None, runner: QueryRunner | None = None
) -> FastAPI:
    """The application; it starts its query processes when the server starts.

    ``version`` is a build folder, a version folder or an opened version; ``runner`` replaces the
    pool of query processes.
    """
    opened = version if isinstance(version, Version) else Version(version)
    settings = settings or load_settings()
    runner = runner or query_runner(opened, settings)
    storyteller = story_runner(opened, settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        runner.start()
        storyteller.start()
        yield
        storyteller.close()
        runner.close()

    app = FastAPI(
        title="Leaderboard KG",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        exception_handlers=HANDLERS,
    )
    app.state.context = Context(opened, runner, storyteller, settings, questions())
    app.add_middleware(CommonHeaders)
    add_routes(app.router)
    return app
