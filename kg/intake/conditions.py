"""Conditions that a heading states behind a data set: norms and bounds of attacks, settings with their values."""

from __future__ import annotations

import re

from kg.wording.names import NameFinder

_ONE = (
    r"(?:(?:L|ℓ|l_|L_)\s?(?:inf(?:inity)?|∞|[012])(?![\w])(?:[- ]norm)?"
    r"|(?![nN]\s*=)(?P<name{0}>[A-Za-zε-ω][\w-]*)\s*(?:=|≤|≥|<|>)\s*[\w./]+)"
)
#: "…, Linf, eps=8/255": conditions in brackets or behind a comma; "n=100" counts items.
CONDITIONS = re.compile(
    rf"[,;(\[]\s*(?P<text>{_ONE.format('')}(?:\s*[,;]\s*{_ONE.format('2')})*)\s*(?=[)\],;]|$)[)\]]?"
)


def condition_in(heading: str, finder: NameFinder) -> str | None:
    """The conditions that a heading states; None where a name in them is a metric ("IoU=0.5"), which is no condition.

    >>> CONDITIONS.search("CIFAR-10, Linf, eps=8/255")["text"]
    'Linf, eps=8/255'
    """
    found = CONDITIONS.search(heading)
    if found is None or any(name and finder.metric(name) for name in (found["name"], found["name2"])):
        return None
    return found["text"]
