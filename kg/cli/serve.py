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
    build_dir: BuildDir = Path("build"),
) -> None:
    """Serve a build: SPARQL, downloads, questions.

    Example: kg serve build --port 8000
    """
    from kg.serve.listen import run
    from kg.store import Version

    opened = Version(version or build_dir)

    def announce(address: str) -> None:
        lines = summary_lines(opened.report, None) if opened.report else []
        for line in (*lines, *try_lines(address)):
            say(line)

    run(opened, host, port, announce=announce)
