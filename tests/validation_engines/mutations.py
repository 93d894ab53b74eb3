"""Random small spoilings of a graph, the same for the same seed.

They know nothing of the rules: triples go, come twice with another value, point elsewhere, change
their predicate; literals change text, datatype or language; nodes lose or change their class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from kg.terms import XSD

#: (subject, predicate, object) in N-Triples syntax, without the graph.
Triple = tuple[str, str, str]
Triples = set[Triple]

#: Texts that are odd for most properties.
_TEXTS = (
    "", " ", "0", "-1", "1", "007", "+1.50", "91,4", "1e3", "NaN", "INF", "100.0000000000000000001", "2026-02-30",
    "2026", "2026-02", "2026-03-11T06:44:08", "true", "yes", "banana", "coverage not stated", "ä\t\u2028", "http://example.org/",
    "99999999999999999999999999999999.5", "http://[", "\\N", "10.1000/ABC", "v2",
)  # fmt: skip
_DATATYPES = (
    "", "decimal", "integer", "string", "date", "gYear", "gYearMonth", "dateTime", "boolean", "double", "anyURI",
    "float", "positiveInteger", "time", "byte",
)  # fmt: skip
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}


def literal(text: str, datatype: str = "", language: str = "") -> str:
    """A literal in N-Triples syntax; ``datatype`` is the local name of an XSD datatype."""
    quoted = '"' + "".join(_ESCAPES.get(character, character) for character in text) + '"'
    return f"{quoted}@{language}" if language else f"{quoted}^^<{XSD[datatype]}>" if datatype else quoted


def mutated(triples: Sequence[Triple], seed: int) -> Triples:
    """The triples with one to four spoilings."""
    random = Random(seed)
    found = set(triples)
    for _ in range(random.randint(1, 4)):
        random.choice(_KINDS)(found, sorted(found), random)
    return found


def _drop(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    found.discard(random.choice(ordered))


def _drop_node(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    subject = random.choice(ordered)[0]
    found -= {triple for triple in ordered if triple[0] == subject}


def _drop_property(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """All values of one property at one node."""
    subject, predicate, _ = random.choice(ordered)
    found -= {triple for triple in ordered if triple[:2] == (subject, predicate)}


def _another_value(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """One value more, one that the property has elsewhere."""
    subject, predicate, _ = random.choice(ordered)
    found.add((subject, predicate, random.choice([t for t in ordered if t[1] == predicate])[2]))


def _retarget(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """Another object: any node or literal of the graph."""
    triple = random.choice(ordered)
    found.discard(triple)
    found.add((*triple[:2], random.choice(ordered)[random.choice((0, 2))]))


def _swap_subject(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    triple = random.choice(ordered)
    found.discard(triple)
    found.add((random.choice(ordered)[0], *triple[1:]))


def _other_predicate(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    triple = random.choice(ordered)
    found.discard(triple)
    found.add((triple[0], random.choice(ordered)[1], triple[2]))


def _other_literal(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """Another text, with a datatype or a language."""
    triple = random.choice([t for t in ordered if t[2].startswith('"')])
    if random.random() < 0.8:
        found.discard(triple)
    text = random.choice(_TEXTS)
    found.add((*triple[:2], literal(text, random.choice(_DATATYPES), random.choice(("", "", "", "en")))))


def _other_datatype(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    triple = random.choice([t for t in ordered if t[2].startswith('"')])
    found.discard(triple)
    quoted = triple[2][: triple[2].rindex('"') + 1]
    datatype = random.choice(_DATATYPES)
    found.add((*triple[:2], f"{quoted}^^<{XSD[datatype]}>" if datatype else f"{quoted}@de"))


def _other_class(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    types = [t for t in ordered if t[1].endswith("#type>")]
    triple = random.choice(types)
    if random.random() < 0.7:
        found.discard(triple)
    found.add((*triple[:2], random.choice(types)[2]))


def _anonymous(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """A node becomes a blank node."""
    node = random.choice(ordered)[0]
    for triple in [t for t in ordered if node in (t[0], t[2])]:
        found.discard(triple)
        found.add(tuple("_:lost" if term == node else term for term in triple))  # type: ignore[arg-type]


def _cycle(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """A node points to itself, or back."""
    subject, predicate, object_ = random.choice([t for t in ordered if t[2].startswith("<")])
    found.add((object_, predicate, subject) if random.random() < 0.5 else (subject, predicate, subject))


def _numbers(found: Triples, ordered: Sequence[Triple], random: Random) -> None:
    """A number is shifted, lengthened or written in another way."""
    numbers = [t for t in ordered if t[2].endswith("#decimal>")]
    triple = random.choice(numbers)
    digits = triple[2][1 : triple[2].rindex('"')]
    found.discard(triple)
    changed = random.choice(
        (digits + "0", digits + "0" * 30 + "1", "-" + digits, "+" + digits, "100" + digits, digits[:-1])
    )
    found.add((*triple[:2], literal(changed, "decimal")))


_KINDS: tuple[Callable[[Triples, Sequence[Triple], Random], None], ...] = (
    _drop, _drop, _drop_node, _drop_property, _another_value, _retarget, _retarget, _swap_subject, _other_predicate,
    _other_literal, _other_literal, _other_datatype, _other_class, _anonymous, _cycle, _numbers,
)  # fmt: skip
