"""Write the pages that follow from the code: commands, settings, routes, and the index of docs/.

    python scripts/write_docs.py

What they say stands in the code: help texts, docstrings, defaults. `make docs` writes them anew, a test
tells when they are out of date.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import pkgutil
import re
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from pydantic_settings import BaseSettings
from starlette.routing import Route

import kg
from kg.cli.app import app as cli
from scripts import questions_docs, readme_parts
from tests.test_rooms import ROAD

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
WORKED = ROOT / "tests" / "worked"
_WRITTEN = "<!-- Written by scripts/write_docs.py: change the code, then run `make docs`. -->"

#: Variables that are read where no settings class can be: before anything is loaded.
_OTHER_VARIABLES = {
    "KG_DEBUG": "When it is set, an unexpected fault shows where in the code it happened.",
    "KG_SERVE_BUILD": "Set by `kg serve` for its own processes, with the build that they serve; not for people.",
}


def commands() -> dict[str, Any]:
    """Every command by its whole name ("kg build"), groups opened."""
    importlib.import_module("kg.cli.running")
    found: dict[str, Any] = {}

    def walk(name: str, command: Any) -> None:
        if hasattr(command, "commands"):
            if command.invoke_without_command:
                found[name] = command
            for sub, below in command.commands.items():
                walk(f"{name} {sub}", below)
        elif not command.hidden:
            found[name] = command

    walk("kg", typer.main.get_command(cli))
    return found


def options(command: Any) -> set[str]:
    """The names of a command's options; "--help" is one of every command."""
    return {"--help"} | {
        name for each in command.params for name in (*each.opts, *each.secondary_opts) if name[0] == "-"
    }


def _is_option(parameter: Any) -> bool:
    return bool(parameter.opts[0].startswith("-"))


def _how(parameter: Any) -> str:
    """An argument or option as it is typed."""
    if _is_option(parameter):
        return " / ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    name = (parameter.metavar or parameter.name).removesuffix("...").strip("[]").upper()
    many = " …" if parameter.nargs != 1 else ""
    shown = f"{name}{many}" if parameter.required else f"[{name}{many}]"
    return f"`{_in_table(shown)}`"


def _meaning(parameter: Any) -> str:
    said = (parameter.help or "").strip()
    default = parameter.default
    if default not in (None, False, "", (), []) and parameter.show_default and "[default" not in said:
        said += f" [default: {default}]"
    if parameter.multiple:
        said += " May be given several times."
    return _in_table(re.sub(r"\[default: (.+?)\]", r"Default: \1.", said))


def _in_table(text: str) -> str:
    """Text in a cell of a table, where a bar would end the cell."""
    return text.replace("|", r"\|")


def commands_page() -> str:
    """docs/cli.md."""
    out = [
        "# Commands",
        "",
        _WRITTEN,
        "",
        "Data go to standard output, talk to standard error. Exit status 0: fine (warnings, flags and missing values",
        "included); 1: the data have violations or rejected cells; 2: the call or the tool failed, with one line that",
        "says what to do. `kg --version` prints the version; `--help` goes with every command.",
        "",
    ]
    for name, command in commands().items():
        about, _, example = inspect.cleandoc(command.help or "").partition("Example:")
        out += [f"## {name}", "", " ".join(about.split()), ""]
        if example.strip():
            out += ["```sh", *(line.strip() for line in example.strip().splitlines()), "```", ""]
        shown = [each for each in command.params if not getattr(each, "hidden", False)]
        if shown:
            ordered = sorted(shown, key=_is_option)
            out += ["| | |", "| --- | --- |", *(f"| {_how(each)} | {_meaning(each)} |" for each in ordered), ""]
    return "\n".join(out).rstrip() + "\n"


def settings() -> dict[str, tuple[str, str]]:
    """Every ``KG_*`` variable with its default and its meaning."""
    for module in pkgutil.walk_packages(kg.__path__, "kg."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found = {name: ("", meaning) for name, meaning in _OTHER_VARIABLES.items()}
    for cls in BaseSettings.__subclasses__():
        if not cls.__module__.startswith("kg."):
            continue
        told = _attribute_docs(cls)
        for name, field in cls.model_fields.items():
            variable = f"{cls.model_config.get('env_prefix', '')}{name}".upper()
            default = f"`{field.default}`" if str(field.default or "") else ""
            if name not in told:
                raise SystemExit(
                    f"{cls.__module__}.{cls.__name__}.{name}: a setting has a sentence of its own below it"
                )
            found[variable] = (default, told[name])
    return dict(sorted(found.items()))


def _attribute_docs(cls: type) -> dict[str, str]:
    """The strings that stand below the fields of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(body, ast.ClassDef)
    told = {}
    for field, doc in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(doc, ast.Expr) and isinstance(doc.value, ast.Constant):
            told[ast.unparse(field.target)] = " ".join(str(doc.value.value).split())
    return told


def settings_page() -> str:
    """docs/settings.md."""
    rows = (f"| `{name}` | {default} | {meaning} |" for name, (default, meaning) in settings().items())
    return "\n".join(
        [
            "# Settings",
            "",
            _WRITTEN,
            "",
            "Environment variables; a value that cannot be is refused with one line and exit status 2. Options of a",
            "command go before them.",
            "",
            "| variable | default | meaning |",
            "| --- | --- | --- |",
            *rows,
            "",
        ]
    )


def routes() -> list[tuple[str, str, str]]:
    """Path, methods and meaning of everything that the server answers."""
    from kg.serve.app import create_app

    with tempfile.TemporaryDirectory() as folder:
        kg.build(ROOT / "data" / "sources" / "mr-medseg-val", folder)
        served = create_app(folder)
    found = []
    for route in served.routes:
        if not isinstance(route, Route):
            continue
        methods = ", ".join(sorted((route.methods or set()) - {"HEAD", "OPTIONS"}))
        about = inspect.getdoc(route.endpoint) or route.endpoint.__name__.strip("_").replace("_", " ").capitalize()
        found.append((route.path, methods, " ".join(about.split("\n\n")[0].replace("``", "`").split())))
    return found


def routes_page() -> str:
    """docs/routes.md."""
    return "\n".join(
        [
            "# What the server answers",
            "",
            _WRITTEN,
            "",
            "In the order in which paths are tried. `HEAD` goes where `GET` goes.",
            "",
            "| path | methods | |",
            "| --- | --- | --- |",
            *(f"| `{path}` | {methods} | {_in_table(about)} |" for path, methods, about in routes()),
            "",
        ]
    )


def _heading(path: Path) -> tuple[str, str]:
    """Title and first sentence of a page."""
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S)
    title = re.search(r"^# (.+)$", text, flags=re.M)
    if not title:
        raise SystemExit(f"{path}: a page begins with '# Title'")
    for paragraph in text[title.end() :].split("\n\n"):
        lines = paragraph.strip()
        if lines and not re.match(r"[#|>*!\[]|- |```|\d+\. ", lines):
            return title[1], re.split(r"(?<=[.?!])\s", " ".join(lines.split()), maxsplit=1)[0]
    return title[1], ""


def index_page() -> str:
    """docs/README.md: every page below docs/, by title."""
    out = ["# Pages", "", _WRITTEN, "", "Begin with the [README](../README.md).", ""]
    below = sorted(path for path in DOCS.rglob("*.md") if path != DOCS / "README.md")
    for folder in dict.fromkeys(path.parent for path in below):
        if folder != DOCS:
            out += [f"## {folder.relative_to(DOCS).as_posix().capitalize()}", ""]
        for path in (each for each in below if each.parent == folder):
            title, about = _heading(path)
            out.append(f"- [{title}]({path.relative_to(DOCS).as_posix()})" + (f": {about}" if about else ""))
        out.append("")
    return "\n".join(out)


def rooms_table() -> str:
    """The rooms of kg/ in their order, each with the first sentence of its docstring."""
    rows = ["| room | what it does |", "| --- | --- |"]
    for room in ROAD:
        path = ROOT / "kg" / room
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if not path.is_file():  # a place that is kept for a room
            continue
        about = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = " ".join(about.split("\n\n")[0].replace("``", "`").split())
        rows.append(f"| `{path.relative_to(ROOT).as_posix()}` | {_in_table(first)} |")
    return "\n".join(rows)


def _rows(path: Path, columns: list[str]) -> Iterator[str]:
    """The rows of a worked table in the columns that the table of the registry has now."""
    header, *lines = path.read_text(encoding="utf-8").splitlines()
    names = header.split("\t")
    if strangers := set(names) - set(columns):
        raise SystemExit(f"{path}: the registry's table has no column {', '.join(sorted(strangers))}")
    for line in lines:
        cells = dict(zip(names, line.split("\t"), strict=True))
        yield "\t".join(cells.get(column, "") for column in columns) + "\n"


def worked_diff() -> str:
    """What tests/worked adds to data/, as a diff without context: rows go where the order of their table puts them."""
    out: list[str] = []
    for path in sorted((WORKED / "sources").rglob("*.*")):
        added = path.read_text(encoding="utf-8").splitlines(keepends=True)
        out += difflib.unified_diff([], added, "/dev/null", f"b/data/{path.relative_to(WORKED).as_posix()}", n=0)
    for path in sorted((WORKED / "registry").glob("*.tsv")):
        name = f"data/registry/{path.name}"
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines(keepends=True)
        head = 1 + next(number for number, line in enumerate(lines) if not line.startswith("#"))
        rows = lines[head:]
        by_case = rows != sorted(rows)
        for row in _rows(path, lines[head - 1].rstrip("\n").split("\t")):
            rows = sorted([*rows, row], key=str.casefold if by_case else None)
        out += difflib.unified_diff(lines, [*lines[:head], *rows], f"a/{name}", f"b/{name}", n=0)
    return "```diff\n" + "".join(out) + "```"


def filled(path: Path, **parts: str) -> tuple[Path, str]:
    """A page written by hand, the parts between its marks written anew: <!-- begin NAME --> … <!-- end NAME -->."""
    text = path.read_text(encoding="utf-8")
    for name, part in parts.items():
        begin, end = f"<!-- begin {name} (make docs) -->\n", f"\n<!-- end {name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"{path}: the marks {begin.strip()} and {end.strip()} are wanted once each")
        before, rest = text.split(begin)
        text = before + begin + part + end + rest.split(end)[1]
    return path, text


def pages(graph: kg.Graph) -> Iterator[tuple[Path, str]]:
    """Each page with what it should say of a build of data/; the index is last, for it reads the others."""
    yield filled(ROOT / "CONTRIBUTING.md", diff=worked_diff(), rooms=rooms_table())
    yield filled(ROOT / "README.md", **readme_parts.parts(graph))
    yield DOCS / "cli.md", commands_page()
    yield DOCS / "settings.md", settings_page()
    yield DOCS / "routes.md", routes_page()
    yield questions_docs.PAGE, questions_docs.questions_page()
    yield DOCS / "README.md", index_page()


def main() -> None:
    """Write the pages whose text has changed."""
    for path, text in pages(kg.build(ROOT / "data")):
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
