"""The vocabulary with one fault each, for every rule over it; and its boundary cases, which are no faults."""

from __future__ import annotations

from rdflib import Graph, Literal, URIRef
from rdflib.term import Node

from kg.resources import ontology_folder, shapes_folder
from kg.terms import DCTERMS, LB, LB_NAMESPACE, OWL, RDF, RDFS, SKOS, XSD

ONTOLOGY = Graph().parse(ontology_folder() / "leaderboard.ttl")
STYLE = Graph().parse(shapes_folder() / "ontology-style.ttl")

Triple = tuple[Node, Node, Node]

PREFIX = URIRef("http://purl.org/vocab/vann/preferredNamespacePrefix")
HEAD = URIRef(LB_NAMESPACE.removesuffix("#"))


def said(subject: Node, predicate: Node) -> list[Triple]:
    """What the vocabulary says there."""
    found = [(subject, predicate, object_) for object_ in ONTOLOGY.objects(subject, predicate)]
    assert found, (subject, predicate)
    return found


def term(name: str, kind: Node, label: str) -> list[Triple]:
    """A whole new term."""
    node = URIRef(LB_NAMESPACE + name)
    return [
        (node, RDF.type, kind),
        (node, RDFS.label, Literal(label)),
        (node, SKOS.definition, Literal("A term that is made up.")),
        (node, SKOS.example, Literal("one")),
        (node, RDFS.isDefinedBy, HEAD),
    ]


def instead(subject: Node, predicate: Node, *texts: str) -> tuple[list[Triple], list[Triple]]:
    """Other texts than the vocabulary has."""
    return said(subject, predicate), [(subject, predicate, Literal(text)) for text in texts]


def also(subject: Node, predicate: Node, object_: Node) -> tuple[list[Triple], list[Triple]]:
    """One statement more."""
    return [], [(subject, predicate, object_)]


def without(subject: Node, predicate: Node) -> tuple[list[Triple], list[Triple]]:
    """What is said there is lost."""
    return said(subject, predicate), []


#: (rule, what is wrong) -> (removed, added); only that rule finds it.
SPOILT: dict[tuple[str, str], tuple[list[Triple], list[Triple]]] = {
    ("O1", "none"): without(LB.Result, RDFS.label),
    ("O1", "two"): also(LB.Result, RDFS.label, Literal("Score")),
    ("O1", "language"): (said(LB.Result, RDFS.label), [(LB.Result, RDFS.label, Literal("Result", lang="en"))]),
    ("O2", "of another term"): instead(LB.Task, RDFS.label, "Result"),
    ("O3", "none"): without(LB.value, SKOS.definition),
    ("O3", "no sentence"): instead(LB.value, SKOS.definition, "the value"),
    ("O3", "two sentences"): instead(LB.value, SKOS.definition, "One. Two."),
    ("O4", "none"): without(LB.Copied, SKOS.example),
    ("O5", "none"): without(LB.Copied, RDFS.isDefinedBy),
    ("O5", "two"): also(LB.Copied, RDFS.isDefinedBy, LB.Result),
    ("O6", "lower case"): ([], term("made", OWL.Class, "Made")),
    ("O6", "two capitals"): ([], term("URLMade", OWL.Class, "Made")),
    ("O7", "lower case"): instead(LB.Task, RDFS.label, "the task"),
    ("O8", "underscore"): ([], term("Has_made", OWL.ObjectProperty, "has made")),
    ("O9", "capital"): instead(LB.value, RDFS.label, "Value"),
    ("O10", "two"): also(LB.value, RDFS.domain, LB.Method),
    ("O11", "two"): also(LB.value, RDFS.range, XSD.string),
    ("O12", "no list"): also(LB.Copied, SKOS.inScheme, LB.Task),
    ("O13", "no class"): ([(LB.Copied, RDF.type, LB.ReproductionStatus)], []),
    ("O14", "no version"): without(HEAD, OWL.versionIRI),
    ("O14", "no date"): instead(HEAD, DCTERMS.created, "2026-11-30"),
    ("O14", "no number"): instead(HEAD, OWL.versionInfo, "0.1"),
    ("O14", "another prefix"): instead(HEAD, PREFIX, "board"),
}

#: Rule -> what lies on its boundary.
BOUNDARIES: dict[str, tuple[list[Triple], list[Triple]]] = {
    "O1": ([], term("One", OWL.Class, "One")),
    "O2": instead(LB.Task, RDFS.label, "Resulta"),
    "O3": instead(LB.value, SKOS.definition, "A."),
    "O4": also(LB.Copied, SKOS.example, Literal("another")),
    "O5": ([], term("madeTwice", OWL.DatatypeProperty, "made twice")),
    "O6": ([], term("Ab", OWL.Class, "Ab")),
    "O7": instead(LB.Task, RDFS.label, "Ta Sk"),
    "O8": ([], term("m", OWL.ObjectProperty, "m")),
    "O9": instead(LB.value, RDFS.label, "v"),
    "O10": ([], [*term("made", OWL.ObjectProperty, "made"), (URIRef(LB_NAMESPACE + "made"), RDFS.domain, LB.Method)]),
    "O11": ([], [*term("made", OWL.ObjectProperty, "made"), (URIRef(LB_NAMESPACE + "made"), RDFS.range, LB.Method)]),
    "O12": also(LB.Copied, SKOS.inScheme, LB.Direction),
    "O13": also(LB.Copied, SKOS.inScheme, LB.Direction),
    "O14": instead(HEAD, OWL.versionInfo, "10.0.99"),
}


def changed(removed: list[Triple], added: list[Triple]) -> Graph:
    """The vocabulary with a change."""
    graph = Graph()
    for triple in (set(ONTOLOGY) - set(removed)) | set(added):
        graph.add(triple)
    return graph
