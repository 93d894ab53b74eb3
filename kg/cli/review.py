"""``kg review``: what a person should look at, and decisions on spellings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.app import BuildDir, app, folder, one_of
from kg.console import say
from kg.errors import KgError

if TYPE_CHECKING:
    from kg.review.decisions import Decision, Known

review_app = typer.Typer(rich_markup_mode=None)
app.add_typer(review_app, name="review")

RegistryDir = Annotated[Path, typer.Option("--registry", help="Where the registry lies.")]
Sources = Annotated[
    list[Path] | None, typer.Option("--sources", help="Pages that the effect is shown on. [default: data]")
]
Spelling = Annotated[str, typer.Argument(help="The spelling, as a page prints it.")]
Target = Annotated[str, typer.Argument(help="The method, by label, key, CURIE or IRI.")]
Justification = Annotated[str, typer.Option("--justification", help="A term of semapv:, how the decision was found.")]
SourceOf = Annotated[str, typer.Option("--source", help="Where the decision can be checked: an address.")]
Comment = Annotated[str, typer.Option("--comment", help="Why, in a few words.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the effect and write nothing.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask back on a terminal.")]

_BY_HAND = "semapv:ManualMappingCuration"


@review_app.callback(invoke_without_command=True)
def review(
    context: typer.Context,
    kind: Annotated[str | None, typer.Option("--kind", help="One kind of items only.")] = None,
    leaderboard: Annotated[str | None, typer.Option("--leaderboard", help="One leaderboard only, by key.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="One source only, by key.")] = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    registry: RegistryDir = Path("data/registry"),
    build_dir: BuildDir = Path("build"),
) -> None:
    """List what a person should look at: guesses, merge candidates, withheld facts, rejects, flags.

    Example: kg review --kind merges
    """
    if context.invoked_subcommand is not None:
        return
    from kg.registry import load_registry
    from kg.review import review as look_through
    from kg.store import Version

    one_of("--format", format, ("text", "json"))
    lies = folder(registry)
    known = load_registry(lies) if lies else None
    found = look_through(Version(build_dir), known, kind=kind, leaderboard=leaderboard, source=source)
    print(found.to_text() if format == "text" else json.dumps(found.to_dict(), ensure_ascii=False, indent=2))


@review_app.command()
def accept(
    spelling: Spelling,
    target: Target,
    confidence: Annotated[str, typer.Option("--confidence", help="How sure, from 0 to 1, such as 0.95.")],
    justification: Justification = _BY_HAND,
    source: SourceOf = "",
    comment: Comment = "",
    force: Annotated[
        bool, typer.Option("--force", help="Even where the names differ in a digit, size or tier; with --comment.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    registry: RegistryDir = Path("data/registry"),
    sources: Sources = None,
) -> None:
    """Say that a spelling means a method, after showing what changes in every answer.

    Example: kg review accept Qwen2.5VL-7B Qwen2.5-VL-7B --confidence 0.99
    """
    from kg.review.decisions import plan_accept

    def plan(known: Known) -> Decision:
        return plan_accept(
            registry,
            known,
            spelling,
            target,
            confidence=confidence,
            justification=justification,
            source=source,
            comment=comment,
            force=force,
        )

    _decide(plan, registry, sources, dry_run=dry_run, yes=yes)


@review_app.command()
def reject(
    spelling: Spelling,
    target: Target,
    confidence: Annotated[str, typer.Option("--confidence", help="How sure, from 0 to 1, such as 0.95.")] = "",
    justification: Justification = _BY_HAND,
    source: SourceOf = "",
    comment: Comment = "",
    dry_run: DryRun = False,
    yes: Yes = False,
    registry: RegistryDir = Path("data/registry"),
    sources: Sources = None,
) -> None:
    """Say that a spelling does not mean a method, so that the pair is not proposed again.

    Example: kg review reject MedSAM2 MedSAM --comment "another model"
    """
    from kg.review.decisions import plan_reject

    def plan(known: Known) -> Decision:
        return plan_reject(
            registry,
            known,
            spelling,
            target,
            confidence=confidence,
            justification=justification,
            source=source,
            comment=comment,
        )

    _decide(plan, registry, sources, dry_run=dry_run, yes=yes)


@review_app.command()
def undo(
    spelling: Spelling,
    target: Annotated[
        str | None, typer.Argument(help="The method, where several decisions speak of the spelling.")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    registry: RegistryDir = Path("data/registry"),
    sources: Sources = None,
) -> None:
    """Take back a decision on a spelling, accepted or rejected.

    Example: kg review undo Qwen2.5VL-7B
    """
    from kg.review.decisions import plan_undo

    _decide(lambda _: plan_undo(registry, spelling, target), registry, sources, dry_run=dry_run, yes=yes)


def _decide(
    plan: Callable[[Known], Decision], registry: Path, sources: list[Path] | None, *, dry_run: bool, yes: bool
) -> None:
    """Plan, show the effect, and write; on a terminal a person is asked in between."""
    from kg.registry import load_registry
    from kg.review.effects import effect_lines, effect_of, known_of
    from kg.settings import base_iri

    if not registry.is_dir():
        raise KgError(f"{registry}: no such registry folder; name it with --registry")
    paths = sources or [Path("data")]
    decision = plan(known_of(load_registry(registry), paths))
    for line in effect_lines(effect_of(decision, paths, base_iri())):
        print(line)
    if dry_run:
        say("nothing written (--dry-run)")
        return
    if not yes and sys.stdin.isatty() and sys.stdout.isatty() and not _confirmed(decision.path):
        say("nothing written")
        return
    decision.write()
    verb = "taken out of" if decision.action == "undo" else "added to"
    say(f"one row {verb} {decision.path}; kg build makes the new graph")


def _confirmed(path: Path) -> bool:
    """Ask the person at the terminal; no answer is a no."""
    try:
        return typer.confirm(f"write this to {path}?")
    except typer.Abort:
        return False
