"""RDF/XML that every XML reader takes: one element a node, the prefixes in use on the root.

XML has no way to write most control characters, not even as a reference. U+FFFD stands in their
place here, and a comment at the head of the file says so; the other formats hold them. A carriage
return is written as a reference, since readers turn a bare one into a line feed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from kg.errors import FormatError
from kg.export.lines import Pair, blocks, is_iri, literal, node_id, split_iri
from kg.terms import LB_NAMESPACE, RDF, RDFS

#: Letters that every edition of XML 1.0 takes: readers of the fourth (expat) refuse some of the fifth.
_LETTERS = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0410-\u044f\u3041-\u3094\u30a1-\u30fa"
    "\u4e00-\u9fa5\uac00-\ud7a3"
)
_NAME = re.compile(rf"[{_LETTERS}][{_LETTERS}0-9.-]*")
_LAST_NAME = re.compile(rf"{_NAME.pattern}\Z")
#: Names of RDF/XML's own: as an element they mean something else than a property of that IRI, or nothing.
_RESERVED = frozenset(
    f"{RDF}{name}"
    for name in (
        *("RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "Description", "li"),
        *("aboutEach", "aboutEachPrefix", "bagID"),
    )
)
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TYPE = f"<{RDF.type}>"
#: A class that names the element of a node.
_OURS = re.compile(rf"<{re.escape(LB_NAMESPACE)}{_NAME.pattern}>")
_FIRST = {_TYPE: 0, f"<{RDFS.label}>": 1}
_COMMENT = (
    "<!-- XML cannot write some characters of this graph: U+FFFD stands in the place of {count}. "
    "The other formats hold them. -->\n"
)


def to_rdf_xml(triples: Iterable[str], prefixes: Mapping[str, str], *, exact: bool = False) -> bytes:
    """RDF/XML; ``triples`` are sorted N-Triples lines.

    Raises FormatError for a property that XML cannot name and, where the text must be ``exact``, for a
    character that it cannot hold.
    """
    writer = _Writer(prefixes)
    body = "".join(writer.node(subject, pairs) for subject, pairs in blocks(triples))
    names = "".join(f"\n    xmlns:{prefix}={quoteattr(name)}" for prefix, name in sorted(writer.used.items()))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    if writer.replaced and exact:
        raise FormatError(f"XML has no way to write {writer.replaced} control characters of the text")
    if writer.replaced:
        head += _COMMENT.format(count=writer.replaced)
    return f"{head}<rdf:RDF{names}>\n{body}</rdf:RDF>\n".encode()


class _Writer:
    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = {namespace: prefix for prefix, namespace in prefixes.items()}
        self._prefixes[str(RDF)] = "rdf"
        self.used = {"rdf": str(RDF)}
        self.replaced = 0

    def node(self, subject: str, pairs: list[Pair]) -> str:
        """One node with all that is said of it; a class of ours names the element."""
        element = next((each for each in pairs if each[0] == _TYPE and _OURS.fullmatch(each[1])), None)
        name = self._name(element[1]) if element else "rdf:Description"
        ordered = sorted((pair for pair in pairs if pair is not element), key=lambda pair: _FIRST.get(pair[0], 2))
        lines = [self._property(*pair) for pair in ordered]
        about = f"rdf:about={self._attribute(node_id(subject))}" if is_iri(subject) else _node_id(subject)
        return f"  <{name} {about}>\n{''.join(lines)}  </{name.partition(' ')[0]}>\n"

    def _property(self, predicate: str, object_: str) -> str:
        name = self._name(predicate)
        if is_iri(object_):
            return f"    <{name} rdf:resource={self._attribute(node_id(object_))}/>\n"
        if not object_.startswith('"'):
            return f"    <{name} {_node_id(object_)}/>\n"
        content = literal(object_)
        mark = f" xml:lang={self._attribute(content.language)}" if content.language else ""
        if content.datatype:
            mark = f" rdf:datatype={self._attribute(content.datatype)}"
        text = escape(self._legal(content.text)).replace("\r", "&#13;")
        return f"    <{name}{mark}>{text}</{name.partition(' ')[0]}>\n"

    def _name(self, term: str) -> str:
        """A qualified name; where we have no prefix, the namespace is declared on the element."""
        iri = node_id(term)
        if iri in _RESERVED:
            raise FormatError(f"RDF/XML has no way to write the property <{iri}>: the name is one of its own")
        namespace, local = split_iri(iri)
        prefix = self._prefixes.get(namespace)
        if prefix is not None and _NAME.fullmatch(local):
            self.used[prefix] = namespace
            return f"{prefix}:{local}"
        last = _LAST_NAME.search(iri)
        if last is None or not last.start():
            raise FormatError(f"RDF/XML has no way to write the property <{iri}>: its IRI ends in no name")
        return f"{last[0]} xmlns={self._attribute(iri[: last.start()])}"

    def _attribute(self, text: str) -> str:
        return quoteattr(self._legal(text), {"\r": "&#13;"})

    def _legal(self, text: str) -> str:
        legal, count = _NOT_IN_XML.subn("\ufffd", text)
        self.replaced += count
        return legal


def _node_id(blank: str) -> str:
    return f"rdf:nodeID={quoteattr(blank.removeprefix('_:'))}"
