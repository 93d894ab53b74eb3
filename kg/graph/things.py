"""What results point to, one function per class: the triples of graph/registry."""

from __future__ import annotations

from collections.abc import Iterable

from kg.graph.syntax import Names, Triple, date, decimal, integer, iri, iri_or_string, property_iri, string, typed_node
from kg.iris import config_key, name_key, setting_key
from kg.model import (
    AggregatePart,
    Benchmark,
    Component,
    Concept,
    ConceptKind,
    Method,
    Metric,
    Paper,
    Setting,
    Source,
    Unit,
)
from kg.normalise.identifiers import is_web_url
from kg.normalise.values import lexical
from kg.terms import DCAT, DCTERMS, FABIO, LB, PRISM, QUDT, RDFS, SCHEMA, SKOS

_CONCEPT_TYPES = {
    ConceptKind.TASK: (LB.Task, SKOS.Concept),
    ConceptKind.DATASET: (LB.Dataset, DCAT.Dataset),
    ConceptKind.DOMAIN: (SKOS.Concept,),
    ConceptKind.FAMILY: (LB.BenchmarkFamily, SKOS.Concept),
    ConceptKind.METHOD_FAMILY: (LB.MethodFamily, SKOS.Concept),
}


def source(names: Names, source: Source) -> list[Triple]:
    """One document as found."""
    s = names.node("source", source.key)
    out = typed_node(s, source.label, LB.Source)
    out += [
        (s, iri(DCTERMS.title), string(source.label)),
        (s, iri(DCTERMS.format), string(source.format)),
        (s, iri(LB.sha256), string(source.sha256)),
    ]
    if source.url:
        out.append((s, iri(SCHEMA.url), iri(source.url)))
    if source.retrieved:
        out.append((s, iri(LB.retrieved), date(source.retrieved)))
    return out


def method(names: Names, method: Method) -> list[Triple]:
    """One method with the facts that are certain enough."""
    s = names.node("method", method.key)
    out = typed_node(s, method.label, LB.Method)
    out += [(s, iri(SKOS.altLabel), string(label)) for label in method.alt_labels if label != method.label]
    out += [(s, iri(SKOS.exactMatch), iri(match)) for match in method.exact_match]
    out += [(s, iri(LB.hasComponent), names.node("component", c.key)) for c in method.components]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in method.inferred]
    for predicate, others in (
        (LB.derivedFrom, (*method.derived_from, *method.fine_tuned_from, *method.quantized_from)),
        (LB.fineTunedFrom, method.fine_tuned_from),
        (LB.quantizedFrom, method.quantized_from),
    ):
        out += [(s, iri(predicate), names.node("method", other)) for other in others]
    if method.kind:
        out.append((s, iri(LB.methodKind), iri(LB[method.kind])))
    if method.access:
        out.append((s, iri(LB.access), iri(LB[method.access])))
    if method.family:
        out.append((s, iri(LB.methodFamily), names.node("method-family", method.family)))
    if method.parameter_count is not None:
        out.append((s, iri(LB.parameterCount), integer(method.parameter_count)))
    if method.active_parameter_count is not None:
        out.append((s, iri(LB.activeParameterCount), integer(method.active_parameter_count)))
    if method.introduced_in:
        out.append((s, iri(LB.introducedIn), names.node("paper", method.introduced_in)))
    if method.maker:
        out.append((s, iri(DCTERMS.creator), string(method.maker)))
    return out


def former_methods(names: Names, method: Method) -> list[Triple]:
    """The addresses that its other spellings would have as methods of their own, each with where it went."""
    out: list[Triple] = []
    for spelling in method.alt_labels:
        if (key := name_key(spelling)) != method.key:
            s = names.node("method", key)
            out += [
                (s, iri(RDFS.label), string(spelling)),
                (s, iri(DCTERMS.isReplacedBy), names.node("method", method.key)),
            ]
    return out


def component(names: Names, component: Component) -> list[Triple]:
    """One part of a composite."""
    s = names.node("component", component.key)
    part = names.nodes.methods[component.method]
    out = typed_node(s, f"{part.label} as {component.role}", LB.Component)
    out += [
        (s, iri(LB.ofMethod), names.node("method", component.method)),
        (s, iri(LB.role), iri(LB[component.role])),
        (s, iri(LB.certainty), iri(LB[component.certainty])),
        (s, iri(LB.evidence), string(component.evidence)),
    ]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in component.inferred]
    return out


def benchmark(names: Names, benchmark: Benchmark) -> list[Triple]:
    """One benchmark: task, data set, split, subset."""
    s = names.node("benchmark", benchmark.key)
    out = typed_node(s, benchmark.label, LB.Benchmark)
    out += [(s, iri(LB.task), names.node("task", key)) for key in benchmark.tasks]
    out += [(s, iri(LB.dataset), names.node("dataset", key)) for key in benchmark.datasets]
    out += [(s, iri(LB.domain), names.node("domain", key)) for key in _with_broader(names, benchmark.domains)]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in benchmark.inferred]
    out += [(s, iri(LB.notStated), property_iri(name)) for name in benchmark.not_stated]
    out.append((s, iri(LB.family), names.node("family", benchmark.family)))
    for predicate, text in (
        (LB.version, benchmark.version),
        (LB.split, benchmark.split),
        (LB.subset, benchmark.subset),
        (RDFS.comment, benchmark.comment),
    ):
        if text:
            out.append((s, iri(predicate), string(text)))
    if benchmark.split_kind:
        out.append((s, iri(LB.splitKind), iri(LB[benchmark.split_kind])))
    if benchmark.part_of:
        out.append((s, iri(LB.partOf), names.node("benchmark", benchmark.part_of)))
    if benchmark.item_count is not None:
        out.append((s, iri(LB.itemCount), integer(benchmark.item_count)))
    if benchmark.introduced_in:
        out.append((s, iri(LB.introducedIn), names.node("paper", benchmark.introduced_in)))
    return out


def _with_broader(names: Names, domains: Iterable[str]) -> list[str]:
    """The domains and all that are broader, so that one triple pattern finds them."""
    found: list[str] = []
    waiting = list(domains)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.append(key)
            waiting += names.nodes.concepts[ConceptKind.DOMAIN, key].broader
    return found


def metric(names: Names, metric: Metric) -> list[Triple]:
    """One measure: direction, units, bounds."""
    s = names.node("metric", metric.key)
    out = typed_node(s, metric.label, LB.Metric)
    out.append((s, iri(LB.direction), iri(LB[metric.direction])))
    out += [(s, iri(LB.admissibleUnit), names.unit(key)) for key in metric.admissible_units]
    out += [(s, iri(LB.parameter), names.node("setting", setting_key(p.name, p.value))) for p in metric.parameters]
    out += [(s, iri(LB.aggregates), names.node("component", part.key)) for part in metric.aggregates]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in metric.inferred]
    for predicate, value in (
        (LB.minimum, metric.minimum),
        (LB.maximum, metric.maximum),
        (LB.target, metric.target),
    ):
        if value is not None:
            out.append((s, iri(predicate), decimal(value)))
    if metric.canonical_unit:
        out.append((s, iri(LB.canonicalUnit), names.unit(metric.canonical_unit)))
    if metric.definition:
        out.append((s, iri(SKOS.definition), string(metric.definition)))
    if metric.broader:
        out.append((s, iri(LB.broaderMetric), names.node("metric", metric.broader)))
    if metric.introduced_in:
        out.append((s, iri(LB.introducedIn), names.node("paper", metric.introduced_in)))
    return out


def aggregate_part(names: Names, part: AggregatePart) -> list[Triple]:
    """One weighted part of an aggregate metric."""
    s = names.node("component", part.key)
    metric = names.nodes.metrics[part.metric]
    out = typed_node(s, f"{lexical(part.weight)} × {metric.label}", LB.AggregatePart)
    out.append((s, iri(LB.ofMetric), names.node("metric", part.metric)))
    out.append((s, iri(LB.weight), decimal(part.weight)))
    return out


def paper(names: Names, paper: Paper) -> list[Triple]:
    """One work with its identifiers."""
    s = names.node("paper", paper.key)
    out = typed_node(s, paper.label, LB.Paper, SCHEMA.ScholarlyArticle)
    out += [(s, iri(DCTERMS.identifier), string(text)) for text in paper.identifiers]
    for predicate, text in (
        (DCTERMS.title, paper.title),
        (FABIO.hasArXivId, paper.arxiv),
        (PRISM.doi, paper.doi),
    ):
        if text:
            out.append((s, iri(predicate), string(text)))
    if paper.date:
        out.append((s, iri(LB.paperDate), date(paper.date)))
    if paper.url and is_web_url(paper.url):
        out.append((s, iri(SCHEMA.url), iri(paper.url)))
    if paper.status:
        out.append((s, iri(LB.paperStatus), iri(LB[paper.status])))
    if paper.status_date:
        out.append((s, iri(LB.paperStatusDate), date(paper.status_date)))
    if paper.status_source:
        out.append((s, iri(DCTERMS.source), iri_or_string(paper.status_source)))
    return out


def concept(names: Names, concept: Concept) -> list[Triple]:
    """A task, data set, domain or family."""
    s = names.node(concept.kind, concept.key)
    out = typed_node(s, concept.label, *_CONCEPT_TYPES[concept.kind])
    out += [(s, iri(SKOS.broader), names.node(concept.kind, key)) for key in concept.broader]
    out += [(s, iri(SKOS.exactMatch), iri(match)) for match in concept.exact_match]
    if concept.introduced_in:
        out.append((s, iri(LB.introducedIn), names.node("paper", concept.introduced_in)))
    return out


def unit_node(names: Names, unit: Unit) -> list[Triple]:
    """A unit with the multiplier that conversions use."""
    s = names.unit(unit.key)
    out = typed_node(s, unit.label, QUDT.Unit)
    out.append((s, iri(QUDT.conversionMultiplier), decimal(unit.multiplier)))
    return out


def setting(names: Names, setting: Setting) -> list[Triple]:
    """One setting or note, shared by all that print the same name and value."""
    s = names.node("setting", setting_key(setting.name, setting.value))
    out = typed_node(s, f"{setting.name}={setting.value}", LB.Setting, SCHEMA.PropertyValue)
    out.append((s, iri(SCHEMA.name), string(setting.name)))
    out.append((s, iri(SCHEMA.value), string(setting.value)))
    return out


def config(names: Names, settings: tuple[Setting, ...]) -> list[Triple]:
    """The settings recorded for a result, as a set."""
    s = names.node("config", config_key((setting.name, setting.value) for setting in settings))
    label = ", ".join(f"{setting.name}={setting.value}" for setting in settings)
    out = typed_node(s, label, LB.EvaluationConfig)
    out += [(s, iri(LB.setting), names.node("setting", setting_key(n.name, n.value))) for n in settings]
    return out
