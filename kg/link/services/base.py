"""What every service offers: how it is asked, how often it may be, and how its answers are read."""

from __future__ import annotations

import datetime
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

from kg.link.answers import Answer, Query
from kg.link.records import Record, Work
from kg.link.settings import LinkSettings
from kg.normalise.identifiers import Identifier, Rejected, Scheme, identify


@dataclass(frozen=True, slots=True)
class Pace:
    """How often a service may be asked: seconds between two starts, and how many at a time."""

    seconds: float
    at_a_time: int = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """One paper that a service is to be asked for, with the identifiers not asked there yet."""

    work: Work
    ids: tuple[Identifier, ...]

    def of(self, scheme: Scheme) -> list[Identifier]:
        """Its identifiers of one scheme."""
        return [i for i in self.ids if i.scheme is scheme]


class Service(ABC):
    """One catalogue. ``origin`` is where it is asked; redirects to any other place are refused.

    ``licence`` is what the service itself states for its metadata, an IRI or a sentence.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    homepage: ClassVar[str]
    licence: ClassVar[str]
    address: ClassVar[str]
    pace: ClassVar[Pace]
    #: Most papers that one question may ask for.
    batch: ClassVar[int] = 1
    #: Which identifiers it can be asked for.
    schemes: ClassVar[tuple[Scheme, ...]] = (Scheme.DOI,)
    #: What is asked of one identifier; most services answer one question about it.
    parts: ClassVar[tuple[str, ...]] = ("",)

    def __init__(self, origin: str | None = None) -> None:
        self.origin = (origin or self.address).rstrip("/")

    @abstractmethod
    def by_id(self, wanted: Sequence[Wanted]) -> Iterator[Query]:
        """The questions that look papers up by identifier."""

    def by_title(self, work: Work) -> Query | None:
        """The question that searches a paper by its title; None where the service has no such search."""
        return None

    @abstractmethod
    def read(self, answer: Answer) -> list[Record]:
        """The records of an answer; raises Unreadable for what the service never promised."""

    def missing(self, settings: LinkSettings) -> str | None:
        """Which setting is missing without which the service may not be asked; None when all are there."""
        return None

    def parameters(self, settings: LinkSettings) -> Mapping[str, str]:
        """Secret or personal parameters, added when a question is sent and kept nowhere."""
        return {}

    def headers(self, settings: LinkSettings) -> Mapping[str, str]:
        """Secret headers, added when a question is sent and kept nowhere."""
        return {}

    def pace_of(self, settings: LinkSettings) -> Pace:
        """How often the service may be asked with these settings."""
        return self.pace

    def url(self, path: str, **parameters: str) -> str:
        """An address of the service; parameters in the order given."""
        text = f"{self.origin}{path}"
        return f"{text}?{urlencode(parameters, quote_via=quote)}" if parameters else text

    def single(self, wanted: Wanted, identifier: Identifier, url: str, part: str = "") -> Query:
        """One question for one identifier of one paper."""
        return Query(self.name, url, ((wanted.work.key, identifier),), part=part)

    def search(self, work: Work, url: str) -> Query:
        """One question for the title of one paper."""
        return Query(self.name, url, ((work.key, None),))


def found_ids(*pairs: tuple[object, Scheme | None]) -> frozenset[Identifier]:
    """The identifiers among printed values; what is none, or empty, is left out."""
    ids = set()
    for printed, scheme in pairs:
        if printed is None or printed == "":
            continue
        found = identify(str(printed), scheme)
        if not isinstance(found, Rejected):
            ids.add(found)
    return frozenset(ids)


def text(value: Any) -> str | None:
    """A string that is not blank, or None for anything else."""
    return " ".join(value.split()) or None if isinstance(value, str) else None


def items(value: Any) -> list[Any]:
    """A list as it is, None as an empty one, a single thing as a list of it (DBLP, XML made JSON)."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def whole(value: Any) -> int | None:
    """A count of zero or more, or None."""
    if isinstance(value, str) and value.isdigit():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def day(value: Any) -> str | None:
    """A date as a year, a year and month or a day; None for anything else. A time of day is cut off."""
    found = re.match(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?:T|\s|$)", str(value or ""))
    if found is None:
        return None
    year, month, date = (int(part) if part else None for part in found.groups())
    try:
        datetime.date(year or 0, month or 1, date or 1)
    except ValueError:
        return None
    return "-".join(
        part for part in (f"{year:04}", f"{month:02}" if month else "", f"{date:02}" if date else "") if part
    )


def mapping(value: Any) -> Mapping[str, Any]:
    """A JSON object as it is, anything else as an empty one."""
    return value if isinstance(value, dict) else {}
