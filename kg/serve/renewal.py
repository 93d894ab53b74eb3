"""New data without a restart: the next version gets ready beside the one that is served, then takes its place.

A request keeps the context that it came in with, so an answer is of one version from its first byte
to its last. The processes of the old version are ended when no answer can need them any more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI

from kg.serve.context import Context
from kg.serve.faults import traceback_of
from kg.serve.frames import Job
from kg.serve.protocol import BODY_SECONDS
from kg.store import Version

log = logging.getLogger("kg.serve")

#: Seconds that a new version may take to get ready: a large store is read whole.
_GET_READY = 600.0


async def follow(app: FastAPI, folder: Path, seconds: float, make: Callable[[Version], Context]) -> None:
    """Serve whatever ``folder/current`` leads to, looked at every so many seconds; never returns."""
    passed_over: Path | None = None
    while True:
        await asyncio.sleep(seconds)
        context: Context = app.state.context
        try:
            found = (folder / "current").resolve(strict=True)
        except OSError:
            continue
        if found == context.version.path or (found == passed_over and not context.settings.store):
            continue
        try:
            await renew(app, Version(found), make)
        except Exception as error:  # whatever is wrong with it, the version that is served stays, and so does the look
            told, passed_over = found == passed_over, found
            # A store behind may get the version any moment (kg load): it is asked again each time.
            if not told:
                log.error(
                    "version %s cannot be served, %s stays: %s",
                    found.name,
                    context.version.digest,
                    error,
                    exc_info=traceback_of(error),
                )


async def renew(app: FastAPI, version: Version, make: Callable[[Version], Context]) -> None:
    """Put a version in the place of the one that is served, once its processes are ready."""
    # In a thread: a store behind is asked whether it holds the version, and may be slow.
    new = await asyncio.to_thread(make, version)
    new.start()
    try:
        async for _ in new.runner.run(Job("ASK {}", "csv", False, _GET_READY)):
            pass
    except BaseException:
        new.close()
        raise
    old: Context = app.state.context
    app.state.context = new
    log.warning("version %s is served now, in place of %s", version.digest, old.version.digest)
    # No answer lives longer than its body takes to come, its deadline and the second that a slow client is given.
    loop = asyncio.get_running_loop()
    retired: list[Context] = getattr(app.state, "retired", [])
    app.state.retired = [*retired, old]

    def end() -> None:
        old.close()
        app.state.retired = [each for each in app.state.retired if each is not old]

    loop.call_later(BODY_SECONDS + old.settings.query_timeout + 2, end)
