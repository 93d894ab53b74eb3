"""``kg load``: a version into another SPARQL store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import BuildDir, app
from kg.console import say


@app.command()
def load(
    to: Annotated[str, typer.Option("--to", help="The store's Graph Store or update address.")],
    protocol: Annotated[
        str, typer.Option("--protocol", help="gsp (Graph Store) or update. [default: what the address says]")
    ] = "",
    query_url: Annotated[
        str, typer.Option("--query-url", help="Where the store answers queries. [default: what the address says]")
    ] = "",
    size: Annotated[int, typer.Option("--size", min=1, help="Triples a request.")] = 10_000,
    prune: Annotated[bool, typer.Option("--prune", help="Drop graphs of other versions that are in the way.")] = False,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Push a build into another SPARQL store and verify that it arrived; run it again to go on.

    Example: kg load --to http://127.0.0.1:7878/store
    """
    from kg.load import Target
    from kg.load import load as push
    from kg.store import Version

    done = push(Version(build_dir), Target(to, protocol, query_url), size=size, prune=prune, progress=say)
    for graph in done.dropped:
        say(f"dropped {graph}")
    triples = sum(done.graphs.values())
    before = f", {done.kept} had arrived before" if done.kept else ""
    say(f"version {done.version}: {triples} triples in {len(done.graphs)} graphs, verified")
    say(f"{done.sent} pieces sent{before}")
    say(
        "a plain query sees all graphs"
        if done.default_graph == "union"
        else "the default graph holds a copy of all triples"
    )
