"""Frozen dataclasses with many fields, made several times as quickly.

The ``__init__`` of a frozen dataclass goes through ``object.__setattr__`` for every field: most of the time
that a table of a million results takes would go there. Here an instance is of an open twin class while its
fields are filled, which Python allows between classes with the same slots, and of its own class ever after.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

_Class = TypeVar("_Class", bound=type)


def quickly_made(cls: _Class) -> _Class:
    """Give a frozen dataclass with slots an ``__init__`` that fills them directly; nothing else changes."""
    own: Any = cls
    twin = type(f"_Open{cls.__name__}", (), {"__slots__": own.__slots__})
    names: dict[str, Any] = {"_set": object.__setattr__, "_Twin": twin, "_Own": cls}
    arguments, body = [], []
    for field in fields(own):
        if field.default is MISSING:
            arguments.append(field.name)
        else:
            names[f"_{field.name}"] = field.default
            arguments.append(f"{field.name}=_{field.name}")
        body.append(f"    self.{field.name} = {field.name}\n")
    code = (
        f"def __init__(self, {', '.join(arguments)}):\n    _set(self, '__class__', _Twin)\n"
        f"{''.join(body)}    self.__class__ = _Own\n"
    )
    exec(code, names)
    own.__init__ = names["__init__"]
    return cls
