"""From identity to IRI: pure, total, stable between runs and independent of row order.

A *key* is the last step of a data IRI and holds only ``[a-z0-9-]`` (a dot would read as a view,
``.ttl``). Keys of curated things stand in the registry. Everything else gets :func:`name_key`,
whose hash keeps two different names apart where their slugs fall together ("Total Net",
"Total-Net"); registry keys never end like such a hash, so the two kinds cannot meet.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence

#: The kinds of data IRIs: ``<base><kind>/<key>``.
KINDS = frozenset(
    {
        "result",
        "method",
        "benchmark",
        "dataset",
        "task",
        "metric",
        "unit",
        "config",
        "setting",
        "paper",
        "leaderboard",
        "declaration",
        "component",
        "group",
        "family",
        "method-family",
        "domain",
        "source",
        "flag",
        "mapping",
        "count",
        "graph",
        "finding",
    }
)

#: How a hashed key ends; a registry key must not.
HASHED_KEY = re.compile(r"(?:^|-)[0-9a-f]{8}$")

#: A source's own result id that is unique by construction (ObjectId, UUID, long hash).
_GLOBAL_ID = re.compile(r"[0-9a-f]{16,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def slug(text: str) -> str:
    """Lower-case ASCII letters, digits and single hyphens; "" where nothing is left.

    >>> slug("GPT-4o + MediSee")
    'gpt-4o-medisee'
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")


def digest(*lines: str, length: int = 16) -> str:
    """The first ``length`` hex digits of SHA-256 over the lines, joined by a newline.

    A newline inside a line is escaped, so that different lines never give the same text.
    """
    return hashlib.sha256(_joined(lines).encode()).hexdigest()[:length]


def _joined(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    if "\\" not in text and text.count("\n") == len(lines) - 1:
        return text
    return "\n".join(line.replace("\\", "\\\\").replace("\n", "\\n") for line in lines)


def name_key(*names: str) -> str:
    """Key of a thing known only by its name (or by several, outermost first).

    >>> name_key("Total Net") == name_key("Total-Net")
    False
    """
    return f"{slug(' '.join(names))[:60].strip('-')}-{digest(*names, length=8)}".lstrip("-")


def arxiv_key(arxiv_id: str) -> str:
    """Key of a paper by its arXiv id without version.

    >>> arxiv_key("2511.12110"), arxiv_key("hep-th/9901001")
    ('arxiv-2511-12110', 'arxiv-hep-th-9901001')
    """
    return f"arxiv-{slug(arxiv_id)}"


def doi_key(doi: str) -> str:
    """Key of a paper by its DOI (bare, lower case); hashed, since DOIs hold any character."""
    return f"doi-{name_key(doi)}"


def is_global_id(identifier: str) -> bool:
    """True when a result id of a source can stand alone as a key."""
    return _GLOBAL_ID.fullmatch(identifier) is not None


def setting_key(name: str, value: str) -> str:
    """Key of one setting, shared by all that record the same name and value."""
    return digest("setting", name, value)


def config_key(settings: Iterable[tuple[str, str]]) -> str:
    """Key of a set of settings: content-hashed, in any order."""
    return digest("config", *(text for setting in sorted(settings) for text in setting))


def result_key(leaderboard: str, spelling: str, column: str, settings: str, paper: str, *more: str) -> str:
    """Key of a result by what its source printed: never by value, row or resolved method.

    ``settings`` is the configuration key or "-"; ``more`` is the printed value, where several
    cells would share a key without it.
    """
    return digest("result", leaderboard, spelling, column, settings, paper, *more)


class RowKeys:
    """The keys of :func:`result_key` for one row: what its results share is hashed once."""

    def __init__(self, leaderboard: str, spelling: str) -> None:
        self._begun = hashlib.sha256((_joined(("result", leaderboard, spelling)) + "\n").encode())

    def __call__(self, column: str, settings: str, paper: str, *more: str) -> str:
        """The key of the result in a column."""
        whole = self._begun.copy()
        whole.update(_joined((column, settings, paper, *more)).encode())
        return whole.hexdigest()[:16]


def group_key(benchmark: str, metric: str, unit: str | None, config: str | None, leaderboard: str | None) -> str:
    """Key of a comparison group: SHA-256 over its conditions (design, section 4).

    The first line is the version of this rule.
    """
    return digest("1", benchmark, metric, unit or "none", config or "-", leaderboard or "*")


class Iris:
    """Data IRIs under one base."""

    def __init__(self, base: str) -> None:
        self.base = base if base.endswith(("/", "#")) else base + "/"

    def __call__(self, kind: str, key: str) -> str:
        """The IRI of a kind and key; raises ValueError for an unknown kind or a bad key."""
        if kind not in KINDS or not re.fullmatch(r"[a-z0-9-]+", key):
            raise ValueError(f"no data IRI for kind {kind!r} and key {key!r}")
        return f"{self.base}{kind}/{key}"
