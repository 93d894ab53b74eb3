"""Parts of paths with a meaning: a kind of data, the list of a kind."""

from __future__ import annotations

from starlette.convertors import Convertor, register_url_convertor

from kg.serve.links import LISTS


class _Kind(Convertor[str]):
    """A kind of data IRIs, such as ``method``."""

    regex = "|".join(sorted(LISTS, key=len, reverse=True))

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


class _List(_Kind):
    """The list of a kind, such as ``methods``."""

    regex = "|".join(path[1:] for path in sorted(LISTS.values(), key=len, reverse=True))


def register() -> None:
    """Make ``{name:kind}`` and ``{name:list}`` known to the router."""
    register_url_convertor("kind", _Kind())
    register_url_convertor("list", _List())
