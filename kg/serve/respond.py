"""Answers that are whole: entity tags, 304, content codings, and the headers that say what else there is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import kg
from kg.query.formats import Format
from kg.serve.coding import coding_for, pack, taken_codings

#: Smaller bodies are sent as they are.
_WORTH_PACKING = 1000

#: Kept by caches, but asked about each time: a new version may be served at any moment.
REVALIDATE = "no-cache"


@cache
def software_digest() -> str:
    """A digest of the code and the templates, which shape a page as much as the data do."""
    root = Path(kg.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(p for p in root.rglob("*") if p.suffix in (".py", ".html", ".css")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def page_tag(*parts: str) -> str:
    """The weak entity tag of a page made from some inputs: known before the page is made."""
    text = "\n".join((software_digest(), *parts))
    return f'W/"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def body_tag(body: bytes) -> str:
    """The strong entity tag of a body."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def if_none_match(request: Request) -> str:
    """The If-None-Match header, all its lines in one."""
    return ", ".join(request.headers.getlist("if-none-match")).strip()


def is_match(request: Request, tag: str) -> bool:
    """True when the client has what the tag stands for, packed in a way that it takes or not."""
    return _known(request, tag) is not None


def _known(request: Request, tag: str) -> str | None:
    """The tag by which the client has it, so that a cache knows which of its answers is meant (weak comparison)."""
    header = if_none_match(request)
    if header == "*":
        return tag
    known = {_opaque(each) for each in header.split(",")}
    ways = (tag, *(_packed(tag, coding) for coding in taken_codings(request)))
    return next((each for each in ways if _opaque(each) in known), None)


def not_modified(tag: str, headers: dict[str, str]) -> Response:
    """A 304 with the headers that the full answer would have, but for those that describe a body."""
    body = ("Content-Type", "Content-Length", "Content-Encoding")
    kept = {name: value for name, value in _cached(headers).items() if name not in body}
    return Response(status_code=304, headers={**kept, "ETag": tag})


def respond(
    request: Request, body: bytes, content_type: str, headers: dict[str, str] | None = None, *, tag: str | None = None
) -> Response:
    """An answer with an entity tag (of the body, where none is given), as a 304 where the client has it."""
    tag = tag or body_tag(body)
    sent = _cached(headers or {})
    if (known := _known(request, tag)) is not None:
        return not_modified(known, sent)
    return packed(request, body, {**sent, "Content-Type": content_type, "ETag": tag})


def packed(request: Request, body: bytes, headers: dict[str, str], *, status: int = 200) -> Response:
    """An answer, packed where the client takes it and it is worth it."""
    if len(body) >= _WORTH_PACKING and (coding := coding_for(request)):
        body = pack(body, coding)
        headers = {**headers, "Content-Encoding": coding}
        if "ETag" in headers:
            headers["ETag"] = _packed(headers["ETag"], coding)
    return Response(body, status_code=status, headers=headers)


def links(entries: Iterable[tuple[str, str, str]]) -> str:
    """A Link header from (target, relation, media type or "")."""
    return ", ".join(f'<{target}>; rel="{rel}"' + (f'; type="{kind}"' if kind else "") for target, rel, kind in entries)


def view_headers(path: str, formats: Sequence[Format], chosen: Format, *, negotiated: bool) -> dict[str, str]:
    """Where this view of a resource lies, which other views there are, and what describes it."""
    entries = [(f"{path}.{each.name}", "alternate", each.media_type) for each in formats if each is not chosen]
    if chosen.name == "html":
        entries.append((f"{path}.ttl", "describedby", "text/turtle"))
    else:
        entries.append(("/.well-known/void", "describedby", ""))
    headers = {"Link": links(entries), "Content-Location": f"{path}.{chosen.name}"}
    return {**headers, "Vary": "Accept"} if negotiated else headers


def _opaque(tag: str) -> str:
    return tag.strip().removeprefix("W/")


def _packed(tag: str, coding: str) -> str:
    """The tag of a body when it is packed; a weak one stands for the body however it is sent."""
    return tag if tag.startswith("W/") or not coding else f'{tag[:-1]}-{coding}"'


def _cached(headers: dict[str, str]) -> dict[str, str]:
    """What caches are told, by a 304 as by the answer that it stands for (RFC 9110, section 15.4.5)."""
    varies = headers.get("Vary", "")
    if "Accept-Encoding" not in varies:
        varies = ", ".join(filter(None, (varies, "Accept-Encoding")))
    return {"Cache-Control": REVALIDATE, **headers, "Vary": varies}
