"""Turns tests/questions/world.toml, which a person can read, into a graph.

What a build derives (comparison groups, values in the canonical unit, exclusions) is derived here once
more, from the words of the design and not by the code of ``kg``: two ways to one graph.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

SPEC = Path(__file__).with_name("world.toml")

BASE = "https://w3id.org/leaderboard-kg/"
LB = f"{BASE}ontology#"
RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
XSD = "http://www.w3.org/2001/XMLSchema#"
PREFIX = {
    "lb": LB,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dcterms": "http://purl.org/dc/terms/",
    "schema": "https://schema.org/",
    "qb": "http://purl.org/linked-data/cube#",
    "dcat": "http://www.w3.org/ns/dcat#",
    "qudt": "http://qudt.org/schema/qudt/",
    "fabio": "http://purl.org/spar/fabio/",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
}

Spec = dict[str, Any]


def read_spec(path: Path = SPEC) -> Spec:
    """The tables of the file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def slug(text: str) -> str:
    """Letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def iri(kind: str, key: str) -> str:
    return f"<{BASE}{kind}/{key}>"


def term(name: str) -> str:
    """The IRI of a prefixed name."""
    prefix, _, local = name.partition(":")
    return f"<{PREFIX[prefix]}{local}>"


def text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def number(value: Decimal | int) -> str:
    kind = "integer" if isinstance(value, int) else "decimal"
    return f'"{value:f}"^^<{XSD}{kind}>' if kind == "decimal" else f'"{value}"^^<{XSD}{kind}>'


def dated(value: str) -> str:
    """A date with the precision that it has."""
    kind = {4: "gYear", 7: "gYearMonth", 10: "date"}.get(len(value), "dateTime")
    return f'"{value}"^^<{XSD}{kind}>'


class Graph:
    """Triples by named graph."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.typed: set[str] = set()

    def add(self, graph: str, subject: str, predicate: str, *objects: str) -> None:
        name = term(predicate) if ":" in predicate and not predicate.startswith("<") else predicate
        self.lines.setdefault(graph, []).extend(f"{subject} {name} {each} ." for each in objects)

    def node(self, graph: str, subject: str, label: str, *types: str) -> None:
        """A node with label and types; the second time it is there already."""
        if subject in self.typed:
            return
        self.typed.add(subject)
        self.add(graph, subject, RDF_TYPE, *map(term, types))
        self.add(graph, subject, "rdfs:label", text(label))

    def trig(self) -> str:
        return "\n".join(f"{name} {{\n" + "\n".join(lines) + "\n}" for name, lines in self.lines.items()) + "\n"


def rows(board: Spec) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """Printed name, cells and facts of each row: ``Name | 91.4 | - || paper=p1, shots=5``."""
    for line in board["rows"].strip().splitlines():
        cells, _, facts = line.partition("||")
        name, *values = [cell.strip() for cell in cells.split("|")]
        told = dict(fact.strip().split("=", 1) for fact in facts.split(",") if fact.strip())
        yield name, values, told


#: Facts of a row that are not settings.
FACTS = {"method", "paper", "version", "status", "statement", "date"}
FACTS |= {"copied", "copied_from", "reproduces", "excluded", "flag", "inferred"}


class World:
    """The spec with what follows from it."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.out = Graph()
        self.registry = iri("graph", "registry")
        self.derived = iri("graph", "derived")
        self.spelt = {
            spelling: key
            for key, method in spec["methods"].items()
            for spelling in (method["label"], *method.get("spellings", ()))
        }

    def unit(self, key: str) -> str:
        return f"<http://qudt.org/vocab/unit/{self.spec['units'][key]['qudt']}>"

    def multiplier(self, key: str) -> Decimal:
        return Decimal(self.spec["units"][key]["multiplier"])

    def ambiguous(self, key: str) -> bool:
        """True for a benchmark that leaves its version or split open although several are known."""
        own = self.spec["benchmarks"][key]
        like = [
            each
            for each in self.spec["benchmarks"].values()
            if (each["task"], each["dataset"]) == (own["task"], own["dataset"])
        ]
        return any(
            fact not in own and len({each[fact] for each in like if fact in each}) > 1 for fact in ("version", "split")
        )

    def normalized(self, value: Decimal, unit: str | None, metric: Spec) -> Decimal | None:
        """The value in the canonical unit; None where its unit is unknown or not admissible."""
        if unit is None or unit not in metric.get("units", ()):
            return None
        canonical = metric["units"][0]
        if unit == canonical:
            return value
        return value * self.multiplier(unit) / self.multiplier(canonical)

    def whole(self) -> str:
        """The graph as TriG."""
        self.things()
        for board in self.spec["boards"]:
            self.board(board)
        return self.out.trig()

    # the registry

    def things(self) -> None:
        spec, add, node, g = self.spec, self.out.add, self.out.node, self.registry
        for key, unit in spec["units"].items():
            node(g, self.unit(key), key, "qudt:Unit")
            add(g, self.unit(key), "qudt:conversionMultiplier", number(Decimal(unit["multiplier"])))
        for key, domain in spec["domains"].items():
            node(g, iri("domain", key), key, "skos:Concept")
            for broader in domain.get("broader", ()):
                add(g, iri("domain", key), "skos:broader", iri("domain", broader))
        for key, task in spec["tasks"].items():
            node(g, iri("task", key), task["label"], "lb:Task", "skos:Concept")
            for broader in task.get("broader", ()):
                add(g, iri("task", key), "skos:broader", iri("task", broader))
        for key, dataset in spec["datasets"].items():
            node(g, iri("dataset", key), dataset["label"], "lb:Dataset", "dcat:Dataset")
            if "paper" in dataset:
                add(g, iri("dataset", key), "lb:introducedIn", iri("paper", dataset["paper"]))
        for key, metric in spec["metrics"].items():
            self.metric(key, metric)
        for key, paper in spec["papers"].items():
            self.paper(key, paper)
        for key, method in spec["methods"].items():
            self.method(key, method)
        for key, benchmark in spec["benchmarks"].items():
            self.benchmark(key, benchmark)

    def metric(self, key: str, metric: Spec) -> None:
        s, g, add = iri("metric", key), self.registry, self.out.add
        self.out.node(g, s, metric["label"], "lb:Metric")
        add(g, s, "lb:direction", term(f"lb:{metric['direction']}"))
        if metric.get("units"):
            add(g, s, "lb:canonicalUnit", self.unit(metric["units"][0]))
            add(g, s, "lb:admissibleUnit", *(self.unit(each) for each in metric["units"]))
        for name in ("minimum", "maximum", "target"):
            if name in metric:
                add(g, s, f"lb:{name}", number(Decimal(metric[name])))
        if "broader" in metric:
            add(g, s, "lb:broaderMetric", iri("metric", metric["broader"]))
        for fact in metric.get("parameters", ()):
            add(g, s, "lb:parameter", self.setting(*fact.split("=", 1)))

    def paper(self, key: str, paper: Spec) -> None:
        s, g, add = iri("paper", key), self.registry, self.out.add
        self.out.node(g, s, paper["label"], "lb:Paper", "schema:ScholarlyArticle")
        if "date" in paper:
            add(g, s, "lb:paperDate", dated(paper["date"]))
        if "arxiv" in paper:
            add(g, s, "fabio:hasArXivId", text(paper["arxiv"]))
        if "doi" in paper:
            add(g, s, "prism:doi", text(paper["doi"]))
        if "code" in paper:
            add(g, s, "schema:codeRepository", f"<{paper['code']}>")
        if "status" in paper:
            add(g, s, "lb:paperStatus", term(f"lb:{paper['status']}"))
            add(g, s, "lb:paperStatusDate", dated(paper["status_date"]))
            add(g, s, "dcterms:source", text(paper["status_source"]))
        if "version_of" in paper:
            add(g, s, "dcterms:isVersionOf", iri("paper", paper["version_of"]))

    def method(self, key: str, method: Spec) -> None:
        s, g, add = iri("method", key), self.registry, self.out.add
        self.out.node(g, s, method["label"], "lb:Method")
        add(g, s, "lb:methodKind", term(f"lb:{method.get('kind', 'Model')}"))
        add(g, s, "skos:altLabel", *map(text, method.get("spellings", ())))
        if "paper" in method:
            add(g, s, "lb:introducedIn", iri("paper", method["paper"]))
        if "size" in method:
            add(g, s, "lb:parameterCount", number(method["size"]))
        if "active" in method:
            add(g, s, "lb:activeParameterCount", number(method["active"]))
        for name in ("derivedFrom", "fineTunedFrom", "quantizedFrom"):
            if name in method:
                add(g, s, f"lb:{name}", iri("method", method[name]))
                if name != "derivedFrom":
                    add(g, s, "lb:derivedFrom", iri("method", method[name]))
        add(g, s, "lb:inferred", *(term(f"lb:{fact}") for fact in method.get("inferred", ())))
        for part, role in method.get("components", {}).items():
            c = iri("component", f"{key}-{part}")
            self.out.node(g, c, f"{part} as {role} of {key}", "lb:Component")
            add(g, s, "lb:hasComponent", c)
            add(g, c, "lb:ofMethod", iri("method", part))
            add(g, c, "lb:role", term(f"lb:{role}"))
            add(g, c, "lb:certainty", term("lb:Certain"))
            add(g, c, "lb:evidence", text("the name"))

    def benchmark(self, key: str, benchmark: Spec) -> None:
        s, g, add = iri("benchmark", key), self.registry, self.out.add
        self.out.node(g, s, benchmark["label"], "lb:Benchmark")
        family = iri("family", benchmark["family"])
        self.out.node(g, family, benchmark["family"], "lb:BenchmarkFamily", "skos:Concept")
        add(g, s, "lb:family", family)
        add(g, s, "lb:task", iri("task", benchmark["task"]))
        add(g, s, "lb:dataset", iri("dataset", benchmark["dataset"]))
        add(g, s, "lb:domain", *(iri("domain", each) for each in benchmark["domains"]))
        for name in ("version", "split", "subset"):
            if name in benchmark:
                add(g, s, f"lb:{name}", text(benchmark[name]))
            elif name != "subset":
                add(g, s, "lb:notStated", term(f"lb:{name}"))
        if "kind" in benchmark:
            add(g, s, "lb:splitKind", term(f"lb:{benchmark['kind']}"))
        if "part_of" in benchmark:
            add(g, s, "lb:partOf", iri("benchmark", benchmark["part_of"]))

    def setting(self, name: str, value: str) -> str:
        s = iri("setting", slug(f"{name} {value}"))
        if s not in self.out.typed:
            self.out.node(self.registry, s, f"{name}={value}", "lb:Setting", "schema:PropertyValue")
            self.out.add(self.registry, s, "schema:name", text(name))
            self.out.add(self.registry, s, "schema:value", text(value))
        return s

    def config(self, settings: dict[str, str]) -> str | None:
        """The key of a set of settings."""
        if not settings:
            return None
        pairs = sorted(settings.items())
        key = slug(" ".join(f"{name} {value}" for name, value in pairs))
        s = iri("config", key)
        if s not in self.out.typed:
            label = ", ".join(f"{name}={value}" for name, value in pairs)
            self.out.node(self.registry, s, label, "lb:EvaluationConfig")
            self.out.add(self.registry, s, "lb:setting", *(self.setting(*pair) for pair in pairs))
        return key

    # the leaderboards

    def board(self, board: Spec) -> None:
        s, add = iri("leaderboard", board["key"]), self.out.add
        self.out.node(s, s, board["label"], "lb:Leaderboard", "qb:DataSet", "dcat:Dataset")
        add(s, s, "qb:structure", term("lb:resultStructure"))
        add(s, s, "dcterms:source", self.source(board["source"]))
        sentences = board.get("coverage", [])
        add(s, s, "lb:coverageStatement", *map(text, sentences))
        summary = list(sentences)
        if "stated" in board:
            add(s, s, "lb:resultsLoaded", number(board["loaded"]))
            add(s, s, "lb:resultsStated", number(board["stated"]))
            summary.append(f"Results loaded: {board['loaded']} of {board['stated']}")
        add(s, s, "lb:coverageSummary", text(" | ".join(summary) or "coverage not stated"))
        if "modified" in board:
            add(s, s, "dcterms:modified", dated(board["modified"]))
        if "licence" in board:
            add(s, s, "dcterms:license", f"<{board['licence']}>")
        for fact, name in (
            ("coverage", "lb:coverageStatement"),
            ("modified", "dcterms:modified"),
            ("licence", "dcterms:license"),
        ):
            if fact not in board:
                add(s, s, "lb:notStated", term(name))
        if "replaced_by" in board:
            add(s, s, "dcterms:isReplacedBy", iri("leaderboard", board["replaced_by"]))
        for place, column in enumerate(board["columns"], 1):
            self.column(board, place, column)
        for line, (name, values, facts) in enumerate(rows(board), 1):
            for place, printed in enumerate(values, 1):
                if printed != "-":
                    self.result(board, line, place, name, printed, facts)

    def source(self, key: str) -> str:
        s, g = iri("source", key), self.registry
        if s not in self.out.typed:
            self.out.node(g, s, f"Page {key}", "lb:Source")
            self.out.add(g, s, "dcterms:title", text(f"Page {key}"))
            self.out.add(g, s, "dcterms:format", text("tab-tables"))
            self.out.add(g, s, "lb:sha256", text(f"{sum(key.encode()):064x}"))
        return s

    def column(self, board: Spec, place: int, column: Spec) -> None:
        g, s, add = iri("leaderboard", board["key"]), iri("declaration", f"{board['key']}-{place}"), self.out.add
        metric = self.spec["metrics"][column["metric"]]
        name = column.get("name", metric["label"])
        self.out.node(g, s, f"{board['label']}: {name}", "lb:MetricDeclaration")
        add(g, g, "lb:declares", s)
        add(g, s, "lb:ofMetric", iri("metric", column["metric"]))
        add(g, s, "lb:ofBenchmark", iri("benchmark", column["benchmark"]))
        add(g, s, "lb:columnName", text(name))
        add(g, s, "lb:columnNumber", number(place))
        direction = "DirectionUnknown" if column.get("direction") == "unknown" else metric["direction"]
        add(g, s, "lb:declaredDirection", term(f"lb:{direction}"))
        if "unit" in column:
            add(g, s, "lb:declaredUnit", self.unit(column["unit"]))
        else:
            add(g, s, "lb:notStated", term("lb:declaredUnit"))
        if "scale" in column:
            add(g, s, "lb:scale", number(Decimal(column["scale"])))
        add(g, s, "lb:inferred", *(term(f"lb:{fact}") for fact in column.get("inferred", ())))
        if column.get("inferred"):
            add(g, s, "lb:certainty", term("lb:VeryLikely"))
            add(g, s, "lb:evidence", text("the paper"))
        if "flag" in column:
            self.flag(g, s, f"{board['key']}-column-{place}", column["flag"])

    def flag(self, graph: str, of: str, key: str, kind: str) -> None:
        s, add = iri("flag", key), self.out.add
        self.out.node(graph, s, f"{kind} at {key}", "lb:Flag")
        add(graph, of, "lb:flag", s)
        add(graph, s, "lb:flagKind", term(f"lb:{kind}"))
        add(graph, s, "lb:severity", term("lb:Warning"))
        add(graph, s, "lb:message", text(f"{kind}: look at it"))
        add(graph, s, "lb:rule", text("a rule"))

    def result(self, board: Spec, line: int, place: int, name: str, printed: str, facts: dict[str, str]) -> None:
        g, add = iri("leaderboard", board["key"]), self.out.add
        column = board["columns"][place - 1]
        key = f"{board['key']}-{line}" + (f"-{place}" if len(board["columns"]) > 1 else "")
        s = iri("result", key)
        method = facts.get("method") or self.spelt[name]
        metric = self.spec["metrics"][column["metric"]]
        value = Decimal(printed.replace(",", "")) * Decimal(column.get("scale", "1"))
        unit = column.get("unit")
        self.out.node(g, s, f"{board['label']}: {name}, {place}", "lb:Result", "qb:Observation")
        add(g, s, "lb:leaderboard", g)
        add(g, s, "qb:dataSet", g)
        add(g, s, "lb:declaration", iri("declaration", f"{board['key']}-{place}"))
        add(g, s, "lb:method", iri("method", method))
        add(g, s, "lb:printedMethod", text(name))
        add(g, s, "lb:benchmark", iri("benchmark", column["benchmark"]))
        add(g, s, "lb:metric", iri("metric", column["metric"]))
        add(g, s, "lb:value", number(value))
        add(g, s, "lb:printedValue", text(printed))
        add(g, s, "lb:sourceLocator", text(f"{board['source']}.txt:{line}:{place + 1}"))
        add(g, s, "lb:reproductionStatus", term(f"lb:{facts.get('status', 'StatusUnknown')}"))
        if unit:
            add(g, s, "lb:unit", self.unit(unit))
        paper = facts.get("paper", board.get("paper"))
        if paper:
            add(g, s, "lb:reportedIn", iri("paper", paper))
        for fact, predicate, kind in (
            ("copied", "lb:copiedFromPaper", "paper"),
            ("copied_from", "lb:copiedFrom", "result"),
            ("reproduces", "lb:reproduces", "result"),
        ):
            if fact in facts:
                add(g, s, predicate, iri(kind, facts[fact]))
        if "version" in facts:
            add(g, s, "lb:reportedInVersion", text(facts["version"]))
        if "statement" in facts:
            add(g, s, "lb:reproductionStatement", text(facts["statement"]))
        if "date" in facts:
            add(g, s, "lb:resultDate", dated(facts["date"]))
        if "inferred" in facts:
            add(g, s, "lb:inferred", term(f"lb:{facts['inferred']}"))
        if "flag" in facts:
            self.flag(g, s, key, facts["flag"])
        settings = {**board.get("settings", {}), **{k: v for k, v in facts.items() if k not in FACTS}}
        config = self.config({k: v for k, v in settings.items() if v != "-"})
        if config:
            add(g, s, "lb:config", iri("config", config))
        self.standing(board, s, column, config, self.normalized(value, unit, metric))
        reason = facts.get("excluded")
        if paper and self.spec["papers"][paper].get("status") in ("Retracted", "Withdrawn"):
            reason = "PaperRetracted"
        if reason:
            add(self.derived, s, "lb:excludedBecause", term(f"lb:{reason}"))

    def standing(self, board: Spec, s: str, column: Spec, config: str | None, normalized: Decimal | None) -> None:
        """The comparison group of a result, by its conditions."""
        g, add = self.derived, self.out.add
        alone = config is None or normalized is None or self.ambiguous(column["benchmark"])
        parts = [column["benchmark"], column["metric"]]
        parts += ["no-unit"] if normalized is None else []
        parts += [f"with-{config}"] if config else []
        parts += [f"in-{board['key']}"] if alone else []
        group = iri("group", "-".join(parts))
        add(g, s, "lb:comparisonGroup", group)
        if normalized is not None:
            add(g, s, "lb:normalizedValue", number(normalized))
        if group in self.out.typed:
            return
        self.out.node(g, group, " ".join(parts), "lb:ComparisonGroup")
        add(g, group, "lb:ofBenchmark", iri("benchmark", column["benchmark"]))
        add(g, group, "lb:ofMetric", iri("metric", column["metric"]))
        add(g, group, "lb:basis", term("lb:AsPublishedTogether" if alone else "lb:SameRecordedSettings"))
        if normalized is not None:
            add(g, group, "lb:ofUnit", self.unit(self.spec["metrics"][column["metric"]]["units"][0]))
        if config:
            add(g, group, "lb:ofConfig", iri("config", config))
        if alone:
            add(g, group, "lb:ofLeaderboard", iri("leaderboard", board["key"]))


def graph(spec: Spec | None = None) -> str:
    """The fixture graph as TriG."""
    return World(spec or read_spec()).whole()
