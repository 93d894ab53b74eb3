"""Findings about columns, papers and leaderboards that are kept with the data."""

from __future__ import annotations

from collections.abc import Sequence

from kg.assemble.layout import Layout
from kg.assemble.meaning import ColumnMeaning
from kg.assemble.papers import Citation
from kg.errors import Place
from kg.iris import digest
from kg.model import Flag, FlagKind, FlagSubject, Leaderboard, MetricDeclaration, Severity, Tally
from kg.normalise.values import Number, is_missing, parse_number
from kg.read.cells import Cell, Page, Table


def make_flag(
    kind: FlagKind,
    subject: FlagSubject,
    subject_key: str,
    severity: Severity,
    message: str,
    rule: str,
    *,
    found: str | None = None,
    expected: str | None = None,
    on_property: str | None = None,
    places: Sequence[Place] = (),
) -> Flag:
    """A flag whose key follows from what it says about what."""
    key = digest("flag", kind, subject, subject_key, rule, found or "")
    at = tuple(dict.fromkeys(places))
    return Flag(key, subject, subject_key, kind, severity, message, rule, found, expected, on_property, places=at)


def column_flags(
    layout: Layout,
    meanings: Sequence[ColumnMeaning],
    declared: Sequence[MetricDeclaration],
    cells: Sequence[Sequence[Cell]],
) -> list[Flag]:
    """Scale corrected, scale suspect, and column without a name; each is about a whole column."""
    flags: list[Flag] = []
    suspects = _suspect_columns(meanings, cells)
    for number, _ in enumerate(layout.values):
        meaning, declaration = meanings[number], declared[number]
        if meaning.scale is not None:
            printed = _printed(cells[number])
            flags.append(
                make_flag(
                    FlagKind.SCALE_CORRECTED,
                    FlagSubject.DECLARATION,
                    declaration.key,
                    Severity.NOTE,
                    f"every value of the column is the printed digits times {meaning.scale}: {meaning.evidence}",
                    f"value = printed digits x {meaning.scale}",
                    found=printed[0] if printed else None,
                    on_property="value",
                )
            )
        elif number in suspects:
            printed = _printed(cells[number])
            flags.append(
                make_flag(
                    FlagKind.SCALE_SUSPECT,
                    FlagSubject.DECLARATION,
                    declaration.key,
                    Severity.WARNING,
                    f"{suspects[number]}: every value of the column may be off by a factor, {printed[-1]} as much as "
                    f"{printed[0]}; `scale` in the [[columns]] entry of source.toml says by which",
                    suspects[number],
                    found=", ".join(printed),
                    on_property="value",
                )
            )
        if meaning.name is None:
            flags.append(
                make_flag(
                    FlagKind.UNNAMED_COLUMN,
                    FlagSubject.DECLARATION,
                    declaration.key,
                    Severity.NOTE,
                    f"the page prints no name for value column {number + 1}",
                    "a value column has a name",
                    on_property="columnName",
                )
            )
    return flags


def conflict_flags(meanings: Sequence[ColumnMeaning], declared: Sequence[MetricDeclaration]) -> list[Flag]:
    """What is said of one column, or of one metric that the page only lists, in two ways."""
    return [
        make_flag(
            FlagKind.DECLARATION_CONFLICT,
            FlagSubject.DECLARATION,
            declaration.key,
            Severity.ERROR,
            conflict.message,
            "a page says one thing of a column",
            found=conflict.found,
            expected=conflict.expected,
            places=conflict.places,
        )
        for meaning, declaration in zip(meanings, declared, strict=True)
        for conflict in meaning.conflicts
    ]


def _suspect_columns(meanings: Sequence[ColumnMeaning], cells: Sequence[Sequence[Cell]]) -> dict[int, str]:
    """Columns with thousands marks and no known unit that nothing else vouches for, each with the reason.

    Where the unit is known, the bounds of the metric decide instead.
    """
    unclear = [i for i in range(len(cells)) if meanings[i].unit is None and meanings[i].scale is None]
    marked = [i for i in unclear if any(n.grouped for n in _numbers(cells[i]))]
    if not marked:
        return {}
    numbers = [_numbers(column) for column in cells]
    siblings = [n.value for column in numbers if not any(n.grouped for n in column) for n in column]
    if siblings and all(abs(value) < 100 for value in siblings):
        return dict.fromkeys(marked, "thousands marks beside sibling columns that all stay below 100")
    if not siblings and not any("." in cell.text for column in cells for cell in column):
        return dict.fromkeys(marked, "thousands marks that nothing in the table tells from decimal commas")
    return {}


def _printed(column: Sequence[Cell]) -> list[str]:
    return [cell.text for cell in column if not is_missing(cell.text)]


def _numbers(column: Sequence[Cell]) -> list[Number]:
    return [n for cell in column if not is_missing(cell.text) and isinstance(n := parse_number(cell.text), Number)]


def paper_flags(citation: Citation | None) -> list[Flag]:
    """The citation URL of the page was wrapped in another URL."""
    if citation is None or citation.cleaned is None:
        return []
    printed, meant = citation.cleaned
    return [
        make_flag(
            FlagKind.IDENTIFIER_CLEANED,
            FlagSubject.PAPER,
            citation.paper,
            Severity.NOTE,
            f"the page cites the paper by a URL around the paper's own (line {citation.line}); the inner one is kept",
            "where a URL carries another http(s) URL in its query, the inner one is meant",
            found=printed,
            expected=meant,
            on_property="url",
        )
    ]


def _rows_told(table: Table, tally: Tally) -> str:
    """The number of rows; results that stand in a section alone are told apart from those of the table."""
    alone = [p.place for p in table.problems if p.rule == "section-without-row" and not p.is_reject]
    if not alone:
        return f"{tally.rows} rows were read"
    places = ", ".join(str(place) for place in alone)
    return f"its table has {tally.rows - len(alone)} rows, and {len(alone)} more stand in a section alone ({places})"


def leaderboard_flags(page: Page, table: Table, leaderboard: Leaderboard, tally: Tally) -> list[Flag]:
    """What the page says of the whole table and the table itself does not bear out."""
    flags: list[Flag] = []
    if leaderboard.loaded is not None and leaderboard.loaded not in (tally.rows, tally.distinct):
        flags.append(
            make_flag(
                FlagKind.DECLARATION_CONFLICT,
                FlagSubject.LEADERBOARD,
                leaderboard.key,
                Severity.WARNING,
                f"the page says that {leaderboard.loaded} results are loaded, but {_rows_told(table, tally)}; "
                "put in the rows that are missing or take out those that are too many, else correct the number",
                "results loaded = rows read",
                found=str(tally.rows),
                expected=str(leaderboard.loaded),
                on_property="resultsLoaded",
            )
        )
    metric = page.fact("metric")
    columns = [d.column_name for d in leaderboard.declarations if d.column_number is not None]
    if metric is not None and metric not in columns:
        flags.append(
            make_flag(
                FlagKind.DECLARATION_CONFLICT,
                FlagSubject.LEADERBOARD,
                leaderboard.key,
                Severity.ERROR,
                f"the page's scope names the metric {metric}, but its table has the columns "
                f"{', '.join(name or 'without a name' for name in columns)}; mend the name of the column, or the scope",
                "the metric of the scope is a column of the table",
                found=metric,
                on_property="columnName",
            )
        )
    return flags
