"""An alarm for work that would never end: what is slow on a busy machine passes, what goes round in a loop does not."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

import pytest


@contextlib.contextmanager
def ends(what: str, seconds: float) -> Iterator[None]:
    """Fail where something has kept the processor busy for so long; the time that others take does not count."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("there is no alarm on this platform")

    def late(number: int, frame: FrameType | None) -> None:
        # No Exception: the code under test may catch those.
        pytest.fail(f"{what}: {seconds} seconds of the processor's time were not enough")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
