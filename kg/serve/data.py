"""``/data``: the graphs of a version by the Graph Store Protocol, to be read; ``/graph/<key>`` is one of them.

The default graph is the union of all and comes from the files of the version; a named graph is
read from ``graph.nq`` and sent line by line, with the very digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from kg.errors import QueryError
from kg.export.formats import data_prefixes
from kg.export.turtle import turtle_chunks
from kg.query.execution import graph_node
from kg.query.formats import Format
from kg.serve.coding import takes
from kg.serve.context import Context
from kg.serve.graphs import NamedGraph
from kg.serve.html import html_page
from kg.serve.negotiate import HTML, accepted, choose, pick_format
from kg.serve.problems import Problem
from kg.serve.protocol import read_parameters
from kg.serve.ranges import FileOrRange
from kg.serve.respond import REVALIDATE, is_match, not_modified, respond, view_headers
from kg.serve.telling import unknown
from kg.serve.thing import describe
from kg.serve.views import TRIPLE_FORMATS, VIEWS, find_view, lines_bytes

#: A graph that is larger than this is sent in the formats that can be written line by line.
_WHOLE = 32_000_000

_STREAMED = ("ttl", "nt")
_CHUNK = 64 * 1024

#: Graphs named on the page of all graphs.
_LISTED = 1000


async def data(request: Request) -> Response:
    """A graph, to be read by the Graph Store Protocol: ``/data?graph=<IRI>`` or ``/data?default``."""
    context = Context.of(request)
    parameters = read_parameters(request)
    wanted = parameters.pop("format", None)
    if parameters.keys() == {"default"}:
        return await _default_graph(request, pick_format(wanted, request, TRIPLE_FORMATS))
    if parameters.keys() == {"graph"}:
        iri = parameters["graph"]
        try:
            graph_node(iri)
        except QueryError as error:
            raise Problem.of(error) from error
        graph = await run_in_threadpool(context.graphs.find, iri)
        if graph is None:
            raise Problem(404, f"no graph {iri[:200]!r} in this version", suggestions=["/data", "/leaderboards"])
        return await _named_graph(request, graph, pick_format(wanted, request, TRIPLE_FORMATS), {"Vary": "Accept"})
    if not parameters and choose(accepted(request), (*TRIPLE_FORMATS, HTML)) is HTML:
        return await graph_list(request)
    raise Problem(400, "say which graph: ?graph=<its IRI>, or ?default for the union of all", suggestions=["/graphs"])


async def graph_list(request: Request) -> Response:
    """The named graphs; each leaderboard's IRI is the name of one more."""
    context = Context.of(request)
    pick_format(None, request, (HTML,))
    names = await run_in_threadpool(context.graphs.names, f"{context.version.base}graph/", _LISTED)
    boards = await run_in_threadpool(context.graphs.names, f"{context.version.base}leaderboard/", _LISTED)
    return html_page(
        request, "graphs.html", title="Graphs", headers={"Vary": "Accept"}, names=names, boards=boards, most=_LISTED
    )


async def graph_address(request: Request) -> Response:
    """A named graph by the path of its IRI: all its statements, those about itself among them."""
    context = Context.of(request)
    key, _, ending = request.path_params["name"].partition(".")
    view = find_view(ending) if ending else None
    iri = f"{context.version.base}graph/{key}"
    graph = await run_in_threadpool(context.graphs.find, iri) if view or not ending else None
    if graph is None:
        raise await unknown(request, f"graph/{request.path_params['name']}")
    format_ = view or pick_format(None, request, VIEWS)
    headers = view_headers(f"/graph/{key}", VIEWS, format_, negotiated=view is None)
    if format_ is HTML:
        node = await run_in_threadpool(context.nodes.node, iri)
        thing = await run_in_threadpool(describe, node, context.cells) if node else None
        title = thing.label if thing else f"Graph {key}"
        return html_page(
            request, "graph.html", title=title, path=f"/graph/{key}", headers=headers, graph=graph, thing=thing
        )
    return await _named_graph(request, graph, format_, headers)


async def _default_graph(request: Request, format_: Format) -> Response:
    """The union of all graphs: a file of the version, as it was built."""
    version = Context.of(request).version
    name = f"graph.{format_.name}"
    headers = {"Vary": "Accept, Accept-Encoding", "Cache-Control": REVALIDATE, "Content-Type": format_.content_type}
    if takes(request, "gzip") and f"{name}.gz" in version.files:
        name = f"{name}.gz"
        headers["Content-Encoding"] = "gzip"
    if name not in version.files:
        raise Problem(404, f"this version has no {name}: run kg build")
    tag = f'"{version.files[name]}"'
    if is_match(request, tag):
        return not_modified(tag, headers)
    return FileOrRange(version.path / name, headers={**headers, "ETag": tag, "Content-Location": f"/download/{name}"})


async def _named_graph(request: Request, graph: NamedGraph, format_: Format, headers: dict[str, str]) -> Response:
    context = Context.of(request)
    base = context.version.base
    if graph.size <= _WHOLE:
        lines = await run_in_threadpool(lambda: tuple(context.graphs.triples(graph)))
        body = await run_in_threadpool(lines_bytes, lines, base, format_.name)
        return respond(request, body, format_.content_type, headers)
    if format_.name not in _STREAMED:
        raise Problem(
            406, f"this graph is too large for {format_.media_type}", formats=["text/turtle", "application/n-triples"]
        )
    tag = f'"{context.version.digest}-{graph.start}-{graph.end}-{format_.name}"'
    sent = {**headers, "Cache-Control": REVALIDATE, "Content-Type": format_.content_type, "ETag": tag}
    if is_match(request, tag):
        return not_modified(tag, headers)
    if request.method == "HEAD":
        response = Response(headers=sent)
        del response.headers["content-length"]
        return response
    triples = context.graphs.triples(graph)
    pieces = turtle_chunks(triples, data_prefixes(base)) if format_.name == "ttl" else triples
    return StreamingResponse(_chunks(pieces), headers=sent)


def _chunks(pieces: Iterator[str]) -> Iterator[bytes]:
    """Pieces of text in chunks of a fair size."""
    buffer = bytearray()
    for piece in pieces:
        buffer += piece.encode()
        if len(buffer) >= _CHUNK:
            yield bytes(buffer)
            buffer.clear()
    yield bytes(buffer)
