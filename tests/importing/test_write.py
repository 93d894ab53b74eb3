"""What ``kg import`` writes is a source that a build reads the same way: rows of the check = rows of the build."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kg.assemble.curation import parse_curation
from kg.intake.answers import Answers
from kg.intake.files import Given
from kg.intake.importing import Importer
from kg.intake.rows import namer, result_rows
from kg.pipeline.inputs import find_sources
from kg.pipeline.road import assemble_source, run
from kg.registry import Registry
from kg.resources import registry_folder
from kg.wording.names import NameFinder
from tests.importing.cases import Case
from tests.importing.conftest import Check
from tests.importing.every import EVERY
from tests.importing.test_cases import outcome
from tests.importing.test_corpus import CORPUS, TOLD

WITH_ROWS = [case for case in EVERY if case.rows]
FILES = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob("*/*")) if CORPUS.is_dir() else []


def built_rows(folder: Path, registry: Registry) -> list[dict[str, Any]]:
    """The rows of the one source below the folder, through the road of ``kg build``."""
    (source,) = find_sources([folder])
    done = assemble_source(source, registry)
    names = namer(done, registry, NameFinder(registry))
    return sorted(({**row, "table": ""} for row in result_rows(names, {})), key=_place)


def _place(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["line"] or 0, row["column"] or 0, row["method"], row["benchmark"], row["metric"]


def write(registry: Registry, given: Given, folder: Path, answers: Answers) -> int:
    return Importer(registry, answers, say=lambda text: None).write([given], folder, replace=False)


def given(case: Case, number: int = 0) -> Given:
    name = case.file.replace(".", f"{number}.", 1) if number else case.file
    return Given(name, None, case.text.encode(case.options.get("as_bytes", "utf-8")))


def answers(case: Case) -> Answers:
    return Answers(**{name: told for name, told in case.options.items() if name != "as_bytes"})


@pytest.mark.parametrize("case", WITH_ROWS, ids=lambda case: case.name)
def test_a_build_gives_the_rows_of_the_check(check: Check, registry: Registry, tmp_path: Path, case: Case) -> None:
    checked = sorted(({**row, "table": ""} for row in outcome(check, case).rows), key=_place)
    status = write(registry, given(case), tmp_path / "sources", answers(case))
    assert status == (1 if case.rejects else 0)
    assert built_rows(tmp_path / "sources", registry) == checked


@pytest.mark.parametrize("file", FILES)
def test_a_build_of_a_corpus_file_gives_the_rows_of_the_check(
    check: Check, registry: Registry, tmp_path: Path, file: str
) -> None:
    data = (CORPUS / file).read_bytes()
    name = file.rsplit("/", 1)[-1]
    found = check(name, data, answers=Answers(method=TOLD.get(file)))
    if not found.rows:
        return
    write(registry, Given(name, None, data), tmp_path / "sources", Answers(method=TOLD.get(file)))
    checked = sorted(({**row, "table": ""} for row in found.rows), key=_place)
    assert built_rows(tmp_path / "sources", registry) == checked


@pytest.mark.parametrize("case", WITH_ROWS, ids=lambda case: case.name)
def test_what_is_proposed_is_marked(registry: Registry, tmp_path: Path, case: Case) -> None:
    """Every fact of a column is stated, with its place, or inferred, and the file says which."""
    write(registry, given(case), tmp_path / "sources", answers(case))
    (toml,) = (tmp_path / "sources").glob("*/source.toml")
    text = toml.read_text(encoding="utf-8")
    parse_curation(text, "source.toml")
    for column in tomllib.loads(text).get("columns", []):
        if column.get("role") != "value" or not ({"metric", "unit", "direction"} & set(column)):
            continue
        evidence = column["evidence"]
        for fact in ("unit", "direction"):
            if fact in column and fact not in column.get("stated", []):
                assert f"{fact}" in evidence
                assert "inferred" in evidence or "told by" in evidence
        for fact in column.get("stated", []):
            assert fact in evidence


def test_the_graph_of_an_imported_page_conforms(registry: Registry, tmp_path: Path) -> None:
    for number, case in enumerate(WITH_ROWS, 1):
        write(registry, given(case, number), tmp_path / "sources", answers(case))
    built = run([tmp_path], registry_folder(), "https://w3id.org/leaderboard-kg/")
    assert built.report.conforms, built.report.to_text()
    assert sum(len(found) for found in built.collection.results.values()) > 100
