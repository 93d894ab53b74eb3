"""Walks over all pages as a reader would, and says what is wrong with them."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urldefrag, urljoin, urlsplit

import html5rdf
import httpx
import pyoxigraph as ox

from kg.export.lines import literal, node_id, split_triple

HTML = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

RDF_TYPES = {
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "application/ld+json": ox.RdfFormat.JSON_LD,
    "application/rdf+xml": ox.RdfFormat.RDF_XML,
}


class Page:
    """A page, parsed by the rules of the HTML standard; an error in it raises."""

    def __init__(self, text: str) -> None:
        self.root = html5rdf.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)

    def all(self, *names: str) -> Iterator[ET.Element]:
        """The elements of some names."""
        return (element for element in self.root.iter() if element.tag in names)

    @cached_property
    def ids(self) -> list[str]:
        """All anchors."""
        return [element.attrib["id"] for element in self.root.iter() if "id" in element.attrib]

    def links(self) -> Iterator[str]:
        """Where it leads, forms included."""
        for element in self.root.iter():
            for name in ("href", "src", "action"):
                if name in element.attrib:
                    yield element.attrib[name]

    def numbers(self) -> Iterator[tuple[str, str, str]]:
        """Node, property and value of each number that says where it comes from."""
        for element in self.all("data"):
            assert "".join(element.itertext()) == element.attrib["value"], ET.tostring(element)
            yield element.attrib["data-node"], element.attrib["data-property"], element.attrib["value"]

    def problems(self) -> Iterator[str]:
        """What a reader, or a screen reader, would stumble over."""
        if [element.attrib.get("lang") for element in self.all("html")] != ["en"]:
            yield "no language"
        if len(list(self.all("h1"))) != 1:
            yield "not one h1"
        if len(list(self.all("main"))) != 1:
            yield "not one main"
        yield from (f"the id {name} stands there twice" for name, count in Counter(self.ids).items() if count > 1)
        for link in self.all("a"):
            if not "".join(link.itertext()).strip():
                yield f"an empty link to {link.attrib.get('href')}"
        for cell in self.all("th"):
            if cell.attrib.get("scope") not in ("col", "row"):
                yield "a heading without scope"
        for section in self.all("section"):
            if not any(child.tag in ("h2", "h3") for child in section):
                yield "a section without heading"
        for field_ in self.all("input", "select", "textarea"):
            labels = [label for label in self.all("label") if field_ in list(label.iter())]
            if not labels:
                yield "a field without label"
        # The query editor is the one page with scripts, its own.
        foreign = (
            {"script", "style", "img", "iframe", "font"} if "editor" not in self.ids else {"style", "img", "iframe"}
        )
        if {element.tag for element in self.root.iter()} & foreign:
            yield "a script, style or image"


@dataclass
class Crawl:
    """One walk. ``wanted`` says whether a page of a node is read in full; of others only that they are there."""

    client: httpx.Client
    base: str
    facts: dict[tuple[str, str], set[str]]
    wanted: Callable[[str], bool]
    pages: dict[str, Page] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    glanced: set[str] = field(default_factory=set)
    anchors: dict[str, set[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    numbers: set[tuple[str, str, str]] = field(default_factory=set)
    _mentioned: set[str] = field(default_factory=set)
    _todo: deque[str] = field(default_factory=deque)

    @property
    def home(self) -> str:
        """Scheme and host."""
        return str(self.client.base_url).rstrip("/")

    def run(self, start: str) -> None:
        """Follow every link of our own from a page on."""
        self.find("", start)
        while self._todo:
            self.visit(self._todo.popleft())
        for target, fragments in self.anchors.items():
            page = self.pages.get(target)
            if page is None:
                self.wrong.append(f"{target} is no page, but there are links to {sorted(fragments)[:3]} in it")
            else:
                self.wrong += [f"{target} has no {name}" for name in sorted(fragments - set(page.ids))]

    def find(self, at: str, link: str) -> None:
        """Put a link on the list; links to other sites must be web addresses."""
        target, fragment = urldefrag(urljoin(f"{self.home}/{at.lstrip('/')}", link))
        parts = urlsplit(target)
        if f"{parts.scheme}://{parts.netloc}" != self.home:
            if parts.scheme not in ("http", "https"):
                self.wrong.append(f"{at} has a link to {link}")
            return
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        if fragment:
            self.anchors.setdefault(path, set()).add(fragment)
        if path not in self.seen:
            self.seen.add(path)
            self._todo.append(path)

    def visit(self, path: str) -> None:
        """Ask for a path as a browser does, and look at what comes."""
        stem = path.partition(".")[0]
        if stem.count("/") == 2 and f"{self.base}{stem[1:]}" in self.subjects and not self.wanted(stem):
            if stem not in self.glanced:
                self.glanced.add(stem)
                self.expect(self.client.head(f"{stem}.nt"), f"{stem}.nt")
            return
        answer = self.client.get(path, headers={"Accept": HTML})
        if answer.status_code in (302, 303, 308):
            self.find(path, answer.headers["location"])
        elif self.expect(answer, path):
            try:
                self.read(path, answer)
            except Exception as error:
                self.wrong.append(f"{path}: {type(error).__name__} {error}")

    @cached_property
    def subjects(self) -> set[str]:
        """All nodes that something is said of."""
        return {subject for subject, _ in self.facts}

    def expect(self, answer: httpx.Response, path: str) -> bool:
        """True for 200."""
        if answer.status_code != 200:
            self.wrong.append(f"{path}: status {answer.status_code}")
        return answer.status_code == 200

    def read(self, path: str, answer: httpx.Response) -> None:
        """Look at an answer by its media type."""
        kind = answer.headers["content-type"].partition(";")[0]
        if path.startswith("/download/"):  # files of the version, which have tests of their own
            assert answer.content
        elif kind == "text/html":
            page = self.pages[path] = Page(answer.text)
            self.wrong += [f"{path}: {problem}" for problem in page.problems()]
            for link in page.links():
                self.find(path, link)
            for node, property_, value in page.numbers():
                self.numbers.add((node, property_, value))
                if value not in self.facts.get((node, property_), set()):
                    self.wrong.append(f"{path}: {value} is not {property_} of {node}")
        elif kind in RDF_TYPES:
            for quad in ox.parse(answer.content, RDF_TYPES[kind]):
                for term in (quad.subject, quad.object):
                    if isinstance(term, ox.NamedNode):
                        self.mentioned(path, term.value)
        elif kind.endswith("json"):
            json.loads(answer.content)
        elif kind.endswith("xml"):
            ET.fromstring(answer.content)
        elif kind == "text/csv":
            list(csv.reader(io.StringIO(answer.text), strict=True))

    def mentioned(self, path: str, iri: str) -> None:
        """An IRI of the data that an answer mentions is a link too."""
        if iri not in self._mentioned and iri in self.subjects and iri.startswith(self.base):
            self._mentioned.add(iri)
            self.find(path, f"/{iri[len(self.base) :]}")


def facts_of(lines: list[str]) -> dict[tuple[str, str], set[str]]:
    """(subject, predicate) -> objects: the texts of literals, or IRIs."""
    found: dict[tuple[str, str], set[str]] = {}
    for line in lines:
        subject, predicate, object_ = split_triple(line)
        value = literal(object_).text if object_.startswith('"') else node_id(object_)
        found.setdefault((node_id(subject), node_id(predicate)), set()).add(value)
    return found
