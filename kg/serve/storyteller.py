"""A process that tells stories: ``python -m kg.serve.storyteller VERSION MEMORY_MB``.

It runs our own code over a version; all that comes from outside is a name. It is killed when a
story takes too long, as a query process is.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, Any

from kg.errors import KgError
from kg.explain import Explainer
from kg.explain.pages import split_place
from kg.serve.frames import DATA, END, write_frame
from kg.serve.process import answer_all, limit_memory, take_pipes
from kg.serve.stories import SUGGESTIONS, StoryJob, story_data
from kg.store import Version
from kg.terms import LB

_CHUNK = 1 << 20


def tell(explainer: Explainer, job: StoryJob) -> dict[str, Any]:
    """The answer to a job: {"story": …}, {"unknown": message, "near": names} or {"failed": message}."""
    try:
        return _tell(explainer, job)
    except KgError as error:
        return {"failed": str(error)}


def _tell(explainer: Explainer, job: StoryJob) -> dict[str, Any]:
    if job.wanted == SUGGESTIONS:
        return {"near": explainer.suggestions(job.name)}

    def find(text: str) -> str | None:
        if split_place(text) is None:
            return None
        found = explainer.facts.subjects(LB.sourceLocator, text, text=True)
        return found[0] if len(found) == 1 else None

    try:
        return {"story": story_data(explainer.explain(job.name), find)}
    except KgError as error:
        if type(error) is not KgError:  # the files of the version cannot be used
            raise
        return {"unknown": str(error), "near": explainer.suggestions(job.name)}


def _send(explainer: Explainer, job: StoryJob, output: IO[bytes]) -> None:
    body = json.dumps(tell(explainer, job), ensure_ascii=False).encode()
    for start in range(0, len(body), _CHUNK):
        write_frame(output, DATA, body[start : start + _CHUNK])
    write_frame(output, END)


def main(arguments: list[str]) -> int:
    """Tell stories until the other side closes the pipe."""
    version, memory_mb = Version(Path(arguments[0])), int(arguments[1])
    requests, replies = take_pipes()
    explainer = Explainer(version)
    limit_memory(memory_mb)
    answer_all(requests, replies, StoryJob.decode, lambda job: _send(explainer, job, replies))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
