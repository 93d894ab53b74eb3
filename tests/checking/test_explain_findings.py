"""What a report names, ``kg explain`` explains: findings of a check of a build, and rejected cells."""

from __future__ import annotations

from pathlib import Path

import kg
from kg.checking import check_target
from kg.explain import Explainer
from kg.store import Version
from tests.conftest import ROOT

PAGE = "Board\n\nScores\n\nModel\tAccuracy (%)\nAlpha\t91,4\nBeta\t881\nGamma\t88.1\n"


def test_every_name_of_a_report_is_explained(tmp_path: Path) -> None:
    page = tmp_path / "board.txt"
    page.write_text(PAGE, encoding="utf-8")
    kg.build(page, out=tmp_path / "build", registry=ROOT / "data" / "registry", accept_findings=True)
    verdict = check_target(tmp_path / "build")
    explainer = Explainer(Version(tmp_path / "build"))
    rules = set()
    for entry in verdict.entries:
        told = explainer.explain(entry.name)
        text = " ".join(told.to_text().split())
        assert told.kind == ("place" if entry.name.startswith("board.txt:") else "finding")
        assert entry.rule in text
        assert " ".join(entry.remedy.removesuffix(".").split()) in text
        rules.add(entry.rule)
    assert {"R16.14", "A3", "ambiguous-comma"} <= rules


def test_a_finding_by_its_iri_and_by_its_id_is_one(build: Path) -> None:
    verdict = check_target(build)
    explainer = Explainer(Version(build))
    entry = verdict.entries[0]
    by_id = explainer.explain(f"finding:{entry.key}")
    by_iri = explainer.explain(f"https://w3id.org/leaderboard-kg/finding/{entry.key}")
    assert by_id.to_text() == by_iri.to_text()
    assert entry.spots[0].place in by_id.to_text()
