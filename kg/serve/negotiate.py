"""Content negotiation by RFC 9110: media ranges, their precedence, weights, and weight 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request

from kg.query.formats import SHORT_NAMES, Format
from kg.serve.problems import Problem

HTML = Format("html", "text/html", False)

_RANGE = re.compile(r"\s*(\*/\*|[\w!#$&^.+\-]+/(?:\*|[\w!#$&^.+\-]+))\s*((?:;[^;]*)*)\s*")
#: A comma within a quoted parameter does not separate. A quote that is never closed goes on to the end: tried again
#: at every quote within it, a header of 60 KB would keep the server busy for a minute.
_ELEMENT = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*+(?:"|\\?\Z))++', re.DOTALL)
#: Of at most 1; ".2" and more than three digits are no weights by the letter, but clients send them.
_WEIGHT = re.compile(r";\s*[qQ]\s*=\s*(0?\.\d+|0\.?|1(?:\.0*)?)\s*(?=;|$)")


@dataclass(frozen=True, slots=True)
class MediaRange:
    """One element of an Accept header; parameters other than the weight do not select formats."""

    type: str
    subtype: str
    weight: float

    def precedence(self, media_type: str) -> int:
        """How exactly this range names a media type: 0 not at all, 3 exactly."""
        main, _, sub = media_type.partition("/")
        if (self.type, self.subtype) == (main, sub):
            return 3
        if self.type == main and self.subtype == "*":
            return 2
        return 1 if self.type == "*" else 0


def parse_accept(header: str) -> list[MediaRange]:
    """The media ranges of an Accept header; what is malformed is left out."""
    ranges = []
    for element in _ELEMENT.findall(header):
        match = _RANGE.fullmatch(element.lower())
        if match is None:
            continue
        weight = _WEIGHT.search(match[2])
        if weight is None and re.search(r";\s*q\s*=", match[2]):
            continue
        main, _, sub = match[1].partition("/")
        ranges.append(MediaRange(main, sub, float(weight[1]) if weight else 1.0))
    return ranges


def accepted(request: Request) -> str | None:
    """The Accept header, all its lines in one; None where there is none."""
    return ", ".join(request.headers.getlist("accept")) or None


def choose(accept: str | None, formats: Sequence[Format]) -> Format | None:
    """The format that the client likes best, the earlier one of equals; None where it likes none."""
    if accept is None or not accept.strip():
        return formats[0]
    ranges = parse_accept(accept)
    best, best_weight = None, 0.0
    for format_ in formats:
        weight = _weight(format_, ranges)
        if weight > best_weight:
            best, best_weight = format_, weight
    return best


def _weight(format_: Format, ranges: Sequence[MediaRange]) -> float:
    """The weight of a format: that of the most exact range; other names count where they stand in full."""
    matching = [(each.precedence(format_.media_type), each.weight) for each in ranges]
    own = max(((precedence, weight) for precedence, weight in matching if precedence), default=(0, 0.0))
    if own[0] == 3:
        return own[1]
    others = [each.weight for each in ranges for alias in format_.aliases if each.precedence(alias) == 3]
    return max([own[1], *others])


def pick_format(name: str | None, request: Request, formats: Sequence[Format]) -> Format:
    """The format by its short name where one is given, else by the Accept header; Problem where none fits."""
    available = [f"{each.media_type} (format={each.name})" for each in formats]
    if name is not None:
        wanted = SHORT_NAMES.get(name, name)
        for each in formats:
            if each.name == wanted:
                return each
        raise Problem(400, f"there is no format {name[:40]!r} for this", formats=available)
    format_ = choose(accepted(request), formats)
    if format_ is None:
        raise Problem(406, "this cannot be had in a format that the Accept header allows", formats=available)
    return format_


def encodings(request: Request) -> dict[str, float]:
    """The content codings of the Accept-Encoding header with their weights."""
    found = {}
    for element in ",".join(request.headers.getlist("accept-encoding")).lower().split(","):
        name, _, parameters = element.partition(";")
        weight = _WEIGHT.search(f";{parameters}")
        if name.strip() and (weight or "q" not in parameters):
            found[name.strip()] = float(weight[1]) if weight else 1.0
    return found
