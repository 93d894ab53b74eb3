"""``kg serve``: the endpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app
from kg.console import say, summary_lines, try_lines


@app.command()
def serve(
    version: Annotated[
        Path | None, typer.Argument(help="A build folder or one version. [default: build]", metavar="[BUILD]")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 8000,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Server processes.")] = 1,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Serve a build: SPARQL, pages, downloads. Of a build folder, always the current version.

    Example: kg serve build --port 8000
    """
    from kg.serve.listen import run
    from kg.store import Version

    served = version or build_dir
    report = Version(served).report

    def announce(address: str) -> None:
        lines = summary_lines(report, None) if report else []
        for line in (*lines, *try_lines(address)):
            say(line)

    run(served, host, port, workers=workers, announce=announce)
