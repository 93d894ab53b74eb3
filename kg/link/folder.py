"""``data/links``: what linking knows between two runs, as files that people can read and compare.

    ids.json                  further identifiers, recorded by people (kg.link.curated)
    links.sssom.tsv           the links
    candidates.sssom.tsv      what waits for a person
    decisions.sssom.tsv       what persons decided
    records.jsonl             what came back of linked records, in our own words: one JSON object a line
    attempts.tsv              what was asked when, and what came of it

All but ``ids.json`` are written by ``kg link``; a file with nothing in it is not there. Each file
appears whole, and the same state gives the same bytes.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from kg.errors import LinkError, RegistryError
from kg.link.curated import IDS_FILE, Curated, load_ids
from kg.link.records import Author, Kind, Record
from kg.link.table import Decision, Evidence, Link, decisions_text, links_text, read_decisions, read_links
from kg.model import PaperStatus
from kg.normalise.identifiers import Identifier, Rejected, identify
from kg.registry.tables import read_lines, read_rows

LINKS_FILE = "links.sssom.tsv"
CANDIDATES_FILE = "candidates.sssom.tsv"
DECISIONS_FILE = "decisions.sssom.tsv"
RECORDS_FILE = "records.jsonl"
ATTEMPTS_FILE = "attempts.tsv"

_T = TypeVar("_T")

#: What an attempt came to: answered with a record, answered that there is none, or not answered.
FOUND, NONE, FAILED = "found", "none", "not fetched"


@dataclass(frozen=True, slots=True, order=True)
class Attempt:
    """One question for one paper: ``asked`` is a CURIE, or "title"."""

    paper: str
    service: str
    asked: str
    time: str
    outcome: str
    detail: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What it was about."""
        return self.paper, self.service, self.asked


@dataclass(frozen=True, slots=True)
class Kept:
    """A record that is linked to a paper, and where it came from."""

    paper: str
    record: Record
    evidence: Evidence

    @property
    def asked(self) -> str:
        """What was asked for."""
        return self.evidence.asked

    @property
    def answered(self) -> str:
        """When it was answered."""
        return self.evidence.answered

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Paper, service, question, record: one of each is kept."""
        return self.paper, self.record.service, self.asked, self.record.id.curie


@dataclass
class Links:
    """Everything in the folder, by paper. ``found`` are links that stand without a person's word."""

    found: dict[str, list[Link]] = field(default_factory=dict)
    candidates: dict[str, list[Link]] = field(default_factory=dict)
    records: dict[str, list[Kept]] = field(default_factory=dict)
    decisions: dict[tuple[str, str], list[Decision]] = field(default_factory=dict)
    attempts: dict[tuple[str, str, str], Attempt] = field(default_factory=dict)
    curated: Curated | None = None

    def standing_of(self, paper: str) -> list[Link]:
        """The links of a paper that hold: found and not rejected, or accepted by a person."""
        decided = (d for (key, _), rows in self.decisions.items() if key == paper for d in rows)
        accepted = [d.accepted for d in decided if d.decision == "accept"]
        return sorted([*(link for link in self.found.get(paper, ()) if link.pair not in self.decisions), *accepted])

    @property
    def standing(self) -> list[Link]:
        """All links that hold, in order."""
        papers = sorted({*self.found, *(paper for paper, _ in self.decisions)})
        return [link for paper in papers for link in self.standing_of(paper)]

    @property
    def open_candidates(self) -> list[Link]:
        """The candidates that nobody has decided on and no link has settled."""
        settled = {link.pair for link in self.standing} | self.decisions.keys()
        return sorted({link for rows in self.candidates.values() for link in rows if link.pair not in settled})

    def linked_records(self, paper: str) -> list[Kept]:
        """The records that a standing link of a paper leads to, in order."""
        linked = {link.other for link in self.standing_of(paper)}
        return sorted((k for k in self.records.get(paper, ()) if k.record.id.curie in linked), key=lambda k: k.key)

    def forget(self, paper: str, gone: Callable[[str, str], bool]) -> None:
        """Take out what ``gone`` says of service and question: links, candidates and records."""
        for rows in (self.found, self.candidates):
            rows[paper] = [link for link in rows.get(paper, ()) if not gone(link.service, link.asked)]
        self.records[paper] = [k for k in self.records.get(paper, ()) if not gone(k.record.service, k.asked)]


def _by_paper(rows: Iterable[_T], paper: Callable[[_T], str]) -> dict[str, list[_T]]:
    found: dict[str, list[_T]] = {}
    for row in rows:
        found.setdefault(paper(row), []).append(row)
    return found


def _by_pair(decisions: Iterable[Decision]) -> dict[tuple[str, str], list[Decision]]:
    found: dict[tuple[str, str], list[Decision]] = {}
    for decision in decisions:
        found.setdefault(decision.link.pair, []).append(decision)
    return found


def load(folder: Path) -> Links:
    """Read the folder; one that is not there is empty. Raises LinkError for a broken file."""
    decisions = read_decisions(folder / DECISIONS_FILE)
    accepted = {d.link.pair for d in decisions if d.decision == "accept"}
    return Links(
        found=_by_paper((x for x in read_links(folder / LINKS_FILE) if x.pair not in accepted), lambda x: x.paper),
        candidates=_by_paper(read_links(folder / CANDIDATES_FILE), lambda x: x.paper),
        records=_by_paper(_read_records(folder / RECORDS_FILE), lambda k: k.paper),
        decisions=_by_pair(decisions),
        attempts={a.key: a for a in _read_attempts(folder / ATTEMPTS_FILE)},
        curated=load_ids(folder / IDS_FILE),
    )


def save(folder: Path, links: Links) -> list[Path]:
    """Write what changed; returns the files that were written or taken away."""
    standing, waiting = links.standing, links.open_candidates
    records = [kept for rows in links.records.values() for kept in rows]
    decided = [decision for rows in links.decisions.values() for decision in rows]
    files = {
        LINKS_FILE: links_text(standing) if standing else None,
        CANDIDATES_FILE: links_text(waiting, "link-candidates") if waiting else None,
        DECISIONS_FILE: decisions_text(decided) if decided else None,
        RECORDS_FILE: _records_text(records) if records else None,
        ATTEMPTS_FILE: _attempts_text(links.attempts.values()) if links.attempts else None,
    }
    changed = []
    try:
        for name, content in files.items():
            path = folder / name
            if content is None:
                if path.exists():
                    path.unlink()
                    changed.append(path)
            elif not path.is_file() or path.read_bytes() != content:
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(path, content)
                changed.append(path)
    except OSError as error:
        raise LinkError(f"{folder} cannot be written: {error.strerror}") from error
    return changed


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file, then take its place in one step."""
    beside = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


_ATTEMPT_COLUMNS = ("paper", "service", "asked", "time", "outcome", "detail")


def _read_attempts(path: Path) -> list[Attempt]:
    if not path.is_file():
        return []
    try:
        header, *lines = read_lines(path)
        if tuple(header.split("\t")) != _ATTEMPT_COLUMNS:
            raise LinkError(f"{path.name}:1: the columns must be {', '.join(_ATTEMPT_COLUMNS)}")
        return [Attempt(**row.cells) for row in read_rows(path.name, header, lines, first=2)]
    except RegistryError as error:
        raise LinkError(str(error)) from error


def _attempts_text(attempts: Iterable[Attempt]) -> bytes:
    rows = ["\t".join((a.paper, a.service, a.asked, a.time, a.outcome, a.detail)) for a in sorted(attempts)]
    return ("\n".join(["\t".join(_ATTEMPT_COLUMNS), *rows]) + "\n").encode()


def _records_text(records: Iterable[Kept]) -> bytes:
    lines = [json.dumps(_told(kept), ensure_ascii=False) for kept in sorted(records, key=lambda k: k.key)]
    return ("\n".join(lines) + "\n").encode()


def _told(kept: Kept) -> dict[str, Any]:
    """A record in our own words; what is not known is left out."""
    record = kept.record
    told: dict[str, Any] = {
        "paper": kept.paper,
        "service": record.service,
        "asked": kept.asked,
        "id": record.id.curie,
        "ids": sorted(i.curie for i in record.ids),
        "title": record.title,
        "authors": [{"name": a.name, "family": a.family, "orcid": a.orcid} for a in record.authors],
        "date": record.date,
        "kind": record.kind.value,
        "venue": record.venue,
        "versions": [i.curie for i in record.versions],
        "merged": record.is_merged,
        "status": record.status.value if record.status else None,
        "status_date": record.status_date,
        "open_access": record.open_access,
        "citations": record.citations,
        "fields": list(record.fields),
        "models": [i.curie for i in record.models],
        "datasets": [i.curie for i in record.datasets],
        "query": kept.evidence.query,
        "answered": kept.answered,
        "answer_sha256": kept.evidence.sha256,
    }
    for author in told["authors"]:
        if author["orcid"] is None:
            del author["orcid"]
    return {name: value for name, value in told.items() if value not in (None, [], False)}


def _read_records(path: Path) -> list[Kept]:
    if not path.is_file():
        return []
    found = []
    for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1):
        try:
            found.append(_kept(json.loads(line)))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise LinkError(f"{path.name}:{number}: no record of ours ({error}); take the line out") from error
    return found


def _kept(told: Mapping[str, Any]) -> Kept:
    record = Record(
        service=told["service"],
        id=_id(told["id"]),
        ids=frozenset(map(_id, told.get("ids", ()))),
        title=told.get("title"),
        authors=tuple(Author(a["name"], a["family"], a.get("orcid")) for a in told.get("authors", ())),
        date=told.get("date"),
        kind=Kind(told["kind"]),
        venue=told.get("venue"),
        versions=tuple(map(_id, told.get("versions", ()))),
        is_merged=told.get("merged", False),
        status=PaperStatus(told["status"]) if "status" in told else None,
        status_date=told.get("status_date"),
        open_access=told.get("open_access"),
        citations=told.get("citations"),
        fields=tuple(told.get("fields", ())),
        models=tuple(map(_id, told.get("models", ()))),
        datasets=tuple(map(_id, told.get("datasets", ()))),
    )
    evidence = Evidence(told["asked"], told["query"], told["answered"], told["answer_sha256"])
    return Kept(told["paper"], record, evidence)


def _id(curie: str) -> Identifier:
    found = identify(curie)
    if isinstance(found, Rejected):
        raise ValueError(f"{curie!r}: {found.reason}")
    return replace(found, printed="")
