"""What docs/addresses.md shows is what the server answers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import httpx
import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "addresses.md").read_text(encoding="utf-8")
HOST = "http://127.0.0.1:8000"


def shown() -> Iterator[tuple[str, list[str]]]:
    """Each command of the page with the lines below it."""
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            yield command, lines


def answered(client: httpx.Client, command: str) -> str:
    """What curl would print."""
    words = shlex.split(command)
    assert words[0] == "curl"
    headers = dict(words[place + 1].split(": ", 1) for place, word in enumerate(words) if word == "-H")
    url = next(word for word in words if word.startswith(HOST))
    answer = client.request("HEAD" if "-sI" in words else "GET", url.removeprefix(HOST), headers=headers)
    if "-sI" not in words:
        return answer.text
    head = [f"HTTP/1.1 {answer.status_code} {answer.reason_phrase}"]
    return "\n".join([*head, *(f"{name}: {value}" for name, value in answer.headers.items())])


@pytest.mark.parametrize(("command", "lines"), list(shown()), ids=lambda value: value if isinstance(value, str) else "")
def test_the_page_shows_what_is_answered(shipped_client: httpx.Client, command: str, lines: list[str]) -> None:
    found = answered(shipped_client, command).splitlines()
    assert lines
    place = 0
    for line in lines:
        if line == "...":
            continue
        assert line in found[place:], line
        place = found.index(line, place) + 1


def test_every_path_of_the_page_is_there(shipped_client: httpx.Client) -> None:
    paths = [path for path in re.findall(r"`(/[^`]*)`", PAGE) if "<" not in path]
    assert len(paths) > 15
    for path in paths:
        answer = shipped_client.get(path.partition("#")[0], headers={"Accept": "text/html, */*;q=0.1"})
        assert answer.status_code in (200, 302), path
        assert "#" not in path or f'id="{path.partition("#")[2]}"' in answer.text
