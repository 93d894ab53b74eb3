"""Every IRI of the data answers by path: ``<base>method/<key>`` at ``/method/<key>``, on any host.

The path without an ending is negotiated and says with Content-Location which view it sent;
``.html``, ``.ttl``, ``.jsonld``, ``.nt`` and ``.rdf`` are the views themselves.
"""

from __future__ import annotations

import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kg.query.formats import Format
from kg.serve.context import Context
from kg.serve.html import html_page, tag_of
from kg.serve.negotiate import HTML, pick_format
from kg.serve.nodes import Node
from kg.serve.protocol import read_parameters
from kg.serve.respond import is_match, not_modified, packed, respond, view_headers
from kg.serve.telling import not_found, story, unknown
from kg.serve.thing import thing_page
from kg.serve.views import VIEWS, find_view, node_bytes

_NAME = re.compile(r"(?P<key>[a-z0-9-]+)(?:\.(?P<view>[a-z]+))?")


def split_name(name: str) -> tuple[str, Format | None] | None:
    """Key and view of the last step of a path; the view is None where none is named, all where it is no name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    view = find_view(found["view"]) if found["view"] else None
    return None if found["view"] and view is None else (found["key"], view)


async def address(request: Request) -> Response:
    """A thing of the data by the path of its IRI: negotiated, or with .html, .ttl, .jsonld, .nt, .rdf as that view."""
    context = Context.of(request)
    kind, name = request.path_params["kind"], request.path_params["name"]
    named = split_name(name)
    if named is None:
        raise await unknown(request, f"{kind}/{name}")
    key, view = named
    iri = f"{context.version.base}{kind}/{key}"
    node = await run_in_threadpool(context.nodes.node, iri)
    if node is None:
        raise await unknown(request, f"{kind}/{key}")
    format_ = view or pick_format(None, request, VIEWS)
    headers = view_headers(f"/{kind}/{key}", VIEWS, format_, negotiated=view is None)
    return await send_node(request, node, format_, headers, f"/{kind}/{key}")


async def send_node(request: Request, node: Node, format_: Format, headers: dict[str, str], path: str) -> Response:
    """A view of a node."""
    context = Context.of(request)
    if format_ is not HTML:
        body = await run_in_threadpool(node_bytes, node, context.nodes, format_.name)
        return respond(request, body, format_.content_type, headers)
    tag = tag_of(request, "node", node.iri, path)
    if is_match(request, tag):
        return not_modified(tag, headers)
    kept = context.pages.get(tag)
    if kept is None:
        page = await thing_page(request, node, path)
        if not page.whole:
            return packed(
                request, page.body, {**headers, "Content-Type": format_.content_type, "Cache-Control": "no-store"}
            )
        context.pages.put(tag, page.body)
        kept = page.body
    return respond(request, kept, format_.content_type, headers, tag=tag)


async def about(request: Request) -> Response:
    """What is said here of an IRI that is not of this data, such as a unit of QUDT: ``/about?iri=…``."""
    context = Context.of(request)
    iri = read_parameters(request).get("iri", "")
    path = context.links.path(iri)
    if path is not None:
        return RedirectResponse(path, status_code=303)
    node = await run_in_threadpool(context.nodes.node, iri)
    if node is None:
        raise not_found(request, f"nothing is said here of {iri[:200]!r}", [])
    format_ = pick_format(read_parameters(request).get("format"), request, VIEWS)
    return await send_node(request, node, format_, {"Vary": "Accept"}, "")


async def explain(request: Request) -> Response:
    """Where a name leads, ``?name=`` being an IRI, ``method:gpt-5``, or a place such as ``med-cmr/page.txt:23:10``."""
    context = Context.of(request)
    name = read_parameters(request).get("name", "").strip()
    if not name:
        return html_page(request, "lookup.html", title="Look something up")
    told = await story(request, name)
    path = context.links.path(told["iri"])
    if path is not None:
        return RedirectResponse(path, status_code=303)
    return html_page(request, "story.html", title=told["label"], story=told)
