"""Which columns of a table hold methods, scores, sizes and other things; and what makes the method's name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from kg.intake.model_names import is_model_name
from kg.intake.namerule import clean, is_recipe, name_rule
from kg.intake.shapes import are_labelled, are_prices, are_scores, hold_two_numbers, holds_links, look_like_values
from kg.intake.thing_names import NAMES_THINGS, PAIRS, is_name_of_things, names_data, names_metrics, names_things
from kg.normalise.bilingual import sides
from kg.normalise.dates import parse_date
from kg.normalise.headings import parse_heading
from kg.normalise.names import bare_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Column, Row, Table
from kg.registry import Registry
from kg.wording.fields import (
    field_role,
    holds_metadata,
    holds_scores,
    holds_settings,
    is_count,
    is_digits,
    is_field_name,
    is_rank_of,
    printed_role,
    tells_failure,
)
from kg.wording.headings import Reading, parts_of, read_heading
from kg.wording.names import NameFinder
from kg.wording.splits import is_whose
from kg.wording.variants import is_another

#: Sizes and costs under headings of many forms: "# Activated Params", "FLOPs @640 (B)", "Train Time 300 epochs".
_RESOURCE = re.compile(
    r"(?:#|no\.? of|num(?:ber)? of)\s*(?:of\s+)?(?!shots?\b|layers?\b|heads?\b|epochs?\b|iter)[a-z][\w -]*"
    r"|(?:#\s*)?(?:of\s+)?(?:total |activated |active |trainable |learnable |model |peak |training |train |inference |"
    r"test |gpu |max )*(?:param(?:eter)?s?\.?|flops?|g?macs|multi?-?adds|mem(?:ory)?\.?|memory (?:usage|footprint)|"
    r"vram|disk (?:size|space)|file size|model size|(?:gpu|tpu)[ -]?(?:hours|days))"
    r"(?:\s*(?:@.*|[(\[].*|/.*))?"
    r"|(?:train(?:ing)?|pre-?training)[ -]?(?:time|cost|hours|days)\b.*"
    r"|(?:context|sequence|input) (?:length|window)(?: size)?|.*\b(?:price|cost)\b.*[$€].*",
    re.IGNORECASE,
)
#: "PyTorch Global Training Seed": with what chance was made the same again; "SEED" alone is a data set.
_SEED = re.compile(r"(?:[^\W_]+[ _]){1,4}[Ss]eed")
#: Headings that name methods where no column of another heading does.
_STANDS_FOR_METHODS = re.compile(
    r"(?:model|method|system|network|algorithm|approach|team|submission|config)(?:[ _-]?(?:id|key|file|path))?s?|"
    r"arch(?:itecture)?s?\.?|backbones?|encoders?|frameworks?|id|config(?:uration)? name|fullname",
    re.IGNORECASE,
)
#: Headings over what results were made on, and answers: they name nothing that is compared.
_OF_MACHINES = re.compile(r"os|operating[ _]system|platform", re.IGNORECASE)
_YES_OR_NO = re.compile(r"true|false|yes|no|on|off", re.IGNORECASE)
#: Machine-made names of methods.
_OF_A_RUN = re.compile(r"(?:run|submission)\b")
_IDENTIFIED = re.compile(
    r"(?:model|method|system|algorithm|alg|algo|learner|estimator|classifier|agent|runner|run|submission)"
    r"(?: (?:id|name|key|slug|path|title|label|version))?"
    r"|(?:full|display|pretty|short) ?name|title|label|entry"
    r"|model (?:name or path|id or path)|hf (?:model )?(?:id|repo)|repo id"
)


#: Objects of what is compared, and keys of records that nobody reads.
_OF_COMPARED = re.compile(r"model|method|algorithm|system|team|agent|learner|estimator", re.IGNORECASE)
_IS_KEY = re.compile(r"pk|_id|uuid|guid|hash|sha", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Roles:
    """What each column holds; ``rule`` is how cells make the method's name; ``by_papers``: only papers' titles do.

    ``by_others`` tells that only the names of something else do: of a submission, of the files that it is in.
    """

    roles: tuple[str, ...]
    rule: str | None
    by_papers: bool = False
    by_others: bool = False

    def of(self, role: str) -> list[int]:
        """The columns of that role."""
        return [index for index, other in enumerate(self.roles) if other == role]


def heading_role(name: str, registry: Registry) -> str | None:
    """The role that the registry knows for a heading, with or without a unit behind it."""
    text = clean(name)
    role = registry.column_role(text)
    if role is None:
        base = parse_heading(text, registry.is_unit).base
        role = registry.column_role(base) if base != text else None
    if role is None and _RESOURCE.fullmatch(text):
        role = "resource"
    if role is None and _SEED.fullmatch(text):
        role = "setting"
    if role is None and (brackets := re.fullmatch(r"(.+?)\s*[(\[][^()\[\]]*[)\]]", text)):
        role = registry.column_role(brackets[1])
    if role is None and (both := sides(text)):
        role = next((known for side in both if (known := heading_role(side, registry))), None)
    return role


def cells_of(table: Table, index: int) -> list[Cell]:
    """The cells of a column."""
    return [row.cells[index] for row in table.rows]


def numeric_share(cells: Sequence[Cell], finder: NameFinder) -> float:
    """How many of the filled cells are numbers."""
    counts = Counter(cell.text for cell in cells)
    filled = {text: count for text, count in counts.items() if not is_missing(text)}
    if not filled:
        return 0.0
    return sum(count for text, count in filled.items() if finder.number(text) is not None) / sum(filled.values())


def assign_turned(table: Table, finder: NameFinder) -> Roles:
    """Roles of the columns of a table that was turned: the first names methods."""
    registry = finder.registry
    roles = ["method"]
    for index, column in enumerate(table.columns[1:], 1):
        cells = cells_of(table, index)
        known = heading_role(column.name, registry) if column.name else None
        role = _role(column, cells, known, numeric_share(cells, finder), finder)
        filled = [cell for cell in cells if not is_missing(cell.text)]
        written = role in ("setting", "note") and known is None and look_like_values(filled)
        roles.append("ignore" if role == "links" else "value" if filled and written else role)
    return Roles(tuple(roles), "{1}")


def assign(table: Table, finder: NameFinder, fixed: Mapping[int, str] = MappingProxyType({})) -> Roles:
    """Roles of the columns of a table with a method in each row; ``fixed`` are those that are known, by index."""
    registry = finder.registry
    known = [_known(column, registry) for column in table.columns]
    shares = [numeric_share(cells_of(table, index), finder) for index in range(len(table.columns))]
    if fixed:
        named = (i for i, role in enumerate(known) if role == "method" and i not in fixed and shares[i] < 0.8)
        method = next((index for index, role in fixed.items() if role == "method"), next(named, None))
    else:
        method = _handed_in(table, known)
        method = _method_column(table, known, shares, finder) if method is None else method
    by_papers = method is None and not fixed and (method := _paper_column(table, known, shares)) is not None
    roles: list[str] = []
    for index, column in enumerate(table.columns):
        roles.append(
            "method" if index == method else _role(column, cells_of(table, index), known[index], shares[index], finder)
        )
    for index in _short_parts(table, roles):
        roles[index] = "value"
    for index, role in fixed.items():
        roles[index] = role
    if method is None:
        return Roles(tuple(roles), None)
    rule, used = name_rule(table, method, roles, by_papers)
    for index in used:
        roles[index] = "method" if index == method else roles[index]
    by_others = method not in fixed and _is_of_files(table.columns[method])
    return Roles(tuple(roles), rule, by_papers, by_others)


def _handed_in(table: Table, known: Sequence[str | None]) -> int | None:
    """The column of what was said of a submission, beside its bundle of files: CodaLab names nothing else."""
    levels = [[level.casefold() for level in column.names] for column in table.columns]
    elsewhere = any(r == "method" and not _is_of_files(c) for r, c in zip(known, table.columns, strict=True))
    if elsewhere or not any("bundle" in names for names in levels):
        return None
    told = [i for i, names in enumerate(levels) if names[-2:] == ["submission", "description"]]
    filled = [i for i in told if 2 * sum(bool(row.cells[i].text) for row in table.rows) > len(table.rows)]
    return filled[0] if filled else None


def _is_of_files(column: Column) -> bool:
    """True for what is told of a submission and its files: their names are no more than a hint at the method's."""
    outer = [level.casefold() for level in column.names[:-1]]
    return any(holds_metadata(level) or level in ("bundle", "submission", "file", "job") for level in outer)


def _short_parts(table: Table, roles: Sequence[str]) -> list[int]:
    """Sizes by their unit alone that are short for a part like their neighbours: GB beside KL, KR, PC and SM."""
    short = [i for i, column in enumerate(table.columns) if re.fullmatch(r"[A-Z]{2}", clean(column.name))]
    if sum(roles[index] == "value" for index in short) < 3:
        return []
    sizes = [index for index in short if roles[index] == "resource"]
    return [i for i in sizes if all(re.search(r"\d\.\d", c.text) or is_missing(c.text) for c in cells_of(table, i))]


def _method_column(
    table: Table, known: Sequence[str | None], shares: Sequence[float], finder: NameFinder
) -> int | None:
    headed = [
        index
        for index, role in enumerate(known)
        if role == "method" and shares[index] < 0.8 and not holds_links(cells_of(table, index))
        if not is_name_of_things(table, index) and not names_data(table, index, finder)
    ]
    if headed:
        exact = [
            i
            for i in headed
            if re.match(r"(?:model|method|system|approach|algorithm)", clean(table.columns[i].name), re.IGNORECASE)
        ]
        return (exact or headed)[0]
    if (named := _id_column(table, shares)) is not None:
        return named
    registry = finder.registry
    for index, column in enumerate(table.columns[:3]):
        if names_things(column):
            return _several_frameworks(table)  # rows of data sets or metrics, all of one method
        if names_data(table, index, finder) or names_metrics(table, index, finder):
            return None
        of_settings = any(map(holds_settings, column.names[:-1]))
        if of_settings or _is_id_of_things(table, index) or _IS_KEY.fullmatch(column.name):
            continue
        own = cells_of(table, index)
        linked = known[index] == "links" and holds_links(own)
        if _STANDS_FOR_METHODS.fullmatch(clean(column.name)) and not linked and shares[index] < 0.5:
            return index
        cells = [cell.text for cell in own if cell.text]
        if known[index] in (None, "setting") and _are_models(cells, registry):
            return index  # "Quantization" over "Toy-7B (Int4)"
        if all(parse_date(text) or _YES_OR_NO.fullmatch(text) for text in cells) or _OF_MACHINES.fullmatch(column.name):
            continue  # when a result was published says not whose it is
        if is_recipe(clean(column.name)) or all(is_whose(re.sub(r"\s*\([^()]*\)$", "", text)) for text in cells):
            continue  # nor do "Pretrained" over data sets, and "paper" beside "this repo"
        free = known[index] is None and clean(column.name).casefold() not in NAMES_THINGS | PAIRS
        if cells and shares[index] < 0.5 and free and any(re.search(r"[^\W\d]", text) for text in cells):
            return index
    return None


def _are_models(texts: Sequence[str], registry: Registry) -> bool:
    """True for a name of a model in each row, and another one in each."""
    return 1 < len(texts) == len(set(texts)) and all(is_model_name(text, registry) for text in texts)


def _paper_column(table: Table, known: Sequence[str | None], shares: Sequence[float]) -> int | None:
    """The column of papers' titles, which name what is compared where nothing else does.

    Beside data sets or metrics they may be those of the data: what they stand for is not said there.
    """
    if any(map(names_things, table.columns)):
        return None
    for index in (i for i, role in enumerate(known) if role == "paper" and shares[i] < 0.5):
        cells = [cell for cell in cells_of(table, index) if not is_missing(cell.text)]
        titled = [cell for cell in cells if len(re.findall(r"[^\W\d_]{2,}", cell.text)) > 1]
        if not holds_links(cells) and 2 * len(titled) > len(table.rows):
            return index
    return None


def _several_frameworks(table: Table) -> int | None:
    """A column of frameworks, where several are compared on data sets that other columns name."""
    for index, column in enumerate(table.columns):
        if re.fullmatch(r"frameworks?", clean(column.name), re.IGNORECASE):
            return index if len({cell.text for cell in cells_of(table, index) if cell.text}) > 1 else None
    return None


def _is_id_of_things(table: Table, index: int) -> bool:
    """True for ids that go with the data sets or tasks of the rows, one by one, row after row: no names of methods."""
    if not re.fullmatch(r"(?:task |dataset )?(?:id|uid|key)", clean(table.columns[index].name), re.IGNORECASE):
        return False
    ids = [cell.text for cell in cells_of(table, index)]
    for other, column in enumerate(table.columns):
        if other != index and names_things(column):
            pairs = set(zip(ids, (cell.text for cell in cells_of(table, other)), strict=True))
            if 1 < len(pairs) == len({one for one, _ in pairs}) == len({two for _, two in pairs}) < len(ids):
                return True
    return False


def _id_column(table: Table, shares: Sequence[float]) -> int | None:
    """A column such as "model_id", where no other one names the methods; a run's own id only where none does."""
    found: dict[bool, int] = {}
    for index, column in enumerate(table.columns):
        text = re.sub(r"[\s_.-]+", " ", clean(column.name)).casefold()
        if len(column.names) > 1 and _OF_COMPARED.fullmatch(clean(column.names[-2])):
            text = clean(column.names[-1]).casefold()
        if _IDENTIFIED.fullmatch(text) and shares[index] < 0.5 and any(c.text for c in cells_of(table, index)):
            found.setdefault(_OF_A_RUN.match(text) is None, index)
    chosen = found.get(True, found.get(False))
    return None if chosen is None or holds_links(cells_of(table, chosen)) else chosen


def _role(column: Column, cells: Sequence[Cell], known: str | None, share: float, finder: NameFinder) -> str:
    filled = [cell for cell in cells if not is_missing(cell.text)]
    reading = read_heading(column.names or (column.name,), finder) if column.name else None
    unit = finder.registry.unit(reading.unit) if reading and reading.unit else None
    decimals = all(re.search(r"\d\.\d", cell.text) for cell in filled)
    if known in ("note", "links") and column.name.isupper() and share >= 0.8 and decimals:
        return "value"  # "LOG" over 30.4 and 25.8 is short for a part, and holds no logs
    if known in ("note", "links") and share >= 0.8 and decimals and clean(column.name).casefold() == "id":
        return "value"  # Indonesian among other languages: no identifier has a decimal point
    if known == "links" and share >= 0.8 and decimals and not any(cell.links for cell in filled):
        return "value"  # "Code" over 52.8 and 56.2 is a task
    if known == "resource" and filled and not any(re.match(r"\W*\d", cell.text) for cell in filled):
        return "setting"  # "Small" and "Base", or R50 and R101, under "size" are kinds of a model
    if known == "paper" and share >= 0.8 and are_scores(filled):
        return "value"  # what the papers report, beside what was found anew
    if known in ("rank", "note", "setting", "paper", "date", "category", "access", "resource", "links"):
        return known
    alike = len({cell.text for cell in filled}) == 1 and len(cells) > 1
    if filled and (holds_links(filled) or (alike and all(c.links and not re.search(r"\d", c.text) for c in filled))):
        return "links"
    printed = {finder.registry.unit(n.unit) for c in filled if (n := finder.number(c.text)) and n.unit}
    if any(u is not None and u.quantity in ("data size", "operations", "money", "energy") for u in (unit, *printed)):
        return "resource"
    if re.search(r"[$€£]|\b(?:cost|price)", column.name, re.IGNORECASE) and are_prices(filled):
        return "resource"
    inner = clean(column.names[-1] if column.names else column.name)
    texts = [cell.text for cell in filled]
    if filled and any(map(is_rank_of, column.names)):
        return "note"
    if filled and any(map(holds_metadata, column.names[:-1])) and not (reading and reading.metric):
        return field_role(inner, texts) or "note"
    if filled and share < 0.5 and _is_of_files(column):
        return "note"
    if filled and any(map(holds_settings, column.names[:-1])):
        return field_role(inner, texts) or "setting"
    if tells_failure(inner, texts) or (reading and filled and _only_sounds_measured(reading, inner, texts)):
        return "note"
    if (role := printed_role(inner)) and not (reading and reading.metric):
        return role
    if (
        reading
        and _is_measure(reading, column, finder)
        and (share > 0 or look_like_values(filled) or are_labelled(filled))
    ):
        return "value"
    if not filled:
        return "ignore"
    if known == "method":
        return "note"
    if _counts_rows(column, filled):
        return "ignore"
    if inner and (kind := field_role(inner, texts)):
        # A score may be called after what it is on: "lsat_lr" within "metrics" is no learning rate.
        within = kind == "setting" and decimals and share >= 0.8 and any(map(holds_scores, column.names[:-1]))
        return "value" if within else kind
    if share >= 0.5:
        return "note" if column.name and is_another(column.name) and is_field_name(column.name) else "value"
    if hold_two_numbers(filled):
        return "value"  # what stands in the brackets is for the reader of cells to say, or to refuse
    if all(parse_date(cell.text) for cell in filled):
        return "note"
    if not column.name and all(re.match(r"\d+\b", cell.text) for cell in filled):
        return "rank"
    return "setting" if column.name else "note"


def _known(column: Column, registry: Registry) -> str | None:
    """The role that the registry knows for a heading, or for the innermost of its levels."""
    names = (column.name, *column.names[-1:])
    return next((role for name in names if name and (role := heading_role(name, registry)) is not None), None)


def _counts_rows(column: Column, filled: Sequence[Cell]) -> bool:
    """True for a column without a name of its own that counts 0, 1, 2 ... as data frames are written."""
    if column.name and re.fullmatch(r"unnamed(?:: ?\d+)?|index|idx|#", clean(column.name), re.IGNORECASE) is None:
        return False
    numbers = [cell.text.removesuffix(".0") for cell in filled]
    return any(numbers == [str(n) for n in range(first, len(numbers) + first)] for first in (0, 1))


def _only_sounds_measured(reading: Reading, name: str, texts: Sequence[str]) -> bool:
    """True for a field with the word of a metric in its name that counts something else, or numbers of digits."""
    whole_name = reading.metric is not None and not reading.rest
    return not whole_name and (is_digits(name) or is_count(name, texts))


def _is_measure(reading: Reading, column: Column, finder: NameFinder) -> bool:
    """True for a heading that names a metric or a data set, or one in each of its parts ("EM/F1", "MMLU / MATH")."""
    if reading.metric or reading.base or reading.dataset:
        return True
    names = column.names or (column.name,)
    parts = parts_of(names[-1])
    readings = [read_heading((*names[:-1], part), finder) for part in parts]
    return len(parts) > 1 and all(r.metric or (r.dataset and not r.contained) for r in readings)


def aggregate_rows(table: Table, method: int, registry: Registry) -> list[Row]:
    """Rows that sum up the others: they are no methods."""
    return [row for row in table.rows if registry.is_aggregate_row(bare_name(row.cells[method].text)[0])]
