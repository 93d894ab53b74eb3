"""What all stories are told with: the graph, what people wrote down, the pages, and common blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kg.explain.curated import Curated
from kg.explain.document import Block, Explanation, Fact, Link, Rows, Section, Value
from kg.explain.pages import Pages, split_place
from kg.iris import KINDS
from kg.review import Facts
from kg.terms import DCTERMS, FABIO, LB, PRISM, RDFS, SCHEMA

NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Teller:
    """The sources of every story."""

    facts: Facts
    curated: Curated
    pages: Pages

    def link(self, iri: str) -> Link:
        """A node by its label."""
        return Link(self.facts.label(iri), iri, self.facts.curie(iri))

    def links(self, iris: Iterable[str]) -> tuple[Link, ...]:
        """Nodes by their labels."""
        return tuple(self.link(iri) for iri in iris)

    def said(self, node: str, predicate: str) -> tuple[str | Link, ...]:
        """The values of a property: nodes of the data as links, terms of the ontology as words."""
        return tuple(self._value(text) for text in self.facts.objects(node, predicate))

    def _value(self, text: str) -> str | Link:
        if self.facts.kind_key(text)[0] in KINDS:
            return self.link(text)
        if text in self.curated.words:
            return self.curated.words[text][0]
        return text if text.startswith("http") and "/vocab/unit/" not in text else self.facts.curie(text)

    def unit(self, iri: str | None) -> str:
        """A unit by its short name, such as PERCENT."""
        if iri is None:
            return "unit not known"
        return iri.rpartition("/")[2] if not iri.startswith(self.facts.base) else self.facts.label(iri)

    def is_inferred(self, node: str, property: str) -> bool:
        """True when the graph marks a property of a node as filled in."""
        return str(property) in self.facts.objects(node, LB.inferred)

    def stated(self, node: str, property: str) -> Value:
        """The value of a property, or "not stated" where it was looked for in vain."""
        value = self.said(node, property)
        if not value:
            missing = str(property) in self.facts.objects(node, LB.notStated)
            return NOT_STATED if missing else "none recorded"
        marked = " (filled in, not printed)" if self.is_inferred(node, property) else ""
        if marked and len(value) == 1 and isinstance(value[0], str):
            return value[0] + marked
        return value if len(value) > 1 else value[0]

    def column(self, declaration: str) -> int | None:
        """The cell number of a declared column, from its cells."""
        cells = self.facts.cells(declaration)
        where = split_place(cells[0][0]) if cells else None
        return where[2] if where else None

    def column_guesses(self, declaration: str, leaderboard: str) -> list[dict[str, str]]:
        """What was filled in for a column, with evidence and certainty."""
        evidence = self.facts.one(declaration, LB.evidence)
        return self.curated.guesses(self.facts.kind_key(leaderboard)[1], self.column(declaration), evidence)

    def flags(self, *nodes: str) -> Section:
        """The flags and findings of some nodes."""
        rows: list[tuple[Value, ...]] = []
        flags = {flag: node for node in reversed(nodes) for flag in self.facts.objects(node, LB.flag)}
        for flag, node in sorted(flags.items()):
            rows.append(
                (
                    Link(self.curated.word(self.facts.one(flag, LB.flagKind)), flag, self.facts.curie(flag)),
                    self.curated.word(self.facts.one(flag, LB.severity)),
                    self.link(node),
                    self.facts.one(flag, LB.message) or "",
                    self.facts.one(flag, LB.found) or "",
                    self.facts.one(flag, LB.expected) or "",
                    self.facts.one(flag, LB.rule) or "",
                )
            )
        columns = (
            ("flag", "flag"),
            ("severity", "severity"),
            ("about", "about"),
            ("message", "message"),
            ("found", "found"),
            ("expected", "expected"),
            ("rule", "rule"),
        )
        about = {*nodes, *flags}
        found = tuple(
            (
                Link(self.facts.curie(iri), iri, self.facts.curie(iri)),
                self.facts.finding(iri)["severity"],
                self.facts.finding(iri)["message"],
            )
            for iri in self.facts.findings
            if self.facts.finding(iri)["node"] in about
        )
        heads = (("finding", "finding"), ("severity", "severity"), ("message", "message"))
        below = ("about", "message", "found", "expected", "rule")
        blocks = (Rows("flags", columns, tuple(rows), below, "No flag."), Rows("findings", heads, found, ("message",)))
        return Section("flags", "Flags and findings", blocks)

    def papers(self, papers: Iterable[tuple[str, str | None]]) -> Section:
        """Papers with what they are here: (role, IRI)."""
        rows: list[tuple[Value, ...]] = []
        for role, iri in papers:
            if iri is None or any(row[0] == role and row[1] == self.link(iri) for row in rows):
                continue
            ids = [
                f"{name} {text}"
                for name, predicate in (("arXiv", FABIO.hasArXivId), ("DOI", PRISM.doi), ("id", DCTERMS.identifier))
                for text in self.facts.objects(iri, predicate)
            ]
            rows.append((role, self.link(iri), ", ".join(ids) or self.facts.one(iri, SCHEMA.url) or "no identifier"))
        columns = (("role", "what it is here"), ("paper", "paper"), ("identifiers", "identifiers"))
        return Section("papers", "Papers", (Rows("papers", columns, tuple(rows), empty="None recorded."),))

    def coverage(self, leaderboard: str) -> Section:
        """Where the leaderboard comes from and what it says of its own coverage."""
        facts = self.facts
        source = facts.one(leaderboard, DCTERMS.source) or ""
        loaded, stated = facts.one(leaderboard, LB.resultsLoaded), facts.one(leaderboard, LB.resultsStated)
        boards = facts.version.report.get("leaderboards", [])
        report = next((b for b in boards if b["leaderboard"] == facts.kind_key(leaderboard)[1]), None)
        statements = facts.objects(leaderboard, LB.coverageStatement)
        blocks: list[Block] = [
            Fact("leaderboard", "leaderboard", self.link(leaderboard)),
            Fact("source", "source", self.link(source)),
            Fact("url", "address", facts.one(source, SCHEMA.url) or "not recorded"),
            Fact("updated", "page updated", facts.one(leaderboard, DCTERMS.modified) or "date not recorded"),
            Fact("retrieved", "retrieved", facts.one(source, LB.retrieved) or "date not recorded"),
            Fact("licence", "licence", facts.one(leaderboard, DCTERMS.license) or NOT_STATED),
            Fact("sha256", "SHA-256 of the page", facts.one(source, LB.sha256) or "not recorded"),
            Fact("coverage", "coverage, verbatim", tuple(statements) or "coverage not stated"),
        ]
        printed = f"{loaded or '?'} of {stated or '?'}, as the page says" if loaded or stated else None
        blocks.append(Fact("loaded", "results loaded", printed))
        if report:
            counts = f"{report['results']} results, {report['missing']} missing marks, {report['rejected']} rejected"
            blocks.append(Fact("cells", "value cells here", f"{report['cells']} = {counts}"))
        return Section("coverage", "Source and coverage", tuple(blocks))

    def story(self, iri: str, kind: str, summary: str, sections: Iterable[Section]) -> Explanation:
        """An explanation of a node."""
        label = self.facts.one(iri, RDFS.label) or self.facts.curie(iri)
        return Explanation(iri, self.facts.curie(iri), kind, label, summary, tuple(sections))
