"""What is wrong in a ``source.toml`` is told with its line and with what was meant, and can be mended from that."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.checking import Verdict, check_target
from kg.errors import SourceError
from tests.conftest import ROOT

REGISTRY = ROOT / "data" / "registry"
VAL = ROOT / "data" / "sources" / "mr-medseg-val"
CMR = ROOT / "data" / "sources" / "med-cmr"

Spoil = Callable[..., Path]


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    """A copy of a source with one text of its source.toml in the place of another."""

    def copy(old: str, new: str, source: Path = VAL) -> Path:
        folder = Path(shutil.copytree(source, tmp_path / "copy", dirs_exist_ok=True))
        text = (source / "source.toml").read_text(encoding="utf-8")
        assert old in text
        (folder / "source.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return copy


def check(folder: Path) -> Verdict:
    return check_target(folder, REGISTRY)


def line_of(folder: Path, text: str, which: int = 0) -> int:
    lines = (folder / "source.toml").read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if text in line][which]


def refused(folder: Path) -> str:
    with pytest.raises(SourceError) as error:
        check(folder)
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('metric = "dice"', 'metrc = "dice"', "[[columns]] 1: `metrc` is an unknown key; did you mean 'metric'?"),
        ('format = "index', 'formt = "index', "top level: `formt` is an unknown key; did you mean 'format'?"),
        ('title = "', 'unit = "', "top level: `unit` is an unknown key; it goes under [[columns]]"),
        ('value = "setting"', 'value = "seting"', "[[facts]] 2: `value` 'seting' is none of"),
        ('value = "setting"', 'value = "seting"', "did you mean 'setting'?"),
        ('property = "benchmark"', 'property = "benchmrk"', "did you mean 'benchmark'?"),
        ('certainty = "certain"', 'certainty = "certian"', "did you mean 'certain'"),
        ('metric = "dice"', 'metric = "dice"\ndirection = "higher"', "did you mean 'HigherIsBetter'?"),
        ('metric = "dice"', 'metric = "dice"\ndirection = "Lower is better"', "did you mean 'LowerIsBetter'?"),
        ('metric = "dice"', 'metric = "dise"', "no metric 'dise' in registry/metrics.tsv"),
        ('metric = "dice"', 'metric = dice', "not readable as TOML: Invalid value: 'metric = dice'"),
    ],
)  # fmt: skip
def test_a_word_that_is_none_is_told_with_its_line_and_what_is_near(
    spoil: Spoil, old: str, new: str, told: str
) -> None:
    folder = spoil(old, new)
    message = refused(folder)
    assert f"source.toml:{line_of(folder, new.splitlines()[-1])}:" in message
    assert told in message


@pytest.mark.parametrize("key", ["coco-val", "Medical Interaction Segmentation on MR-MedSeg (val)", "mr-medseg-vall"])
def test_a_benchmark_that_is_none_is_told_with_the_pages_own(spoil: Spoil, key: str) -> None:
    folder = spoil('value = "mr-medseg-val"', f'value = "{key}"')
    message, line = refused(folder), line_of(folder, f'value = "{key}"')
    assert f"source.toml:{line}: [[facts]] 1: no benchmark {key!r}" in message
    assert "the page's own is 'mr-medseg-val'" in message


def test_a_full_name_in_the_place_of_a_key_is_told_with_its_key(spoil: Spoil) -> None:
    message = refused(spoil('value = "med-cmr-multiple-choice"', 'value = "Med-CMR, multiple choice"', CMR))
    assert "the page's own is 'med-cmr-multiple-choice' (Med-CMR, multiple-choice questions)" in message


def test_another_benchmark_is_told_once_for_each_statement_with_the_key_to_write(spoil: Spoil) -> None:
    folder = spoil('value = "mr-medseg-val"', 'value = "u-mrg-14k-test"')
    verdict = check(folder)
    told = [note for note in verdict.context if "benchmark-conflict" in note]
    assert [note.split(": ")[1] for note in told] == ["copy/page.md:16:2", "copy/page.md:16:2", "copy/page.md:1"]
    place = f"{folder / 'source.toml'}:{line_of(folder, 'u-mrg-14k-test')}"
    assert all(f'write value = "mr-medseg-val" in {place}' in note for note in told)
    (reject,) = verdict.rejects
    assert f'write value = "mr-medseg-val" in {place}' in reject["remedy"]


def test_a_format_that_is_not_the_pages_is_told_with_the_one_that_is(spoil: Spoil) -> None:
    message = refused(spoil('format = "index-page"', 'format = "pasted-table"'))
    assert "source.toml:4: the page was read as 'pasted-table', as `format` says" in message
    assert message.endswith("without `format` it is read as 'index-page'")


def test_a_column_with_two_entries_is_told_with_its_page_and_the_free_number(spoil: Spoil) -> None:
    folder = spoil('number = 4\nname = "TP"', 'number = 5\nname = "TP"', CMR)
    message = refused(folder)
    first, second = (line_of(folder, "number = 5", which) for which in (0, 1))
    assert f"source.toml:{second}: [[columns]] 5 (CR): column 5 is described twice, first in line {first}" in message
    assert "the page prints 'CR' at copy/page.txt:" in message
    assert "no entry has the number 4" in message


def test_a_heading_that_stands_over_nothing_is_told_with_the_near_one(spoil: Spoil) -> None:
    folder = spoil('heading = "Open-ended Questions"', 'heading = "Open ended Qestions"', CMR)
    message = refused(folder)
    assert f"source.toml:{line_of(folder, 'Open ended Qestions')}: [[tables]] heading" in message
    assert "did you mean 'Open-ended Questions'?" in message


def test_a_question_that_is_left_in_the_file_is_told_and_goes_with_its_line(spoil: Spoil) -> None:
    mark = "# UNSURE: column 1: is the unit a percentage?"
    folder = spoil("[[columns]]", f"{mark}\n[[columns]]")
    (note,) = [note for note in check(folder).context if "open-question" in note]
    assert note.startswith(f"Note: copy/source.toml:{line_of(folder, mark)}: kg import asked this in source.toml")
    assert "'UNSURE: column 1: is the unit a percentage?'" in note
    assert not [note for note in check(spoil("file = ", "file = ")).context if "open-question" in note]
