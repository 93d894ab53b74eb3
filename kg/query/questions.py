"""The named questions: one SPARQL file each, whose defaults are plain VALUES lines.

``ontology/questions/cqNN-<slug>.rq`` begins with a block of comments::

    # title: Models on several medical benchmarks
    # question: Which models were evaluated …?
    # param: minimum integer 2 — how many benchmark families at least
    # must: name every family once
    # must-not: count a component of a composite

and answers as it stands at any endpoint. A parameter replaces the value in its own line
``VALUES ?minimum { 2 }`` and nothing else; what is put in is a typed term, never text. The default
``UNDEF`` restricts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox

from kg.errors import QueryError
from kg.iris import KINDS
from kg.query.lists import listed
from kg.registry.near import near_names
from kg.resources import questions_folder
from kg.terms import DATA_BASE, PREFIXES

_FILE_NAME = re.compile(r"(cq\d\d)-([a-z0-9-]+)\.rq")
_FIELD = re.compile(r"# ([a-z-]+): +(.*\S)")
_PARAMETER = re.compile(r"([a-z][A-Za-z0-9]*) (iri|string|decimal|integer) (.+?) — (.+)")
_VALUES = re.compile(
    r"^(?P<before>[ \t]*VALUES[ \t]+\?(?P<name>\w+)[ \t]*\{[ \t]*)(?P<value>.*?)(?P<after>[ \t]*\}[ \t]*)$"
)


#: How a VALUES line says "any value".
_ANY = "UNDEF"


def _in_full(value: str, base: str) -> str:
    """The IRI of a CURIE or path of a data kind, or of a CURIE with one of our prefixes; else the value."""
    found = re.fullmatch(r"/?([a-z-]+)[:/]([a-z0-9-]+)", value)
    if found and found[1] in KINDS:
        return f"{base}{found[1]}/{found[2]}"
    prefix, colon, name = value.partition(":")
    return PREFIXES[prefix] + name if colon and prefix in PREFIXES and not name.startswith("//") else value


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a question; ``default`` as it stands in the VALUES line."""

    name: str
    type: str
    default: str
    meaning: str

    @property
    def optional(self) -> bool:
        """True when the question can be asked without it: nothing is restricted then."""
        return self.default == _ANY

    @property
    def shown_default(self) -> str:
        """The default as a person would type it; "" where there is none."""
        return "" if self.optional else self.default.strip('<>"')

    def term(self, value: str, base: str = DATA_BASE) -> str:
        """The SPARQL term of a value that somebody typed; raises QueryError where it has none.

        An IRI may be typed as tables print it ("method:gpt-5") or as a path ("method/gpt-5"). An
        optional parameter that is left empty restricts nothing.
        """
        if self.optional and value in ("", _ANY):
            return _ANY
        if self.type == "iri":
            iri = value[1:-1] if value.startswith("<") and value.endswith(">") else _in_full(value, base)
            try:
                if not re.fullmatch(r"""[A-Za-z][A-Za-z0-9+.\-]*:[^<>"{}|^`\\\x00-\x20]+""", iri):
                    raise ValueError("not absolute")
                return str(ox.NamedNode(iri))
            except ValueError as error:
                wanted = f"an absolute IRI, or a name such as method:gpt-5{listed(self.name)}"
                raise self._wrong(value, wanted) from error
        if self.type == "string":
            return str(ox.Literal(value))
        if self.type == "integer":
            if not re.fullmatch(r"[+-]?[0-9]{1,18}", value):
                raise self._wrong(value, "a whole number")
            return str(int(value))
        if not re.fullmatch(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?", value):
            raise self._wrong(value, "a decimal number such as 0.5")
        number = format(Decimal(value), "f")
        return number if "." in number else f"{number}.0"

    def _wrong(self, value: str, wanted: str) -> QueryError:
        return QueryError(f"the parameter {self.name} wants {wanted}, not {value[:80]!r}")


@dataclass(frozen=True, slots=True)
class Question:
    """One named question with its query text."""

    number: str
    slug: str
    title: str
    question: str
    parameters: tuple[Parameter, ...]
    must_not: tuple[str, ...]
    text: str
    must: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The whole name, ``cqNN-slug``."""
        return f"{self.number}-{self.slug}"


def questions(folder: Path | None = None) -> tuple[Question, ...]:
    """All questions by number, those that ship with the package unless a folder is given."""
    return tuple(_read(path) for path in sorted((folder or questions_folder()).glob("cq*.rq")))


def find_question(name: str, folder: Path | None = None) -> Question:
    """The question of that slug, number (``cq01``) or both (``cq01-slug``)."""
    known = questions(folder)
    wanted = name.strip().lower().removesuffix(".rq")
    for question in known:
        if wanted in (question.slug, question.number, question.name):
            return question
    names = [each for question in known for each in (question.slug, question.number, question.name)]
    padded = re.sub(r"^(cq)(\d)$", r"\g<1>0\2", wanted)
    near = [padded] if padded in names else near_names(wanted, names, 0.5)
    advice = f"did you mean {near[0]}?" if near else f"known: {', '.join(question.slug for question in known)}"
    raise QueryError(f"no question is named {name[:80]!r}; {advice}")


def bind(question: Question, parameters: Mapping[str, str] | None = None, *, base: str = DATA_BASE) -> str:
    """The query text with values for some parameters; the others keep their defaults.

    With another ``base`` of the data, default IRIs move there too.
    """
    given = dict(parameters or {})
    known = {parameter.name: parameter for parameter in question.parameters}
    for name in given:
        if name not in known:
            takes = ", ".join(known) if known else "none"
            raise QueryError(f"{question.slug} has no parameter {name[:80]!r}; it takes: {takes}")
    lines = question.text.split("\n")
    for index, line in enumerate(lines):
        match = _VALUES.match(line)
        if match is None or match["name"] not in known:
            continue
        parameter = known[match["name"]]
        if parameter.name in given:
            term = parameter.term(given[parameter.name], base)
        else:
            term = match["value"].replace(f"<{DATA_BASE}", f"<{base}") if parameter.type == "iri" else match["value"]
        lines[index] = match["before"] + term + match["after"]
    return "\n".join(lines)


def _read(path: Path) -> Question:
    name = _FILE_NAME.fullmatch(path.name)
    if name is None:
        raise QueryError(f"{path.name}: a question is named cqNN-<slug>.rq")
    text = path.read_text(encoding="utf-8")
    fields: dict[str, list[str]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        field = _FIELD.fullmatch(line)
        if field is None:
            raise QueryError(f"{path.name}: {line!r} is not of the form '# name: text'")
        fields.setdefault(field[1], []).append(field[2])
    for required in ("title", "question", "must", "must-not"):
        if required not in fields:
            raise QueryError(f"{path.name}: the line '# {required}: …' is missing")
    return Question(
        number=name[1],
        slug=name[2],
        title=fields["title"][0],
        question=" ".join(fields["question"]),
        parameters=tuple(_parameter(path.name, line, text) for line in fields.get("param", [])),
        must_not=tuple(fields["must-not"]),
        text=text,
        must=tuple(fields["must"]),
    )


def _parameter(file: str, line: str, text: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if match is None:
        raise QueryError(f"{file}: '# param: {line}' is not of the form 'name type default — meaning'")
    parameter = Parameter(match[1], match[2], match[3], match[4])
    values = [
        each["value"] for each in map(_VALUES.match, text.splitlines()) if each and each["name"] == parameter.name
    ]
    if values != [parameter.default]:
        raise QueryError(f"{file}: one line 'VALUES ?{parameter.name} {{ {parameter.default} }}' is wanted: {values}")
    return parameter
