"""Whether a build holds what a question asks about.

An answer about something that the build does not hold is empty for that reason, and so is one
about a thing of another kind (a benchmark where a method was meant). Both are said aloud, with
the nearest names. The store may be another process's: :func:`hint_query` is the query to run
there, :func:`hints` reads its rows, and :func:`unknown_things` does both at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pyoxigraph as ox

from kg.errors import QueryError
from kg.iris import KINDS
from kg.query.execution import Table, run
from kg.query.lists import listed
from kg.query.questions import Parameter, Question
from kg.registry.near import near_names
from kg.terms import DATA_BASE, PREFIXES

#: One row of the answer to a hint query: parameter, IRI asked for, "held", "unknown" or "other kind", near IRI, label.
Row = tuple[str | None, ...]

#: Most names that a hint offers.
_OFFERED = 3

#: Kinds of things that a parameter may name although only ever used as a value.
_ALIASES = {"a": "method", "b": "method", "base": "method", "whole": "benchmark", "x": "metric", "y": "metric"}


def kind_of(parameter: Parameter) -> str | None:
    """The kind of thing that an IRI parameter means: that of its default, or what it is called."""
    if parameter.type != "iri":
        return None
    kind = parameter.shown_default.removeprefix(DATA_BASE).partition("/")[0]
    if kind in KINDS:
        return kind
    name = _ALIASES.get(parameter.name, parameter.name)
    return name if name in KINDS else None


def hint_query(question: Question, parameters: Mapping[str, str], base: str = DATA_BASE) -> str | None:
    """A SELECT over the things that the parameters name; None where no parameter names one.

    Its columns are ?parameter ?asked ?held ?near ?label. Where the build does not hold ?asked as a thing of the
    right kind, there is a row for each thing of that kind.
    """
    asked = []
    for parameter in question.parameters:
        kind = kind_of(parameter)
        if kind is None:
            continue
        if parameter.name in parameters:
            term = parameter.term(parameters[parameter.name], base)
        else:
            term = parameter.default.replace(f"<{DATA_BASE}", f"<{base}")
        if term.startswith("<"):
            space = "" if kind == "unit" else f"{base}{kind}/"  # most units are QUDT's
            asked.append(f'("{parameter.name}" {term} "{space}")')
    if not asked:
        return None
    return f"""PREFIX rdfs: <{PREFIXES["rdfs"]}>
SELECT ?parameter ?asked ?held ?near ?label
WHERE {{
  VALUES (?parameter ?asked ?space) {{ {" ".join(asked)} }}
  BIND(EXISTS {{ ?asked ?p ?o }} || EXISTS {{ ?s ?q ?asked }} AS ?met)
  BIND(IF(?met, IF(STRSTARTS(STR(?asked), ?space), "held", "other kind"), "unknown") AS ?held)
  OPTIONAL {{
    ?near rdfs:label ?label .
    FILTER(?held != "held" && ?space != "" && STRSTARTS(STR(?near), ?space))
  }}
}}
ORDER BY ?parameter ?near
"""


def hints(rows: Iterable[Row], base: str = DATA_BASE) -> tuple[str, ...]:
    """One sentence for each thing that the build does not hold, with the nearest names."""
    near: dict[tuple[str, str, str], dict[str, str]] = {}
    for parameter, asked, held, iri, label in rows:
        if parameter is None or asked is None or held in (None, "held"):
            continue
        names = near.setdefault((parameter, asked, str(held)), {})
        if iri is not None:
            names[iri] = label or ""
    return tuple(_sentence(*key, names, base) for key, names in near.items())


def unknown_things(
    store: ox.Store, question: Question, parameters: Mapping[str, str], base: str = DATA_BASE
) -> tuple[str, ...]:
    """What a store does not hold of what a question asks about; empty where all is well."""
    text = hint_query(question, parameters, base)
    if text is None:
        return ()
    answer = run(store, text)
    if not isinstance(answer, Table):
        raise QueryError("a hint query is a SELECT")
    rows = [tuple(None if term is None else str(getattr(term, "value", term)) for term in row) for row in answer.rows]
    return hints(rows, base)


def _sentence(parameter: str, asked: str, held: str, names: Mapping[str, str], base: str) -> str:
    short = {_short(iri, base): label for iri, label in names.items()}
    if held == "unknown":
        said = f"{parameter}: this build holds nothing called <{asked}>"
    else:
        kinds = {name.partition(":")[0] for name in short}
        wanted = f", not a {kinds.pop()}" if len(kinds) == 1 else ""
        said = f"{parameter}: {_short(asked, base)} is a {_short(asked, base).partition(':')[0]}{wanted}"
    key = asked.rpartition("/")[2].casefold()
    by_text = {text.casefold(): name for name, label in short.items() for text in (name.partition(":")[2], label)}
    found = near_names(key, by_text, most=2 * _OFFERED)
    offered = list(dict.fromkeys(by_text[text] for text in found))[:_OFFERED]
    if offered:
        return f"{said}; did you mean {' or '.join(offered)}?"
    return f"{said}; {len(short):,} things of that kind are here{listed(parameter)}"


def _short(iri: str, base: str) -> str:
    kind, slash, key = iri.removeprefix(base).partition("/")
    return f"{kind}:{key}" if slash and kind in KINDS else f"<{iri}>"
