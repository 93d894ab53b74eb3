"""Whatever a file holds: rows, or a message that names it; never a traceback, never a hang.

A seeded tenth runs here, ``make proofs`` runs the whole.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from kg.errors import KgError
from kg.intake.answers import Answers
from kg.intake.roles import heading_role
from kg.registry import Registry
from tests.alarm import ends
from tests.importing.conftest import Check
from tests.importing.every import EVERY
from tests.importing.test_corpus import CORPUS
from tests.importing.test_safety import GOOD, workbook

WHOLE = os.environ.get("KG_PROOFS") == "1"
ROUNDS = 40 if WHOLE else 2
SECONDS = 10
SMALL = 200_000 if WHOLE else 40_000

SEEDS: list[tuple[str, bytes]] = [(case.file, case.text.encode()) for case in EVERY]
SEEDS += [("board.xlsx", workbook(GOOD))]
if CORPUS.is_dir():
    files = [path for path in sorted(CORPUS.glob("*/*")) if path.is_file()]
    SEEDS += [(path.name, path.read_bytes()) for path in files if path.stat().st_size < SMALL]

SIGNS = [b"|", b"\t", b"\n", b",", b'"', b"<", b">", b"{", b"}", b"[", b"]", b":", b"\\", b"*", b"`", b"\r"]
SIGNS += [b"---", b"|---|", b"<table>", b"</td>", b"<tr>", b"colspan=9999", b"null", b"1e999999999", b"NaN"]
SIGNS += [b"&#0;", b"\\ud800", b"- ", b"a: &a [*a]", b"{1}", "\u2212".encode(), "\ufeff".encode(), "\u202e".encode()]
SIGNS += [b"\0", b"\xff", "\u00a0".encode()]


def cut(random: random.Random, data: bytes) -> bytes:
    return data[: random.randint(0, len(data))]


def headless(random: random.Random, data: bytes) -> bytes:
    return data[random.randint(0, len(data)) :]


def shuffled(random: random.Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


def noisy(random: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 1 + len(changed) // 50)):
        if changed:
            changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def signed(random: random.Random, data: bytes) -> bytes:
    """Signs that mean something, put in and taken out."""
    for _ in range(random.randint(1, 12)):
        at = random.randint(0, len(data))
        data = data[:at] + random.choice(SIGNS) * random.choice((1, 1, 1, 2, 40)) + data[at + random.randint(0, 3) :]
    return data


def spliced(random: random.Random, data: bytes) -> bytes:
    other = random.choice(SEEDS)[1]
    return data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]


def repeated(random: random.Random, data: bytes) -> bytes:
    start = random.randint(0, len(data))
    piece = data[start : start + random.randint(1, 40)]
    return data[:start] + piece * random.randint(2, 300) + data[start:]


KINDS: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "cut": cut,
    "headless": headless,
    "shuffled": shuffled,
    "noisy": noisy,
    "signed": signed,
    "spliced": spliced,
    "repeated": repeated,
}


def attempt(check: Check, name: str, data: bytes, answers: Answers | None = None) -> int:
    """The number of rows; the check itself asserts the conservation law."""
    try:
        return len(check(name, data, answers=answers or Answers()).rows)
    except KgError:
        return 0


@pytest.mark.proofs
@pytest.mark.parametrize("kind", KINDS)
def test_broken_files(check: Check, kind: str) -> None:
    dice = random.Random(f"kg import {kind}")
    rows = 0
    for round in range(ROUNDS):
        for number, (name, data) in enumerate(SEEDS):
            broken = KINDS[kind](dice, data)
            with ends(f"{kind}, round {round}, seed {number} ({name})", SECONDS):
                rows += attempt(check, name, broken)
    assert rows > 0


@pytest.mark.proofs
def test_any_bytes_under_any_name(check: Check) -> None:
    dice = random.Random("kg import bytes")
    endings = ("md", "html", "csv", "tsv", "json", "jsonl", "yaml", "txt", "xlsx", "parquet", "eval", "bin", "")
    starts = (b"", b"PK\x03\x04", b"PAR1", b"{", b"[", b"---\n", b"<table>", b"a\tb\n", b"|a|b|\n|-|-|\n", b"\xff\xfe")
    for number in range(ROUNDS * 150):
        name = f"x.{dice.choice(endings)}".rstrip(".")
        data = dice.choice(starts) + dice.randbytes(dice.randint(0, 400))
        if number % 2:
            data = bytes(byte % 96 + 32 if byte > 20 else 10 for byte in data)
        with ends(f"bytes {number} ({name})", SECONDS):
            attempt(check, name, data)


@pytest.mark.proofs
def test_a_family_that_the_file_is_not_of(check: Check) -> None:
    from kg.read.families import FAMILIES

    for name, data in SEEDS if WHOLE else SEEDS[::5]:
        for family in FAMILIES:
            with ends(f"{name} as {family}", SECONDS), suppress(KgError):
                check(name, data, family=family)


@pytest.mark.parametrize("sign", ["|", "-", ". ", "`", "(", "(a/", "*_", "=:"])
def test_a_long_line_of_signs_beside_a_table(check: Check, sign: str) -> None:
    """No rule for the text around a table goes through it again for each of its signs."""
    page = f"# Toy\n\n{sign * 20_000}\n\n| Model | top-1 |\n|---|---|\n| NetA | 71.5 |\n"
    with ends(f"a line of {sign!r}", SECONDS):
        assert attempt(check, "a.md", page.encode()) == 1


@pytest.mark.parametrize("piece", ["_", "a_", "_ ", "seed_", "a b_"])
def test_a_long_heading_of_one_piece_is_gone_through_in_time(registry: Registry, piece: str) -> None:
    heading = piece * (20_000 // len(piece))
    with ends(repr(piece), SECONDS):
        assert heading_role(heading, registry) is None
    assert heading_role("Random seed", registry) == "setting"
