"""Leaderboards, their results and findings, and what is derived, one function per class."""

from __future__ import annotations

from kg.graph.syntax import Names, Triple, date, decimal, integer, iri, iri_or_string, property_iri, string, typed_node
from kg.iris import config_key, setting_key
from kg.model import ComparisonGroup, Flag, Leaderboard, MetricDeclaration, Result, Standing
from kg.terms import DCAT, DCTERMS, LB, QB


def result(names: Names, result: Result) -> list[Triple]:
    """One result with all that its source printed."""
    s = names.node("result", result.key)
    out = typed_node(s, result.label, LB.Result, QB.Observation)
    leaderboard = names.node("leaderboard", result.leaderboard)
    out += [
        (s, iri(LB.leaderboard), leaderboard),
        (s, iri(QB.dataSet), leaderboard),
        (s, iri(LB.declaration), names.node("declaration", result.declaration)),
        (s, iri(LB.method), names.node("method", result.method)),
        (s, iri(LB.printedMethod), string(result.printed_method)),
        (s, iri(LB.benchmark), names.node("benchmark", result.benchmark)),
        (s, iri(LB.metric), names.node("metric", result.metric)),
        (s, iri(LB.value), decimal(result.value)),
        (s, iri(LB.printedValue), string(result.printed)),
        (s, iri(LB.reproductionStatus), iri(LB[result.status])),
    ]
    out += [(s, iri(LB.sourceLocator), string(str(place))) for place in result.places]
    out += [(s, iri(LB.note), names.node("setting", setting_key(n.name, n.value))) for n in result.notes]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in result.inferred]
    if result.unit:
        out.append((s, iri(LB.unit), names.unit(result.unit)))
    spread = {LB.uncertainty: result.uncertainty, LB.lower: result.lower, LB.upper: result.upper}
    out += [(s, iri(name), decimal(number)) for name, number in spread.items() if number is not None]
    if any(number is not None for number in spread.values()):
        out.append((s, iri(LB.uncertaintyKind), iri(LB[result.uncertainty_kind])))
        if result.confidence_level is not None:
            out.append((s, iri(LB.confidenceLevel), decimal(result.confidence_level)))
    if result.sample_size is not None:
        out.append((s, iri(LB.sampleSize), integer(result.sample_size)))
    if result.run_count is not None:
        out.append((s, iri(LB.runCount), integer(result.run_count)))
    out += [(s, iri(LB.check), iri(LB[check])) for check in result.checks]
    if result.settings:
        key = config_key((setting.name, setting.value) for setting in result.settings)
        out.append((s, iri(LB.config), names.node("config", key)))
    if result.statement:
        out.append((s, iri(LB.reproductionStatement), string(result.statement)))
    if result.reported_in:
        out.append((s, iri(LB.reportedIn), names.node("paper", result.reported_in)))
    if result.reported_in_version:
        out.append((s, iri(LB.reportedInVersion), string(result.reported_in_version)))
    if result.stated_origin:
        out.append((s, iri(LB.statedOriginPaper), names.node("paper", result.stated_origin)))
    if result.result_date:
        out.append((s, iri(LB.resultDate), date(result.result_date)))
    if result.identifier:
        out.append((s, iri(DCTERMS.identifier), string(result.identifier)))
    return out


def leaderboard(names: Names, leaderboard: Leaderboard) -> list[Triple]:
    """One leaderboard with its own statements."""
    s = names.node("leaderboard", leaderboard.key)
    out = typed_node(s, leaderboard.label, LB.Leaderboard, QB.DataSet, DCAT.Dataset)
    out.append((s, iri(DCTERMS.source), names.node("source", leaderboard.source)))
    out.append((s, iri(QB.structure), iri(LB.resultStructure)))
    out += [(s, iri(LB.declares), names.node("declaration", d.key)) for d in leaderboard.declarations]
    out += [(s, iri(LB.coverageStatement), string(text)) for text in leaderboard.coverage]
    out += [(s, iri(LB.notStated), property_iri(name)) for name in leaderboard.not_stated]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in leaderboard.inferred]
    if leaderboard.loaded is not None:
        out.append((s, iri(LB.resultsLoaded), integer(leaderboard.loaded)))
    if leaderboard.stated is not None:
        out.append((s, iri(LB.resultsStated), integer(leaderboard.stated)))
    if leaderboard.modified:
        out.append((s, iri(DCTERMS.modified), date(leaderboard.modified)))
    if leaderboard.licence:
        out.append((s, iri(DCTERMS.license), iri_or_string(leaderboard.licence)))
    return out


def coverage(names: Names, leaderboard: Leaderboard) -> list[Triple]:
    """All coverage statements in one line, so that every answer row can carry them."""
    text = " | ".join(leaderboard.all_coverage) or "coverage not stated"
    return [(names.node("leaderboard", leaderboard.key), iri(LB.coverageSummary), string(text))]


def declaration(names: Names, declaration: MetricDeclaration) -> list[Triple]:
    """One value column: what the leaderboard says of it and what was filled in."""
    s = names.node("declaration", declaration.key)
    out = typed_node(s, declaration.label, LB.MetricDeclaration)
    out += [
        (s, iri(LB.ofMetric), names.node("metric", declaration.metric)),
        (s, iri(LB.ofBenchmark), names.node("benchmark", declaration.benchmark)),
        (s, iri(LB.declaredDirection), iri(LB[declaration.direction])),
    ]
    out += [(s, iri(LB.inferred), property_iri(name)) for name in declaration.inferred]
    out += [(s, iri(LB.notStated), property_iri(name)) for name in declaration.not_stated]
    if declaration.unit:
        out.append((s, iri(LB.declaredUnit), names.unit(declaration.unit)))
    if declaration.column_name:
        out.append((s, iri(LB.columnName), string(declaration.column_name)))
    if declaration.column_number is not None:
        out.append((s, iri(LB.columnNumber), integer(declaration.column_number)))
    if declaration.scale is not None:
        out.append((s, iri(LB.scale), decimal(declaration.scale)))
    if declaration.certainty:
        out.append((s, iri(LB.certainty), iri(LB[declaration.certainty])))
    if declaration.evidence:
        out.append((s, iri(LB.evidence), string(declaration.evidence)))
    return out


def flag(names: Names, flag: Flag) -> list[Triple]:
    """One finding, and the edge from what it is about."""
    s = names.node("flag", flag.key)
    out = typed_node(s, f"{flag.kind}: {flag.message}", LB.Flag)
    out += [
        (names.node(flag.subject, flag.subject_key), iri(LB.flag), s),
        (s, iri(LB.flagKind), iri(LB[flag.kind])),
        (s, iri(LB.severity), iri(LB[flag.severity])),
        (s, iri(LB.message), string(flag.message)),
        (s, iri(LB.rule), string(flag.rule)),
    ]
    if flag.found is not None:
        out.append((s, iri(LB.found), string(flag.found)))
    if flag.expected is not None:
        out.append((s, iri(LB.expected), string(flag.expected)))
    if flag.on_property is not None:
        out.append((s, iri(LB.onProperty), property_iri(flag.on_property)))
    if flag.certainty:
        out.append((s, iri(LB.certainty), iri(LB[flag.certainty])))
    if flag.evidence:
        out.append((s, iri(LB.evidence), string(flag.evidence)))
    out += [(s, iri(LB.sourceLocator), string(str(place))) for place in flag.places]
    return out


def group(names: Names, group: ComparisonGroup) -> list[Triple]:
    """One comparison group with its conditions."""
    s = names.node("group", group.key)
    out = typed_node(s, group.label, LB.ComparisonGroup)
    out += [
        (s, iri(LB.ofBenchmark), names.node("benchmark", group.benchmark)),
        (s, iri(LB.ofMetric), names.node("metric", group.metric)),
        (s, iri(LB.basis), iri(LB[group.basis])),
    ]
    if group.unit:
        out.append((s, iri(LB.ofUnit), names.unit(group.unit)))
    if group.config:
        out.append((s, iri(LB.ofConfig), names.node("config", group.config)))
    if group.leaderboard:
        out.append((s, iri(LB.ofLeaderboard), names.node("leaderboard", group.leaderboard)))
    return out


def standing(names: Names, standing: Standing) -> list[Triple]:
    """What was derived for one result."""
    s = names.node("result", standing.result)
    out = [(s, iri(LB.comparisonGroup), names.node("group", standing.group))]
    out += [(s, iri(LB.excludedBecause), iri(LB[reason])) for reason in standing.excluded]
    if standing.normalized is not None:
        out.append((s, iri(LB.normalizedValue), decimal(standing.normalized)))
    return out
