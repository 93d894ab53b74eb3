"""What a build holds, for machines that find data sets: VoID and DCAT 3, recomputed from the triples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from rdflib import Namespace

from kg.collect import Collection
from kg.export.formats import GRAPH_FILES, TABLE_FILES
from kg.graph.syntax import Triple, date, integer, iri, iri_or_string, string, typed_node
from kg.iris import Iris
from kg.terms import DCAT, DCTERMS, FOAF, LB_NAMESPACE, PROV, RDF, RDFS, SPDX, VOID, XSD

_LINE = re.compile(r"(<[^>]*>|_:\S+) (<[^>]*>) (.+) \.\n")

_MEDIA_TYPES = Namespace("https://www.iana.org/assignments/media-types/")

_TITLE = "Leaderboard results as linked data"
_ABOUT = (
    "Results as the listed leaderboards print them, each with unit, direction, configuration and source cell. "
    "Best recorded here is no claim of global coverage; the licence of each source stands with its leaderboard."
)


def void_lines(triples: Sequence[str], base: str) -> list[str]:
    """A VoID description as sorted N-Triples lines; every number is counted from ``triples``."""
    subjects: set[str] = set()
    objects: set[str] = set()
    properties: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    entities: set[str] = set()
    for line in triples:
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        subject, predicate, object_ = found.groups()
        subjects.add(subject)
        objects.add(object_)
        properties[predicate] += 1
        if subject.startswith(f"<{base}"):
            entities.add(subject)
        if predicate == iri(RDF.type):
            classes[object_] += 1
    node = iri(f"{base}void#dataset")
    out = typed_node(node, _TITLE, VOID.Dataset)
    out += [
        (node, iri(DCTERMS.title), string(_TITLE)),
        (node, iri(DCTERMS.description), string(_ABOUT)),
        (node, iri(VOID.uriSpace), string(base)),
        (node, iri(VOID.vocabulary), iri(LB_NAMESPACE)),
        (node, iri(VOID.triples), integer(len(triples))),
        (node, iri(VOID.entities), integer(len(entities))),
        (node, iri(VOID.distinctSubjects), integer(len(subjects))),
        (node, iri(VOID.distinctObjects), integer(len(objects))),
        (node, iri(VOID.properties), integer(len(properties))),
        (node, iri(VOID.classes), integer(len(classes))),
    ]
    out += [(node, iri(VOID.dataDump), iri(f"{base}download/{name}")) for name in GRAPH_FILES]
    for kind, link, about, counts, number in (
        ("class", VOID.classPartition, VOID["class"], classes, VOID.entities),
        ("property", VOID.propertyPartition, VOID.property, properties, VOID.triples),
    ):
        for place, (term, count) in enumerate(sorted(counts.items()), 1):
            part = iri(f"{base}void#{kind}-{place}")
            out += typed_node(part, f"{kind} partition of {term.strip('<>')}", VOID.Dataset)
            out += [(node, iri(link), part), (part, iri(about), term), (part, iri(number), integer(count))]
    return _lines(out)


def catalog_lines(
    collection: Collection, base: str, sizes: Mapping[str, int], sums: Mapping[str, str], publisher: str = ""
) -> list[str]:
    """A DCAT 3 catalogue as sorted N-Triples lines: the build, its files, and each leaderboard.

    ``sizes`` and ``sums`` give bytes and SHA-256 of the files that are offered; ``publisher`` is the
    name of who offers them, "" for a build that says nobody's.
    """
    iris = Iris(base)
    catalog, dataset = iri(f"{base}catalog#catalog"), iri(f"{base}catalog#dataset")
    out = typed_node(catalog, _TITLE, DCAT.Catalog) + typed_node(dataset, _TITLE, DCAT.Dataset)
    for node in (catalog, dataset):
        out += [(node, iri(DCTERMS.title), string(_TITLE)), (node, iri(DCTERMS.description), string(_ABOUT))]
    out.append((catalog, iri(DCAT.dataset), dataset))
    if publisher:
        agent = iri(f"{base}catalog#publisher")
        out += typed_node(agent, publisher, FOAF.Agent)
        out += [(agent, iri(FOAF.name), string(publisher))]
        out += [(node, iri(DCTERMS.publisher), agent) for node in (catalog, dataset)]
    for name, media_type in {**GRAPH_FILES, **TABLE_FILES}.items():
        for file in (name, f"{name}.gz"):
            if file in sizes:
                out += _distribution(dataset, base, file, media_type, sizes[file], sums[file])
    service = iri(f"{base}catalog#sparql")
    out += typed_node(service, "SPARQL endpoint", DCAT.DataService)
    out += [
        (catalog, iri(DCAT.service), service),
        (service, iri(DCTERMS.title), string("SPARQL endpoint")),
        (service, iri(DCAT.endpointURL), iri(f"{base}sparql")),
        (service, iri(DCAT.servesDataset), dataset),
    ]
    for leaderboard in collection.leaderboards:
        node = iri(iris("leaderboard", leaderboard.key))
        coverage = " ".join(leaderboard.coverage) or "Coverage not stated."
        out += [
            (catalog, iri(DCAT.dataset), node),
            (dataset, iri(DCTERMS.hasPart), node),
            (node, iri(RDF.type), iri(DCAT.Dataset)),
            (node, iri(RDFS.label), string(leaderboard.label)),
            (node, iri(DCTERMS.title), string(leaderboard.label)),
            (node, iri(DCTERMS.description), string(coverage)),
            (node, iri(PROV.wasDerivedFrom), iri(iris("source", leaderboard.source))),
        ]
        if leaderboard.modified:
            out.append((node, iri(DCTERMS.modified), date(leaderboard.modified)))
        if leaderboard.licence:
            out.append((node, iri(DCTERMS.license), iri_or_string(leaderboard.licence)))
    return _lines(out)


def _distribution(dataset: str, base: str, name: str, media_type: str, size: int, digest: str) -> list[Triple]:
    """One file of the build; of a gzip file the media type is that of its content."""
    file = iri(f"{base}catalog#{name.replace('.', '-')}")
    checksum = iri(f"{base}catalog#{name.replace('.', '-')}-sha256")
    url = iri(f"{base}download/{name}")
    out = typed_node(file, name, DCAT.Distribution) + typed_node(checksum, f"SHA-256 of {name}", SPDX.Checksum)
    out += [
        (dataset, iri(DCAT.distribution), file),
        (file, iri(DCTERMS.title), string(name)),
        (file, iri(DCAT.accessURL), url),
        (file, iri(DCAT.downloadURL), url),
        (file, iri(DCAT.mediaType), iri(_MEDIA_TYPES[media_type])),
        (file, iri(DCAT.byteSize), f'"{size}"^^<{XSD.nonNegativeInteger}>'),
        (file, iri(SPDX.checksum), checksum),
        (checksum, iri(SPDX.algorithm), iri(SPDX.checksumAlgorithm_sha256)),
        (checksum, iri(SPDX.checksumValue), f'"{digest}"^^<{XSD.hexBinary}>'),
        # DCAT-AP asks for the classes of what others define, too.
        (iri(SPDX.checksumAlgorithm_sha256), iri(RDF.type), iri(SPDX.ChecksumAlgorithm)),
        (iri(_MEDIA_TYPES[media_type]), iri(RDF.type), iri(DCTERMS.MediaType)),
    ]
    if name.endswith(".gz"):
        compression = iri(_MEDIA_TYPES["application/gzip"])
        out += [(file, iri(DCAT.compressFormat), compression), (compression, iri(RDF.type), iri(DCTERMS.MediaType))]
    return out


def _lines(triples: Sequence[Triple]) -> list[str]:
    return sorted({f"{subject} {predicate} {object_} .\n" for subject, predicate, object_ in triples})
