"""What no shape can state: that there is something to check, and that every term is of the vocabulary.

That values follow from their cells, and keys from their content, is worked out in :mod:`.agreement`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from rdflib import Graph, URIRef
from rdflib.term import Node

from kg.registry.near import near_names
from kg.terms import LB, LB_NAMESPACE, LBSH, SH, VOID
from kg.validation.agreement import Disagreement, keys_and_content, values_and_cells
from kg.validation.fast import terms
from kg.validation.fast.table import Ids, Table
from kg.validation.places import Places
from kg.validation.report import Finding, curie, finding_key
from kg.validation.shapes import TARGETS

#: Classes without which a graph is no leaderboard graph: finding none of them is a finding.
EXPECTED = (
    LB.Result,
    LB.Leaderboard,
    LB.MetricDeclaration,
    LB.Metric,
    LB.Benchmark,
    LB.BenchmarkFamily,
    LB.Dataset,
    LB.Task,
    LB.Method,
    LB.Source,
    LB.ComparisonGroup,
)


def own_findings(table: Table, shapes: Graph, places: Places) -> Iterator[Finding]:
    """The findings of the four rules that are no shapes; one of them is advice."""
    yield from _empty(table, shapes)
    yield from _unknown_terms(table, places)
    for one in keys_and_content(table):
        yield _disagreeing(
            one,
            places,
            "R0.22",
            LBSH.KeyOfContent,
            f"A node MUST say what its key is made of: the key is {one.found}, {curie(one.path)} gives {one.expected}.",
            "correct what the node says; where the node is another thing, give it the key of its own content.",
        )
    if (None, LBSH.profile, LBSH.advice) not in shapes:
        return
    for one in values_and_cells(table):
        yield _disagreeing(
            one,
            places,
            "A11",
            LBSH.ValueOfCell,
            f"A value SHOULD be the printed digits times the scale of its column: the value is {one.found}, the cell "
            f"gives {one.expected}.",
            "correct the value, the printed text, or lb:scale of the column.",
        )


def _disagreeing(one: Disagreement, places: Places, rule: str, shape: URIRef, message: str, remedy: str) -> Finding:
    cells = places.of(one.focus, one.path)
    value = terms.lexical(one.value) if one.value else ""
    told = _own_finding(
        rule,
        shape,
        one.focus,
        message,
        remedy,
        tuple(place for place, _ in cells),
        tuple(text for _, text in cells),
        found=one.found,
        expected=one.expected,
    )
    severity = "Warning" if rule.startswith("A") else told.severity
    return replace(
        told, severity=severity, path=curie(one.path), value=value, path_iri=one.path, label=places.label(one.focus)
    )


def focus_counts(table: Table, shapes: Graph) -> Mapping[str, int]:
    """How many nodes each shape with property shapes looks at."""
    counts = {}
    for shape in set(shapes.subjects(SH.property, None)):
        classes = [_members(table, class_) for class_ in shapes.objects(shape, SH.targetClass)]
        counts[str(shape)] = len(np.unique(np.concatenate(classes))) if classes else 0
    return MappingProxyType(dict(sorted(counts.items())))


def _members(table: Table, class_: Node) -> Ids:
    return table.relation(terms.TYPE).inverse.follow(table.find(terms.of_node(class_)))[1]


def _empty(table: Table, shapes: Graph) -> Iterator[Finding]:
    """Findings for shapes that had nothing to look at: a check of nothing is no pass."""
    if not any((None, target, None) in shapes for target in TARGETS):
        yield _own_finding(
            "R0.9",
            LBSH.FocusNodes,
            LBSH.FocusNodes,
            "The shapes MUST have at least one target: 0 focus nodes for any shape.",
            "check what was given as shapes.",
            found="no target",
            expected="at least one target",
        )
    targeted = set(shapes.objects(None, SH.targetClass))
    lacking = [class_ for class_ in EXPECTED if class_ in targeted and not len(_members(table, class_))]
    written = _near_classes(table, lacking) if lacking else {}
    for class_ in lacking:
        none = no_node_of(class_, "data", "whether the data were read at all")
        yield _for_another(none, curie(class_), written[class_]) if class_ in written else none


def _near_classes(table: Table, lacking: Iterable[URIRef]) -> dict[URIRef, str]:
    """The class of the data, by IRI, that may have been meant for each class that they lack.

    Local names are compared, whatever the namespace; classes of a vocabulary with a prefix here are what they say.
    """
    texts = [table.texts[number] for number in set(table.relation(terms.TYPE).objects.tolist())]
    others = [text[1:-1] for text in sorted(texts) if text.startswith("<") and not _is_known(text)]
    meant = {class_[len(LB_NAMESPACE) :]: class_ for class_ in lacking}
    near = ((near_names(_local(other), meant, most=1), other) for other in others)
    return {meant[names[0]]: other for names, other in near if names}


def _is_known(text: str) -> bool:
    """A term that is ours, or of a vocabulary that is not ours but has a prefix."""
    if text.startswith(f"<{LB_NAMESPACE}"):
        return not _is_unknown(text)
    return text[1:-1] != curie(text[1:-1])


def _local(iri: str) -> str:
    """The last part of an IRI."""
    return re.split(r"[/#:]", iri)[-1]


def _for_another(none: Finding, class_: str, other: str) -> Finding:
    """That a class is missing, where another one stands in its place: what to mend is that one."""
    name = curie(other)
    return replace(
        none,
        message=f"{none.message.removesuffix('.')}; it follows from {name}, no class of the vocabulary, "
        f"if that stands for {class_}.",
        remedy=f"write {class_} where the class {name} stands, if that is meant.",
        value=other,
        found=name,
    )


def no_node_of(class_: URIRef, what: str, check: str) -> Finding:
    """The finding that data or a file (``what``) have no node of a class that they must have."""
    return _own_finding(
        "R0.9",
        LBSH.FocusNodes,
        class_,
        f"The {what} MUST have at least one {curie(class_)}: 0 focus nodes for its shapes.",
        f"check the IRI of the class in the {what}, and {check}.",
        found="none",
        expected=f"at least one {curie(class_)}",
    )


def _unknown_terms(table: Table, places: Places) -> Iterator[Finding]:
    """Findings for lb: terms that the vocabulary does not have, one for each term."""
    for term, users in sorted(_users_of_unknown_terms(table).items()):
        subjects = [table.node(number) for number in users]
        cells = sorted({cell for subject in subjects for cell in places.of(subject)})
        yield _own_finding(
            "R0.8",
            LBSH.Vocabulary,
            term,
            f"Terms of the lb: namespace MUST be terms of the vocabulary: {curie(term)}, used by {len(subjects)} "
            "node(s), is none.",
            "correct the spelling of the term" + _near(term) + ".",
            tuple(place for place, _ in cells),
            tuple(text for _, text in cells),
            found=curie(term),
            expected=curie(near) if (near := _near_term(term)) else "a term of the vocabulary",
        )


def _users_of_unknown_terms(table: Table) -> dict[URIRef, set[int]]:
    """The subjects of triples with an unknown lb: term, by the term."""
    users: dict[URIRef, set[int]] = {}
    start = f"<{LB_NAMESPACE}"
    unknown = {number for number, text in enumerate(table.texts) if text.startswith(start) and _is_unknown(text)}
    objects = np.array(sorted(unknown), np.int32)
    for predicate in table.predicates:
        if predicate == terms.of_node(VOID.vocabulary):
            continue  # names the vocabulary itself
        relation = table.relation(predicate)
        if predicate.startswith(start) and _is_unknown(predicate):
            users.setdefault(URIRef(predicate[1:-1]), set()).update(relation.subjects.tolist())
        if unknown:
            found = np.isin(relation.objects, objects)
            for subject, object_ in zip(
                relation.subjects[found].tolist(), relation.objects[found].tolist(), strict=True
            ):
                users.setdefault(URIRef(table.texts[object_][1:-1]), set()).add(subject)
    return users


def _is_unknown(text: str) -> bool:
    name = text[len(LB_NAMESPACE) + 1 : -1]
    return name not in LB.__annotations__ or name.startswith("_")


def _near(term: URIRef) -> str:
    """The term that was meant, where one is near."""
    near = _near_term(term)
    return f"; {curie(near)} is near" if near else ""


def _near_term(term: URIRef) -> URIRef | None:
    near = near_names(term[len(LB_NAMESPACE) :], LB.__annotations__, most=1)
    return LB[near[0]] if near else None


def _own_finding(
    rule: str,
    shape: URIRef,
    focus: URIRef,
    message: str,
    remedy: str,
    places: tuple[str, ...] = (),
    printed: tuple[str, ...] = (),
    *,
    found: str,
    expected: str,
) -> Finding:
    return Finding(
        key=finding_key(focus, "", shape, shape, ""),
        rule=rule,
        severity="Violation",
        shape=str(shape),
        focus=str(focus),
        path="",
        value="",
        component=str(shape),
        message=f"{rule} {message}",
        places=places,
        printed=printed,
        remedy=remedy,
        found=found,
        expected=expected,
    )
