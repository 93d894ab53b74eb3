"""YAML with the line of every value and the text as printed; aliases that grow without bound are refused."""

from __future__ import annotations

import yaml

from kg.errors import SourceError
from kg.read.jsontext import DEEPEST, Group, Leaf, Node

#: More values than that in one YAML file are no leaderboard but an attack on memory.
MOST_NODES = 2_000_000
#: A parsed value takes a hundred times the memory of its text.
LONGEST_YAML = 4 << 20

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {"true": "true", "false": "false", "True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}


def parse_yaml(text: str, file: str, first_line: int = 1) -> Node:
    """The one document of a YAML text; ``first_line`` is the number of its first line in the file."""
    if len(text) > LONGEST_YAML:
        raise SourceError(
            f"{file}: a YAML text of more than {LONGEST_YAML >> 20} MB; give the data as JSON, JSON Lines or CSV"
        )
    loader = yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + (mark.line if mark else 0)
        raise SourceError(f"{file}:{line}: this is no YAML: {error.problem or error.context}; mend the file") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise SourceError(f"{file}: this is no YAML: {str(error).splitlines()[0]}; mend the file") from None
    return _Builder(file, first_line, min(MOST_NODES, 1000 + 4 * len(text))).node(root, 0)


class _Builder:
    def __init__(self, file: str, first_line: int, most: int) -> None:
        self.file = file
        self.first_line = first_line
        self.count = 0
        # Values that aliases repeat count again: no text has more of them than characters.
        self.most = most

    def node(self, node: yaml.Node | None, depth: int) -> Node:
        line = self.first_line + (node.start_mark.line if node is not None else 0)
        self.count += 1
        if self.count > self.most or depth > DEEPEST:
            raise SourceError(f"{self.file}:{line}: aliases or nesting beyond all bounds; write the values out")
        if isinstance(node, yaml.MappingNode):
            items: dict[str, Node] = {}
            for key, value in node.value:
                name = key.value if isinstance(key, yaml.ScalarNode) else ""
                if name in items:
                    at = self.first_line + key.start_mark.line
                    raise SourceError(f"{self.file}:{at}: the name {name!r} stands twice; keep one of the two")
                items[name] = self.node(value, depth + 1)
            return Group(items, line)
        if isinstance(node, yaml.SequenceNode):
            listed = {str(n): self.node(value, depth + 1) for n, value in enumerate(node.value)}
            return Group(listed, line, is_list=True)
        return self.leaf(node, line)

    def leaf(self, node: yaml.Node | None, line: int) -> Leaf:
        if not isinstance(node, yaml.ScalarNode):
            return Leaf("", "null", line)
        text = str(node.value)
        if node.style in ("'", '"', "|", ">"):
            return Leaf(text, "string", line)
        if text in _NULL or text.lower() in (".nan", ".inf", "-.inf"):
            return Leaf(text, "null", line)
        if text in _BOOL:
            return Leaf(_BOOL[text], "bool", line)
        kind = "number" if node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float") else "string"
        return Leaf(text, kind, line)
