"""The server: SPARQL protocol, named questions, downloads.

Query processes import this package too, so nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from kg.serve.settings import ServeSettings
    from kg.store import Version

__all__ = ["create_app", "run"]


def create_app(version: Version | str | Path, settings: ServeSettings | None = None) -> FastAPI:
    """The web application over one version; see :func:`kg.serve.app.create_app`."""
    from kg.serve.app import create_app

    return create_app(version, settings)


def run(version: str | Path, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve a build folder or one version until Ctrl-C; see :func:`kg.serve.listen.run`."""
    from kg.serve.listen import run

    run(version, host, port)
