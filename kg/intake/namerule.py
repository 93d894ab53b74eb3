"""How cells make the method's name: one of them, or several where names alone do not tell rows apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.normalise.names import bare_name, read_name
from kg.normalise.values import is_missing
from kg.read.cells import Cell, Column, Table
from kg.read.look import visible, without_symbols
from kg.wording.splits import meaningful

_SIZE = re.compile(r"~?\d+(?:\.\d+)?\s*[BMKTbmk](?:-A\d+(?:\.\d+)?[BM])?|\d+x\d+(?:\.\d+)?B")
_SIZE_HEADING = re.compile(r"(?:model |#\s?)?(?:size|param(?:eter)?s?\.?|#p)(?:\s*\(\w+\))?", re.IGNORECASE)
#: Settings of training: they are part of what a method is, not of how it was evaluated.
_RECIPE = re.compile(
    r"lr.?sch\w*|schedule|sched\.?|epochs?|backbone|encoder|decoder|head|variant|version|config\w*|pre-?train\w*.*|"
    r"train(?:ing)? (?:data|set|dataset)|extra (?:training )?data|fine-?tun\w*|iter(?:ation)?s?|steps|base model|"
    r"architecture|arch\.?|crop size|initiali[sz]ation|norm|type|language model|llm|vision encoder|loss function",
    re.IGNORECASE,
)
#: Headings of columns that name a part of a method.
_OF_A_PART = re.compile(r"backbones?|(?:image |vision |text )?encoders?|arch(?:itecture)?s?\.?", re.IGNORECASE)


def clean(name: str) -> str:
    """A heading without pictures and sort arrows."""
    return re.sub(r"[↕⇅▲▼△▽⬍]", "", without_symbols(visible(name))[0]).strip()


def is_recipe(heading: str) -> bool:
    """True for the heading of a setting of training: it tells methods of one name apart, and names none."""
    return _RECIPE.fullmatch(heading) is not None


def name_rule(table: Table, method: int, roles: Sequence[str], by_papers: bool = False) -> tuple[str, list[int]]:
    """The template of the method's name: further cells join it where names alone do not tell rows apart.

    Those of one paper (``by_papers``) are told apart by whatever is noted of each.
    """
    names = [read_name(row.cells[method]).text for row in table.rows]
    rule = f"{{{method + 1}}}"
    used = [method]
    keys = list(names)
    prefix = _prefix(table, method, names)
    noted = [i for i, role in enumerate(roles) if by_papers and role in ("note", "setting")]
    for index in dict.fromkeys((*_candidates(table, method, roles), *noted)):
        if len(set(keys)) == len(keys):
            break
        texts = [bare_name(row.cells[index].text)[0] for row in table.rows]
        joined = [f"{key}|{text}" for key, text in zip(keys, texts, strict=True)]
        # A cell that is left empty goes on with the one above: it tells nothing apart.
        filled = {pair for pair, text in zip(joined, texts, strict=True) if not is_missing(text)}
        told = {key for key, text in zip(keys, texts, strict=True) if not is_missing(text)}
        if len(filled) > len(told) or (by_papers and len(set(joined)) > len(set(keys))):
            keys = joined
            is_size = _is_size(table.columns[index], texts)
            rule += f"[-{{{index + 1}}}]" if is_size else f"[ ({{{index + 1}}})]"
            used.append(index)
    if len(set(keys)) < len(keys) and len(used) > 1 and len(set(keys)) == len(set(names)):
        rule, used = f"{{{method + 1}}}", [method]
    return prefix + rule, used


def _candidates(table: Table, method: int, roles: Sequence[str]) -> list[int]:
    """Columns that can be part of a name, sizes first."""
    sizes: list[int] = []
    found: list[int] = []
    counts: list[int] = []
    for index, column in enumerate(table.columns):
        if index == method or roles[index] not in ("setting", "note", "resource", "method"):
            continue
        texts = [row.cells[index].text for row in table.rows]
        if _is_size(column, texts):
            # "Size" beside "LLaMA" is how a model is called; "#params" is what it has.
            (sizes if "size" in column.name.casefold() else counts).append(index)
        elif roles[index] != "resource" and _RECIPE.fullmatch(clean(column.name)):
            found.append(index)
    return [*sizes, *found, *counts]


def is_size(text: str) -> bool:
    """True for a model's size alone: "7B", "430M".

    >>> is_size("1.5B"), is_size("Toy-7B")
    (True, False)
    """
    return _SIZE.fullmatch(text.strip()) is not None


def _is_size(column: Column, texts: Sequence[str]) -> bool:
    filled = [text for text in texts if not is_missing(text)]
    sized = sum(_SIZE.fullmatch(text.strip()) is not None for text in filled)
    return bool(filled) and sized * 3 >= len(filled) * 2 and _SIZE_HEADING.fullmatch(clean(column.name)) is not None


def _prefix(table: Table, method: int, names: Sequence[str]) -> str:
    """The section's heading, where the addresses behind the names show that it is part of each name.

    "R50-C4" under "Faster R-CNN", linked to ``…/faster_rcnn_R_50_C4_1x.yaml``, is a Faster R-CNN.
    """
    if not table.headings:
        return ""
    inner = table.headings[-1]
    heading = re.split(r"\s+with\s+", inner)[-1] if " with " in inner else meaningful(inner)
    plain_heading = _letters(heading)
    if len(plain_heading) < 3:
        return ""
    # Where the names are those of backbones, the addresses in the other cells of the row tell it, too.
    parts_only = _OF_A_PART.fullmatch(clean(table.columns[method].name)) is not None
    shown = [
        _begin_links(row.cells if parts_only else row.cells[method : method + 1], plain_heading)
        and plain_heading not in _letters(name)
        for name, row in zip(names, table.rows, strict=True)
    ]
    return f"{heading} " if shown and sum(shown) * 5 >= len(shown) * 4 else ""


def is_of_models(heading: str, table: Table) -> bool:
    """True for a heading that the files of most rows are named after: it names their model, not their data."""
    plain_heading = _letters(heading)
    shown = [_begin_links(row.cells, plain_heading) for row in table.rows]
    return len(plain_heading) >= 3 and 0 < len(shown) * 4 <= sum(shown) * 5


def _begin_links(cells: Sequence[Cell], start: str) -> bool:
    links = [cell.links[0] for cell in cells if cell.links]
    return any(_letters(_stem(link)).startswith(start) for link in links)


def _stem(address: str) -> str:
    return address.rstrip("/").rsplit("/", 1)[-1].rsplit(".", 1)[0]


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())
