"""``/ontology``, ``/shapes``, ``/void``, ``/catalog`` and the context: what describes the data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kg.export.lines import node_id
from kg.query.formats import Format
from kg.serve.context import Context
from kg.serve.documents import Document
from kg.serve.html import render, tag_of
from kg.serve.negotiate import HTML, pick_format
from kg.serve.nodes import Node
from kg.serve.problems import Problem
from kg.serve.respond import is_match, not_modified, respond, view_headers
from kg.serve.thing import describe
from kg.serve.views import VIEWS, find_view
from kg.serve.vocabulary import rules, vocabulary

#: Makes the HTML view of the document at a path.
Maker = Callable[[Request, Document, str], bytes]


async def ontology(request: Request) -> Response:
    """The vocabulary, every term under its own anchor and with its alignments; also .ttl, .jsonld, .nt, .rdf."""
    return await _document(request, "/ontology", _ontology(request), _ontology_page, _view(request))


async def ontology_part(request: Request) -> Response:
    """The alignments as a document of their own; the vocabulary by its version."""
    name, view = _split(request.path_params["name"])
    if name == "alignments":
        files = (Context.of(request).version.path / "ontology" / "alignments.ttl",)
        return await _document(request, "/ontology/alignments", files, _plain_page, view)
    return await _by_version(request, "/ontology", _ontology(request), _ontology_page)


async def shapes(request: Request) -> Response:
    """The rules, every rule under its own anchor; the other views hold all files as one document."""
    return await _document(request, "/shapes", _shapes(request), _shapes_page, _view(request))


async def shapes_part(request: Request) -> Response:
    """One file of rules; the rules by their version."""
    name, view = _split(request.path_params["name"])
    found = tuple(path for path in _shapes(request) if path.stem == name)
    if found:
        return await _document(request, f"/shapes/{name}", found, _shapes_page, view)
    return await _by_version(request, "/shapes", _shapes(request), _shapes_page)


async def void(request: Request) -> Response:
    """The VoID description of the data, every part under its own anchor."""
    return await _document(request, "/void", (_file(request, "void.ttl"),), _plain_page, _view(request))


async def catalog(request: Request) -> Response:
    """The DCAT catalogue: files with checksums, leaderboards with licences."""
    return await _document(request, "/catalog", (_file(request, "catalog.ttl"),), _plain_page, _view(request))


async def well_known_void(request: Request) -> Response:
    """Where the VoID description lies."""
    return RedirectResponse("/void", status_code=302)


async def context_document(request: Request) -> Response:
    """The JSON-LD context of all our JSON-LD."""
    path = _file(request, "context.jsonld")
    if not path.is_file():
        raise Problem(404, "this version has no context.jsonld: run kg build")
    return respond(request, path.read_bytes(), "application/ld+json")


async def _document(request: Request, path: str, files: Sequence[Path], maker: Maker, view: Format | None) -> Response:
    """A view of a document; each is made once for a version."""
    context = Context.of(request)
    if not files or not all(file.is_file() for file in files):
        raise Problem(404, f"this version has no {path.strip('/')}: run kg build")
    format_ = view or pick_format(None, request, VIEWS)
    headers = view_headers(path, VIEWS, format_, negotiated=view is None)
    tag = tag_of(request, "document", path, format_.name)
    if is_match(request, tag):
        return not_modified(tag, headers)
    body = context.pages.get(tag)
    if body is None:

        def make() -> bytes:
            document = Document.of(*files)
            if format_ is HTML:
                return maker(request, document, path)
            return document.view(format_.name, context.version.base)

        body = await run_in_threadpool(make)
        context.pages.put(tag, body)
    return respond(request, body, format_.content_type, headers, tag=tag)


async def _by_version(request: Request, path: str, files: Sequence[Path], maker: Maker) -> Response:
    """``/ontology/0.1.0`` is the vocabulary as long as it has that version."""
    name, view = _split(request.path_params["name"])
    own = (await run_in_threadpool(lambda: Document.of(*files).version())) if files else None
    if own is None or name != own:
        raise Problem(404, f"{path}/{name[:80]} is not here; here is {path}/{own}", suggestions=[path, f"{path}/{own}"])
    return await _document(request, f"{path}/{own}", files, maker, view)


def _ontology_page(request: Request, document: Document, path: str) -> bytes:
    context = Context.of(request)
    folder = context.version.path
    alignments, void_ = (
        Document.of(file) if file.is_file() else Document(b"")
        for file in (folder / "ontology" / "alignments.ttl", folder / "void.ttl")
    )
    groups = vocabulary(document, alignments, void_, context.cells)
    return render(request, "ontology.html", title="Vocabulary", path=path, groups=groups, number=document.version())


def _shapes_page(request: Request, document: Document, path: str) -> bytes:
    files = [file for file in _shapes(request) if path == "/shapes" or path.endswith(f"/{file.stem}")]
    files = files or list(_shapes(request))
    found = [rules(file.stem, file.read_text(encoding="utf-8"), Document.of(file)) for file in files]
    return render(request, "shapes.html", title="Rules", path=path, files=found, one=len(found) == 1)


def _plain_page(request: Request, document: Document, path: str) -> bytes:
    """All nodes that a document describes, one section each."""
    context = Context.of(request)
    things = []
    for subject, run in groupby(document.lines(), key=lambda line: line[: line.index(" ")]):
        iri = node_id(subject)
        things.append((iri.rpartition("#")[2] if "#" in iri else None, describe(Node(iri, tuple(run)), context.cells)))
    return render(request, "document.html", title=path.strip("/"), path=path, things=things)


def _file(request: Request, name: str) -> Path:
    return Context.of(request).version.path / name


def _ontology(request: Request) -> tuple[Path, ...]:
    return (_file(request, "ontology/leaderboard.ttl"),)


def _shapes(request: Request) -> tuple[Path, ...]:
    return tuple(sorted(_file(request, "shapes").glob("*.ttl")))


def _view(request: Request) -> Format | None:
    """The view that the path names, where it names one."""
    name = request.path_params.get("view")
    if name is None:
        return None
    found = find_view(name)
    if found is None:
        raise Problem(404, f"there is no view {name[:40]!r}; there are {', '.join(view.name for view in VIEWS)}")
    return found


def _split(name: str) -> tuple[str, Format | None]:
    """Name and view of the last step of a path; a version number holds dots too."""
    stem, _, ending = name.rpartition(".")
    view = find_view(ending) if stem else None
    return (stem, view) if view else (name, None)
