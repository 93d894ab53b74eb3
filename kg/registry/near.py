"""Names that a person may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping


def near_names(text: str, names: Iterable[str], cutoff: float = 0.6, most: int = 3) -> list[str]:
    """At most so many names that are spelt nearly as a text, the nearest first; case does not count.

    ``cutoff`` is the likeness, from 0 to 1, that a name must have (``difflib.SequenceMatcher.ratio``).
    """
    folded: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        folded.setdefault(name.casefold(), []).append(name)
    near = difflib.get_close_matches(text.casefold(), folded, n=most, cutoff=cutoff)
    return [name for each in near for name in folded[each]][:most]


def did_you_mean(text: str, names: Iterable[str], keys: Mapping[str, str] | None = None) -> str:
    """The end of a message about a name that means nothing; "" where no name is near.

    ``keys`` gives what is offered for a near name, where that is another word than the name itself.
    """
    near = dict.fromkeys((keys or {}).get(name, name) for name in near_names(text, names))
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
