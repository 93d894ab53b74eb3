"""Names in a JSON-LD text that its context maps to nothing: parsers drop them, and all that stands under them.

That is how JSON-LD is meant (a context may leave a name out by mapping it to null), so that no parser says a word;
a misspelt name is lost the same way. Rules for names: JSON-LD 1.1, sections 4.1.2 (IRI expansion) and 9.15 (contexts).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.checking.entries import ROW, Files
from kg.iris import digest
from kg.read.text import decode
from kg.registry.near import near_names
from kg.terms import LBSH
from kg.validation import Finding

#: Larger texts are not looked at, in bytes: all of one is held at once.
LARGEST = 64 * 2**20

#: How like a term a name must be to be told as a slip for it.
_ALIKE = 0.75

#: Where the names of an object are no properties but what its members are found by.
_MAPS = {"@index", "@language", "@id", "@type", "@graph"}


@dataclass(frozen=True, slots=True)
class _Names:
    """What contexts say of names: what each is mapped to, and whether all others are of one vocabulary."""

    terms: Mapping[str, Any] = field(default_factory=dict)
    has_vocabulary: bool = False

    def with_context(self, context: Any) -> _Names:
        """The names under a further context: an object, null (which forgets all), or a list of both."""
        if isinstance(context, list):
            found = self
            for one in context:
                found = found.with_context(one)
            return found
        if not isinstance(context, dict):
            return _Names()
        terms = {**self.terms, **{name: said for name, said in context.items() if not name.startswith("@")}}
        has_vocabulary = context["@vocab"] is not None if "@vocab" in context else self.has_vocabulary
        for said in context.values():  # the context of one term or type: what it knows is taken as known everywhere
            if isinstance(said, dict) and "@context" in said:
                inner = _Names().with_context(said["@context"])
                terms, has_vocabulary = {**inner.terms, **terms}, has_vocabulary or inner.has_vocabulary
        return _Names(terms, has_vocabulary)

    def drop(self, name: str) -> bool:
        """True for a name that is no keyword, no term and no IRI; one that is mapped to null is left out on purpose."""
        return not (name in self.terms or self.has_vocabulary or ":" in name or name.startswith("@"))

    def says(self, name: str, key: str) -> frozenset[str]:
        """What the definition of a term has under a keyword (a word or a list of them)."""
        said = self.terms.get(name)
        value = said.get(key) if isinstance(said, dict) else None
        return frozenset([value] if isinstance(value, str) else value if isinstance(value, list) else ())


def dropped_names(file: Path) -> Iterator[Finding]:
    """A finding for each name of a JSON-LD file that is dropped, at the lines in which it stands.

    The file was parsed before. None for a file without a context, and for one that is larger than :data:`LARGEST`.
    """
    if file.suffix != ".jsonld" or file.stat().st_size > LARGEST:
        return
    try:
        root = json.loads(decode(file.read_bytes(), file.as_posix()))
        dropped = list(_dropped(root, _Names(), within=False))
    except RecursionError:
        return  # nested more deeply than any description of results
    counts = Counter(name for name, _ in dropped)
    known = {term for _, names in dropped for term in names.terms}
    if counts:
        lines = Files().lines(file)
        for name, count in sorted(counts.items()):
            yield _finding(file.name, name, _lines_of(name, count, lines), near_names(name, known, _ALIKE, most=1))


def _dropped(node: Any, names: _Names, *, within: bool) -> Iterator[tuple[str, _Names]]:
    """The names that are dropped, each with what is known where it stands; ``within`` the reach of a context."""
    if isinstance(node, list):
        for one in node:
            yield from _dropped(one, names, within=within)
    if not isinstance(node, dict):
        return
    if "@context" in node:
        names, within = names.with_context(node["@context"]), True
    for name, value in node.items():
        is_value = "@value" in (name, names.terms.get(name)) or names.says(name, "@type") == {"@json"}
        if is_value or name == "@context":
            continue
        if names.drop(name):
            if within:
                yield name, names
            continue  # what stands under it is lost with it
        is_map = names.says(name, "@container") & _MAPS and isinstance(value, dict)
        for one in value.values() if is_map else (value,):
            yield from _dropped(one, names, within=within)


def _lines_of(name: str, count: int, lines: Iterable[str]) -> list[int]:
    """The lines in which a name stands before its value; none where some of these are not the ones dropped."""
    written = re.compile(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*(:|$)")
    found = [number for number, line in enumerate(lines, 1) for _ in written.finditer(line)]
    return list(dict.fromkeys(found)) if len(found) == count else []


def _finding(file: str, name: str, lines: list[int], near: list[str]) -> Finding:
    """A misspelt term is a violation; JSON-LD allows other names, which are dropped by its rules: a warning."""
    shape = str(LBSH.Vocabulary)
    must, told = ("MUST", f"; {near[0]} is near") if near else ("SHOULD", "")
    places = tuple(f"{file}:{line}" for line in lines) or (file,)
    remedy = f"write {near[0]}, if that is meant; else map" if near else "correct the name, or map"
    return Finding(
        key=digest("finding", file, shape, name),
        rule="R0.8",
        severity="Violation" if near else "Warning",
        shape=shape,
        focus=f"{ROW}{places[0]}",
        path="",
        value=name,
        component=shape,
        message=f"R0.8 A name in JSON-LD {must} be one that its @context maps: {name!r} is none, and what stands "
        f"under it is dropped{told}.",
        places=places,
        printed=(name,) * len(places),
        remedy=f"{remedy} it in the @context (to null, where it is to be left out).",
        found=name,
        expected=near[0] if near else "a name that the @context maps",
    )
