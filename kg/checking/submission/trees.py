"""Submitted results in JSON or YAML: a list of objects, or an object that holds one and what all share.

PyYAML's composer keeps the places of all nodes and expands nothing; JSON goes through it too, after
it was found to be JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import yaml

from kg.checking.submission.rows import Row, Rows, Setting, Text, column_key
from kg.errors import SourceError

#: Where a list of results may stand in an object.
LISTS = ("results", "rows", "submissions")

#: What else to do with a file that holds no list of results.
ELSE = "kg import reads files of other forms"

#: Names of an object of settings.
SETTINGS = ("config", "settings")


def read_tree(text: str, suffix: str, file: str) -> Rows:
    """The rows of a JSON or YAML file; raises SourceError with the place of a syntax error."""
    if suffix == ".json":
        _is_json(text, file)
        text = text.replace("\t", " ")  # in JSON a tab stands between tokens only
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{file}:{mark.line + 1}:{mark.column + 1}" if mark else file
        raise SourceError(f"{place}: {error.problem or error.context}; mend the syntax") from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SourceError(f"{file}: not readable: {str(error).partition(chr(10))[0]}; mend the syntax") from error
    if suffix == ".json":
        _no_name_twice(root, file)  # in YAML it is a finding of its row
    shared: dict[str, Text] = {}
    shared_settings: dict[str, Setting] = {}
    listed = root
    if isinstance(root, yaml.MappingNode):
        found = [(key, value) for key, value in root.value if _name(key) in LISTS]
        if not found:
            raise SourceError(
                f"{file}: no list of results; give a list of objects, or an object with `results`; {ELSE}"
            )
        listed = found[0][1]
        for key, value in root.value:
            if _name(key) in SETTINGS:
                shared_settings |= _settings(value)
            elif isinstance(value, yaml.ScalarNode) and _name(key) not in LISTS:
                shared[column_key(key.value)] = _text(value)
    if not isinstance(listed, yaml.SequenceNode) or not listed.value:
        raise SourceError(f"{file}: no list of results; give one object for each result; {ELSE}")
    rows = [_row(node, shared, shared_settings) for node in listed.value]
    names: dict[str, Text] = {}
    for key in _keys(root, listed) if root else ():
        names.setdefault(column_key(key.value), _text(key))
    return Rows(tuple(names.values()), tuple(rows))


def _is_json(text: str, file: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise SourceError(f"{file}:{error.lineno}:{error.colno}: not JSON: {error.msg}; mend the syntax") from error
    except RecursionError as error:
        raise SourceError(f"{file}: nested too deeply; give a list of objects") from error


def _no_name_twice(root: yaml.Node | None, file: str) -> None:
    """Raise SourceError where an object has a name twice: which of its values is meant is not known."""
    waiting, seen = [root], set[int]()
    while waiting:
        node = waiting.pop()
        if id(node) in seen or not isinstance(node, yaml.CollectionNode):
            continue  # an alias of YAML may lead back
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += reversed(node.value)
            continue
        first: dict[str, int] = {}
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            line = key.start_mark.line + 1
            if key.value in first:
                place = f"{file}:{line}:{key.start_mark.column + 1}"
                raise SourceError(
                    f"{place}: an object has {key.value!r} twice, first in line {first[key.value]}; keep one"
                )
            first[key.value] = line
        waiting += reversed([value for _, value in node.value])


def _keys(root: yaml.Node, listed: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(root, yaml.MappingNode):
        yield from (key for key, _ in root.value if _name(key) not in LISTS)
    for node in listed.value:
        if isinstance(node, yaml.MappingNode):
            yield from (key for key, _ in node.value)


def _row(node: yaml.Node, shared: dict[str, Text], settings: dict[str, Setting]) -> Row:
    line = node.start_mark.line + 1
    if not isinstance(node, yaml.MappingNode):
        at = _text(node) if isinstance(node, yaml.ScalarNode) else None
        return Row(line, {}, wrong="a result is an object of names and values", at=at)
    cells, own = dict(shared), dict(settings)
    names: list[Text] = []
    for key, value in node.value:
        if _name(key) in SETTINGS and isinstance(value, yaml.MappingNode):
            own |= _settings(value)
        elif isinstance(value, yaml.ScalarNode):
            text = _text(value)
            if text.text:
                cells[column_key(key.value)] = text
                names.append(_text(key))
        else:
            told = f"{_name(key)} is not one value; write one, or a row for each"
            return Row(line, cells, own, told, _text(key))
    return Row(line, cells, own, names=tuple(names))


def _settings(node: yaml.Node) -> dict[str, Setting]:
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {
        key.value: Setting(_text(key), _text(value).text)
        for key, value in node.value
        if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)
    }


def _name(key: yaml.Node) -> str:
    return column_key(key.value) if isinstance(key, yaml.ScalarNode) else ""


def _text(node: yaml.Node) -> Text:
    """A scalar as it is written: digits stay digits; null and ~ are nothing."""
    start, end = node.start_mark, node.end_mark
    value = str(node.value) if isinstance(node, yaml.ScalarNode) else ""
    if isinstance(node, yaml.ScalarNode) and node.style is None and node.tag == "tag:yaml.org,2002:null":
        value = ""
    value = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()
    quotes = 1 if isinstance(node, yaml.ScalarNode) and node.style in ("'", '"') else 0
    last = end.column if end.line == start.line else start.column + len(value)
    return Text(value, start.line + 1, start.column + 1, start.column + 1 + quotes, last + 1 - quotes)
