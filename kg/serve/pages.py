"""The first page and the named questions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kg.errors import QueryError
from kg.query.asked import hint_query, hints
from kg.query.formats import TURTLE_TABLE, find_format, formats_for
from kg.query.questions import Parameter, Question, bind, find_question
from kg.serve.answers import answer, whole_answer
from kg.serve.cells import Part
from kg.serve.context import Context
from kg.serve.frames import Job
from kg.serve.html import TEMPLATES, html_page, render, tag_of
from kg.serve.links import LISTS
from kg.serve.negotiate import HTML, pick_format
from kg.serve.problems import Problem
from kg.serve.protocol import QUERY_TYPE, read_parameters
from kg.serve.respond import is_match, not_modified, respond
from kg.store import SOURCES_FOLDER
from kg.terms import DATA_BASE

_PAGE_LIMIT = 16_000_000

_LEADERBOARDS = """PREFIX lb: <https://w3id.org/leaderboard-kg/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
SELECT ?leaderboard ?label ?results
  (COALESCE(?summary, "coverage not recorded") AS ?coverage)
  (COALESCE(SUBSTR(STR(?modified), 1, 10), "date not recorded") AS ?asOf)
WHERE {
  {
    SELECT ?leaderboard (COUNT(?result) AS ?results)
    WHERE { ?result lb:leaderboard ?leaderboard }
    GROUP BY ?leaderboard
  }
  ?leaderboard rdfs:label ?label .
  OPTIONAL { ?leaderboard lb:coverageSummary ?summary }
  OPTIONAL { ?leaderboard dcterms:modified ?modified }
}
ORDER BY ?label ?leaderboard
LIMIT 200
"""


async def index(request: Request) -> Response:
    """What is here: leaderboards with their coverage, lists, questions, files."""
    context = Context.of(request)
    pick_format(None, request, (HTML,))
    tag = tag_of(request, "index")
    if is_match(request, tag):
        return not_modified(tag, {"Vary": "Accept"})
    body = context.pages.get(tag)
    if body is None:
        _, rows = await _table(request, _LEADERBOARDS)
        body = render(
            request,
            "index.html",
            title="Leaderboard KG",
            leaderboards=rows,
            lists=[
                (path, path.strip("/").replace("-", " "))
                for kind, path in LISTS.items()
                if kind == "graph" or next(context.nodes.keys(kind), None) is not None
            ],
            questions=context.questions,
            totals=context.version.report.get("totals", {}),
            files=[name for name in context.version.files if not name.startswith(f"{SOURCES_FOLDER}/")],
        )
        context.pages.put(tag, body)
    return respond(request, body, HTML.content_type, {"Vary": "Accept"}, tag=tag)


async def stylesheet(request: Request) -> Response:
    """The one style sheet."""
    source = TEMPLATES.get_template("style.css").render()
    return respond(request, source.encode(), "text/css; charset=utf-8", {"Cache-Control": "public, max-age=3600"})


async def question_list(request: Request) -> Response:
    """All named questions."""
    pick_format(None, request, (HTML,))
    return html_page(
        request,
        "questions.html",
        title="Questions",
        headers={"Vary": "Accept"},
        questions=Context.of(request).questions,
    )


async def question(request: Request) -> Response:
    """Answer a named question, its parameters being those of the URL."""
    context = Context.of(request)
    name = request.path_params["name"]
    parameters = read_parameters(request)
    wanted = parameters.pop("format", None)
    try:
        asked = find_question(name)
    except QueryError as error:
        raise Problem(404, str(error)) from error
    try:
        text = bind(asked, parameters, base=context.version.base)
    except QueryError as error:
        raise Problem.of(error) from error
    if name.endswith(".rq"):
        return respond(request, text.encode(), f"{QUERY_TYPE}; charset=utf-8")
    format_ = pick_format(wanted, request, (*formats_for(graph=False), TURTLE_TABLE, HTML))
    if format_ is not HTML:
        response = await answer(request, _job(context, text, format_.name), format_.content_type)
        told = await _unknown(request, asked, parameters) if response.status_code == 200 else ()
        if told:  # header fields are ASCII
            response.headers["KG-Hint"] = "; ".join(told).encode("ascii", "backslashreplace").decode()
        return response
    tag = tag_of(request, "question", text)
    if is_match(request, tag):
        return not_modified(tag, {"Vary": "Accept"})
    columns, rows = await _table(request, text)
    body = render(
        request,
        "question.html",
        title=asked.title,
        question=asked,
        used=_used(asked, parameters, context.version.base),
        columns=columns,
        unknown=await _unknown(request, asked, parameters),
        rows=[[_part(context, row[column]) if column in row else None for column in columns] for row in rows],
        text=text,
    )
    return respond(request, body, HTML.content_type, {"Vary": "Accept"}, tag=tag)


def _used(asked: Question, parameters: Mapping[str, str], base: str) -> dict[str, str]:
    """What stands in the form: the parameters given, else the defaults."""
    return {each.name: parameters.get(each.name, _default(each, base)) for each in asked.parameters}


def _default(parameter: Parameter, base: str) -> str:
    return parameter.shown_default.replace(DATA_BASE, base)


async def _unknown(request: Request, asked: Question, parameters: Mapping[str, str]) -> tuple[str, ...]:
    """What the version does not hold of the things that a person asked about; nothing where only defaults are."""
    base = Context.of(request).version.base
    text = hint_query(asked, parameters, base) if parameters else None
    if text is None:
        return ()
    columns, rows = await _table(request, text)
    return hints([tuple(row[c]["value"] if c in row else None for c in columns) for row in rows], base)


def _part(context: Context, term: Mapping[str, str]) -> Part:
    """A cell of an answer; nodes by their label."""
    if term["type"] == "uri":
        return context.cells.iri(term["value"])
    return Part(term["value"])


async def _table(request: Request, text: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Columns and rows of a SELECT, each cell as {type, value} of the JSON results format."""
    context = Context.of(request)
    body = await whole_answer(request, context.runner, _job(context, text, "json"), _PAGE_LIMIT)
    answered = json.loads(body)
    return answered["head"]["vars"], answered["results"]["bindings"]


def _job(context: Context, text: str, format_name: str) -> Job:
    assert find_format(format_name, graph=False) is not None
    return Job(text, format_name, False, context.settings.query_timeout, base_iri=context.version.base)
