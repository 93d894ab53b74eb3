"""Lists of all nodes of a kind, in the order of their keys, a page at a time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kg.serve.cells import Cells, Part
from kg.serve.context import Context
from kg.serve.html import html_page
from kg.serve.links import LISTS
from kg.serve.negotiate import HTML, pick_format
from kg.serve.nodes import Nodes
from kg.serve.problems import Problem
from kg.serve.protocol import read_parameters
from kg.terms import DCTERMS, FABIO, LB, PRISM, SCHEMA, SH

#: Nodes on one page.
PAGE = 200

#: What a list tells of each node beside its label: (heading, property).
_COLUMNS: dict[str, tuple[tuple[str, str], ...]] = {
    "benchmark": (("family", LB.family), ("split", LB.split), ("subset", LB.subset)),
    "component": (("method", LB.ofMethod), ("role", LB.role)),
    "declaration": (("metric", LB.ofMetric), ("unit", LB.declaredUnit), ("direction", LB.declaredDirection)),
    "finding": (("severity", SH.resultSeverity), ("node", SH.focusNode)),
    "flag": (("severity", LB.severity), ("message", LB.message)),
    "group": (("benchmark", LB.ofBenchmark), ("metric", LB.ofMetric), ("basis", LB.basis)),
    "leaderboard": (("page updated", DCTERMS.modified), ("coverage", LB.coverageSummary)),
    "method": (("kind", LB.methodKind), ("access", LB.access), ("introduced in", LB.introducedIn)),
    "metric": (("direction", LB.direction), ("canonical unit", LB.canonicalUnit)),
    "paper": (("arXiv", FABIO.hasArXivId), ("DOI", PRISM.doi)),
    "result": (("value", LB.value), ("unit", LB.unit), ("status", LB.reproductionStatus)),
    "setting": (("name", SCHEMA.name), ("value", SCHEMA.value)),
    "source": (("address", SCHEMA.url), ("retrieved", LB.retrieved)),
}

_KIND = {path.strip("/"): kind for kind, path in LISTS.items()}
_KEY = re.compile(r"[a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Row:
    """One node of a list."""

    node: Part
    cells: tuple[Part | None, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a list; ``before`` and ``after`` are keys to go on from."""

    rows: tuple[Row, ...]
    before: str | None
    after: str | None


def listing(nodes: Nodes, cells: Cells, kind: str, start: str) -> Listing:
    """The nodes of a kind from a key on."""
    keys = list(islice(nodes.keys(kind, start), PAGE + 1))
    earlier = list(islice(nodes.keys_before(kind, start), PAGE)) if start else []
    columns = _COLUMNS.get(kind, ())
    rows = []
    for key in keys[:PAGE]:
        iri = f"{nodes.base}{kind}/{key}"
        values = ((str(property_), nodes.one(iri, str(property_))) for _, property_ in columns)
        told = tuple(cells.term(iri, property_, value) if value is not None else None for property_, value in values)
        rows.append(Row(Part(nodes.label(iri) or key, f"/{kind}/{key}"), told))
    return Listing(tuple(rows), earlier[-1] if earlier else None, keys[PAGE] if len(keys) > PAGE else None)


async def list_page(request: Request) -> Response:
    """All nodes of a kind, in the order of their keys, from a key on: ``/methods?from=gpt``."""
    return await list_of(request, request.path_params["name"])


async def list_of(request: Request, name: str) -> Response:
    """The list of that name."""
    context = Context.of(request)
    kind = _KIND[name]
    pick_format(None, request, (HTML,))
    start = read_parameters(request).get("from", "").strip().lower()
    if not _KEY.fullmatch(start):
        raise Problem(400, "from is the beginning of a key: small letters, digits and hyphens")
    found = await run_in_threadpool(listing, context.nodes, context.cells, kind, start)
    return html_page(
        request,
        "list.html",
        title=name.replace("-", " ").capitalize(),
        own=f"/{name}",
        kind=kind,
        headings=tuple(heading for heading, _ in _COLUMNS.get(kind, ())),
        found=found,
        start=start,
    )


async def to_list(request: Request) -> Response:
    """A kind without a key leads to the list of the kind."""
    return RedirectResponse(LISTS[request.path_params["kind"]], status_code=308)
