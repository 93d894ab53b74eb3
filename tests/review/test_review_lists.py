"""What a review of the shipped data lists, and of data with faults."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import kg
from kg.errors import KgError
from kg.registry import load_registry
from kg.review import KINDS, Review, review
from kg.store import Version
from tests.conftest import PAGES, ROOT


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """A version of the shipped data, built once."""
    folder: Path = tmp_path_factory.mktemp("reviewed")
    kg.build(PAGES, out=folder)
    return Version(folder)


@pytest.fixture(scope="module")
def all_of_it(reviewed: Version) -> Review:
    return review(reviewed, load_registry(ROOT / "data" / "registry"))


def test_counts_of_the_shipped_data(all_of_it: Review) -> None:
    withheld = len(load_registry(ROOT / "data" / "registry").withheld)
    assert all_of_it.counts == {
        "rejects": 0,
        "merges": 0,
        "unnamed": 12,
        "flags": 11,
        "warnings": 0,
        "guesses": 95,
        "withheld": withheld + 1,  # and one of a source.toml: that Med-CMR's column Year is a note
    }
    assert all_of_it.missing == ()


def test_every_item_has_place_what_why_and_remedy(all_of_it: Review) -> None:
    files = ("med-cmr/", "mr-medseg-", "u-mrg-14k-test/", "registry/", "sources/")
    for item in all_of_it.items:
        assert item.place.startswith(files), item
        assert item.what, item
        assert item.why, item
        assert item.remedy, item


def test_the_seven_cells_that_do_not_fit_are_flagged_first(all_of_it: Review) -> None:
    flags = all_of_it.of("flags")
    assert [item.place for item in flags[:7]] == [
        "med-cmr/page.txt:26:6",
        "med-cmr/page.txt:32:5",
        "med-cmr/page.txt:32:10",
        "med-cmr/page.txt:33:6",
        "med-cmr/page.txt:35:10",
        "med-cmr/page.txt:47:7",
        "med-cmr/page.txt:65:7",
    ]
    assert flags[6].details["found"] == "39.37"
    assert flags[6].details["expected"] == "40.23"
    assert [item.what for item in flags[7:]] == ["Note IdentifierCleaned"] + ["Note ScaleCorrected"] * 3


def test_filters(all_of_it: Review) -> None:
    assert len(all_of_it.filtered(kind="guesses", leaderboard="u-mrg-14k-test").items) == 52
    assert len(all_of_it.filtered(kind="guesses", source="med-cmr").items) == 39
    assert {item.kind for item in all_of_it.filtered(leaderboard="mr-medseg-val").items} <= {"guesses", "withheld"}
    with pytest.raises(KgError, match=r"no kind 'guess'.*use one of rejects"):
        all_of_it.filtered(kind="guess")


def test_withheld_facts_name_their_row_and_belong_to_leaderboards(all_of_it: Review) -> None:
    item = next(i for i in all_of_it.of("withheld") if i.details["subject"] == "method gpt-4o")
    assert item.place.startswith("registry/method-facts.tsv:")
    assert "from memory" in item.why
    assert item.sources == ("u-mrg-14k-test",)


def test_unknown_leaderboards_and_sources_are_errors(reviewed: Version) -> None:
    with pytest.raises(KgError, match=r"no leaderboard 'med-cmr'.*med-cmr-multiple-choice"):
        review(reviewed, leaderboard="med-cmr")
    with pytest.raises(KgError, match=r"no source 'x'.*u-mrg-14k-test"):
        review(reviewed, source="x")


def test_without_a_registry_the_review_says_what_it_cannot_list(reviewed: Version) -> None:
    found = review(reviewed)
    if (reviewed.path / "registry").is_dir():
        assert found.of("withheld")
    else:
        assert "the registry is not in this build" in found.to_text()
    assert found.counts["guesses"] == 95


def test_text_has_no_line_over_100_columns_and_json_reads_back(all_of_it: Review) -> None:
    text = all_of_it.to_text()
    assert max(map(len, text.splitlines())) <= 100
    data = json.loads(all_of_it.to_json())
    assert list(data) == ["version", "counts", "missing", "items"]
    assert set(data["items"][0]) == {
        "kind",
        "place",
        "what",
        "why",
        "remedy",
        "leaderboards",
        "sources",
        "details",
    }
    assert set(data["counts"]) == set(KINDS)


def test_unnamed_columns_rejects_and_warnings_of_a_page_without_curated_facts(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    text = (ROOT / "data" / "sources" / "u-mrg-14k-test" / "page.txt").read_text(encoding="utf-8")
    page.write_text(text.replace("| 18.32 |", "| <18.32 |"), encoding="utf-8")
    kg.build(page, out=tmp_path / "build", registry=ROOT / "data" / "registry", accept_findings=True)
    found = review(Version(tmp_path / "build"), load_registry(ROOT / "data" / "registry"))
    assert found.counts["unnamed"] == 12
    assert found.of("unnamed")[0].what == "value column 2: no name"
    (reject,) = found.of("rejects")
    assert reject.place == "page.txt:7:2"
    assert "inequality" in reject.why
    assert reject.remedy == "print the value itself"
    unnamed = [item for item in found.of("warnings") if "Violation" in item.what]
    assert len(unnamed) >= 12
    assert unnamed[0].place.startswith("page.txt:6:")


def test_facts_beside_a_page_that_are_not_sure_enough_are_listed(reviewed: Version, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(reviewed.path, copy)
    if not (copy / "sources").is_dir():
        shutil.copytree(ROOT / "data" / "sources", copy / "sources")
    (item,) = [i for i in review(Version(copy), kind="withheld").items if i.place.startswith("sources/")]
    assert item.place == "sources/med-cmr/source.toml"
    assert item.what == "printed:Year: role = note"
    assert item.leaderboards == ("med-cmr-multiple-choice", "med-cmr-open-ended")
