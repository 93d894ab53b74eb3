"""Names that a person may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near_names(text: str, names: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """At most three names that are spelt nearly as a text, the nearest first; case does not count."""
    folded = {name.casefold(): name for name in sorted(names)}
    return [folded[name] for name in difflib.get_close_matches(text.casefold(), folded, n=3, cutoff=cutoff)]


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """The end of a message about a name that means nothing; "" where no name is near."""
    near = near_names(text, names)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
