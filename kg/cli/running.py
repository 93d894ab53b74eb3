"""Runs the command line; the order of the imports is the order of the help."""

from __future__ import annotations

import os
import sys

from typer.exceptions import TyperException

from kg.cli.app import app
from kg.console import say
from kg.errors import KgError

# isort: off
from kg.cli import import_  # noqa: F401
from kg.cli import build  # noqa: F401
from kg.cli import check  # noqa: F401
from kg.cli import query  # noqa: F401
from kg.cli import compare  # noqa: F401
from kg.cli import conflicts  # noqa: F401
from kg.cli import serve  # noqa: F401
from kg.cli import export  # noqa: F401
from kg.cli import load  # noqa: F401
from kg.cli import explain  # noqa: F401
from kg.cli import review  # noqa: F401
from kg.cli import link  # noqa: F401
from kg.cli import cite  # noqa: F401
# isort: on

#: What typer makes of Ctrl-C: the shell's number for an interrupted command.
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; every failure is one line and exit status 2."""
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        say(_usage(error))
        status = 2
    except KgError as error:
        say(f"kg: {error}")
        status = 2
    except Exception as error:
        if os.environ.get("KG_DEBUG"):
            raise
        say(f"kg: unexpected {type(error).__name__}: {error}; this is a fault of kg (KG_DEBUG=1 shows where)")
        status = 2
    if status == _INTERRUPTED:
        say("kg: interrupted")
    sys.exit(status or 0)


def _usage(error: TyperException) -> str:
    """One line about a wrong call, with the way to the right one."""
    context = getattr(error, "ctx", None)
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    if context is None or message.startswith("Usage:"):  # a call without a command shows the help
        return message
    return f"kg: {message} ({context.command_path} --help shows how)"
