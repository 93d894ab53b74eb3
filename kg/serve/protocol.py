"""Reading a SPARQL protocol request: GET, POST of a form, POST of a query; nothing that updates."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from kg.serve.problems import Problem

QUERY_TYPE = "application/sparql-query"
UPDATE_TYPE = "application/sparql-update"
FORM_TYPE = "application/x-www-form-urlencoded"

#: Seconds that a body may take to come.
BODY_SECONDS = 10.0

_READ_ONLY = "the data are read-only here: updates are refused"


@dataclass(frozen=True, slots=True)
class ProtocolRequest:
    """What a request asks for; ``query`` is None where a GET brings none."""

    query: str | None
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    format: str | None = None


@dataclass(slots=True)
class _Parameters:
    values: dict[str, list[str]] = field(default_factory=dict)

    def add(self, encoded: bytes) -> None:
        try:
            pairs = parse_qsl(
                encoded.decode("utf-8"),
                keep_blank_values=True,
                encoding="utf-8",
                errors="strict",
                max_num_fields=200,
            )
        except UnicodeDecodeError:
            raise Problem(400, "the parameters are not UTF-8") from None
        except ValueError:
            raise Problem(400, "more than 200 parameters") from None
        for name, value in pairs:
            self.values.setdefault(name, []).append(value)

    def one(self, name: str) -> str | None:
        found = self.values.get(name, [])
        if len(found) > 1:
            raise Problem(400, f"the parameter {name} stands there {len(found)} times; it may be given once")
        return found[0] if found else None

    def first(self, name: str) -> str | None:
        """The first value that says something, for what clients repeat in several spellings."""
        found = self.values.get(name, [])
        return next((value for value in found if value), found[0] if found else None)


async def read_request(request: Request, body_limit: int) -> ProtocolRequest:
    """What a request to the endpoint asks for; raises Problem where it breaks the protocol."""
    parameters = _Parameters()
    parameters.add(request.scope["query_string"])
    query = None
    if request.method == "POST":
        content_type = _media_type(request)
        if content_type == UPDATE_TYPE:
            raise Problem(403, _READ_ONLY)
        if content_type not in (QUERY_TYPE, FORM_TYPE):
            raise Problem(
                415,
                f"a query is posted as {QUERY_TYPE} or {FORM_TYPE}, not as {content_type or 'a body without a type'}",
                headers={"Accept-Post": f"{QUERY_TYPE}, {FORM_TYPE}"},
            )
        body = await _body(request, body_limit)
        if content_type == FORM_TYPE:
            parameters.add(body)
        else:
            if "query" in parameters.values:
                raise Problem(400, "there is a query in the URL and one in the body; one is expected")
            try:
                query = body.decode("utf-8")
            except UnicodeDecodeError:
                raise Problem(400, "the query is not UTF-8") from None
    if "update" in parameters.values:
        raise Problem(403, _READ_ONLY)
    if query is None:
        query = parameters.one("query")
        if query is None and request.method == "POST":
            raise Problem(400, "the form has no parameter named query")
    return ProtocolRequest(
        query,
        tuple(parameters.values.get("default-graph-uri", ())),
        tuple(parameters.values.get("named-graph-uri", ())),
        # SPARQLWrapper repeats it: the short name, then the media type.
        parameters.first("format"),
    )


def read_parameters(request: Request) -> dict[str, str]:
    """The parameters of a URL, each at most once."""
    parameters = _Parameters()
    parameters.add(request.scope["query_string"])
    return {name: parameters.one(name) or "" for name in parameters.values}


def _media_type(request: Request) -> str:
    header = request.headers.get("content-type", "")
    media_type, _, rest = header.partition(";")
    for parameter in rest.split(";"):
        name, _, value = parameter.strip().partition("=")
        if name.lower() == "charset" and value.strip("\"' ").lower() not in ("utf-8", "utf8", "us-ascii"):
            raise Problem(415, "the body must be UTF-8")
    return media_type.strip().lower()


async def _body(request: Request, limit: int) -> bytes:
    coding = request.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity"):
        detail = f"the body must come as it is, not as {coding[:40]!r}"
        raise Problem(415, detail, headers={"Accept-Encoding": "identity"})
    too_large = Problem(413, f"the body is larger than {limit:,} bytes")
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > limit:
        raise too_large  # before any of it is sent, where a client asks first
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise too_large
    except TimeoutError:
        detail = f"the body did not come within {BODY_SECONDS:g} seconds"
        raise Problem(408, detail, headers={"Connection": "close"}) from None
    except ClientDisconnect:
        raise Problem(400, "the client has left") from None
    return bytes(body)
