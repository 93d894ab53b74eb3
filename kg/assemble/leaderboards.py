"""One read page -> its leaderboards with their results, and an account of every value cell.

The conservation law holds by construction: each value cell becomes a result, a missing mark or a
reject, and is counted as one of them (:class:`Tally`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kg.assemble.agreement import agreed_benchmark, notes_on
from kg.assemble.benchmarks import part_of, scoped
from kg.assemble.columns import Meanings
from kg.assemble.contradictions import other_part
from kg.assemble.curated import NO_SCOPE, CuratedColumn, CuratedTable, Curation
from kg.assemble.flags import column_flags, conflict_flags, leaderboard_flags, paper_flags
from kg.assemble.layout import ValueColumn, lay_out, value_cells
from kg.assemble.lone import lone_settings
from kg.assemble.meaning import ColumnMeaning, within_table
from kg.assemble.naming import told_apart
from kg.assemble.nodes import Nodes
from kg.assemble.numbered import fact_key, fact_scope, is_inferred, laid_out, laid_straight, not_described
from kg.assemble.papers import Papers
from kg.assemble.reading import read_rows, withheld
from kg.assemble.references import check_references
from kg.assemble.repeats import merge_repeated
from kg.assemble.rows import Resource, RowReader
from kg.assemble.sections import Section, check_headings, leaderboard_keys, sections_of
from kg.assemble.siblings import Entries
from kg.assemble.stated import address_notes, date_flags, described_board, unread_dates
from kg.assemble.twins import Described
from kg.assemble.units import Whole
from kg.assemble.unprinted import unprinted
from kg.errors import Problem, SourceError
from kg.iris import name_key
from kg.model import Benchmark, Flag, Guess, Leaderboard, MetricDeclaration, Result, Source, Tally
from kg.normalise.dates import parse_date
from kg.normalise.identifiers import is_web_url
from kg.read.cells import Page, Table
from kg.registry import Registry


@dataclass(slots=True)
class Assembly:
    """What one page became. ``categories`` are (method key, category, leaderboard key).

    ``columns`` are the entries of ``source.toml`` by the key of their table, ``described`` by that of their column.
    """

    nodes: Nodes = field(default_factory=Nodes)
    leaderboards: list[Leaderboard] = field(default_factory=list)
    results: dict[str, tuple[Result, ...]] = field(default_factory=dict)
    flags: dict[str, tuple[Flag, ...]] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    problems: dict[str, list[Problem]] = field(default_factory=dict)
    guesses: dict[str, list[Guess]] = field(default_factory=dict)
    categories: list[tuple[str, str, str]] = field(default_factory=list)
    resources: list[Resource] = field(default_factory=list)
    columns: dict[str | None, list[CuratedColumn]] = field(default_factory=dict)
    described: dict[str, Described] = field(default_factory=dict)


def assemble(
    page: Page,
    curation: Curation,
    slug_: str,
    sha256: str,
    registry: Registry,
    *,
    each: Callable[[Assembly], None] = lambda done: None,
    whole: Whole | None = None,
) -> Assembly:
    """Turn a read page into model objects; ``slug_`` names the source and its leaderboards.

    ``each`` is told after each leaderboard; it may take the results so far, and put none in their place.
    ``whole`` is what a page that is a part of one table must know of the others.
    """
    check_references(curation, page, registry)
    done = Assembly()
    for column in curation.columns:
        done.columns.setdefault(column.table, []).append(column)
    title = curation.title or page.fact("title") or slug_
    url = curation.url or page.fact("url")
    retrieved = parse_date(curation.retrieved) if curation.retrieved else None
    source = Source(
        key=slug_,
        label=title,
        file=page.file,
        format=page.format,
        sha256=sha256,
        url=url if url and is_web_url(url) else None,
        retrieved=retrieved.text if retrieved else None,
    )
    done.nodes.sources[source.key] = source
    described = curation.is_numbered or page.is_described
    if described:
        _described(done, page, curation, source, registry, each, whole)
        done.nodes.close(registry)
        return done
    sections = sections_of(page, registry)
    check_headings(sections, curation, page.file)
    keys = leaderboard_keys(sections, curation, slug_, page.file)
    for section, (key, curated) in zip(sections, keys, strict=True):
        _leaderboard(done, page, curation, source, section, key, curated, len(sections) > 1, registry)
        each(done)
    first = done.leaderboards[0].key
    done.problems[first] = [
        *_left_open(page, done),
        *address_notes(page, curation),
        *unprinted(curation, page),
        *lone_settings(curation, page),
        *done.problems[first],
    ]
    done.nodes.close(registry)
    return done


def _described(
    done: Assembly,
    page: Page,
    curation: Curation,
    source: Source,
    registry: Registry,
    each: Callable[[Assembly], None],
    whole: Whole | None,
) -> None:
    """The tables that ``source.toml`` tells by number, or that the format itself describes."""
    chosen: list[tuple[Table, CuratedTable | None, str]] = []
    if curation.is_numbered:
        alone = len([t for t in curation.tables if t.skip is None]) == 1
        for curated in sorted(curation.tables, key=lambda t: t.number or 0):
            if curated.number is None or curated.number > len(page.tables):
                raise SourceError(
                    f"{curation.place_of(curated)}: [[tables]] {curated.key!r}: the file has {len(page.tables)} "
                    "tables; give each table its number"
                )
            if curated.skip is None:
                key = source.key if alone else f"{source.key}-{curated.key}"
                chosen.append((page.tables[curated.number - 1], curated, key))
    else:
        keys = [fact_key(table, source.key, len(page.tables) == 1) for table in page.tables]
        met: Counter[str] = Counter()
        for key, table in zip(keys, page.tables, strict=True):
            chosen.append((table, None, f"{key}-{met[key] + 1}" if met[key] else key))
            met[key] += 1
    if not chosen:
        raise SourceError(f"{curation.path or page.file}: no table is left to read; take out a `skip`")
    for table, entry, key in chosen:
        heading = table.headings[-1] if table.headings else None
        turned_table = laid_straight(table, entry, whole.above if whole else None)
        section = Section(heading, turned_table, tuple(row.group or None for row in turned_table.rows))
        _leaderboard(done, page, curation, source, section, key, entry, len(chosen) > 1, registry, True, whole)
        each(done)
    first = done.leaderboards[0].key
    done.problems[first] = [*page.problems, *done.problems[first]]


def _left_open(page: Page, done: Assembly) -> list[Problem]:
    """The page's own problems, but for a header out of step whose columns all have names by now."""
    named = all(d.column_name for board in done.leaderboards for d in board.declarations)
    return [p for p in page.problems if not (named and p.rule == "header-out-of-step")]


def _leaderboard(
    done: Assembly,
    page: Page,
    curation: Curation,
    source: Source,
    section: Section,
    key: str,
    curated: CuratedTable | None,
    several: bool,
    registry: Registry,
    described: bool = False,
    whole: Whole | None = None,
) -> None:
    table_key = curated.key if curated else None
    columns = done.columns.get(table_key, [])
    table = section.table
    if described:
        table, layout = laid_out(table, curated, columns, curation, registry)
        if table is not section.table:
            section = Section(section.heading, table, tuple(row.group or None for row in table.rows))
        scope = (curated.scope if curated else NO_SCOPE).within(fact_scope(table))
        # The whole table's benchmark is made only where a column needs it.
        benchmark, against = None, list[Problem]()
    else:
        scope = NO_SCOPE
        benchmark, against = agreed_benchmark(
            page, curation, curated, section.heading, several, table.line, registry, done.nodes
        )
        layout = lay_out(page, table, registry, curation, [c.name for c in columns if c.name and c.metric], curated)
    ratio = table.fact("ratio-unit")
    meanings = Meanings(
        page,
        key,
        registry,
        columns,
        curation,
        infer=described and is_inferred(table, layout, columns, curation),
        ratio_unit=ratio.value if ratio else None,
        writing=layout.writing,
        whole=whole,
    )
    cells = value_cells(table, layout)
    meant = [
        _in_part(m, page, table.line, curation, benchmark, registry)
        for m in meanings.of_columns(layout, cells, table.line)
    ]
    declared = [
        _declaration(
            done, key, m, benchmark or scoped(within_table(m.scope, scope), page, registry, done.nodes), registry
        )
        for m in meant
    ]
    entries = Entries(page, curation, columns, registry)
    on = [done.nodes.benchmarks[d.benchmark] for d in declared]
    done.described |= {
        d.key: Described(m.curated, curation, page.file) for m, d in zip(meant, declared, strict=True) if m.curated
    }
    meant = [entries.held(meaning, benchmark) for meaning, benchmark in zip(meant, on, strict=True)]
    done.nodes.units.update(meanings.units)
    done.nodes.metrics.update({m.metric.key: m.metric for m in meant if m.metric.key not in done.nodes.metrics})
    done.nodes.units.update({m.unit.key: m.unit for m in meant if m.unit})

    papers = Papers(registry, done.nodes)
    citation = papers.by_page(page, curation, table_key)
    apart = told_apart(layout.name, section.table.rows)
    reader = RowReader(
        page, curation, key, layout, meant, declared, registry, done.nodes, papers, citation, curated, apart
    )
    is_curated = benchmark is not None and curation.leaderboard_fact(table_key, "benchmark") is not None
    read = read_rows(reader, section.table, section.groups, benchmark if is_curated and not against else None)
    withheld(read, against)
    if described:
        read.problems = [*not_described(page, table, columns, layout), *read.problems]
    results, repeated = merge_repeated(read.results)
    lost = sum(problem.cells for problem in section.table.problems)
    done.results[key] = results
    done.tallies[key] = Tally(
        rows=_row_count(section.table),
        cells=read.cells + lost,
        results=len(read.results),
        missing=read.missing,
        rejected=read.rejected + lost,
        distinct=len(results),
    )
    spoken = notes_on(page, benchmark) if benchmark and not against else []
    spoken += entries.left_out(meant, table.line)
    spoken += [note for meaning, one in zip(meant, on, strict=True) for note in entries.notes(meaning, one, benchmark)]
    printed = section.table.problems
    if curation.leaderboard_fact(table_key, "reported_in"):
        printed = tuple(problem for problem in printed if problem.rule != "reporting-paper-disagrees")  # it says which
    done.problems[key] = [*printed, *spoken, *meanings.problems, *read.problems]
    done.guesses[key] = meanings.guesses
    done.categories += [(method, category, key) for method, category in sorted(read.categories)]
    done.resources += read.resources
    leaderboard = described_board(page, curation, source, section.heading, table, key, curated, declared)
    done.leaderboards.append(leaderboard)
    done.flags[key] = (
        *column_flags(layout, meant, declared, cells),
        *conflict_flags(meant, declared),
        *repeated,
        *(paper_flags(citation) if len(done.leaderboards) == 1 else ()),
        *leaderboard_flags(page, section.table, leaderboard, done.tallies[key]),
        *date_flags(page, curation, key),
        *unread_dates(page, key),
    )


def _row_count(table: Table) -> int:
    """Rows that the page shows: those that were read and those that were lost as a whole."""
    read = {row.line for row in table.rows}
    lost = {problem.place.line for problem in table.problems if problem.is_reject}
    return len(table.rows) + len(lost - read)


def _in_part(
    meaning: ColumnMeaning, page: Page, line: int, curation: Curation, whole: Benchmark | None, registry: Registry
) -> ColumnMeaning:
    """The meaning of a column, with what its printed name says against its curated part of the benchmark."""
    conflict = other_part(meaning, page, line, curation, whole, registry) if whole else None
    return replace(meaning, conflicts=(*meaning.conflicts, conflict)) if conflict else meaning


def _declaration(
    done: Assembly, leaderboard: str, meaning: ColumnMeaning, whole: Benchmark, registry: Registry
) -> MetricDeclaration:
    column = meaning.column
    by_subset = meaning.subset and not (column and (column.curated or column.words))
    benchmark = part_of(whole, meaning.subset, registry, done.nodes) if by_subset and meaning.subset else whole
    label = f"{meaning.label} in {leaderboard}"
    inferred = meaning.inferred + (("ofBenchmark",) if meaning.subset and "columnName" in meaning.inferred else ())
    if set(meaning.scope.inferred) and "ofBenchmark" not in inferred:
        inferred += ("ofBenchmark",)
    return MetricDeclaration(
        key=_declaration_key(leaderboard, column, meaning),
        label=label,
        metric=meaning.metric.key,
        benchmark=benchmark.key,
        direction=meaning.direction,
        unit=meaning.unit.key if meaning.unit else None,
        column_name=meaning.name,
        column_number=column.number if column and column.words is None else None,
        scale=meaning.scale,
        certainty=meaning.certainty,
        evidence=meaning.evidence,
        inferred=inferred,
        not_stated=meaning.not_stated,
    )


def _declaration_key(leaderboard: str, column: ValueColumn | None, meaning: ColumnMeaning) -> str:
    """By the column's number; where rows name what they measure, by those words."""
    if column is None:
        return f"{leaderboard}-{name_key(meaning.label)}"
    if column.words is not None:
        return f"{leaderboard}-{name_key(meaning.label, *column.words.said)}"
    return f"{leaderboard}-{column.number}"
