"""Asking for stories: the process that tells them is asked, waited for, and not waited for too long."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

from kg.serve.answers import whole_answer
from kg.serve.context import Context
from kg.serve.problems import Problem
from kg.serve.stories import STORY, SUGGESTIONS, StoryJob

#: A longer story is no page.
_LIMIT = 8_000_000

#: What is too much for a page: it took too long, it was too long, or it took too much memory.
_TOO_MUCH = (500, 504)


async def ask(request: Request, wanted: str, name: str) -> dict[str, Any]:
    """What the storyteller answers; raises Problem where it does not in time, or says too much."""
    context = Context.of(request)
    job = StoryJob(wanted, name, context.settings.story_timeout)
    answer = json.loads(await whole_answer(request, context.storyteller, job, _LIMIT))
    assert isinstance(answer, dict)
    if "failed" in answer:
        raise Problem(500, f"the files of this version tell no stories: {answer['failed']}")
    return answer


async def story(request: Request, name: str) -> dict[str, Any]:
    """The story of a thing; raises Problem where there is none, or where it takes too long.

    What took too long once is not tried again for a while: a thing with very many results would
    cost its whole deadline each time somebody looks at it.
    """
    untold = Context.of(request).untold
    detail = untold.get(name)
    if detail is not None:
        raise Problem(504, detail)
    try:
        answer = await ask(request, STORY, name)
    except Problem as problem:
        if problem.status in _TOO_MUCH:
            untold.put(name, problem.detail)
        raise
    if "story" not in answer:
        raise not_found(request, answer["unknown"], answer["near"])
    told = answer["story"]
    assert isinstance(told, dict)
    return told


async def unknown(request: Request, name: str) -> Problem:
    """The 404 for a name that means nothing here, with names that are near to it."""
    try:
        near = (await ask(request, SUGGESTIONS, name))["near"]
    except Problem:
        near = []
    return not_found(request, f"{name[:200]!r} names nothing in this version", near)


def not_found(request: Request, detail: str, near: list[str]) -> Problem:
    """A 404 with the paths of things that may have been meant."""
    context = Context.of(request)
    paths = [path for each in near if (path := _path(context, each))]
    return Problem(404, detail, suggestions=paths or None)


def _path(context: Context, curie: str) -> str | None:
    kind, _, key = curie.partition(":")
    return context.links.path(f"{context.version.base}{kind}/{key}")
