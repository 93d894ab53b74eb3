"""The web application over one version. It never touches a store: queries run elsewhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kg import __version__
from kg.errors import KgError
from kg.query.questions import questions
from kg.serve.context import Context
from kg.serve.downloads import download
from kg.serve.endpoint import sparql
from kg.serve.headers import CommonHeaders
from kg.serve.pages import index, question, stylesheet
from kg.serve.problems import Problem
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

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        runner.start()
        yield
        runner.close()

    app = FastAPI(
        title="Leaderboard KG",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        exception_handlers={Problem: _problem, HTTPException: _http_error, KgError: _kg_error},
    )
    app.state.context = Context(opened, runner, settings, questions())
    app.add_middleware(CommonHeaders)
    for path in ("/sparql", "/sparql/"):
        app.router.add_route(path, sparql, ["GET", "HEAD", "POST"])
    app.router.add_route("/", index, ["GET"])
    app.router.add_route("/questions/{name}", question, ["GET"])
    app.router.add_route("/download/{name:path}", download, ["GET"])
    app.router.add_route("/assets/style.css", stylesheet, ["GET"])
    app.router.add_route("/health", _health, ["GET"])
    return app


def _pool(version: Version, settings: ServeSettings) -> PoolRunner:
    store = version.path / STORE_FOLDER
    path = store if store.is_dir() else version.path / GRAPH_FILE
    return PoolRunner(
        "kg.serve.worker",
        (str(path), str(settings.query_memory_mb)),
        slots=settings.query_slots,
        wait=settings.query_wait,
    )


async def _health(request: Request) -> Response:
    version = Context.of(request).version
    return JSONResponse({"status": "ok", "version": version.digest, "results": version.results})


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return error.response()


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    details = {404: "nothing is served at this path", 405: "this path does not take this method"}
    detail = details.get(error.status_code, "the request is not valid")
    return Problem(error.status_code, detail, headers=dict(error.headers or {})).response()


async def _kg_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, KgError)
    return Problem.of(error).response()
