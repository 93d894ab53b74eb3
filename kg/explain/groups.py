"""A comparison group: its conditions, and its members in order where they may be ranked.

A rank holds inside one group only, in the metric's direction, and is told with coverage and
date. A method is listed once; copies and excluded results have no rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kg.explain.document import Block, Explanation, Fact, Rows, Section, Sentence, Value
from kg.explain.teller import NOT_STATED, Teller
from kg.review.facts import place_order
from kg.terms import DCTERMS, LB


@dataclass(frozen=True, slots=True)
class Member:
    """A result of a group; ``rank`` is None where it has none, and ``why`` says why."""

    result: str
    rank: int | None
    why: str = ""


def members(teller: Teller, group: str) -> tuple[list[Member], str | None]:
    """The members in order, and why the group cannot be ranked (None: it can)."""
    facts = teller.facts
    results = facts.subjects(LB.comparisonGroup, group)
    results.sort(key=lambda r: place_order(facts.one(r, LB.sourceLocator) or r))
    reason = _unranked(teller, group)
    if reason:
        return [Member(result, None, "the group is not ranked") for result in results], reason
    metric = facts.one(group, LB.ofMetric) or ""
    target = facts.one(metric, LB.target)
    lower = facts.one(metric, LB.direction) == str(LB.LowerIsBetter)

    def goodness(result: str) -> Decimal:
        value = Decimal(facts.one(result, LB.normalizedValue) or 0)
        if target is not None:
            return -abs(value - Decimal(target))
        return -value if lower else value

    unplaced: dict[str, str] = {}
    best: dict[str, str] = {}
    for result in results:
        excluded = teller.said(result, LB.excludedBecause)
        if facts.one(result, LB.reproductionStatus) == str(LB.Copied):
            unplaced[result] = "a copy of another result"
        elif excluded:
            unplaced[result] = f"excluded: {excluded[0]}"
        elif facts.one(result, LB.normalizedValue) is None:
            unplaced[result] = "no value in the canonical unit"
        else:
            method = facts.one(result, LB.method) or ""
            other = best.get(method)
            if other is None or goodness(result) > goodness(other):
                best[method] = result
                if other:
                    unplaced[other] = "another value of the same method stands above"
            else:
                unplaced[result] = "another value of the same method stands above"
    placed = sorted(best.values(), key=goodness, reverse=True)
    values = [goodness(result) for result in placed]
    ordered = [Member(result, values.index(value) + 1) for result, value in zip(placed, values, strict=True)]
    return ordered + [Member(result, None, why) for result, why in unplaced.items()], None


def _unranked(teller: Teller, group: str) -> str | None:
    facts = teller.facts
    metric = facts.one(group, LB.ofMetric) or ""
    direction = facts.one(metric, LB.direction)
    if direction in (None, str(LB.DirectionUnknown)):
        return "which of two values is better is not stated"
    if direction == str(LB.CloserToTarget) and facts.one(metric, LB.target) is None:
        return "the target that values should be close to is not stated"
    if facts.one(group, LB.ofUnit) is None:
        return "no result has a unit that the metric admits"
    return None


def group_section(teller: Teller, group: str, result: str | None = None) -> Section:
    """The group of a result, with the result's rank; without one, of the group alone."""
    facts = teller.facts
    listed, reason = members(teller, group)
    basis = facts.one(group, LB.basis)
    board = facts.one(group, LB.ofLeaderboard)
    config = facts.one(group, LB.ofConfig)
    blocks: list[Block] = [Fact("group", "group", teller.link(group))] if result else []
    blocks += [
        Fact("benchmark", "same benchmark", teller.link(facts.one(group, LB.ofBenchmark) or "")),
        Fact("metric", "same metric", teller.link(facts.one(group, LB.ofMetric) or "")),
        Fact("unit", "compared in", teller.unit(facts.one(group, LB.ofUnit))),
        Fact("config", "same settings", teller.link(config) if config else "no settings recorded"),
        Fact("of_leaderboard", "leaderboard", teller.link(board) if board else "any that records these settings"),
        Fact("basis", "basis", f"{teller.curated.word(basis)}: {teller.curated.definition(basis)}"),
        Fact("size", "results", str(len(listed))),
    ]
    if board is None:
        blocks.append(Sentence("basis_note", "Settings that no source records may still differ."))
    if reason:
        blocks.append(Sentence("rank", f"No ranks are given: {reason}."))
    elif result:
        blocks.append(Sentence("rank", _rank(teller, result, listed, group)))
    blocks.append(_table(teller, listed, result, reason is not None))
    return Section("comparison", "Comparison group", tuple(blocks))


def _rank(teller: Teller, result: str, listed: list[Member], group: str) -> str:
    facts = teller.facts
    own = next(member for member in listed if member.result == result)
    placed = [member for member in listed if member.rank is not None]
    where = dates_and_coverage(teller, [member.result for member in listed])
    if own.rank is None:
        return f"This result has no rank: {own.why}. {where}"
    tied = sum(member.rank == own.rank for member in placed) - 1
    direction = teller.curated.word(facts.one(facts.one(group, LB.ofMetric) or "", LB.direction))
    ties = f", equal with {tied} more" if tied else ""
    return f"Rank {own.rank} of {len(placed)} inside this group ({direction}{ties}), as recorded here. {where}"


def dates_and_coverage(teller: Teller, results: list[str]) -> str:
    """Date and coverage of the leaderboards that some results come from."""
    facts = teller.facts
    told = []
    for board in sorted({facts.one(result, LB.leaderboard) or "" for result in results}):
        date = facts.one(board, DCTERMS.modified) or "date not recorded"
        statements = " | ".join(facts.objects(board, LB.coverageStatement)) or "coverage not stated"
        told.append(f"{facts.label(board)}: {date}; coverage: {statements}")
    return "As of: " + " // ".join(told)


def _table(teller: Teller, listed: list[Member], result: str | None, unranked: bool) -> Rows:
    facts = teller.facts
    rows: list[tuple[Value, ...]] = []
    for member in listed:
        node = member.result
        normal = facts.one(node, LB.normalizedValue)
        value = f"{facts.one(node, LB.value)} {teller.unit(facts.one(node, LB.unit))}"
        rows.append(
            (
                "this" if node == result else "",
                str(member.rank) if member.rank is not None else "-",
                teller.link(facts.one(node, LB.method) or ""),
                value,
                normal or "none",
                teller.curated.word(facts.one(node, LB.reproductionStatus)),
                facts.one(node, LB.sourceLocator) or "",
                "" if unranked else member.why,
            )
        )
    columns: tuple[tuple[str, str], ...] = (
        ("this", ""),
        ("rank", "rank"),
        ("method", "method"),
        ("value", "value"),
        ("normalized", "canonical"),
        ("status", "status"),
        ("place", "place"),
    )
    columns = (*columns, ("why", "no rank because"))
    return Rows("members", columns, tuple(rows), ("why",))


def explain_group(teller: Teller, group: str) -> Explanation:
    """The story of a comparison group."""
    listed, reason = members(teller, group)
    facts = teller.facts
    metric, benchmark = facts.one(group, LB.ofMetric) or "", facts.one(group, LB.ofBenchmark) or ""
    ranked = "they may be ranked with each other" if reason is None else f"they are not ranked: {reason}"
    date = dates_and_coverage(teller, [member.result for member in listed])
    summary = (
        f"{len(listed)} results that hold for the same conditions: {facts.label(metric)} on "
        f"{facts.label(benchmark)}; {ranked}, and with no result outside this group. {date}"
    )
    section = group_section(teller, group)
    conditions = Section("comparison", "Conditions and members", section.blocks)
    boards = {facts.one(member.result, LB.leaderboard) or "" for member in listed}
    split = teller.stated(benchmark, LB.split)
    stated = Section(
        "conditions",
        "Fine print",
        (
            Fact("split", "split", split),
            Fact("version", "version", teller.stated(benchmark, LB.version)),
            Fact("leaderboards", "leaderboards met", teller.links(sorted(boards))),
            Fact("licence", "licence", teller.stated(sorted(boards)[0], DCTERMS.license) if boards else NOT_STATED),
        ),
    )
    return teller.story(group, "comparison group", summary, (conditions, stated))
