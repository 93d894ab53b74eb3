"""The road from pages to a checked graph in memory; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.assemble.curated import Curation
from kg.assemble.leaderboards import Assembly, assemble
from kg.collect import Collection, collect
from kg.errors import NoResults, Problem, SourceError
from kg.graph import GraphWriter
from kg.link.building import load_beside, with_links
from kg.link.folder import Links
from kg.link.retraction import excluding
from kg.normalise.licences import COMMON, is_licence
from kg.pipeline import verdicts
from kg.pipeline.inputs import SourceInput, find_registry, find_usable
from kg.read import FORMATS, read_page
from kg.registry import Registry, load_registry
from kg.registry.near import did_you_mean
from kg.registry.tables import CERTAINTIES
from kg.validation import Report
from kg.validation.incremental import Checked, Recheck, recheck


@dataclass(frozen=True, slots=True)
class Built:
    """A graph and its verdict. ``quads`` are N-Quads lines in file order.

    ``inputs`` and the ``registry`` folder are what it was made from; a graph made of a collection
    alone has none. ``recheck`` tells what was checked for the report, and what the next build may keep.
    """

    collection: Collection
    base: str
    quads: tuple[str, ...]
    report: Report
    inputs: tuple[SourceInput, ...] = ()
    registry: Path | None = None
    links: Links = field(default_factory=Links)
    recheck: Recheck | None = field(default=None, compare=False, repr=False)

    @property
    def rejects(self) -> tuple[Problem, ...]:
        """Value cells that did not become results, in page order of each leaderboard."""
        return tuple(p for lb in self.collection.leaderboards for p in self.problems(lb.key) if p.is_reject)

    def problems(self, leaderboard: str) -> tuple[Problem, ...]:
        """All problems of one leaderboard."""
        return self.collection.problems.get(leaderboard, ())

    @property
    def is_clean(self) -> bool:
        """True when nothing was rejected and no rule is violated."""
        return self.report.conforms and not self.rejects


def run(sources: Sequence[Path], registry: Path | None, base: str, out: Path | None = None) -> Built:
    """Find, read, assemble, write and check; raises KgError where a call or a file is unusable.

    Of what the last build in ``out`` has checked, only what changed since is checked again. Where
    sources are unusable, the error tells the faults of all of them.
    """
    built, lost = run_usable(sources, registry, base, out)
    if lost:
        raise SourceError("\n".join(lost.values()))
    return built


def run_usable(
    sources: Sequence[Path], registry: Path | None, base: str, out: Path | None = None
) -> tuple[Built, dict[str, str]]:
    """The same of those sources that can be used, and what is wrong with each other one, by its place.

    Raises SourceError where none of them can be.
    """
    folder = find_registry(sources, registry)
    known = load_registry(folder)
    inputs, assemblies, lost = assemble_usable(sources, known)
    links = load_beside(folder)
    collection = excluding(collect(assemblies, known), links)
    built = check(collection, base, links, None if out is None else verdicts.load(out))
    return replace(built, inputs=tuple(inputs), registry=folder), lost


def assemble_usable(
    sources: Sequence[Path], known: Registry, told: Callable[[Curation], Curation] = lambda facts: facts
) -> tuple[list[SourceInput], list[Assembly], dict[str, str]]:
    """Read and assemble each source; those that cannot be used are told by their place.

    ``told`` gives what is used of the curated facts. Raises SourceError where no source can be used.
    """
    inputs, lost = find_usable(sources)
    assemblies = []
    for found in list(inputs):
        try:
            assemblies.append(assemble_source(replace(found, curation=told(found.curation)), known))
        except SourceError as error:
            lost[found.place] = str(error)
            inputs.remove(found)
    if not inputs:
        raise SourceError("\n".join(lost.values()))
    return inputs, assemblies, lost


def assemble_source(found: SourceInput, registry: Registry) -> Assembly:
    """Read one page and turn it into model objects."""
    try:
        return _assembled(found, registry)
    except SourceError as error:
        if told := _of_format(found, error):
            raise type(error)(f"{error}\n{told}") from error
        raise


def _of_format(found: SourceInput, error: SourceError) -> str:
    """What the format that ``source.toml`` gives has to do with a fault: "" where the page shows no other."""
    known, shown = found.curation, None
    if known.format is None:
        return ""
    is_about_it = known.format in str(error) or isinstance(error, NoResults)
    try:
        if known.format in FORMATS or is_about_it:
            shown = read_page(found.data, found.file, keys=known.setting_keys, encoding=known.encoding).format
    except SourceError:
        pass  # then the page shows no format
    if shown == known.format or (shown is None and not is_about_it):
        return ""
    read = f"without `format` it is read as {shown!r}" if shown else "mend `format`, or the page"
    return f"{known.place('format')}: the page was read as {known.format!r}, as `format` says; {read}"


def _assembled(found: SourceInput, registry: Registry) -> Assembly:
    known = found.curation
    page = read_page(found.data, found.file, known.format, keys=known.setting_keys, encoding=known.encoding)
    if found.curation.sha256 and found.curation.sha256 != found.sha256:
        changed = Problem(
            found.curation.spot(found.file, "sha256"),
            "page-changed",
            found.sha256,
            f"the page is not the one that source.toml describes (sha256 {found.curation.sha256[:12]}…)",
            "check the curated facts against the new page, then update sha256 in source.toml",
        )
        page = replace(page, problems=(*page.problems, changed))
    page = replace(page, problems=(*page.problems, *_held_back(found), *_unsure(found), *_licence(found)))
    return assemble(page, found.curation, found.slug, found.sha256, registry)


def _held_back(found: SourceInput) -> Iterator[Problem]:
    """What a person gave and was not sure enough of: it looks given, and is not used.

    A role only says how a name is read: without it the reader's own reading holds.
    """
    columns, facts = found.curation.columns, found.curation.facts
    entries = [("columns", n, column.name, column.certainty) for n, column in enumerate(columns, 1)]
    entries += [
        ("facts", n, fact.property, fact.certainty) for n, fact in enumerate(facts, 1) if fact.property != "role"
    ]
    for block, n, name, certainty in entries:
        if not certainty.is_publishable:
            word = next(word for word, meant in CERTAINTIES.items() if meant is certainty)
            yield Problem(
                found.curation.spot(found.file, block, n, "certainty"),
                "held-back",
                f"[[{block}]] {n}" + (f" ({name})" if name else ""),
                f"what this entry of source.toml says is held back, because its certainty is {word}",
                "find evidence for it, then say that it is very likely or certain",
            )


def _unsure(found: SourceInput) -> Iterator[Problem]:
    """Questions that ``kg import`` left in the file: until a person answers them, they stay questions."""
    for line, question in found.curation.unsure:
        yield Problem(
            replace(found.curation.spot(found.file), line=line),
            "open-question",
            question,
            "kg import asked this in source.toml, and nobody has answered: the entry below it is used as it stands",
            "mend or confirm the entry below, then delete this line",
        )


def _licence(found: SourceInput) -> Iterator[Problem]:
    """A licence that no program can tell from another one; it is kept, for it may be all that the page says."""
    licence = found.curation.licence
    if licence is not None and not is_licence(licence):
        near = did_you_mean(licence, COMMON)
        yield Problem(
            found.curation.spot(found.file, "licence"),
            "unclear-licence",
            licence,
            f"the licence is neither an SPDX identifier nor an http or https address{near}",
            'write the identifier, such as "CC-BY-4.0", or the address of the terms; leave `licence` out where the '
            "page states none",
        )


def check(collection: Collection, base: str, links: Links | None = None, before: Checked | None = None) -> Built:
    """Write the graph of a collection with the links of its papers, and validate it."""
    links = links or Links()
    quads = tuple(with_links(GraphWriter(collection, base).lines(), links, collection.nodes.papers, base))
    found = recheck(quads, before)
    return Built(collection, base, quads, found.report, links=links, recheck=found)
