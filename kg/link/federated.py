"""Ready queries that join our graph with SPARQL endpoints of others, each with the ids of the papers at hand.

A file of ``ontology/federated`` names its endpoint, and holds one VALUES line with the ids of the
shipped papers: an engine that joins badly asks the endpoint for these few and not for everything,
and what stands within SERVICE can be pasted at the endpoint itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import QueryError
from kg.resources import ontology_folder

_VALUES = re.compile(r'(VALUES \?\w+ \{) (?:"[^"]*"(?:\^\^xsd:string)? ?)*\}')
_SERVICE = re.compile(r"  SERVICE <(?P<endpoint>[^>]+)> \{\n(?P<inner>.*?)\n  \}\n", re.DOTALL)

#: How each query's endpoint writes a DOI.
_FORMS = {
    "semopenalex-citations": '"https://doi.org/{doi}"^^xsd:string',
    "wikidata-scholarly": '"{upper}"',
    "opencitations-meta": '"{doi}"^^xsd:string',
}


@dataclass(frozen=True, slots=True)
class Federated:
    """One query: its text, with SERVICE, and the endpoint that it asks."""

    name: str
    title: str
    endpoint: str
    text: str

    def about(self, dois: Iterable[str]) -> Federated:
        """The query with the DOIs of other papers."""
        form = _FORMS[self.name]
        values = " ".join(sorted(form.format(doi=_safe(d), upper=_safe(d.upper())) for d in set(dois)))
        text = _VALUES.sub(lambda found: f"{found[1]} {values} }}", self.text)
        return replace(self, text=text)

    @property
    def there(self) -> str:
        """What can be pasted at the endpoint itself: the part within SERVICE, as a query of its own."""
        found = _SERVICE.search(self.text)
        if found is None:
            raise QueryError(f"{self.name}.rq has no SERVICE")
        prefixes = [line for line in self.text.split("\n") if line.startswith("PREFIX")]
        inner = "\n".join(line[2:] for line in found["inner"].split("\n"))
        used = [p for p in prefixes if re.search(rf"\b{p.split()[1]}", inner)]
        return "\n".join([*used, "", "SELECT * WHERE {", inner, "}", ""])


def _safe(doi: str) -> str:
    return doi.replace("\\", "\\\\").replace('"', '\\"')


def federated(folder: Path | None = None) -> dict[str, Federated]:
    """All queries by name."""
    found = {}
    for path in sorted((folder or ontology_folder() / "federated").glob("*.rq")):
        text = path.read_text(encoding="utf-8")
        told = dict(re.findall(r"^# (\w+): (.*)$", text, re.MULTILINE))
        found[path.stem] = Federated(path.stem, told["title"], told["endpoint"], text)
    return found
