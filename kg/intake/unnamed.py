"""What a file is called whose rows name no method: its own name may hold that of the method, or its folder's."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import PurePath

from kg.read.cells import Page, Table

#: Stands for a method that nobody names: another one in each source.
NOT_STATED = "method not stated"

_SAYS_NOTHING = re.compile(
    r"(?:\d[\d.T:-]*|results?|stats?|scores?|metrics?|eval(?:s|uation|_?results?)?|all|test|val|dev|train(?:er)?|state|run|"
    r"report|summary|output|outputs|final|log|logs|leaderboard|board|benchmark|table|data|main|default|external|"
    r"no|name|file|stdin|page|new|old|latest|tmp|copy|v\d+|[0-9a-f]{7,})",
    re.IGNORECASE,
)


def method_of_file(page: Page, table: Table, folders: Sequence[str]) -> tuple[str, str]:
    """The name that a file's folder or its own name gives the method, and which; :data:`NOT_STATED` where none does.

    Harnesses put results below ``org__model/`` or ``…,model=org_model/``; a file's name is the method's where
    something is left of it without its data sets and without words such as "results".
    """
    for folder in folders:
        if found := re.fullmatch(r"([A-Za-z0-9][\w.-]*?)__([\w.-]+)", folder):
            return f"{found[1]}/{found[2]}", f"the folder {folder!r}"
        if found := re.search(r"(?:^|,)model=([^,]+)", folder):
            return found[1], f"the folder {folder!r}"
    if folders and folders[0] == ".eval_results" and len(folders) > 1:
        return folders[1], f"the folder {folders[1]!r}"
    if page.format == "model-card":
        return NOT_STATED, "nothing"
    stem = PurePath(page.file).stem
    measured = _measured(table)
    parts = [part for part in re.split(r"_(?=[^_])", stem) if _letters(part) not in measured]
    if _letters(stem) in measured or all(_SAYS_NOTHING.fullmatch(part) for part in parts):
        return NOT_STATED, "nothing"
    return re.sub(r"[{}\[\]]", "", "_".join(parts)), f"the file's name {page.file!r}"


def _measured(table: Table) -> Collection[str]:
    """The data sets and tasks that the table names, in letters and digits only."""
    found = {_letters(fact.value) for name in ("dataset", "task") if (fact := table.fact(name))}
    for index, column in enumerate(table.columns):
        if column.role in ("dataset", "task"):
            found |= {_letters(row.cells[index].text) for row in table.rows}
    return found


def _letters(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.casefold())
