"""``kg link``: papers to the catalogues of the world, and a person's word on each link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.app import BuildDir, app, one_of
from kg.console import print_table, say

if TYPE_CHECKING:
    from kg.link.folder import Links
    from kg.link.run import Outcome
    from kg.link.table import Link

link_app = typer.Typer(
    help="Link papers to OpenAlex, Crossref, arXiv, DataCite, Semantic Scholar and others.", rich_markup_mode=None
)
app.add_typer(link_app, name="link")

Data = Annotated[Path, typer.Option("--data", help="The data folder: sources, registry, links.")]
Paper = Annotated[str, typer.Argument(help="A paper: its key or IRI.")]
Other = Annotated[str, typer.Argument(help="What it is linked to, such as doi:10.1000/abc.")]


@link_app.callback(invoke_without_command=True)
def link(
    context: typer.Context,
    data: Data = Path("data"),
    offline: Annotated[bool, typer.Option("--offline", help="Ask nobody; use kept answers and curated ids.")] = False,
    services: Annotated[str, typer.Option("--services", help="Some services only, joined by commas.")] = "",
    max_age: Annotated[str, typer.Option("--max-age", help="Ask again after this time: 30d, 12h, 0.")] = "90d",
    budget: Annotated[int, typer.Option("--budget", help="Most requests of this run.")] = 2000,
    seconds: Annotated[int, typer.Option("--seconds", help="Longest time of this run.")] = 1800,
) -> None:
    """Link papers to the catalogues of the world.

    Only what is new, what failed and what is older than --max-age is asked for. Example: kg link --offline
    """
    if context.invoked_subcommand is not None:
        return
    from kg.errors import LinkError
    from kg.link.cache import Cache
    from kg.link.clock import SystemClock
    from kg.link.fetching import Budget, Fetcher
    from kg.link.folder import load, save
    from kg.link.run import Run, curate
    from kg.link.services import SERVICES
    from kg.link.settings import link_settings, parse_age

    names = [name.strip() for name in services.split(",") if name.strip()] or list(SERVICES)
    for name in names:
        one_of("--services", name, tuple(SERVICES))
    settings, age = link_settings(), parse_age(max_age)
    if not offline and not settings.link_contact:
        raise LinkError(
            "services want to know who asks: set KG_LINK_CONTACT to your e-mail address or web page, or use --offline"
        )
    papers, registry = _papers(data)
    links = load(data / "links")
    before = len(links.standing)
    curate(links, papers, registry)
    wanted = dict.fromkeys(["doi-agency", *names] if {"crossref", "datacite"} & set(names) else names)
    clock = SystemClock()
    with Fetcher(
        settings, Cache(settings.link_cache), clock, offline=offline, budget=Budget(budget, seconds)
    ) as fetcher:
        outcome = Run(papers, links, fetcher, clock, age).ask(SERVICES[name]() for name in SERVICES if name in wanted)
    changed = save(data / "links", links)
    _tell(outcome, links, changed, before)


def _papers(data: Path) -> tuple[list[Any], Path]:
    """Every paper of the graph that the data make, and of the registry beside them."""
    from kg.collect import collect
    from kg.pipeline.inputs import find_registry, find_sources
    from kg.pipeline.road import assemble_source
    from kg.registry import load_registry

    registry = find_registry([data], None)
    known = load_registry(registry)
    nodes = collect([assemble_source(found, known) for found in find_sources([data])], known).nodes
    return sorted({**known.papers, **nodes.papers}.values(), key=lambda paper: paper.key), registry


def _tell(outcome: Outcome, links: Links, changed: list[Path], before: int) -> None:
    from kg.link.run import count_by

    standing, waiting = links.standing, links.open_candidates
    linked = len({link.paper for link in standing})
    say(f"{outcome.papers} papers, {linked} of them linked: {len(standing)} links ({before} before)")
    for name, count in count_by(standing, lambda link: f"{link.service} {link.predicate_id}"):
        say(f"  {name}: {count}")
    if waiting:
        say(f"{len(waiting)} candidates wait for you: kg link list --kind candidates")
    for service, count in sorted(outcome.asked.items()):
        say(f"asked {service}: {count} requests")
    for service, reason in sorted(outcome.skipped.items()):
        say(f"not asked: {service}: {reason}")
    for missed in outcome.missed:
        say(f"not fetched: {missed.service}: {missed.paper} ({missed.asked}): {missed.reason}")
    if outcome.missed:
        say("what was not fetched is asked for again the next time")
    if outcome.uncached:
        say(f"{outcome.uncached} questions have no kept answer; without --offline they would be asked")
    say("\n".join(f"wrote {path}" for path in changed) if changed else "nothing changed")


@link_app.command()
def snapshot(
    kind: Annotated[str, typer.Argument(help="openalex, crossref, arxiv or s2ag.")],
    files: Annotated[list[Path], typer.Argument(help="Its files of JSON lines, plain or .gz.")],
    date: Annotated[str, typer.Option("--date", help="The day of the snapshot, such as 2026-01-31.")],
    index: Annotated[Path | None, typer.Option("--index", help="[default: build/KIND.duckdb]")] = None,
    memory: Annotated[str, typer.Option("--memory", help="Most memory of the index.")] = "512MB",
    data: Data = Path("data"),
) -> None:
    """Match papers against a local snapshot of a catalogue, without a request.

    What was indexed before, wholly or in part, is not read again. Example:
    kg link snapshot arxiv arxiv-metadata.json --date 2026-01-31
    """
    from kg.errors import LinkError
    from kg.link.folder import load, save
    from kg.link.known import known_work
    from kg.link.services.base import day
    from kg.link.snapshot import Index, Progress, match
    from kg.link.snapshot.bring import bring, forget

    if day(date) != date or len(date) != 10:
        raise LinkError(f"--date {date!r} is no day; write it as 2026-01-31")
    papers, _ = _papers(data)
    links = load(data / "links")

    def tell(progress: Progress) -> None:
        share = 100 * min(progress.reached, progress.size) // max(progress.size, 1)
        far = "" if progress.file.endswith(".gz") else f", {share} %"
        say(f"{progress.file}: {progress.lines} lines{far}")

    with Index(index or Path("build") / f"{kind}.duckdb", kind, memory=memory) as opened:
        opened.add(files, tell)
        forget(links, [paper.key for paper in papers], opened.snapshot)
        found = match(opened, [known_work(paper, links) for paper in papers])
        count = bring(links, {paper.key: paper for paper in papers}, found, opened.snapshot, date)
        say(f"{opened.lines} lines, {opened.unreadable} of them unreadable; {count} links")
    for path in save(data / "links", links):
        say(f"wrote {path}")


@link_app.command()
def measure(
    pairs: Annotated[Path, typer.Argument(help="Pairs whose answer is known.")] = Path("benchmarks/link/pairs.jsonl"),
) -> None:
    """Print precision and recall of the matching rules; exit status 1 for a wrong automatic link.

    Example: kg link measure
    """
    from kg.link.measure import measure as judge_all

    score = judge_all(pairs)
    print("\n".join(score.lines()))
    raise typer.Exit(1 if score.wrong else 0)


@link_app.command("list")
def list_links(
    kind: Annotated[str, typer.Option("--kind", help="links, candidates or decisions.")] = "links",
    paper: Annotated[str, typer.Option("--paper", help="One paper only, by key.")] = "",
    format: Annotated[str, typer.Option("--format", help="table or json.")] = "table",
    data: Data = Path("data"),
) -> None:
    """List links, candidates for a person, or what was decided.

    Example: kg link list --kind candidates
    """
    from dataclasses import asdict

    from kg.link.folder import load

    one_of("--kind", kind, ("links", "candidates", "decisions"))
    one_of("--format", format, ("table", "json"))
    links = load(data / "links")
    decided = {d.link.pair: f"{d.decision}ed on {d.decided}" for rows in links.decisions.values() for d in rows}
    found: list[Link] = {
        "links": links.standing,
        "candidates": links.open_candidates,
        "decisions": [d.link for rows in links.decisions.values() for d in rows],
    }[kind]
    found = [link for link in found if paper in ("", link.paper)]
    if format == "json":
        print(json.dumps([asdict(link) for link in found], ensure_ascii=False, indent=2))
        return
    rows = [
        (link.paper, link.predicate_id, link.other, link.confidence, link.service, decided.get(link.pair, link.comment))
        for link in found
    ]
    print_table(("paper", "predicate", "other", "confidence", "service", "why"), rows)
    say(f"{len(rows)} {kind}")


@link_app.command()
def accept(
    paper: Paper,
    other: Other,
    says: Annotated[str, typer.Option("--as", help="sameAs, exactMatch, isVersionOf or closeMatch.")] = "",
    data: Data = Path("data"),
) -> None:
    """Say that a candidate or link holds; no later run changes it.

    Example: kg link accept arxiv-2410-18923 openalex:W123 --as isVersionOf
    """
    from kg.link.deciding import accept as decide
    from kg.link.matching import Predicate

    names = {predicate.value.partition(":")[2]: predicate for predicate in Predicate}
    if says:
        one_of("--as", says, tuple(names))
    _decide(data, lambda links, day: decide(links, paper, other, day, names.get(says)), "accepted")


@link_app.command()
def reject(paper: Paper, other: Other, data: Data = Path("data")) -> None:
    """Say that a candidate or link does not hold; it is not found again.

    Example: kg link reject arxiv-2410-18923 openalex:W123
    """
    from kg.link.deciding import reject as decide

    _decide(data, lambda links, day: decide(links, paper, other, day), "rejected")


@link_app.command()
def undo(paper: Paper, other: Other, data: Data = Path("data")) -> None:
    """Take a decision back.

    Example: kg link undo arxiv-2410-18923 openalex:W123
    """
    from kg.link.deciding import undo as decide

    _decide(data, lambda links, _: decide(links, paper, other), "undecided again")


def _decide(data: Path, change: Any, told: str) -> None:
    from kg.link.clock import SystemClock
    from kg.link.folder import load, save

    links = load(data / "links")
    for row in change(links, SystemClock().now().date().isoformat()):
        say(f"{told}: {row.subject_id} {row.predicate_id} {row.object_id} ({row.service}, {row.comment})")
    for path in save(data / "links", links):
        say(f"wrote {path}")
    say("kg build brings it into the graph")


@link_app.command("federated")
def federated_query(
    name: Annotated[str, typer.Argument(help="One of them; without a name they are listed.")] = "",
    there: Annotated[bool, typer.Option("--there", help="Only what runs at the endpoint itself.")] = False,
    build_dir: BuildDir = Path("build"),
) -> None:
    """Print a query that joins the papers of a build with another endpoint, ready to be pasted.

    Example: kg link federated wikidata-scholarly --there
    """
    from kg.link.citing import entries
    from kg.link.federated import federated
    from kg.store import Version

    known = federated()
    if not name:
        print_table(("name", "endpoint", "title"), [(q.name, q.endpoint, q.title) for q in known.values()])
        return
    one_of("NAME", name, tuple(known))
    query = known[name].about(entry["DOI"] for entry in entries(Version(build_dir)).values() if entry.get("DOI"))
    print(query.there if there else query.text, end="")
    say(f"for {query.endpoint}" if there else f"for an engine that holds the graph and may ask {query.endpoint}")
