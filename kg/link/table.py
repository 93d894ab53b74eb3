"""Links as SSSOM tables: one row a link, with all that is known of how it was found.

Three tables share the columns: links, candidates that wait for a person, and decisions of persons
(with three columns more). Slots that SSSOM does not have are declared in the header as extensions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from pathlib import Path

from kg.errors import LinkError, RegistryError
from kg.link.matching import Justification, Match, Predicate
from kg.link.services.base import Service
from kg.normalise.identifiers import Identifier, Rejected, identify
from kg.registry.tables import Row, read_lines, read_rows
from kg.terms import DATA_BASE, DCTERMS, IDENTIFIER_PREFIXES, OWL, SEMAPV, SKOS, XSD


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """One row. The edition is the subject of ``dcterms:isVersionOf``, the paper that of all others."""

    subject_id: str
    subject_label: str
    predicate_id: str
    object_id: str
    object_label: str
    mapping_justification: str
    confidence: str
    mapping_date: str
    mapping_provider: str
    comment: str
    rule: str
    service: str
    asked: str
    query: str
    answered: str
    answer_sha256: str

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return (self.object_id if self.predicate_id == Predicate.VERSION else self.subject_id).removeprefix("paper:")

    @property
    def other(self) -> str:
        """The CURIE of what the paper is linked to."""
        return self.subject_id if self.predicate_id == Predicate.VERSION else self.object_id

    @property
    def identifier(self) -> Identifier:
        """What the paper is linked to."""
        found = identify(self.other)
        if isinstance(found, Rejected):
            raise LinkError(f"{self.other!r} in a table of links: {found.reason}")
        return found

    @property
    def pair(self) -> tuple[str, str]:
        """Paper and what it is linked to: what a person decides on."""
        return self.paper, self.other

    @property
    def order(self) -> tuple[str, ...]:
        """By paper, then by what it is linked to, then by who says so."""
        return (self.paper, self.other, self.service, self.predicate_id, self.asked)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a link or a candidate: the row as it was, and whether it holds."""

    link: Link
    decision: str
    decided: str
    was: str
    says: str

    @property
    def accepted(self) -> Link:
        """The link as it holds once a person has confirmed it."""
        return replace(
            saying(self.link, Predicate(self.says)),
            mapping_justification=Justification.CURATED.value,
            comment=f"accepted by a person on {self.decided}: {self.link.comment}",
        )


def saying(link: Link, predicate: Predicate) -> Link:
    """The link with another predicate; the edition is then on its right side."""
    paper = (f"paper:{link.paper}", _label_of(link, is_paper=True))
    other = (link.other, _label_of(link, is_paper=False))
    subject, object_ = (other, paper) if predicate is Predicate.VERSION else (paper, other)
    return replace(
        link,
        subject_id=subject[0],
        subject_label=subject[1],
        predicate_id=predicate.value,
        object_id=object_[0],
        object_label=object_[1],
    )


def _label_of(link: Link, *, is_paper: bool) -> str:
    subject_is_paper = link.predicate_id != Predicate.VERSION
    return link.subject_label if subject_is_paper is is_paper else link.object_label


COLUMNS = tuple(field.name for field in fields(Link))
_DECISION_COLUMNS = (*COLUMNS, "decision", "decided", "was", "says")

#: Slots of our own: property and type.
_EXTENSIONS = {
    "rule": ("kg:rule", "xsd:integer"),
    "service": ("kg:service", "xsd:string"),
    "asked": ("kg:asked", "xsd:string"),
    "query": ("kg:query", "xsd:string"),
    "answered": ("kg:answered", "xsd:dateTime"),
    "answer_sha256": ("kg:answerSha256", "xsd:string"),
}
_DECISION_EXTENSIONS = {
    "decision": ("kg:decision", "xsd:string"),
    "decided": ("kg:decided", "xsd:date"),
    "was": ("kg:was", "xsd:string"),
    "says": ("kg:says", "xsd:string"),
}
_NAMESPACES = {
    **IDENTIFIER_PREFIXES,
    "dcterms": str(DCTERMS),
    "kg": f"{DATA_BASE}mapping/links#",
    "owl": str(OWL),
    "paper": f"{DATA_BASE}paper/",
    "semapv": str(SEMAPV),
    "skos": str(SKOS),
    "xsd": str(XSD),
}
_LICENCE = "https://www.apache.org/licenses/LICENSE-2.0"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a match comes from: what was asked, the question itself, when it was answered and with what."""

    asked: str
    query: str
    answered: str
    sha256: str


def link_of(match: Match, paper_label: str, service: Service, evidence: Evidence) -> Link:
    """The row of a match."""
    ours, theirs = (f"paper:{match.work}", paper_label), (match.object.curie, match.label)
    subject, object_ = (theirs, ours) if match.predicate is Predicate.VERSION else (ours, theirs)
    return Link(
        subject_id=subject[0],
        subject_label=_cell(subject[1]),
        predicate_id=match.predicate.value,
        object_id=object_[0],
        object_label=_cell(object_[1]),
        mapping_justification=match.justification.value,
        confidence=match.confidence,
        mapping_date=evidence.answered[:10],
        mapping_provider=service.homepage,
        comment=_cell(match.reason),
        rule=str(match.rule),
        service=service.name,
        asked=evidence.asked,
        query=evidence.query,
        answered=evidence.answered,
        answer_sha256=evidence.sha256,
    )


def _cell(text: str) -> str:
    """A text as a cell can hold it: no tabs, no control characters, single blanks."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split())


def read_links(path: Path) -> list[Link]:
    """The rows of a table; a table that is not there has none. Raises LinkError for a broken one."""
    return [_link(row) for row in _rows(path, COLUMNS)]


def read_decisions(path: Path) -> list[Decision]:
    """The decisions of persons."""
    found = []
    for row in _rows(path, _DECISION_COLUMNS):
        if row.cells["decision"] not in ("accept", "reject") or row.cells["was"] not in ("link", "candidate"):
            raise LinkError(f"{row.place}: a decision is accept or reject, of what was a link or a candidate")
        says = row.cells["says"]
        if (says not in list(Predicate)) is (row.cells["decision"] == "accept"):
            raise LinkError(f"{row.place}: column 'says': what is accepted says one of {', '.join(Predicate)}")
        found.append(Decision(_link(row), row.cells["decision"], row.cells["decided"], row.cells["was"], says))
    return found


def _rows(path: Path, columns: tuple[str, ...]) -> list[Row]:
    if not path.is_file():
        return []
    try:
        lines = read_lines(path)
        count = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
        if count == len(lines) or tuple(lines[count].split("\t")) != columns:
            raise LinkError(f"{path.name}:{count + 1}: the columns must be {', '.join(columns)}")
        return read_rows(path.name, lines[count], lines[count + 1 :], first=count + 2)
    except RegistryError as error:
        raise LinkError(str(error)) from error


def _link(row: Row) -> Link:
    link = Link(**{name: row.cells[name] for name in COLUMNS})
    if link.predicate_id not in list(Predicate):
        raise LinkError(f"{row.place}: column 'predicate_id': {link.predicate_id!r}; use one of {', '.join(Predicate)}")
    paper = link.object_id if link.predicate_id == Predicate.VERSION else link.subject_id
    if not re.fullmatch(r"paper:[a-z0-9-]+", paper):
        raise LinkError(f"{row.place}: {paper!r} is no paper; the edition is the subject of dcterms:isVersionOf")
    found = identify(link.other)
    if isinstance(found, Rejected):
        raise LinkError(f"{row.place}: {link.other!r}: {found.reason}")
    if link.mapping_justification not in list(Justification):
        raise LinkError(f"{row.place}: column 'mapping_justification': {link.mapping_justification!r} is unknown")
    if not re.fullmatch(r"0(?:\.\d+)?|1(?:\.0+)?", link.confidence):
        raise LinkError(f"{row.place}: column 'confidence': {link.confidence!r} is not between 0 and 1")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?", link.answered):
        raise LinkError(f"{row.place}: column 'answered': {link.answered!r} is no date or time in UTC")
    return link


def links_text(links: Iterable[Link], what: str = "links") -> bytes:
    """A table of links or candidates, rows in order, each once."""
    rows = sorted(set(links), key=lambda link: (link.order, link))
    return _text(what, COLUMNS, _EXTENSIONS, ["\t".join(getattr(link, n) for n in COLUMNS) for link in rows])


def decisions_text(decisions: Iterable[Decision]) -> bytes:
    """The table of decisions."""
    lines = [
        "\t".join([*(getattr(d.link, n) for n in COLUMNS), d.decision, d.decided, d.was, d.says])
        for d in sorted(decisions, key=lambda d: d.link.order)
    ]
    return _text("link-decisions", _DECISION_COLUMNS, {**_EXTENSIONS, **_DECISION_EXTENSIONS}, lines)


_ABOUT = {
    "links": ("Links of papers", "Which records of other catalogues are a paper of ours, and how that was found."),
    "link-candidates": (
        "Candidates for links",
        "What may be a paper of ours; a person decides. None of it is asserted.",
    ),
    "link-decisions": ("Decisions on links", "What persons accepted and rejected; rejected rows hold what is not so."),
}


def _text(what: str, columns: tuple[str, ...], extensions: dict[str, tuple[str, str]], rows: list[str]) -> bytes:
    title, about = _ABOUT[what]
    used = {c.partition(":")[0] for row in rows for c in row.split("\t")}
    always = {"dcterms", "kg", "owl", "paper", "semapv", "skos", "xsd"}
    header = [
        f"mapping_set_id: {DATA_BASE}mapping/{what}",
        f"mapping_set_title: {title}",
        f"mapping_set_description: {about}",
        f"license: {_LICENCE}",
        "curie_map:",
        *(f"  {p}: {iri}" for p, iri in sorted(_NAMESPACES.items()) if p in used | always),
        "extension_definitions:",
    ]
    for slot, (property_, hint) in extensions.items():
        header += [f"  - slot_name: {slot}", f"    property: {property_}", f"    type_hint: {hint}"]
    return ("\n".join([*(f"#{line}" for line in header), "\t".join(columns), *rows]) + "\n").encode()
