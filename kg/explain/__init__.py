"""Why a version says what it says of one thing.

>>> from kg.explain import explain
>>> explain(Version("build"), "method/gpt-5").to_text()  # doctest: +SKIP

A name is an IRI, a CURIE, a path ("result/69b1…", "/method/gpt-5.html"), a place of a page
("med-cmr/page.txt:23:10") or a finding of the check. All that is told comes from the files of the
version: its graph, its build report, its SHACL report, its ontology, its copies of the pages and of
the registry. Where the copies were taken away, less is told, and the story says so.
"""

from __future__ import annotations

from collections.abc import Callable

from kg.explain.curated import Curated
from kg.explain.document import Block, Excerpt, Explanation, Fact, Link, Rows, Section, Sentence
from kg.explain.findings import explain_finding, explain_place
from kg.explain.groups import explain_group
from kg.explain.methods import explain_method
from kg.explain.names import find, suggestions
from kg.explain.pages import Pages
from kg.explain.results import explain_result
from kg.explain.teller import Teller
from kg.explain.things import (
    explain_benchmark,
    explain_declaration,
    explain_flag,
    explain_leaderboard,
    explain_metric,
    explain_term,
    explain_thing,
)
from kg.review import Facts
from kg.store import Version

__all__ = [
    "Block",
    "Excerpt",
    "Explainer",
    "Explanation",
    "Fact",
    "Link",
    "Rows",
    "Section",
    "Sentence",
    "explain",
]

_STORIES: dict[str, Callable[[Teller, str], Explanation]] = {
    "benchmark": explain_benchmark,
    "declaration": explain_declaration,
    "finding": explain_finding,
    "flag": explain_flag,
    "group": explain_group,
    "leaderboard": explain_leaderboard,
    "method": explain_method,
    "metric": explain_metric,
    "place": explain_place,
    "result": explain_result,
    "term": explain_term,
}


class Explainer:
    """Explains any number of things of one version."""

    def __init__(self, version: Version) -> None:
        facts = Facts(version)
        self._teller = Teller(facts, Curated(facts), Pages(facts))

    @property
    def facts(self) -> Facts:
        """What the stories are told from."""
        return self._teller.facts

    def explain(self, name: str) -> Explanation:
        """The story of one thing; raises KgError with suggestions where nothing has that name."""
        found = find(self._teller, name)
        story = _STORIES.get(found.kind)
        return story(self._teller, found.iri) if story else explain_thing(self._teller, found.iri, found.kind)

    def suggestions(self, name: str, most: int = 5) -> list[str]:
        """CURIEs of things whose name is near to one that means nothing."""
        return suggestions(self._teller, name, most)


def explain(version: Version, name: str) -> Explanation:
    """Why a version says what it says of one thing; see :class:`Explainer`."""
    return Explainer(version).explain(name)
