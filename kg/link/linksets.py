"""VoID: which catalogues the papers are linked to, by which predicates, how often."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from kg.graph.syntax import integer, iri, string, typed_node
from kg.link.graph import PREDICATES
from kg.terms import DCTERMS, IDENTIFIER_PREFIXES, VOID

#: What the catalogues are called, by CURIE prefix.
TARGETS = {
    "doi": "DOI",
    "arxiv": "arXiv",
    "openalex": "OpenAlex",
    "semopenalex": "SemOpenAlex",
    "pubmed": "PubMed",
    "pmc": "PubMed Central",
    "s2": "Semantic Scholar",
    "s2.paper": "Semantic Scholar (paper ids)",
    "dblp": "DBLP",
    "hf.paper": "Hugging Face Papers",
    "orkg": "Open Research Knowledge Graph",
    "wikidata": "Wikidata",
    "omid": "OpenCitations Meta",
}
_LINE = re.compile(r"<([^>]*)> <([^>]*)> <([^>]*)> \.\n")


def linkset_lines(triples: Iterable[str], base: str) -> list[str]:
    """One linkset a catalogue, with a subset for each predicate, as N-Triples lines.

    Every number is counted from ``triples``: a link is a triple of one of our predicates between a
    paper and an IRI of the catalogue.
    """
    papers = f"{base}paper/"
    predicates = {str(predicate) for predicate in PREDICATES.values()}
    counts: Counter[tuple[str, str]] = Counter()
    for line in triples:
        found = _LINE.fullmatch(line)
        if found is None or found[2] not in predicates:
            continue
        ours, other = (found[1], found[3]) if found[1].startswith(papers) else (found[3], found[1])
        target = _target(other)
        if ours.startswith(papers) and target:
            counts[target, found[2]] += 1
    dataset = iri(f"{base}void#dataset")
    out = []
    for target in sorted({target for target, _ in counts}):
        name = target.replace(".", "-")
        node, catalogue = iri(f"{base}void#links-{name}"), iri(f"{base}void#target-{name}")
        of_target = {predicate: n for (t, predicate), n in sorted(counts.items()) if t == target}
        out += typed_node(catalogue, TARGETS[target], VOID.Dataset)
        out += typed_node(node, f"Links of papers to {TARGETS[target]}", VOID.Linkset)
        out += [
            (catalogue, iri(VOID.uriSpace), string(IDENTIFIER_PREFIXES[target])),
            (dataset, iri(VOID.subset), node),
            (node, iri(DCTERMS.title), string(f"Links of papers to {TARGETS[target]}")),
            (node, iri(VOID.target), dataset),
            (node, iri(VOID.target), catalogue),
            (node, iri(VOID.triples), integer(sum(of_target.values()))),
        ]
        for predicate, count in of_target.items():
            local = re.split(r"[/#]", predicate)[-1]
            part = iri(f"{base}void#links-{name}-{local}")
            out += typed_node(part, f"Links of papers to {TARGETS[target]} by {local}", VOID.Linkset)
            out += [
                (node, iri(VOID.subset), part),
                (part, iri(VOID.linkPredicate), iri(predicate)),
                (part, iri(VOID.target), dataset),
                (part, iri(VOID.target), catalogue),
                (part, iri(VOID.triples), integer(count)),
            ]
    return sorted({f"{s} {p} {o} .\n" for s, p, o in out})


def _target(other: str) -> str | None:
    """The catalogue of an IRI: the longest namespace that it begins with."""
    fitting = [(len(space), prefix) for prefix, space in IDENTIFIER_PREFIXES.items() if other.startswith(space)]
    prefix = max(fitting)[1] if fitting else None
    return prefix if prefix in TARGETS else None
