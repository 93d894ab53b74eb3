"""The parts of README.md that follow from a build: questions, files, classes, sources. `make docs` writes them."""

from __future__ import annotations

from collections.abc import Sequence

from rdflib import SKOS

import kg
from kg.export.formats import data_prefixes
from kg.pipeline.publish import files_of
from kg.query import questions
from kg.terms import LB, PREFIXES
from scripts import draw_model

#: Files of a version with what each is for; the others are told below the table.
FILES = {
    "graph.ttl": "all triples, one block a thing",
    "graph.nt": "all triples, one a line",
    "graph.jsonld": "all triples, a result with its method, benchmark and metric; context in the file",
    "graph.rdf": "all triples for XML readers",
    "graph.trig": "one named graph a leaderboard, one for the registry, one for what is derived",
    "graph.nq": "the same, one quad a line",
    "results.csv": "one row a result: exact digits, printed text, settings, source cell",
    "results.parquet": "the same, decimal128",
}

#: Classes in the order of the table, each with a thing that is one.
CLASSES = (
    LB.Result,
    LB.Method,
    LB.Component,
    LB.Benchmark,
    LB.Metric,
    LB.EvaluationConfig,
    LB.ComparisonGroup,
    LB.MetricDeclaration,
    LB.Leaderboard,
    LB.Source,
    LB.Paper,
    LB.Flag,
)

#: Prefix -> what it is used for, and an example.
NAMESPACES = {
    "lb": ("our vocabulary", "lb:comparisonGroup"),
    "lbsh": ("our rules (SHACL)", "lbsh:Result-method"),
    "unit": ("units (QUDT)", "unit:PERCENT"),
    "qb": ("results as a data cube", "qb:Observation"),
    "dcterms": ("source, licence, dates", "dcterms:source"),
    "fabio": ("arXiv ids of papers", "fabio:hasArXivId"),
    "prism": ("DOIs of papers", "prism:doi"),
    "dcat": ("data sets, catalogue", "dcat:Dataset"),
}


def table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def questions_part(graph: kg.Graph) -> str:
    """Every question with its parameters and the number of rows that it gives on the shipped data."""
    rows = []
    for each in questions():
        answer = graph.query(each.slug)
        link = f"[`{each.slug}`](ontology/questions/{each.name}.rq)"
        names = ", ".join(f"`{parameter.name}`" for parameter in each.parameters)
        rows.append((each.number, link, each.question, names, str(len(answer) if not isinstance(answer, bool) else 1)))
    return table(("", "name", "question", "parameters", "rows"), rows)


def files_part(graph: kg.Graph) -> str:
    """The files of a version with their sizes."""
    files = files_of(graph.built)
    rows = []
    for name, what in FILES.items():
        packed = files.get(f"{name}.gz")
        rows.append((f"`{name}`", what, about(len(files[name])), about(len(packed)) if packed else "–"))
    triples = round(files["graph.nt"].count(b"\n"), -2)
    return f"Some {triples:,} triples:\n\n" + table(("file", "what it is", "size", "`.gz`"), rows)


def about(count: int) -> str:
    """A size that does not change with every small change: steps of a tenth of a megabyte, or of 10 kB."""
    if count >= 1_000_000:
        return f"{round(count / 1_000_000, 1)} MB"
    return f"{max(10, round(count / 10_000) * 10)} kB"


def classes_part(graph: kg.Graph) -> str:
    """The main classes, what each is (the ontology's words) and a thing that is one."""
    data = graph.graph()
    data.default_union = True
    ontology, _ = draw_model.read_vocabulary()
    nodes = draw_model.example_nodes(data)
    nodes[LB.Flag] = min(data.objects(None, LB.flag), key=str)
    rows = []
    for cls in CLASSES:
        said = str(ontology.value(cls, SKOS.definition)).split(" is ", 1)[1].rstrip(".")
        rows.append((f"`lb:{draw_model.short(cls)}`", said, f"`{_short(nodes[cls], graph)}`"))
    return table(("class", "what it is", "one of them"), rows)


def _short(node: object, graph: kg.Graph) -> str:
    found = [
        (len(space), f"{prefix}:{str(node)[len(space) :]}")
        for prefix, space in data_prefixes(graph.built.base).items()
        if str(node).startswith(space)
    ]
    return max(found)[1]


def namespaces_part(graph: kg.Graph) -> str:
    """Prefixes, with the base of the data first."""
    rows = [("(data)", f"<{graph.built.base}>", "one path a kind, one key a thing", "`…/method/gpt-5`")]
    rows += [(f"`{name}:`", f"<{PREFIXES[name]}>", use, f"`{shown}`") for name, (use, shown) in NAMESPACES.items()]
    return table(("prefix", "namespace", "for", "example"), rows)


def sources_part(graph: kg.Graph) -> str:
    """Every leaderboard: what its page says of its date, coverage and licence."""
    collection = graph.built.collection
    rows = []
    for board in collection.leaderboards:
        source = collection.nodes.sources[board.source]
        name = f"[{board.label}]({source.url})" if source.url else board.label
        shown = f"{board.loaded} of {board.stated}" if board.loaded is not None else "not stated"
        date = (board.modified or "not recorded")[: 10 if board.modified else None]
        rows.append((name, str(len(collection.results[board.key])), date, shown, board.licence or "not stated"))
    return table(("leaderboard", "results", "as of", "results shown, as the page says", "licence"), rows)


def parts(graph: kg.Graph) -> dict[str, str]:
    """All parts by the name of their marks."""
    return {
        "questions": questions_part(graph),
        "files": files_part(graph),
        "namespaces": namespaces_part(graph),
        "classes": classes_part(graph),
        "sources": sources_part(graph),
    }
