"""What a check found: findings, and the report that holds them, as text and as SHACL graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType

from rdflib import Graph, Literal, URIRef

from kg.iris import Iris, digest
from kg.resources import CURATION_FILE
from kg.terms import DATA_BASE, LB, PREFIXES, RDF, RDFS, SH, XSD

#: Severities, gravest first.
SEVERITIES = ("Violation", "Warning", "Info")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a shape found.

    ``path`` is written as a SPARQL path with prefixes, "" where the finding is about the whole
    node; ``value`` is what was found, "" where nothing was. ``places`` ("file:line:cell") are the
    cells that the finding is about and ``printed`` their texts, one for one: for a finding about a
    column they are all its cells. ``label`` is the name of the node; ``found`` and ``expected``
    are the two halves of the message. ``about`` is what a person takes it to be about, where that is
    not the node: the column of a result, nothing where the message says it all. ``path_iri`` and
    ``value_term`` are the RDF terms, if any.
    """

    key: str
    rule: str
    severity: str
    shape: str
    focus: str
    path: str
    value: str
    component: str
    message: str
    places: tuple[str, ...]
    printed: tuple[str, ...]
    remedy: str
    label: str = ""
    found: str = ""
    expected: str = ""
    about: str | None = field(default=None, compare=False)
    path_iri: URIRef | None = field(default=None, compare=False, repr=False)
    value_term: URIRef | Literal | None = field(default=None, compare=False, repr=False)

    @property
    def told_as(self) -> tuple[str, ...]:
        """Findings that say the same of the same thing are one to a person: they share this."""
        return (self.severity, self.rule, self.shape, self.message, self.focus if self.about is None else self.about)

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: gravest first, then by rule number, place, node and value; what has no place comes last.

        What stands in ``source.toml`` comes before the cells of the page that follow from it.
        """
        numbers = tuple(int(number) for number in re.findall(r"[0-9]+", self.rule))
        rank = SEVERITIES.index(self.severity)
        focus = tuple((text, int(digits or 0)) for text, digits in re.findall(r"([^0-9]*)([0-9]*)", self.focus))
        place = self.places[0] if self.places else ""
        where = (not place, CURATION_FILE not in place, place_order(place), focus)
        return (rank, self.rule[:1], numbers, *where, self.path, self.value, self.component, self.key)


def place_order(place: str) -> tuple[str, tuple[int, ...]]:
    """Lines and cells in the order of their numbers; any other text by itself."""
    file, *numbers = place.rsplit(":", 2)
    return (file, tuple(int(n) if n.isdecimal() else 0 for n in numbers))


def finding_key(focus: str, path: str, component: str, shape: str, value: str) -> str:
    """Key of a finding, the same in every run."""
    return digest("finding", focus, path, component, shape, value)


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of one check, in order; ``focus_counts`` says how many nodes a shape looked at."""

    findings: tuple[Finding, ...]
    focus_counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def conforms(self) -> bool:
        """True when there is no violation; warnings and notes do not count."""
        return not self.of("Violation")

    def with_findings(self, more: Iterable[Finding]) -> Report:
        """The same report with further findings, all in order."""
        found = sorted((*self.findings, *more), key=lambda finding: finding.order)
        return Report(tuple(found), self.focus_counts)

    def of(self, severity: str) -> tuple[Finding, ...]:
        """The findings of one severity."""
        return tuple(finding for finding in self.findings if finding.severity == severity)

    def told(self, severity: str) -> list[tuple[Finding, ...]]:
        """The findings of one severity; those that are one to a person stand together."""
        groups: dict[tuple[str, ...], list[Finding]] = {}
        for finding in self.of(severity):
            groups.setdefault(finding.told_as, []).append(finding)
        return [tuple(group) for group in groups.values()]

    def count(self, severity: str) -> int:
        """How many things a person is told with this severity."""
        return len(self.told(severity))

    def to_text(self) -> str:
        """The report as plain text, grouped by rule."""
        counts = [
            f"{self.count(severity)} {name}"
            for severity, name in zip(SEVERITIES, ("violation(s)", "warning(s)", "note(s)"), strict=True)
        ]
        nodes = sum(self.focus_counts.values())
        lines = [f"{'Conforms' if self.conforms else 'Does not conform'}: {', '.join(counts)}; {nodes} nodes checked."]
        for (severity, rule, shape), group in groupby(self.findings, key=lambda f: (f.severity, f.rule, f.shape)):
            findings = list(group)
            different = len({finding.told_as for finding in findings})
            times = f", {different} times" if different > 1 else ""
            lines += ["", f"{severity} {rule} ({curie(shape)}{times})"]
            for finding in findings:
                lines.append(f"  {finding.message}")
                lines.append(f"    node: {finding.focus}" + (f" ({finding.label})" if finding.label else ""))
                cells = zip(finding.places, finding.printed, strict=True)
                lines += [f"    at {place}: {text!r}" for place, text in cells]
            lines.append(f"  Remedy: {findings[0].remedy}")
        return "\n".join(lines) + "\n"

    def to_graph(self, base: str = DATA_BASE) -> Graph:
        """The report as a SHACL validation report: no blank node, the same triples in every run."""
        iris = Iris(base)
        graph = Graph(bind_namespaces="none")
        for prefix, namespace in PREFIXES.items():
            graph.bind(prefix, namespace)
        report = URIRef(iris("finding", "report-" + digest("report", *(finding.key for finding in self.findings))))
        graph.add((report, RDF.type, SH.ValidationReport))
        graph.add((report, RDFS.label, Literal("validation report")))
        graph.add((report, SH.conforms, Literal("true" if self.conforms else "false", datatype=XSD.boolean)))
        for finding in self.findings:
            node = URIRef(iris("finding", finding.key))
            graph.add((report, SH.result, node))
            graph.add((node, RDF.type, SH.ValidationResult))
            graph.add((node, RDFS.label, Literal(f"{finding.rule} on {finding.focus}")))
            graph.add((node, SH.focusNode, _node(finding.focus, iris)))
            graph.add((node, SH.resultSeverity, SH[finding.severity]))
            graph.add((node, SH.sourceShape, _node(finding.shape, iris)))
            graph.add((node, SH.sourceConstraintComponent, URIRef(finding.component)))
            graph.add((node, SH.resultMessage, Literal(f"{finding.message} Remedy: {finding.remedy}")))
            if finding.path_iri is not None:
                graph.add((node, SH.resultPath, finding.path_iri))
            if finding.value_term is not None:
                graph.add((node, SH.value, finding.value_term))
            for place in finding.places:
                graph.add((node, LB.sourceLocator, Literal(place)))
        return graph


def _node(name: str, iris: Iris) -> URIRef:
    """The IRI of a node; a blank node, which has none, gets one from its own name."""
    return URIRef(iris("finding", "blank-" + digest(name)) if name.startswith("_:") else name)


def curie(iri: str) -> str:
    """An IRI with its prefix, or in full where it has none."""
    best = max((n for n in PREFIXES.values() if iri.startswith(n)), key=len, default="")
    name = iri[len(best) :]
    if not best or not re.fullmatch(r"[\w-]+", name):
        return iri
    return next(prefix for prefix, namespace in PREFIXES.items() if namespace == best) + ":" + name
