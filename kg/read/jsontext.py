"""JSON with the line of every value and the digits as printed, read in pieces of bounded size.

The JSON readers at hand give neither: a score of 0.890 becomes a float or loses its zero, and nobody
can tell in which line it stood. Streaming parsers (ijson) keep the digits of a decimal but not its
place. Files of hundreds of megabytes are read item by item: only the item at hand is in memory, and
parts that no reader asks for are passed over.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from kg.errors import SourceError

_STRING = r'"([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)"'
_NUMBER = r"(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])"
_WORD = r"(true|false|null|NaN|-?Infinity)\b"
_BLANKS = r"[ \t\r\n]*"
_NAME = re.compile(rf"{_BLANKS}{_STRING}{_BLANKS}:{_BLANKS}", re.DOTALL)
_LEAF = re.compile(rf"{_BLANKS}(?:{_STRING}|{_NUMBER}|{_WORD}){_BLANKS}([,}}\]]?)", re.DOTALL)
_MARK = re.compile(rf"{_BLANKS}([{{}}\[\],:])")
_NOTHING = re.compile(_BLANKS)
_CHUNK = 1 << 20
#: So much is read ahead that hardly any value is cut in two.
_AHEAD = 1 << 16
#: No single text of a leaderboard is that long, and nothing is nested that deeply.
LONGEST_TEXT = 16 << 20
DEEPEST = 100
#: Most values of a text, or of an item of a list, that is held as a whole.
MOST_VALUES = 1_000_000


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that holds no others: its text as printed (a string's without quotes), and what kind it is."""

    text: str
    kind: str
    line: int

    @property
    def is_missing(self) -> bool:
        """True for null, NaN and an infinite number."""
        return self.kind == "null"


@dataclass(frozen=True, slots=True)
class Group:
    """An object (``items`` by name) or a list (``items`` by position, as text) with the line it begins in."""

    items: dict[str, Leaf | Group]
    line: int
    is_list: bool = False

    def get(self, *names: str) -> Leaf | Group | None:
        """What stands under these names, one within the other; None where one is not there."""
        node: Leaf | Group | None = self
        for name in names:
            node = node.items.get(name) if isinstance(node, Group) else None
        return node

    def text(self, *names: str) -> str | None:
        """The text of a leaf that is not null, or None."""
        node = self.get(*names)
        return node.text if isinstance(node, Leaf) and not node.is_missing else None

    def leaf(self, *names: str) -> Leaf | None:
        """A leaf that is not null, or None."""
        node = self.get(*names)
        return node if isinstance(node, Leaf) and not node.is_missing else None

    def group(self, *names: str) -> Group | None:
        """An object or list, or None."""
        node = self.get(*names)
        return node if isinstance(node, Group) else None

    def children(self) -> list[Leaf | Group]:
        """The items, in order."""
        return list(self.items.values())

    def groups(self) -> list[Group]:
        """The items that are objects or lists."""
        return [item for item in self.items.values() if isinstance(item, Group)]


Node = Leaf | Group


class JsonReader:
    """Reads one JSON text from a stream of bytes."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self.stream = stream
        self.file = file
        self.decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self.buffer = ""
        self.position = 0
        self.ended = False
        self.first = True
        # The line of a place is that of the last place asked for, plus the line ends between the two.
        self.line = 1
        self.counted = 0
        self.values = 0

    def document(self, skip: Collection[str] = ()) -> Node:
        """The whole text as one value; objects and lists under the names in ``skip`` are left empty."""
        node, _ = self._value(0, frozenset(skip))
        self._end()
        return node

    def items(self, skip: Collection[str] = ()) -> Iterator[Node]:
        """The items of the list that the text is, one after the other."""
        if self._mark() != "[":
            raise self._fail("the file is no list of items")
        if self._peek() == "]":
            self._mark()
            self._end()
            return
        names = frozenset(skip)
        while True:
            self.values = 0
            node, after = self._value(1, names)
            yield node
            after = after or self._mark()
            if after == "]":
                break
            if after != ",":
                raise self._fail("an item of a list is not followed by a comma")
        self._end()

    def lines(self, skip: Collection[str] = ()) -> Iterator[Node]:
        """The values of a text with one value after the other (JSON Lines)."""
        names = frozenset(skip)
        while self._peek():
            self.values = 0
            node, after = self._value(0, names)
            if after:
                raise self._fail(f"a value of its own is expected in each line, not {after!r}")
            yield node

    def peek(self) -> str:
        """The first sign of the text: "{", "[" or what else it begins with."""
        return self._peek()

    def _peek(self) -> str:
        while True:
            blanks = _NOTHING.match(self.buffer, self.position)
            start = blanks.end() if blanks else self.position
            if start < len(self.buffer) or self.ended:
                return self.buffer[start : start + 1]
            self._more()

    def _end(self) -> None:
        if self._peek():
            raise self._fail("there is more text behind the end of the JSON value")

    def _value(self, depth: int, skip: frozenset[str]) -> tuple[Node, str]:
        """The next value, and the mark behind it where that was read too."""
        if depth > DEEPEST:
            raise self._fail(f"objects are nested more than {DEEPEST} deep")
        self.values += 1
        if self.values > MOST_VALUES:
            raise SourceError(
                f"{self.file}:{self._line_of(self.position)}: more than {MOST_VALUES} values that are read as a whole; "
                "give the list of records as a file of its own, or one record a line (JSON Lines)"
            )
        if len(self.buffer) - self.position < _AHEAD and not self.ended:
            self._more()
        while True:
            found = _LEAF.match(self.buffer, self.position)
            if found and (found.end() < len(self.buffer) or self.ended):
                return self._leaf(found), found[4]
            if not found and (opening := self._peek()) in ("{", "["):
                self._mark()
                return (self._object(depth, skip) if opening == "{" else self._list(depth, skip)), ""
            self._need_more("a value")

    def _leaf(self, found: re.Match[str]) -> Leaf:
        string, number, word = found[1], found[2], found[3]
        kind_at = 1 if string is not None else 2 if number is not None else 3
        line = self._line_of(found.start(kind_at))
        self.position = found.end()
        if string is not None:
            return Leaf(string if "\\" not in string else self._text(string), "string", line)
        if number is not None:
            return Leaf(number, "number", line)
        return Leaf(word, "bool" if word in ("true", "false") else "null", line)

    def _object(self, depth: int, skip: frozenset[str]) -> Group:
        items: dict[str, Node] = {}
        line = self._line_of(self.position - 1)
        if self._peek() == "}":
            self._mark()
            return Group(items, line)
        while True:
            name = self._name()
            if name in items:
                raise self._fail(f"the name {name!r} stands twice in one object")
            if name in skip and self._peek() in ("{", "["):
                opening = self._mark()
                items[name] = Group({}, self._line_of(self.position - 1), opening == "[")
                self._pass_over()
                after = ""
            else:
                items[name], after = self._value(depth + 1, skip)
            after = after or self._mark()
            if after == "}":
                return Group(items, line)
            if after != ",":
                raise self._fail("a value is not followed by a comma")

    def _name(self) -> str:
        if len(self.buffer) - self.position < _AHEAD and not self.ended:
            self._more()
        while True:
            found = _NAME.match(self.buffer, self.position)
            if found:
                self.position = found.end()
                return found[1] if "\\" not in found[1] else self._text(found[1])
            self._need_more("a name in quotes and a colon")

    def _list(self, depth: int, skip: frozenset[str]) -> Group:
        items: dict[str, Node] = {}
        line = self._line_of(self.position - 1)
        if self._peek() == "]":
            self._mark()
            return Group(items, line, is_list=True)
        while True:
            items[str(len(items))], after = self._value(depth + 1, skip)
            after = after or self._mark()
            if after == "]":
                return Group(items, line, is_list=True)
            if after != ",":
                raise self._fail("an item of a list is not followed by a comma")

    def _pass_over(self) -> None:
        """Read up to the end of an object or list without keeping it."""
        depth = 1
        while depth:
            if len(self.buffer) - self.position < _AHEAD and not self.ended:
                self._more()
            found = _LEAF.match(self.buffer, self.position)
            if found and (found.end() < len(self.buffer) or self.ended):
                self.position = found.start(4) if found[4] else found.end()
                continue
            if found or self._peek() not in tuple("{}[],:"):
                self._need_more("a value")
                continue
            mark = self._mark()
            depth += (mark in ("{", "[")) - (mark in ("}", "]"))

    def _mark(self) -> str:
        """The next sign of structure; anything else is an error."""
        while True:
            found = _MARK.match(self.buffer, self.position)
            if found:
                self.position = found.end()
                return found[1]
            self._need_more("one of { } [ ] , :")

    def _text(self, raw: str) -> str:
        try:
            text = json.loads(f'"{raw}"', strict=False)
        except ValueError:
            raise self._fail("a text holds an escape that JSON does not know") from None
        return str(text).encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _line_of(self, position: int) -> int:
        """The line of a place in the buffer, places asked for from left to right."""
        if position > self.counted:
            self.line += self.buffer.count("\n", self.counted, position)
            self.counted = position
        return self.line

    def _need_more(self, expected: str) -> None:
        """Read on where that can help; else say what is wrong."""
        if not self.ended and len(self.buffer) - self.position <= LONGEST_TEXT:
            self._more()
            return
        rest = self.buffer[self.position :].lstrip()
        if not rest:
            raise self._fail("the text ends within a value: the file is cut off")
        if not self.ended:
            raise self._fail(f"a text of more than {LONGEST_TEXT >> 20} MB")
        raise self._fail(f"{expected} is expected here, not {rest[:30].splitlines()[0]!r}")

    def _more(self) -> None:
        data = self.stream.read(_CHUNK)
        try:
            text = self.decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            line = self._line_of(len(self.buffer)) + data[: error.start].count(b"\n")
            raise SourceError(
                f"{self.file}:{line}: the file is not UTF-8 (byte 0x{error.object[error.start]:02x}); "
                "convert it to UTF-8"
            ) from None
        if self.first and text:
            text = text.removeprefix("\ufeff")
            self.first = False
        self._line_of(self.position)
        self.buffer, self.position = self.buffer[self.position :] + text, 0
        self.counted = 0
        self.ended = not data

    def _fail(self, what: str) -> SourceError:
        return SourceError(f"{self.file}:{self._line_of(self.position)}: {what}; give the JSON file as it was written")
