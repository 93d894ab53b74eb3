"""The story of a method: its spellings and why they are one, its parts, and where it has results."""

from __future__ import annotations

from kg.explain.curated import ABSENT
from kg.explain.document import Block, Explanation, Fact, Rows, Section, Sentence, Value
from kg.explain.filled import filled_in
from kg.explain.teller import Teller
from kg.iris import name_key
from kg.review.facts import place_order
from kg.review.lists import CERTAINTIES
from kg.store import REGISTRY_FOLDER
from kg.terms import DCTERMS, LB, RDFS, SKOS

_SPELLINGS = (
    ("spelling", "spelling"),
    ("met", "met in"),
    ("mapping", "row"),
    ("justification", "justification"),
    ("confidence", "confidence"),
    ("why", "source and comment"),
)


def mapping_facts(teller: Teller, spelling: str, method: str) -> list[Block]:
    """Why a spelling means a method."""
    key = teller.facts.kind_key(method)[1]
    row = teller.curated.mapping_of(spelling)
    if row is not None and row.object_key == key:
        why = "; ".join(text for text in (row.source, row.comment) if text) or "none recorded"
        place = f"{REGISTRY_FOLDER}/methods.sssom.tsv:{row.line}"
        return [
            Fact("mapping", "by the mapping", f"{row.predicate_id} {row.object_id} [{place}]"),
            Fact("justification", "justified by", f"{row.mapping_justification}, confidence {row.confidence or '-'}"),
            Fact("mapping_source", "source and comment", why),
        ]
    return [Fact("mapping", "by the mapping", _unmapped(teller, spelling, key))]


def _unmapped(teller: Teller, spelling: str, key: str) -> str:
    if key == name_key(spelling):
        return "none: an unmapped spelling is a method of its own"
    boards = [str(board["leaderboard"]) for board in teller.facts.version.report.get("leaderboards", [])]
    if any(key == name_key(board, spelling) for board in boards):
        return "none: a word such as this means another method on every page, so it belongs to its leaderboard"
    if teller.curated.registry is None:
        return f"not told: {ABSENT}"
    return "none in the registry at hand: the build used another one"


def part_rows(teller: Teller, method: str) -> Rows:
    """The parts of a composite with their roles."""
    facts = teller.facts
    rows: list[tuple[Value, ...]] = []
    for component in facts.objects(method, LB.hasComponent):
        certainty = (facts.one(component, LB.certainty) or "").rpartition("#")[2]
        role = teller.curated.word(facts.one(component, LB.role))
        marked = " (filled in)" if teller.is_inferred(component, LB.role) else ""
        rows.append(
            (
                teller.link(facts.one(component, LB.ofMethod) or ""),
                role + marked,
                CERTAINTIES.get(certainty, certainty),
                facts.one(component, LB.evidence) or "not recorded",
            )
        )
    columns = (("part", "part"), ("role", "role"), ("certainty", "certainty"), ("evidence", "evidence"))
    return Rows("parts", columns, tuple(rows), ("evidence",))


def whose_paper(teller: Teller, method: str, paper: str | None) -> str | None:
    """Whose origin paper the rows of a method print, where it is not the method's own."""
    facts = teller.facts
    if paper is None or facts.one(method, LB.introducedIn) == paper:
        return None
    parts = [
        (facts.one(component, LB.ofMethod) or "", teller.curated.word(facts.one(component, LB.role)))
        for component in facts.objects(method, LB.hasComponent)
    ]
    owners = [f"{facts.label(m)}, the {role}" for m, role in parts if facts.one(m, LB.introducedIn) == paper]
    if owners:
        return (
            f"The printed origin paper introduced {' and '.join(owners)} of this composite; it is not the origin of "
            "the composite."
        )
    return "Whether the printed origin paper introduced this method is not recorded."


def explain_method(teller: Teller, method: str) -> Explanation:
    """The story of a method."""
    facts = teller.facts
    results = facts.subjects(LB.method, method)
    boards = sorted({facts.one(result, LB.leaderboard) or "" for result in results})
    spellings = sorted({facts.one(result, LB.printedMethod) or "" for result in results})
    whole = facts.subjects(LB.ofMethod, method)
    families = {facts.one(facts.one(r, LB.benchmark) or "", LB.family) or "" for r in results}
    named = ", ".join(f'"{spelling}"' for spelling in spellings)
    summary = (
        f"{facts.label(method)} has {len(results)} results on {len(boards)} leaderboards of {len(families)} benchmark "
        f"families here{f', printed as {named}' if named else ''}"
        f"{f'; it is a part of {len(whole)} composites' if whole else ''}. What is not here is not thereby untested."
    )
    sections = [
        _spellings(teller, method, results),
        _kept_apart(teller, method),
        _facts(teller, method, stated_origins(teller, results)),
        _parts(teller, method),
        _part_of(teller, whole),
        _results(teller, results, boards),
        teller.papers(_papers(teller, method, results)),
        filled_in(teller, method, *facts.objects(method, LB.hasComponent)),
        _withheld(teller, method),
        teller.flags(method),
    ]
    return teller.story(method, "method", summary, sections)


def _spellings(teller: Teller, method: str, results: list[str]) -> Section:
    facts = teller.facts
    key = facts.kind_key(method)[1]
    met: dict[str, set[str]] = {}
    for result in results:
        met.setdefault(facts.one(result, LB.printedMethod) or "", set()).add(facts.one(result, LB.leaderboard) or "")
    mapped = {row.subject_label for row in teller.curated.mappings if row.merges and row.object_key == key}
    spellings = sorted({*met, *facts.objects(method, RDFS.label), *facts.objects(method, SKOS.altLabel), *mapped})
    rows: list[tuple[Value, ...]] = []
    for spelling in spellings:
        row = teller.curated.mapping_of(spelling)
        where: Value = teller.links(sorted(met.get(spelling, ()))) or "not met here"
        if row is None or row.object_key != key:
            rows.append((spelling, where, "-", "-", "-", _unmapped(teller, spelling, key)))
            continue
        why = "; ".join(text for text in (row.source, row.comment) if text)
        place = f"{REGISTRY_FOLDER}/methods.sssom.tsv:{row.line}"
        rows.append((spelling, where, place, row.mapping_justification, row.confidence, why))
    table = Rows("spellings", _SPELLINGS, tuple(rows), ("met", "why"))
    return Section("spellings", "Spellings, and why they are one", (table,))


def _kept_apart(teller: Teller, method: str) -> Section:
    """Rows that keep this method from near names, and near names that are not merged."""
    key, label = teller.facts.kind_key(method)[1], teller.facts.label(method)
    rows: list[tuple[Value, ...]] = []
    for row in teller.curated.mappings:
        if row.merges or (row.object_key != key and row.subject_label != label):
            continue
        relation = "is not" if row.predicate_modifier == "Not" else f"{row.predicate_id}, not merged"
        place = f"{REGISTRY_FOLDER}/methods.sssom.tsv:{row.line}"
        rows.append((row.subject_label, relation, row.object_label or row.object_id, row.comment or "-", place))
    columns = (
        ("spelling", "spelling"),
        ("relation", "relation"),
        ("other", "method"),
        ("comment", "comment"),
        ("mapping", "row"),
    )
    return Section("kept_apart", "Kept apart", (Rows("kept_apart", columns, tuple(rows), ("comment",)),))


def _facts(teller: Teller, method: str, stated: list[str]) -> Section:
    blocks: list[Block] = [
        Fact("kind", "kind", teller.stated(method, LB.methodKind)),
        Fact("access", "access", teller.stated(method, LB.access)),
    ]
    for key, term, predicate in (
        ("family", "family", LB.methodFamily),
        ("parameters", "parameters", LB.parameterCount),
        ("active_parameters", "active parameters", LB.activeParameterCount),
        ("category", "category, verbatim", LB.category),
        ("maker", "maker", DCTERMS.creator),
        ("introduced_in", "introduced in", LB.introducedIn),
        ("same_as", "the same elsewhere", SKOS.exactMatch),
        ("derived_from", "derived from", LB.derivedFrom),
        ("fine_tuned_from", "fine-tuned from", LB.fineTunedFrom),
        ("quantized_from", "quantized from", LB.quantizedFrom),
        ("replaced_by", "replaced by", DCTERMS.isReplacedBy),
    ):
        said = teller.stated(method, predicate) if teller.said(method, predicate) else None
        blocks.append(Fact(key, term, said))
    blocks.append(Fact("base_of", "base of", teller.links(teller.facts.subjects(LB.derivedFrom, method)) or None))
    blocks += [Sentence("stated_origin_note", note) for p in stated if (note := whose_paper(teller, method, p))]
    return Section("facts", "What is known of it", tuple(blocks))


def _parts(teller: Teller, method: str) -> Section:
    return Section("parts", "Its parts, as they run at evaluation time", (part_rows(teller, method),))


def _part_of(teller: Teller, components: list[str]) -> Section:
    facts = teller.facts
    rows = []
    for component in components:
        role = teller.curated.word(facts.one(component, LB.role))
        for whole in facts.subjects(LB.hasComponent, component):
            rows.append((teller.link(whole), role, str(len(facts.subjects(LB.method, whole)))))
    columns = (("composite", "composite"), ("role", "as"), ("results", "results of the composite"))
    return Section("part_of", "It is a part of", (Rows("part_of", columns, tuple(rows)),))


def _results(teller: Teller, results: list[str], boards: list[str]) -> Section:
    facts = teller.facts
    if not results:
        return Section("results", "Results", (Sentence("none", "No result of its own in this build."),))
    columns = (
        ("metric", "metric"),
        ("benchmark", "benchmark"),
        ("value", "value"),
        ("config", "settings"),
        ("place", "place"),
    )
    blocks: list[Block] = []
    for board in boards:
        own = [r for r in results if facts.one(r, LB.leaderboard) == board]
        own.sort(key=lambda r: place_order(facts.one(r, LB.sourceLocator) or ""))
        rows: list[tuple[Value, ...]] = []
        for result in own:
            config = facts.one(result, LB.config)
            rows.append(
                (
                    teller.link(facts.one(result, LB.metric) or ""),
                    teller.link(facts.one(result, LB.benchmark) or ""),
                    f"{facts.one(result, LB.value)} {teller.unit(facts.one(result, LB.unit))}",
                    facts.label(config) if config else "not recorded",
                    facts.one(result, LB.sourceLocator) or "",
                )
            )
        key = facts.kind_key(board)[1]
        blocks.append(Sentence(f"{key}_label", f"{facts.label(board)}:"))
        blocks.append(Rows(key, columns, tuple(rows)))
    return Section("results", "Results by leaderboard", tuple(blocks))


def stated_origins(teller: Teller, results: list[str]) -> list[str]:
    """The origin papers that the rows of some results print."""
    return sorted({p for result in results for p in teller.facts.objects(result, LB.statedOriginPaper)})


def _papers(teller: Teller, method: str, results: list[str]) -> list[tuple[str, str | None]]:
    facts = teller.facts
    found = [("introduced it", facts.one(method, LB.introducedIn))]
    reporting = sorted({p for result in results for p in facts.objects(result, LB.reportedIn)})
    stated = stated_origins(teller, results)
    found += [("reports results of it", paper) for paper in reporting]
    return found + [("printed as origin paper in its rows", paper) for paper in stated]


def _withheld(teller: Teller, method: str) -> Section:
    heading = "Recorded, but not certain enough for the graph"
    registry = teller.curated.registry
    if registry is None:
        return Section("withheld", heading, (Sentence("withheld_note", f"Not told: {ABSENT}."),))
    subject = f"method {teller.facts.kind_key(method)[1]}"
    rows = tuple(
        (w.property, w.value, CERTAINTIES[w.certainty.value], w.evidence, f"{REGISTRY_FOLDER}/{w.place}")
        for w in registry.withheld
        if w.subject == subject
    )
    columns = (
        ("property", "property"),
        ("value", "value"),
        ("certainty", "certainty"),
        ("evidence", "evidence"),
        ("place", "place"),
    )
    table = Rows("withheld", columns, rows, ("evidence", "place"), "Nothing.")
    return Section("withheld", heading, (table,))
