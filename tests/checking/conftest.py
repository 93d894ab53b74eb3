"""A build of the shipped data, and the command in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

import kg
from kg.cli.running import main
from kg.pipeline.publish import write


@dataclass(frozen=True)
class Done:
    """What a call of the command printed, and its exit status."""

    status: int
    out: str
    err: str


Check = Callable[..., Done]


@pytest.fixture(scope="session")
def build(shipped: kg.Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of the shipped data."""
    folder = tmp_path_factory.mktemp("checked") / "build"
    write(shipped.built, folder, "test", accept_findings=False)
    return folder


@pytest.fixture
def check(command: Check) -> Check:
    """``kg check`` with some arguments."""
    return partial(command, "check")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    """``kg`` with some arguments."""

    def run(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["kg", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_:
            main()
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        assert "Traceback" not in captured.err
        return Done(exit_.value.code, captured.out, captured.err)

    return run
