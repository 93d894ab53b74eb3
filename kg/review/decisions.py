"""Decisions on spellings, kept in the mapping table: accepted, rejected, and taken back.

A decision is planned first (:func:`plan_accept`, :func:`plan_reject`, :func:`plan_undo`), so that
its effect can be looked at, and then written. It is one row of ``methods.sssom.tsv``: an accepted
one says which method a spelling means, a rejected one, with ``Not``, which it does not mean.
Taking it back gives the very bytes of before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kg.errors import KgError
from kg.registry import Mapping as Row
from kg.registry import Registry, read_mappings
from kg.registry.edits import replace_file, with_row, without_row
from kg.registry.load import MAPPINGS
from kg.registry.near import did_you_mean
from kg.review.spellings import likeness, spellings_differ

BY_HAND = "semapv:ManualMappingCuration"


class Action(StrEnum):
    """What is decided."""

    ACCEPT = "accept"
    REJECT = "reject"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Known:
    """What can be named: the registry, and what the pages print.

    ``printed`` are the spellings that pages print of methods, each with the key of its method;
    ``labels`` are the methods' labels by key.
    """

    registry: Registry
    printed: Mapping[str, str]
    labels: Mapping[str, str]

    def method(self, name: str) -> tuple[str, str]:
        """Key and label of a method by label, key, CURIE, IRI or spelling; raises KgError with suggestions."""
        text = name.strip()
        labels = {**self.labels, **{key: method.label for key, method in self.registry.methods.items()}}
        key = (
            re.split("[/:]", text.strip("<>"))[-1] if re.match(r"<?(?:method[:/]|https?://\S+/method/)", text) else text
        )
        if key in labels:
            return key, labels[key]
        spellings = {**{label: key for key, label in labels.items()}, **self.printed, **self.registry.method_names}
        if text in spellings:
            return spellings[text], labels[spellings[text]]
        near = did_you_mean(text, spellings)
        raise KgError(f"no method {text!r} in the registry or on the pages{near}")

    def spellings_of(self, key: str) -> tuple[str, ...]:
        """All spellings of a method that are known."""
        found = {
            spelling
            for names in (self.printed, self.registry.method_names)
            for spelling, k in names.items()
            if k == key
        }
        return tuple(sorted(found | {self.method(f"method:{key}")[1]}))


@dataclass(frozen=True, slots=True)
class Decision:
    """A planned change of one row of the mapping table ``path``."""

    action: Action
    row: Row
    path: Path
    before: bytes
    after: bytes

    @property
    def changes_the_graph(self) -> bool:
        """True when methods are joined or taken apart by it; a rejection only keeps a pair from being proposed."""
        return self.row.merges

    def write(self) -> None:
        """Write the table, in one step; raises RegistryError where it has changed since it was read."""
        replace_file(self.path, self.before, self.after)


def plan_accept(
    folder: Path,
    known: Known,
    spelling: str,
    target: str,
    *,
    confidence: str,
    justification: str = BY_HAND,
    source: str = "",
    comment: str = "",
    force: bool = False,
) -> Decision:
    """A row that says that a spelling means a method.

    Raises KgError for a spelling that no page prints, for one that means something already, and,
    unless ``force``, for names that differ in a digit, size, tier, variant or sign.
    """
    key, label = known.method(target)
    if spelling not in known.printed and spelling not in known.registry.method_names:
        raise KgError(f"no page prints the method {spelling!r}{did_you_mean(spelling, known.printed)}")
    if spelling == label:
        raise KgError(f"{spelling!r} is the name of method:{key} itself")
    if known.registry.is_non_name(spelling):
        raise KgError(f"{spelling!r} means another method on every page, so that no row can say which")
    _not_decided(folder, spelling, key, one_meaning=True)
    told = [spellings_differ(spelling, other) for other in known.spellings_of(key)]
    if all(told) and not force:
        raise KgError(
            f"{spelling!r} and {label!r} differ in {told[0]}, and such names are not joined; if you know "
            "better, say why: --force --comment …"
        )
    if force and not comment:
        raise KgError("--force wants a reason: --comment …")
    alike = next((found[1] for other in known.spellings_of(key) if (found := likeness(spelling, other))), "")
    row = _row(spelling, "", key, label, justification, confidence, source, comment or alike or "joined by hand")
    return _added(Action.ACCEPT, folder, row)


def plan_reject(
    folder: Path,
    known: Known,
    spelling: str,
    target: str,
    *,
    confidence: str = "",
    justification: str = BY_HAND,
    source: str = "",
    comment: str = "",
) -> Decision:
    """A row that says that a spelling does not mean a method, so that the pair is not proposed again."""
    key, label = known.method(target)
    if spelling not in known.printed and spelling not in known.registry.method_names:
        raise KgError(f"no page prints the method {spelling!r}{did_you_mean(spelling, known.printed)}")
    if spelling == label:
        raise KgError(f"{spelling!r} is the name of method:{key} itself")
    _not_decided(folder, spelling, key)
    row = _row(spelling, "Not", key, label, justification, confidence, source, comment or "another method")
    return _added(Action.REJECT, folder, row)


def plan_undo(folder: Path, spelling: str, target: str | None = None) -> Decision:
    """Taking a decision back, accepted or rejected; ``target`` where the spelling stands in several rows.

    A method's own label is no decision: its row stays. Raises KgError where there is none.
    """
    path = folder / MAPPINGS
    before = path.read_bytes()
    rows = [row for row in read_mappings(path).mappings if row.subject_label == spelling]
    rows = [row for row in rows if row.predicate_id == "skos:exactMatch" and row.object_label != spelling]
    if target is not None:
        wanted = re.split("[/:]", target.strip("<>"))[-1]
        rows = [row for row in rows if target == row.object_label or wanted == row.object_key]
    if not rows:
        about = f" on {target!r}" if target else ""
        raise KgError(f"no decision about {spelling!r}{about} in {MAPPINGS}")
    if len(rows) > 1:
        told = ", ".join(
            f"{row.object_label or row.object_id}{' (Not)' if row.predicate_modifier else ''}" for row in rows
        )
        raise KgError(f"{len(rows)} decisions about {spelling!r}: {told}; name the method too")
    (row,) = rows
    return Decision(Action.UNDO, row, path, before, without_row(before, row.line or 0))


def _row(
    spelling: str, modifier: str, key: str, label: str, justification: str, confidence: str, source: str, comment: str
) -> Row:
    for what, text in (("spelling", spelling), ("source", source), ("comment", comment)):
        if text != " ".join(text.split(" ")).strip() or re.search(r"[\x00-\x1f\x7f\u00a0]|  ", text):
            raise KgError(f"the {what} {text!r} has stray blanks; a cell holds one line without them")
    if confidence and not re.fullmatch(r"0(?:\.\d+)?|1(?:\.0+)?", confidence):
        raise KgError(f"the confidence {confidence!r} is not between 0 and 1; write a number such as 0.95")
    justification = justification if ":" in justification else f"semapv:{justification}"
    if not re.fullmatch(r"semapv:\w+", justification):
        raise KgError(f"the justification {justification!r} is no term of semapv:; such as {BY_HAND}")
    return Row(
        spelling,
        "rdfs literal",
        "skos:exactMatch",
        modifier,
        f"method:{key}",
        label,
        justification,
        confidence,
        source,
        comment,
    )


def _added(action: Action, folder: Path, row: Row) -> Decision:
    path = folder / MAPPINGS
    before = path.read_bytes()
    return Decision(action, row, path, before, with_row(before, row))


def _not_decided(folder: Path, spelling: str, key: str, *, one_meaning: bool = False) -> None:
    """Raise KgError where a row speaks of the spelling and the method already, or of another method."""
    path = folder / MAPPINGS
    if not path.is_file():
        raise KgError(f"{folder} has no {MAPPINGS}; name the folder of the registry with --registry")
    for row in read_mappings(path).mappings:
        if row.subject_label != spelling or row.predicate_id != "skos:exactMatch":
            continue
        place = f"line {row.line} of {MAPPINGS}"
        if row.object_key == key:
            said = "is told apart from" if row.predicate_modifier else "means"
            raise KgError(f"{place} says already that {spelling!r} {said} {row.object_label or key}; undo it first")
        if row.merges and one_meaning and row.object_label != spelling:
            raise KgError(f"{place} says that {spelling!r} means {row.object_label or row.object_id}; undo it first")
        if row.merges and one_meaning:
            raise KgError(f"{place} says that {spelling!r} is the label of a method of its own, {row.object_id}")
