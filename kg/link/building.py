"""What a build takes from ``data/links``: the links of its papers, and the files that tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from pathlib import Path

from kg.export.lines import split_quad
from kg.link.bibliography import BIBTEX_FILE, CSL_FILE, entries, to_bibtex, to_csl
from kg.link.folder import Links, load
from kg.link.graph import link_lines
from kg.link.table import links_text
from kg.model import Paper

#: The table of links of a build, in SSSOM.
LINKS_TSV = "links.tsv"


def links_folder(registry: Path) -> Path:
    """Where the links lie that go with a registry: beside it."""
    return registry.parent / "links"


def load_beside(registry: Path) -> Links:
    """The links that go with a registry; none where it has none."""
    return load(links_folder(registry))


def with_links(quads: Iterable[str], links: Links, papers: Mapping[str, Paper], base: str) -> Iterator[str]:
    """The quads of a graph and those of the links of its papers, graphs in order."""
    return merge(quads, link_lines(links, papers, base), key=lambda line: split_quad(line)[1])


def link_files(links: Links, papers: Mapping[str, Paper]) -> dict[str, bytes]:
    """The files of a build that tell of its papers and their links."""
    standing = [link for link in links.standing if link.paper in papers]
    found = entries(papers, links)
    files = {BIBTEX_FILE: to_bibtex(found), CSL_FILE: to_csl(found)}
    return files | ({LINKS_TSV: links_text(standing)} if standing else {})


def link_inputs(registry: Path) -> Sequence[Path]:
    """The folders that a build depends on because of its links."""
    folder = links_folder(registry)
    return [folder] if folder.is_dir() else []
