"""Stories as plain data: what :mod:`kg.explain` tells, on its way from its process to a page.

A block is an object with its kind under ``is``. Values are texts or nodes ({"text", "iri"}), or
lists of them. A place of a page, such as ``med-cmr/page.txt:23:10``, becomes the node of the
result that stands there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from kg.explain.document import Block, Excerpt, Explanation, Fact, Link, Rows, Sentence, Value, clean

#: What a process can be asked for.
STORY, SUGGESTIONS = "story", "suggestions"

#: The IRI of what a text means, or None.
Finder = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class StoryJob:
    """One thing to tell: its story, or names that are near to a name that means nothing."""

    wanted: str
    name: str
    timeout: float

    def encode(self) -> bytes:
        """The payload of a QUERY frame."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, payload: bytes) -> StoryJob:
        """The job in the payload of a QUERY frame."""
        return cls(**json.loads(payload))


def story_data(explanation: Explanation, find: Finder) -> dict[str, Any]:
    """An explanation as plain data; sections without a block that says something are left out."""
    sections = []
    for section in explanation.sections:
        blocks = [_block(block, find) for block in section.blocks if _says_something(block)]
        if blocks:
            sections.append({"key": section.key, "heading": section.heading, "blocks": blocks})
    return {
        "iri": explanation.iri,
        "name": explanation.name,
        "kind": explanation.kind,
        "label": explanation.label,
        "summary": explanation.summary,
        "sections": sections,
    }


def _says_something(block: Block) -> bool:
    if isinstance(block, Fact):
        return block.value is not None
    return not isinstance(block, Rows) or bool(block.rows or block.empty)


def _block(block: Block, find: Finder) -> dict[str, Any]:
    if isinstance(block, Fact):
        return {"is": "fact", "key": block.key, "term": block.term, "value": _value(block.value, find)}
    if isinstance(block, Sentence):
        return {"is": "sentence", "key": block.key, "text": block.text}
    if isinstance(block, Excerpt):
        lines = [(number, clean(text), marks) for number, text, marks in block.lines]
        return {"is": "excerpt", "key": block.key, "place": block.place, "lines": lines, "note": block.note}
    rows = [[_value(value, find) for value in row] for row in block.rows]
    return {"is": "rows", "key": block.key, "columns": block.columns, "rows": rows, "empty": block.empty}


def _value(value: Value, find: Finder) -> Any:
    if isinstance(value, Link):
        return {"text": value.text, "iri": value.iri}
    if isinstance(value, tuple):
        return [_value(part, find) for part in value]
    iri = find(value) if value else None
    return {"text": value, "iri": iri} if iri else value or ""
