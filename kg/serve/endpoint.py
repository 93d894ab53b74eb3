"""``/sparql``: the query operation of the SPARQL 1.1 protocol and the service description."""

from __future__ import annotations

import io
from functools import partial
from urllib.parse import urljoin

import pyoxigraph as ox
from starlette.requests import Request
from starlette.responses import Response

from kg.errors import QueryError
from kg.query.execution import graph_node
from kg.query.formats import GRAPH_FORMATS, formats_for
from kg.query.guard import guard
from kg.serve.access import QUERY
from kg.serve.answers import answer
from kg.serve.context import Context
from kg.serve.frames import Job
from kg.serve.html import html_page
from kg.serve.limits import Limit, limits
from kg.serve.negotiate import HTML, pick_format
from kg.serve.problems import Problem
from kg.serve.protocol import ProtocolRequest, read_request
from kg.serve.respond import respond
from kg.terms import FORMATS, RDF, RDFS, SD

_SD = str(SD)
_FORMATS = str(FORMATS)
_FORMAT_NAMES = (
    "SPARQL_Results_JSON",
    "SPARQL_Results_XML",
    "SPARQL_Results_CSV",
    "SPARQL_Results_TSV",
    "Turtle",
    "N-Triples",
    "JSON-LD",
    "RDF_XML",
    "TriG",
    "N-Quads",
)


async def sparql(request: Request) -> Response:
    """Answer a query, or describe the service to a GET without one."""
    context = Context.of(request)
    asked = await read_request(request, context.settings.body_bytes)
    if asked.query is None:
        return describe(request, asked)
    request.scope[QUERY] = asked.query
    try:
        form = guard(asked.query, context.settings.bounds)
        for iri in (*asked.default_graphs, *asked.named_graphs):
            graph_node(iri)
    except QueryError as error:
        raise Problem.of(error, asked.query) from error
    format_ = pick_format(asked.format, request, formats_for(graph=form.gives_graph))
    job = Job(
        query=asked.query,
        format=format_.name,
        graph=format_.graph,
        timeout=context.settings.query_timeout,
        default_graphs=asked.default_graphs,
        named_graphs=asked.named_graphs,
        base_iri=context.version.base,
    )
    return await answer(request, job, format_.content_type)


def describe(request: Request, asked: ProtocolRequest) -> Response:
    """The service description, or a form to ask in for a browser."""
    formats = (*(each for each in formats_for(graph=True) if each.name not in ("trig", "nq")), HTML)
    format_ = pick_format(asked.format, request, formats)
    if format_ is HTML:
        return html_page(
            request,
            "sparql.html",
            title="SPARQL endpoint",
            headers={"Vary": "Accept"},
            settings=Context.of(request).settings,
        )
    told = limits(Context.of(request).settings)
    triples = _description(str(request.url.replace(query="", fragment="")), told)
    output = io.BytesIO()
    write = partial(ox.serialize, triples, output, GRAPH_FORMATS[format_.name])
    if format_.name == "ttl":
        write(prefixes={"sd": _SD, "formats": _FORMATS, "rdfs": str(RDFS)})
    else:
        write()
    return respond(request, output.getvalue(), format_.content_type, {"Vary": "Accept"})


def _description(endpoint: str, told: list[Limit]) -> list[ox.Triple]:
    try:
        service, url = ox.NamedNode(f"{endpoint}#service"), ox.NamedNode(endpoint)
    except ValueError:
        raise Problem(400, "the Host header is no host name") from None
    dataset, graph = ox.NamedNode(f"{endpoint}#dataset"), ox.NamedNode(f"{endpoint}#default-graph")
    kind = ox.NamedNode(str(RDF.type))

    def sd(name: str) -> ox.NamedNode:
        return ox.NamedNode(_SD + name)

    return [
        ox.Triple(service, kind, sd("Service")),
        ox.Triple(service, sd("endpoint"), url),
        ox.Triple(service, sd("supportedLanguage"), sd("SPARQL11Query")),
        ox.Triple(service, sd("feature"), sd("UnionDefaultGraph")),
        *(ox.Triple(service, sd("resultFormat"), ox.NamedNode(_FORMATS + name)) for name in _FORMAT_NAMES),
        *(ox.Triple(service, ox.NamedNode(str(RDFS.comment)), ox.Literal(limit.sentence())) for limit in told),
        ox.Triple(service, ox.NamedNode(str(RDFS.seeAlso)), ox.NamedNode(urljoin(endpoint, "/limits"))),
        ox.Triple(service, sd("defaultDataset"), dataset),
        ox.Triple(dataset, kind, sd("Dataset")),
        ox.Triple(dataset, sd("defaultGraph"), graph),
        ox.Triple(graph, kind, sd("Graph")),
    ]
