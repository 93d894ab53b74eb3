"""Where an IRI is answered on this server, whatever its host, and how it is called for short."""

from __future__ import annotations

import re
from urllib.parse import quote

from kg.export.formats import data_prefixes
from kg.export.lines import split_iri
from kg.iris import KINDS
from kg.terms import LB_NAMESPACE, LBSH

_WEB = re.compile(r"https?://[^\s<>\"]+")
_KEY = re.compile(r"[a-z0-9-]+")
_LOCAL = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_ONTOLOGY = LB_NAMESPACE.removesuffix("#")
_SHAPES = str(LBSH).removesuffix("#")

#: Paths of this server that data name by IRI, beside those of the kinds.
_SERVED = ("download/", "sparql", "catalog#", "void#", "data", "context.jsonld")

#: Kind -> the path of the list of all its nodes.
LISTS = {
    kind: "/" + {"family": "families", "method-family": "method-families"}.get(kind, f"{kind}s")
    for kind in sorted(KINDS)
}


class Links:
    """Links for the data of one base."""

    def __init__(self, base: str) -> None:
        self.base = base
        self._namespaces = data_prefixes(base)
        self._prefixes = {namespace: prefix for prefix, namespace in self._namespaces.items()}

    def path(self, iri: str) -> str | None:
        """The path that answers for an IRI of ours; None for any other IRI."""
        for document, path in ((_ONTOLOGY, "/ontology"), (_SHAPES, "/shapes")):
            if iri == document:
                return path
            if iri.startswith((f"{document}#", f"{document}/")):
                return f"{path}{iri[len(document) :]}"
        if not iri.startswith(self.base):
            return None
        rest = iri[len(self.base) :]
        kind, _, key = rest.partition("/")
        if kind in KINDS and _KEY.fullmatch(key):
            return f"/{rest}"
        return f"/{rest}" if rest.startswith(_SERVED) else None

    def href(self, iri: str) -> str | None:
        """Where a link to an IRI leads: here for ours, to the web for others; None where nowhere."""
        return self.path(iri) or (iri if _WEB.fullmatch(iri) else None)

    def full(self, name: str) -> str | None:
        """The IRI of a prefixed name of ours, such as ``lb:Result`` or ``method:gpt-5``; None for any other text."""
        prefix, colon, local = name.partition(":")
        namespace = self._namespaces.get(prefix)
        if not colon or namespace is None or not _LOCAL.fullmatch(local):
            return None
        return namespace + local if self.path(namespace + local) else None

    def about(self, iri: str) -> str:
        """The path of what is said here of an IRI that is not ours."""
        return f"/about?iri={quote(iri, safe='')}"

    def name(self, iri: str) -> str:
        """An IRI with its prefix, or in full where none fits."""
        namespace, local = split_iri(iri)
        prefix = self._prefixes.get(namespace)
        return f"{prefix}:{local}" if prefix and local else iri
