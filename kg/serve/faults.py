"""Which errors are faults of ours: their place is written down, the others are told in a line."""

from __future__ import annotations

from kg.errors import KgError


def traceback_of(error: BaseException) -> BaseException | None:
    """What the log says beside the message (its ``exc_info``): nothing of an error that has to be reckoned with.

    Those are our own, which say what is wrong and what to do, and those of files, processes and connections.
    """
    return None if isinstance(error, (KgError, OSError)) else error
