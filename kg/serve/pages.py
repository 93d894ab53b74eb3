"""Pages for people: the index and the named questions. Everything printed is escaped."""

from __future__ import annotations

import json
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from kg import __version__
from kg.errors import QueryError
from kg.query.formats import TURTLE_TABLE, find_format, formats_for
from kg.query.questions import Parameter, bind, find_question
from kg.serve.answers import answer, whole_answer
from kg.serve.context import Context
from kg.serve.frames import Job
from kg.serve.negotiate import HTML, pick_format
from kg.serve.problems import Problem
from kg.serve.protocol import QUERY_TYPE, read_parameters
from kg.terms import DATA_BASE

_TEMPLATES = Environment(loader=PackageLoader("kg.serve"), autoescape=True, undefined=StrictUndefined)
_TEMPLATES.trim_blocks = _TEMPLATES.lstrip_blocks = True

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
"""


def html_page(request: Request, template: str, **values: Any) -> Response:
    """A page from a template."""
    context = Context.of(request)
    text = _TEMPLATES.get_template(template).render(version=context.version, software=__version__, **values)
    return Response(text, headers={"Content-Type": HTML.content_type, "Vary": "Accept"})


async def index(request: Request) -> Response:
    """What is here: leaderboards with their coverage, questions, files."""
    context = Context.of(request)
    if context.leaderboards is None:
        _, context.leaderboards = await _table(request, _LEADERBOARDS)
    return html_page(
        request,
        "index.html",
        leaderboards=context.leaderboards,
        questions=context.questions,
        totals=context.version.report.get("totals", {}),
    )


async def stylesheet(request: Request) -> Response:
    """The one style sheet."""
    source = _TEMPLATES.get_template("style.css").render()
    return Response(source, media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


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
        return Response(text, headers={"Content-Type": f"{QUERY_TYPE}; charset=utf-8"})
    formats = (*formats_for(graph=False), TURTLE_TABLE, HTML)
    format_ = pick_format(wanted, request, formats)
    if format_ is not HTML:
        job = _job(context, text, format_.name)
        return await answer(request, context.runner, job, format_.content_type, context.settings)
    columns, rows = await _table(request, text)
    used = {each.name: parameters.get(each.name, each.default.strip('<>"')) for each in asked.parameters}
    return html_page(request, "question.html", question=asked, used=used, columns=columns, rows=rows, text=text)


def _default(parameter: Parameter, base: str) -> str:
    return parameter.default.strip('<>"').replace(DATA_BASE, base)


async def _table(request: Request, text: str) -> tuple[list[str], list[dict[str, Any]]]:
    """Columns and rows of a SELECT, each cell as {type, value} of the JSON results format."""
    context = Context.of(request)
    body = await whole_answer(request, context.runner, _job(context, text, "json"), _PAGE_LIMIT)
    answered = json.loads(body)
    return answered["head"]["vars"], answered["results"]["bindings"]


def _job(context: Context, text: str, format_name: str) -> Job:
    assert find_format(format_name, graph=False) is not None
    return Job(text, format_name, False, context.settings.query_timeout, base_iri=context.version.base)
