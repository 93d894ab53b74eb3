"""A steward mends a page by the report alone; the steps are those of docs/validation.md."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from kg.checking import Verdict, check_target
from kg.checking.rules import rules
from tests.blocks import blocks, commands, make_folder, matches, run
from tests.conftest import ROOT

STEWARD = Path(__file__).parent / "steward"
PAGE = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")

TWIN, OLDER = "Eta-3B\t83.19\t79.33\t9.1\t81.26\n", "Mu-13B\t78.08\t73.77\t7.2\t75.93\n"

#: rule, place, words of the message, what stands there, what is put there
STEPS = (
    ("ambiguous-comma", "6:2", "neither a thousands mark nor declared as a decimal comma", "91,4", "91.4"),
    ("R16.14", "7:2", "the largest is 8.810 and the maximum 1; printed in percent: 881.0", "881.0", "88.10"),
    ("A9", "8:2", "where a share of 1 would be 100 x 0.853 = 85.3", "0.853", "85.3"),
    ("not-a-number", "9:2", "the cell is not a number", "see paper", "—"),
    ("unit-conflict", "10:2", "the cell prints 'ms' in a column of percent", "84.2 ms", "84.2"),
    ("A9", "12:2", "the row of Eta-3B prints the same 4 values as the row of Zeta-3B", TWIN, ""),
    ("row-cell-count", "14", "the row has 6 cells, its table 5", "79.42\t1\n", "79.42\n"),
    ("row-without-method", "15:1", "the row names no method", "\n\t80.91", "\nIota-2\t80.91"),
    ("not-a-value", "16:2", "an inequality or estimate is not a value", "~80", "79.99"),
    ("R1.20", "17:2", 'found "-0.7994"^^xsd:decimal, expected at least "0"^^xsd:decimal', "-79.94", "79.94"),
    ("A9", "19:2", "78.88 (board/page.txt:18:2), 78.08 (board/page.txt:19:2)", OLDER, ""),
)  # fmt: skip

LAST = (
    "A9",
    "12:5",
    "its parts give 80.24: 0.5 x 82.07 (accuracy) + 0.5 x 78.41 (Dice) = 80.24",
    "84.24",
    "80.24",
)

FACTS = """
[[columns]]
name = "Accuracy (%)"
direction = "HigherIsBetter"
evidence = "the page lists the best first"
certainty = "certain"

[[columns]]
name = "Dice (%)"
direction = "HigherIsBetter"
evidence = "Dice is 1 for a perfect answer"
certainty = "certain"

[[columns]]
name = "Speed"
metric = "latency"
unit = "second"
direction = "LowerIsBetter"
evidence = "table 4 of the paper: seconds an image"
certainty = "very likely"

[[columns]]
name = "Average (%)"
direction = "HigherIsBetter"
evidence = "the mean of two columns that are better when higher"
certainty = "certain"
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return Path(shutil.copytree(STEWARD, tmp_path / "board"))


def told(verdict: Verdict) -> list[tuple[str, str, str]]:
    """Rule, place and message of every cell of every entry."""
    return [
        (entry.rule, spot.place.removeprefix("board/page.txt:"), f"{entry.message} {entry.remedy}")
        for entry in verdict.entries
        for spot in entry.spots
    ]


def says(verdict: Verdict, rule: str, place: str, words: str) -> bool:
    return any(r == rule and p == place and words in m for r, p, m in told(verdict))


def test_every_fault_is_told_with_its_place_and_each_step_mends_one(board: Path) -> None:
    page = board / "page.txt"
    before = check_target(board)
    for rule, place, words, _, _ in STEPS:
        assert says(before, rule, place, words), (rule, place, before.written("text", every=True))
    text = page.read_text(encoding="utf-8")
    for _, _, _, old, new in STEPS:
        # a row that stands twice is taken out once, the later one
        assert old in text
        text = new.join(text.rsplit(old, 1))
    page.write_text(text, encoding="utf-8")
    middle = check_target(board)
    assert not any(says(middle, rule, place, words) for rule, place, words, _, _ in STEPS)
    assert {rule for rule, _, _ in told(middle)} == {"A1", "A2", "A3", "A9"}
    assert says(middle, *LAST[:3]), middle.written("text")
    page.write_text(text.replace(*LAST[3:]), encoding="utf-8")
    for rule in ("A1", "A2", "A3"):
        assert any(r == rule and "a [[columns]] entry of source.toml" in m for r, _, m in told(middle)), rule
    digest = hashlib.sha256(page.read_bytes()).hexdigest()
    note = "\n".join(check_target(board).context)
    assert digest in note
    facts = (board / "source.toml").read_text(encoding="utf-8").replace("0" * 64, digest)
    (board / "source.toml").write_text(facts + FACTS, encoding="utf-8")
    after = check_target(board)
    assert after.entries == (), after.written("text", every=True)
    assert after.context == ("48 value cells = 47 results + 1 missing + 0 rejected.",)


def test_the_page_tells_these_steps() -> None:
    table = PAGE.partition("## A steward's try")[2]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", table, flags=re.M)[1:]
    assert len(rows) == len(STEPS) + 3
    for (rule, place, _, _, _), (said, where, _) in zip((*STEPS[:11],), rows[:11], strict=True):
        assert said.startswith(rule if rule[0] in "RA" and rule[1:2].isdigit() else "Rejected"), said
        assert place in where


def test_console_blocks_print_what_they_show(tmp_path: Path) -> None:
    folder = make_folder(tmp_path)
    (folder / "data").symlink_to(ROOT / "data")
    shown = [pair for kind, block in blocks(PAGE) if kind == "console" for pair in commands(block)]
    assert len(shown) >= 5
    for command, expected in shown:
        printed = run(command, folder)
        assert matches(expected, printed), f"$ {command}\nshown:\n{expected}\nprinted:\n{printed}"


def test_the_page_counts_the_rules() -> None:
    known = rules().values()
    counts = {letter: sum(rule.number[0] == letter for rule in known) for letter in "RADOS"}
    for letter, words in (
        ("R", "rules over"), ("A", "of advice"), ("O", "over the vocabulary"), ("D", "over DCAT and VoID"),
        ("S", "for submitted results"),
    ):  # fmt: skip
        assert re.search(rf"\b{counts[letter]} {words}", PAGE), (letter, counts[letter])
    of_data = [rule for rule in known if rule.number[0] in "RA"]
    core = sum(rule.profile == "core" for rule in of_data)
    publish = core + sum(rule.profile == "publish" for rule in of_data)
    for name, count in (("`core`", core), ("`publish`", publish), ("`advice` (default)", len(of_data))):
        assert f"| {name} | {count} |" in PAGE, (name, count)
