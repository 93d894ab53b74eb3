"""``/query``: an editor with a tab for each named question, from files of our own; and ``/assets/…``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from kg.query.questions import bind
from kg.serve.context import Context
from kg.serve.html import html_page
from kg.serve.negotiate import HTML, pick_format
from kg.serve.problems import Problem
from kg.serve.respond import body_tag, respond

#: What may be asked for under ``/assets/``, with its media type.
ASSETS = {
    "icon.svg": "image/svg+xml",
    "query.js": "text/javascript; charset=utf-8",
    "yasgui.min.js": "text/javascript; charset=utf-8",
    "yasgui.min.css": "text/css; charset=utf-8",
    "yasgui.LICENSE.txt": "text/plain; charset=utf-8",
}

#: The editor needs its own scripts and sets styles on its elements; it still asks nobody else for anything.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


async def editor(request: Request) -> Response:
    """The editor's page."""
    pick_format(None, request, (HTML,))
    context = Context.of(request)
    tabs = [
        {"name": f"{each.number} {each.title}", "query": bind(each, {}, base=context.version.base)}
        for each in context.questions
    ]
    # Inside a script element nothing may look like its end.
    text = json.dumps(tabs, ensure_ascii=False).replace("<", "\\u003c")
    headers = {"Vary": "Accept", "Content-Security-Policy": _POLICY}
    return html_page(request, "query.html", title="Query editor", headers=headers, tabs=Markup(text))


async def asset(request: Request) -> Response:
    """A file that the editor is made of, or the icon of all pages."""
    name = request.path_params["name"]
    if name not in ASSETS:
        raise Problem(404, "there is no such file here")
    body = _asset(name)
    return respond(request, body, ASSETS[name], {"Cache-Control": "public, max-age=86400"}, tag=body_tag(body))


@cache
def _asset(name: str) -> bytes:
    return (Path(__file__).parent / "assets" / name).read_bytes()
