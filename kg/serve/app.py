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
from kg.serve.remote_worker import require_version
from kg.serve.routes import add_routes
from kg.serve.runner import PoolRunner, QueryRunner
from kg.serve.settings import ServeSettings, load_settings
from kg.store import GRAPH_FILE, STORE_FOLDER, Version


def create_app(
    version: Version | str | Path, settings: ServeSettings | None = None, runner: QueryRunner | None = None
) -> FastAPI:
    """The application; it starts its query processes when the server starts.

    ``version`` is a build folder, a version folder or an opened version; ``runner`` replaces the
    pool of query processes.
    """
    opened = version if isinstance(version, Version) else Version(version)
    settings = settings or load_settings()
    runner = runner or _pool(opened, settings)
    storyteller = _storytellers(opened, settings)

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


def _pool(version: Version, settings: ServeSettings) -> PoolRunner:
    """The query processes: over the version's own store, or over the one that the settings name."""
    if settings.store:
        if settings.store_check:
            require_version(settings.store, version)
        module, where = "kg.serve.remote_worker", settings.store
    else:
        store = version.path / STORE_FOLDER
        module, where = "kg.serve.worker", str(store if store.is_dir() else version.path / GRAPH_FILE)
    arguments = (where, str(settings.query_memory_mb))
    return PoolRunner(module, arguments, slots=settings.query_slots, wait=settings.query_wait)


def _storytellers(version: Version, settings: ServeSettings) -> PoolRunner:
    arguments = (str(version.path), str(settings.story_memory_mb))
    return PoolRunner("kg.serve.storyteller", arguments, slots=settings.story_slots, wait=settings.story_timeout)
