"""docs/questions.md, from the question files. `make docs` writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kg.query import Question, questions

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "questions.md"

_HEAD = """# Questions

<!-- Written by scripts/questions_docs.py: change ontology/questions/, then run `make docs`. -->

{count} questions, each one SPARQL 1.1 file that any endpoint can run as it stands. Ask on the command line
(`kg query NAME --param name=value`), in Python (`g.query("NAME", name="value")`) or over HTTP
(`/questions/NAME?name=value&format=csv`); NAME is the number, the short name or both. An IRI is typed in full or
as tables print it (`method:gpt-5`, `unit:PERCENT`); a parameter without a default may be left out. Numbers are
never reused.

Columns that come back: `printed` is the cell as the source prints it, `status` where the value comes from (never
more than the source says), `coverage` and `asOf` what the source says of its completeness and its date, `flags`
what was found wrong with the value, `inferred` which facts of its column were filled in.
"""


def _parameters(question: Question) -> Iterator[str]:
    for parameter in question.parameters:
        default = f"`{_short(parameter.shown_default)}`" if not parameter.optional else "none"
        yield f"| `{parameter.name}` | {parameter.type} | {default} | {parameter.meaning} |"


def _short(iri: str) -> str:
    found = re.fullmatch(r"https://w3id\.org/leaderboard-kg/([a-z-]+)/([a-z0-9-]+)", iri)
    unit = re.fullmatch(r"http://qudt\.org/vocab/unit/(\w+)", iri)
    return f"{found[1]}:{found[2]}" if found else f"unit:{unit[1]}" if unit else iri


def _section(question: Question) -> Iterator[str]:
    path = f"ontology/questions/{question.name}.rq"
    yield f"## {question.number} {question.slug}"
    yield f"{question.question} ([query](../{path}))"
    if question.parameters:
        rows = "\n".join(_parameters(question))
        yield f"| parameter | type | default | meaning |\n| --- | --- | --- | --- |\n{rows}"
    yield "It must\n" + "".join(f"\n- {line}" for line in question.must)
    yield "It must not\n" + "".join(f"\n- {line}" for line in question.must_not)


def questions_page() -> str:
    """docs/questions.md."""
    asked = questions()
    parts = [_HEAD.format(count=len(asked)).rstrip(), *(part for each in asked for part in _section(each))]
    return "\n\n".join(parts) + "\n"
