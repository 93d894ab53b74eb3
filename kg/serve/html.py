"""Pages from templates. Everything printed is escaped; a page asks nobody else for anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from kg import __version__
from kg.serve.context import Context
from kg.serve.negotiate import HTML
from kg.serve.respond import page_tag, respond

TEMPLATES = Environment(loader=PackageLoader("kg.serve"), autoescape=True, undefined=StrictUndefined)
TEMPLATES.trim_blocks = TEMPLATES.lstrip_blocks = True


#: Characters that HTML cannot hold, not even as a reference.
_NOT_HTML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def block_groups(blocks: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The blocks of a section, facts that follow each other together: they make one list."""
    runs = groupby(enumerate(blocks), key=lambda each: "fact" if each[1]["is"] == "fact" else each[0])
    return [[block for _, block in run] for _, run in runs]


TEMPLATES.filters["blockgroups"] = block_groups


def render(request: Request, template: str, *, title: str, path: str | None = None, **values: Any) -> bytes:
    """A page; ``path`` is that of the resource it is a view of, where there are other views."""
    context = Context.of(request)
    page = TEMPLATES.get_template(template)
    text = page.render(
        title=title,
        path=path,
        version=context.version,
        software=__version__,
        cells=context.cells,
        links=context.links,
        **values,
    )
    return _NOT_HTML.sub("\ufffd", text).encode()


def html_page(
    request: Request, template: str, *, title: str, headers: dict[str, str] | None = None, **values: Any
) -> Response:
    """An answer with a page that is made quickly."""
    body = render(request, template, title=title, **values)
    return respond(request, body, HTML.content_type, headers)


def tag_of(request: Request, *parts: str) -> str:
    """The entity tag of a page of this version, from what it is made of."""
    return page_tag(Context.of(request).version.digest, *parts)
