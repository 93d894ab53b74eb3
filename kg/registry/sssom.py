"""A small reader and writer of SSSOM tables: which printed spelling means which method.

SSSOM is a tab-separated table under a YAML header in ``#`` lines (https://mapping-commons.github.io/sssom/).
All cells stay text: a confidence of 0.90 is written back as 0.90, a method called NA is a name.
Reading and writing a file gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, fields
from pathlib import Path

from kg.errors import Place, RegistryError
from kg.registry.tables import Row, read_lines, read_rows

#: Columns that every mapping of a literal must have.
REQUIRED = ("subject_label", "subject_type", "predicate_id", "object_id", "mapping_justification")

#: Keys that the header must have.
REQUIRED_HEADER = ("curie_map", "license", "mapping_set_id")

_PREDICATES = ("skos:exactMatch", "skos:closeMatch", "skos:broadMatch", "skos:narrowMatch", "skos:relatedMatch")
_CURIE = re.compile(r"(?P<prefix>[A-Za-z][\w.-]*):(?P<rest>\S+)")


@dataclass(frozen=True, slots=True)
class Mapping:
    """One row: the field names are SSSOM's; ``line`` is where it stands (None: not in a file yet)."""

    subject_label: str
    subject_type: str
    predicate_id: str
    predicate_modifier: str
    object_id: str
    object_label: str
    mapping_justification: str
    confidence: str
    source: str
    comment: str
    line: int | None = None

    @property
    def merges(self) -> bool:
        """True when the row says that the spelling is a name of the method."""
        return self.predicate_id == "skos:exactMatch" and not self.predicate_modifier

    @property
    def object_key(self) -> str:
        """The object's key, its CURIE without the prefix."""
        return self.object_id.partition(":")[2]


#: The columns that we write, in this order.
COLUMNS = tuple(field.name for field in fields(Mapping) if field.name != "line")


@dataclass(frozen=True, slots=True)
class MappingSet:
    """A file: its header (YAML text without the ``#`` marks) and its rows in file order."""

    file: str
    header: str
    mappings: tuple[Mapping, ...]

    def place(self, mapping: Mapping) -> Place:
        """Where a row stands."""
        return Place(self.file, mapping.line)


def read_mappings(path: Path) -> MappingSet:
    """Read an SSSOM file; raises RegistryError where it breaks a rule of SSSOM."""
    lines = read_lines(path)
    count = next((n for n, line in enumerate(lines) if not line.startswith("#")), len(lines))
    header = "\n".join(line.removeprefix("#") for line in lines[:count])
    prefixes = _prefixes(path.name, header)
    if count == len(lines):
        raise RegistryError(f"{path.name}: no table under the header; add the line of column names")
    names = lines[count].split("\t")
    for name in REQUIRED:
        if name not in names:
            raise RegistryError(f"{path.name}:{count + 1}: no column {name!r}; SSSOM requires it")
    if unknown := [name for name in names if name not in COLUMNS]:
        raise RegistryError(f"{path.name}:{count + 1}: unknown column {unknown[0]!r}; known are {', '.join(COLUMNS)}")
    rows = read_rows(path.name, lines[count], lines[count + 1 :], first=count + 2)
    return MappingSet(path.name, header, tuple(_mapping(row, prefixes) for row in rows))


def write_mappings(path: Path, header: str, mappings: Iterable[Mapping]) -> None:
    """Write an SSSOM file, rows sorted; :func:`read_mappings` then checks it."""
    lines = [f"#{line}" for line in header.split("\n")] if header else []
    lines.append("\t".join(COLUMNS))
    lines += sorted("\t".join(getattr(mapping, name) for name in COLUMNS) for mapping in mappings)
    path.write_bytes(("\n".join(lines) + "\n").encode())


def _prefixes(file: str, header: str) -> frozenset[str]:
    import yaml

    try:
        data = yaml.safe_load(header)
    except yaml.YAMLError as error:
        raise RegistryError(f"{file}: the header is not YAML: {error}; mend the lines that begin with #") from error
    for name in REQUIRED_HEADER:
        if not isinstance(data, MappingType) or not data.get(name):
            raise RegistryError(f"{file}: the header has no {name!r}; add it in a line that begins with #")
    if not isinstance(data["curie_map"], MappingType):
        raise RegistryError(f"{file}: curie_map must give an IRI for each prefix; mend the header")
    return frozenset(data["curie_map"]) | {"skos", "semapv", "rdfs"}


def _mapping(row: Row, prefixes: frozenset[str]) -> Mapping:
    mapping = Mapping(**{name: row.cells.get(name, "") for name in COLUMNS}, line=row.line)
    for name in REQUIRED:
        row.needed(name)
    if mapping.subject_type != "rdfs literal":
        row.fail("subject_type", f"{mapping.subject_type!r}", "a printed spelling is an 'rdfs literal'")
    if mapping.predicate_id not in _PREDICATES:
        row.fail("predicate_id", f"{mapping.predicate_id!r} is unknown", f"use one of {', '.join(_PREDICATES)}")
    if mapping.predicate_modifier not in ("", "Not"):
        row.fail("predicate_modifier", f"{mapping.predicate_modifier!r} is unknown", "leave it empty or write 'Not'")
    for name in ("object_id", "mapping_justification"):
        found = _CURIE.fullmatch(row.cells[name])
        if found is None or found["prefix"] not in prefixes:
            row.fail(name, f"{row.cells[name]!r} has no prefix of the curie_map", "write prefix:name")
    if not re.fullmatch(r"semapv:\w+", mapping.mapping_justification):
        row.fail("mapping_justification", f"{mapping.mapping_justification!r}", "use a term of semapv:")
    if mapping.confidence and not re.fullmatch(r"0(?:\.\d+)?|1(?:\.0+)?", mapping.confidence):
        row.fail("confidence", f"{mapping.confidence!r} is not between 0 and 1", "write a number such as 0.95")
    return mapping
