"""Links and what came back -> N-Quads: one named graph a service, nothing of ours overwritten.

In ``…/graph/links-<service>`` stand the links that the service gave, a mapping node for each with
all that is known of how it was found, and what the service says of its own records, on the
records' own IRIs. Of a paper itself a service may say one thing only: that it is retracted, and
only where the registry says nothing of it.

A triple stands in one graph: in that of the curated links, else in that of the first service by
name. Mapping nodes of the others stay, as further evidence. Where two rows say different things of
one pair, the curated one holds, else the one of the lower rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kg.graph.syntax import Triple, date, iri, iri_or_string, string, typed, typed_node
from kg.iris import Iris, digest
from kg.link.bibliography import authority
from kg.link.curated import CURATED
from kg.link.folder import Kept, Links
from kg.link.matching import Justification, Predicate
from kg.link.records import OTHERS, Kind, Record
from kg.link.retraction import status_of
from kg.link.services import SERVICES
from kg.link.table import Link
from kg.model import Paper
from kg.normalise.identifiers import Identifier, Scheme, is_web_url
from kg.terms import (
    C4O,
    DCTERMS,
    FABIO,
    LB,
    OWL,
    PRISM,
    PROV,
    RDF,
    RDFS,
    SCHEMA,
    SEMAPV,
    SKOS,
    SSSOM,
)

PREDICATES = {
    Predicate.SAME: OWL.sameAs,
    Predicate.EXACT: SKOS.exactMatch,
    Predicate.VERSION: DCTERMS.isVersionOf,
    Predicate.CLOSE: SKOS.closeMatch,
}
_ORDER = list(Predicate)
_TYPES = {Kind.ARTICLE: FABIO.ResearchPaper, Kind.PREPRINT: FABIO.Preprint}
_JUSTIFICATIONS = {j.value: SEMAPV[j.value.partition(":")[2]] for j in Justification}


@dataclass
class _Graph:
    """The triples of one service's graph, and the newest answer in it."""

    triples: set[Triple] = field(default_factory=set)
    newest: str = ""

    def add(self, triples: Iterable[Triple], answered: str) -> None:
        self.triples |= set(triples)
        self.newest = max(self.newest, answered[:10])


def link_lines(links: Links, papers: Mapping[str, Paper], base: str) -> Iterator[str]:
    """All quads of the links of these papers, graphs and triples in order."""
    iris = Iris(base)
    graphs: dict[str, _Graph] = {}
    for key, paper in sorted(papers.items()):
        for link in _agreed(links.standing_of(key)):
            graphs.setdefault(link.service, _Graph()).add(_link(link, iris), link.answered)
        described: set[str] = set()
        for kept in sorted(links.linked_records(key), key=authority):
            node = kept.record.id.curie
            graphs.setdefault(kept.record.service, _Graph()).add(_record(kept, iris, node in described), kept.answered)
            described.add(node)
        if (found := status_of(links, paper)) and found.kept:
            graphs[found.kept.record.service].add(_status(iri(iris("paper", key)), found.kept), found.kept.answered)
        if links.curated and (facts := links.curated.papers.get(key)):
            ours = iri(iris("paper", key))
            said = [(ours, iri(DCTERMS.creator), string(a.name)) for a in facts.authors if a.name != OTHERS]
            said += [(ours, iri(PRISM.publicationName), string(facts.venue))] if facts.venue else []
            if said:
                graphs.setdefault(CURATED, _Graph()).add(said, links.curated.date)
    written: set[Triple] = set()
    lines: dict[str, list[str]] = {}
    for service in sorted(graphs, key=lambda name: (name != CURATED, name)):
        graph = iri(iris("graph", f"links-{service}"))
        own = {*graphs[service].triples, *_about(service, graph, graphs[service].newest)} - written
        written |= own
        lines[graph] = [f"{s} {p} {o} {graph} .\n" for s, p, o in sorted(own)]
    for graph in sorted(lines):
        yield from lines[graph]


def _agreed(links: Iterable[Link]) -> list[Link]:
    """Of each pair the rows that say the same as the surest one."""
    by_pair: dict[tuple[str, str], list[Link]] = {}
    for link in links:
        by_pair.setdefault(link.pair, []).append(link)
    agreed = []
    for rows in by_pair.values():
        surest = min(rows, key=_surety)
        agreed += [row for row in rows if row.predicate_id == surest.predicate_id]
    return agreed


def _surety(link: Link) -> tuple[bool, int, int]:
    is_curated = link.mapping_justification == Justification.CURATED
    return not is_curated, int(link.rule), _ORDER.index(Predicate(link.predicate_id))


def _about(service: str, graph: str, newest: str) -> list[Triple]:
    """The graph about itself: what it holds, from where, under which licence, as of when."""
    known = SERVICES.get(service)
    label = f"Links to {known.label}" if known else "Curated links of papers"
    out = typed_node(graph, label, PROV.Entity)
    out.append((graph, iri(DCTERMS.modified), date(newest)))
    if known:
        out.append((graph, iri(DCTERMS.source), iri(known.homepage)))
        out.append((graph, iri(DCTERMS.license), iri_or_string(known.licence)))
    return out


def _link(link: Link, iris: Iris) -> list[Triple]:
    """The link itself, and its mapping node."""
    predicate = iri(PREDICATES[Predicate(link.predicate_id)])
    ours, theirs = iri(iris("paper", link.paper)), iri(link.identifier.iri)
    subject, object_ = (theirs, ours) if link.predicate_id == Predicate.VERSION else (ours, theirs)
    s = iri(iris("mapping", digest("link", link.paper, link.predicate_id, link.other, link.service, link.asked)))
    out = typed_node(s, f"{link.subject_id} {link.predicate_id} {link.object_id}", SSSOM.Mapping)
    out += [
        *_node(link.identifier),
        (subject, predicate, object_),
        (s, iri(OWL.annotatedSource), subject),
        (s, iri(OWL.annotatedProperty), predicate),
        (s, iri(OWL.annotatedTarget), object_),
        (s, iri(SSSOM.mapping_justification), iri(_JUSTIFICATIONS[link.mapping_justification])),
        (s, iri(SSSOM.confidence), typed(link.confidence, "decimal")),
        (s, iri(SSSOM.mapping_date), date(link.mapping_date)),
        (s, iri(PROV.generatedAtTime), date(link.answered)),
        (s, iri(LB.evidence), string(link.comment)),
        (s, iri(RDFS.comment), string(f"rule {link.rule}, asked for {link.asked or 'nothing'}: {link.query}")),
        (s, iri(SSSOM.other), string(f"sha256:{link.answer_sha256}")),
    ]
    if is_web_url(link.query):
        out.append((s, iri(PROV.wasDerivedFrom), iri(link.query)))
    if link.mapping_provider:
        out.append((s, iri(SSSOM.mapping_provider), iri(link.mapping_provider)))
    return out


def _record(kept: Kept, iris: Iris, is_described: bool) -> list[Triple]:
    """What a catalogue says of one of its records, on the record's own IRI.

    Where another catalogue has described the same node, only what may differ by catalogue is told.
    """
    record = kept.record
    s = iri(record.id.iri)
    out = _node(record.id)
    if not is_described:
        out += _description(s, record)
    if record.open_access and is_web_url(record.open_access):
        out.append((s, iri(FABIO.hasURL), typed(record.open_access, "anyURI")))
    out += [(s, iri(DCTERMS.subject), string(name)) for name in record.fields]
    if record.status:
        out += _status(s, kept)
    for kind, things in ((SCHEMA.SoftwareApplication, record.models), (SCHEMA.Dataset, record.datasets)):
        for thing in things:
            out += [*_node(thing, kind), (iri(thing.iri), iri(SCHEMA.citation), s)]
    if record.citations is not None:
        out += _citations(s, kept, iris)
    return out


def _node(identifier: Identifier, kind: str = PROV.Entity) -> list[Triple]:
    """Type and label of a thing of another catalogue; the label is its CURIE, whoever names it."""
    return typed_node(iri(identifier.iri), identifier.curie, kind)


def _description(s: str, record: Record) -> list[Triple]:
    """Title, authors, place and date of a record."""
    out: list[Triple] = []
    if record.kind in _TYPES:
        out.append((s, iri(RDF.type), iri(_TYPES[record.kind])))
    if record.title:
        out.append((s, iri(DCTERMS.title), string(record.title)))
    for author in record.authors:
        out.append((s, iri(DCTERMS.creator), string(author.name)))
        if author.orcid:
            person = Identifier(Scheme.ORCID, author.orcid)
            out += [*_node(person, SCHEMA.Person), (s, iri(SCHEMA.author), iri(person.iri))]
    if record.venue:
        out.append((s, iri(PRISM.publicationName), string(record.venue)))
    if record.date:
        out.append((s, iri(DCTERMS.issued), date(record.date)))
    return out


def _citations(s: str, kept: Kept, iris: Iris) -> list[Triple]:
    """How often the record is cited, by whose count and as of when."""
    record, day = kept.record, kept.answered[:10]
    service = SERVICES[record.service]
    count = iri(iris("count", digest("citations", record.service, record.id.curie)))
    out = typed_node(count, f"{record.citations} citations by {service.label} on {day}", C4O.GlobalCitationCount)
    return [
        *out,
        (s, iri(C4O.hasGlobalCitationFrequency), count),
        (count, iri(C4O.hasGlobalCountValue), typed(str(record.citations), "integer")),
        (count, iri(C4O.hasGlobalCountDate), date(day)),
        (count, iri(C4O.hasGlobalCountSource), iri(service.homepage)),
    ]


def _status(s: str, kept: Kept) -> list[Triple]:
    """That a paper or record is retracted, withdrawn or corrected, and who says so."""
    record = kept.record
    if record.status is None:
        return []
    out = [(s, iri(LB.paperStatus), iri(LB[record.status])), (s, iri(DCTERMS.source), iri(record.id.iri))]
    if record.status_date:
        out.append((s, iri(LB.paperStatusDate), date(record.status_date)))
    return out
