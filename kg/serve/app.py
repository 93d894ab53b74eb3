"""The web application over one version. It never touches a store: queries run elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

from kg import __version__
from kg.errors import KgError
from kg.query.questions import questions
from kg.serve.absolute import AbsoluteForm
from kg.serve.access import AccessLog, open_log
from kg.serve.context import Context
from kg.serve.failures import HANDLERS
from kg.serve.frames import Job
from kg.serve.headers import CommonHeaders
from kg.serve.metrics import Measure, Metrics
from kg.serve.rate import RateLimit
from kg.serve.renewal import follow
from kg.serve.routes import add_routes
from kg.serve.runner import QueryRunner
from kg.serve.runners import query_runner, story_runner
from kg.serve.settings import ServeSettings, load_settings
from kg.store import Version

#: How a server process learns what it serves.
BUILD_VARIABLE = "KG_SERVE_BUILD"

#: Seconds that a server takes no requests for the sake of a store that is being opened.
_OPENING = 5.0


def create_app(
    version: Version | str | Path, settings: ServeSettings | None = None, runner: QueryRunner | None = None
) -> FastAPI:
    """The application; it starts its query processes when the server starts.

    ``version`` is a build folder, a version folder or an opened version; of a build folder, the
    application follows the current version. ``runner`` replaces the processes that answer queries.
    """
    opened = version if isinstance(version, Version) else Version(version)
    settings = settings or load_settings()
    folder = None if isinstance(version, Version) else Path(version)
    asked = questions()
    log = open_log(settings.access_log)

    def context(of: Version) -> Context:
        return Context(of, runner or query_runner(of, settings), story_runner(of, settings), settings, asked)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.context.start()
        if runner is None and not settings.store:
            await _store_open(app.state.context)
        following = None
        if folder is not None and (folder / "current").is_dir() and settings.follow_seconds:
            following = asyncio.create_task(follow(app, folder, settings.follow_seconds, context))
        yield
        if following is not None:
            following.cancel()
        for each in (*getattr(app.state, "retired", ()), app.state.context):
            each.close()
        if log is not None and log is not sys.stderr:
            log.close()

    app = FastAPI(
        title="Leaderboard KG",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        exception_handlers=HANDLERS,
    )
    app.state.context = context(opened)
    if settings.rate_limit:
        app.add_middleware(RateLimit, rate=settings.rate_limit, burst=settings.rate_burst)
    app.add_middleware(CommonHeaders)
    app.state.metrics = Metrics(lambda: app.state.context)
    app.add_middleware(Measure, metrics=app.state.metrics)
    if log is not None:
        app.add_middleware(AccessLog, log=log, addresses=settings.access_log_addresses)
    app.add_middleware(AbsoluteForm)
    add_routes(app.router)
    return app


async def _store_open(context: Context) -> None:
    """Wait a while until a query is answered, so that the first client's deadline counts from its question on.

    A store that takes longer is waited for by the queries; ``/ready`` tells.
    """

    async def ask() -> None:
        async for _ in context.runner.run(Job("ASK {}", "csv", False, _OPENING)):
            pass

    with contextlib.suppress(KgError, TimeoutError):
        await asyncio.wait_for(ask(), _OPENING)


def app_of_environment() -> FastAPI:
    """The application of one of several server processes; ``KG_SERVE_BUILD`` says what it serves."""
    return create_app(Path(os.environ[BUILD_VARIABLE]))
