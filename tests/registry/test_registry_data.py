"""The shipped registry and sources hold together: failures name the row to mend."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.model import ConceptKind, MethodKind, Role
from kg.registry import Registry, load_registry, read_mappings
from kg.registry.load import MAPPINGS, TABLES
from kg.registry.tables import Row, read_table
from kg.resources import registry_folder
from tests.conftest import PAGES

FOLDER = registry_folder()
SOURCES = FOLDER.parent / "sources"
#: Every page that is curated, those that are added later too.
SLUGS = tuple(sorted(path.parent.name for path in SOURCES.glob("*/source.toml")))


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(FOLDER)


def source(slug: str) -> dict[str, object]:
    return tomllib.loads((SOURCES / slug / "source.toml").read_text(encoding="utf-8"))


def printed_methods() -> Iterator[tuple[str, str]]:
    """Spellings of methods on the four pages, found without our readers."""
    fused = re.compile(r"^\| (.+?)Model Category=", re.MULTILINE)
    for name in fused.findall((SOURCES / "u-mrg-14k-test/page.txt").read_text(encoding="utf-8")):
        yield "u-mrg-14k-test", name
    for slug in ("mr-medseg-hard-case-test", "mr-medseg-val"):
        for name in re.findall(r"(?m)^### (.+)$", (SOURCES / slug / "page.md").read_text(encoding="utf-8")):
            yield slug, name
    for name in re.findall(r"(?m)^(\S+)\t2025\t", (SOURCES / "med-cmr/page.txt").read_text(encoding="utf-8")):
        yield "med-cmr", name


def all_rows() -> Iterator[Row]:
    for name, columns in TABLES.items():
        yield from read_table(FOLDER / name, columns)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_table_is_there_and_sorted(name: str) -> None:
    rows = read_table(FOLDER / name, TABLES[name])
    assert rows
    cells = [list(row.cells.values()) for row in rows]
    by_case = [[cell.casefold() for cell in row] for row in cells]
    assert cells == sorted(cells) or by_case == sorted(by_case)


def test_no_table_is_unknown_to_the_loader() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*TABLES, MAPPINGS, "README.md"}
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in (*TABLES, MAPPINGS) if f"`{name}`" not in readme] == []


def test_mappings_are_sorted() -> None:
    spellings = [
        (m.subject_label, m.predicate_id, m.predicate_modifier) for m in read_mappings(FOLDER / MAPPINGS).mappings
    ]
    assert spellings == sorted(spellings)


def test_rows_with_certainty_have_evidence() -> None:
    bare = [f"{row.file}:{row.line}" for row in all_rows() if "certainty" in row.cells and not row.cells["evidence"]]
    assert bare == []


def test_texts_are_public() -> None:
    private = re.compile(r"[\w.+-]+@[\w-]+\.[a-z]{2,}|(?:^|\s)/(?:home|root|tmp|Users)/")
    found = [f"{row.file}:{row.line}" for row in all_rows() for cell in row.cells.values() if private.search(cell)]
    found += [slug for slug in SLUGS if private.search((SOURCES / slug / "source.toml").read_text(encoding="utf-8"))]
    assert found == []


def test_the_four_pages_are_among_them() -> None:
    assert {page.name for page in PAGES} <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_page_is_the_one_that_was_curated(slug: str) -> None:
    facts = source(slug)
    page = (SOURCES / slug / str(facts["file"])).read_bytes()
    assert hashlib.sha256(page).hexdigest() == facts["sha256"]


@pytest.mark.parametrize("slug", SLUGS)
def test_source_names_only_known_things(slug: str, registry: Registry) -> None:
    facts = source(slug)
    columns, stated = facts.get("columns", []), facts.get("facts", [])
    assert isinstance(columns, list)
    assert isinstance(stated, list)
    for column in columns:
        assert "metric" not in column or column["metric"] in registry.metrics
        assert "unit" not in column or registry.unit(column["unit"])
        assert column["evidence"]
        assert column["certainty"] in ("certain", "very likely")
    known = {"benchmark": registry.benchmarks, "reported_in": registry.papers}
    wholes = {}
    for fact in stated:
        assert fact["evidence"]
        if fact["property"] in known:
            assert fact["value"] in known[fact["property"]]
        if fact["property"] == "benchmark":
            wholes[fact["subject"].partition(":")[2]] = fact["value"]
    for column in columns:
        if "subset" in column:
            assert registry.part(wholes[column.get("table", "")], column["subset"])


def test_index_pages_state_unit_and_direction_themselves() -> None:
    for slug in ("mr-medseg-hard-case-test", "mr-medseg-val"):
        columns = source(slug)["columns"]
        assert isinstance(columns, list)
        assert [c["name"] for c in columns] == ["Dice", "gIoU", "cIoU"]
        assert not any({"unit", "direction", "scale"} & set(c) for c in columns)


def test_three_columns_are_hundredths() -> None:
    columns = source("u-mrg-14k-test")["columns"]
    assert isinstance(columns, list)
    assert {c["number"]: c["scale"] for c in columns if "scale" in c} == {4: "0.01", 5: "0.01", 7: "0.01"}
    assert [c["number"] for c in columns] == list(range(1, 14))


def test_every_printed_method_is_known(registry: Registry) -> None:
    assert sorted({name for _, name in printed_methods() if registry.method(name) is None}) == []


def test_49_spellings_are_47_methods(registry: Registry) -> None:
    spellings = {name for _, name in printed_methods()}
    methods = [method.key for name in spellings if (method := registry.method(name))]
    assert len(spellings) == 49
    assert len(set(methods)) == 47
    assert {key for key, count in Counter(methods).items() if count > 1} == {"medgemma-4b", "qwen2-5-vl-7b"}


def test_two_rows_undo_the_two_merges(tmp_path: Path) -> None:
    for path in FOLDER.glob("*.tsv"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(("Qwen2.5VL-7B\t", "MedGamma-4B\t"))]
        (tmp_path / path.name).write_text("".join(kept), encoding="utf-8")
    apart = load_registry(tmp_path)
    found = {name: apart.method(name) for _, name in printed_methods()}
    unknown = {name for name, method in found.items() if method is None}
    assert unknown == {"Qwen2.5VL-7B", "MedGamma-4B"}
    assert len({method.key for method in found.values() if method}) + len(unknown) == 49


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gemini-2.5-flash", "Gemini-2.5-Pro"),
        ("GPT-4o", "GPT-5"),
        ("InternVL3-8B", "InternVL3.5-8B"),
        ("InternVL3-78B", "InternVL3-8B"),
        ("Qwen2.5-VL-7B", "Qwen3-VL-8B"),
        ("Qwen3-VL-32B", "Qwen2.5-VL-32B"),
        ("Qwen3-VL", "Qwen3-VL-8B"),
        ("Qwen3-VL", "Qwen3-VL-30B-A3B"),
        ("Qwen3-VL", "Qwen3-VL-32B"),
        ("Qwen3-VL", "Qwen3-VL-235B-A22B"),
        ("MedGemma-4B", "Gemma3-4B"),
        ("MedGemma-4B", "MedGemma-27B"),
        ("Gemma3-4B", "MedGemma-27B"),
        ("Lingshu-7B", "Lingshu-32B"),
        ("Lingshu-7B", "Lingshu-I-8B"),
        ("MedSAM", "MedSAM2"),
        ("MedSAM2", "MedSAM-2"),
        ("MedSAM", "MedSAM-2"),
        ("MedSAM-2", "SAM-Med2D"),
        ("MedSAM", "SAM-Med2D"),
        ("MedReasoner-7B", "MedR1-2B"),
        ("Med-R1", "MedR1-2B"),
        ("MediSee", "MediRound"),
        ("SegLLM-7B", "SegLLM-13B"),
        ("SegZero-7B", "SegLLM-7B"),
    ],
)
def test_near_names_stay_apart(one: str, other: str, registry: Registry) -> None:
    first, second = registry.method(one), registry.method(other)
    assert first
    assert second
    assert first.key != second.key


def test_med_r1_is_not_medvlm_r1(registry: Registry) -> None:
    assert registry.method("Med-R1")
    assert registry.method("MedVLM-R1") is None


@pytest.mark.parametrize("name", ["qwen2.5-vl-7b", "GPT4o", "Gemini 2.5 Pro", "MediRound+JCM", "Ours", ""])
def test_no_likeness_merges(name: str, registry: Registry) -> None:
    assert registry.method(name) is None


def test_no_merge_changes_digits_or_tier(registry: Registry) -> None:
    for mapping in registry.mappings:
        if mapping.merges:
            label = registry.methods[mapping.object_key].label
            for token in (r"\d+", r"(?i)\b(?:flash|pro|mini)\b"):
                assert re.findall(token, mapping.subject_label) == re.findall(token, label), mapping.subject_label


def test_every_label_is_a_spelling(registry: Registry) -> None:
    assert [m.label for m in registry.methods.values() if registry.method(m.label) is not m] == []


def test_22_benchmarks_of_three_medical_families(registry: Registry) -> None:
    families = {"u-mrg-14k", "mr-medseg", "med-cmr"}
    of_pages = [b for b in registry.benchmarks.values() if b.family in families]
    assert len(of_pages) == 22
    assert {b.family for b in of_pages} == families
    assert {b.domains for b in of_pages} == {("medical",)}
    assert sum(b.part_of == "u-mrg-14k-test" for b in registry.benchmarks.values()) == 10
    assert sum(b.part_of == "med-cmr-multiple-choice" for b in registry.benchmarks.values()) == 7
    assert families <= {key for (kind, key) in registry.concepts if kind is ConceptKind.FAMILY}


def test_parts_share_out_the_items_of_one_whole(registry: Registry) -> None:
    wholes = [b for b in registry.benchmarks.values() if b.parts_make_whole]
    assert [b.key for b in wholes] == ["med-cmr-multiple-choice"]
    parts = [b.item_count or 0 for b in registry.benchmarks.values() if b.part_of == wholes[0].key]
    assert sum(parts) == wholes[0].item_count == 16655


def test_composites_have_their_parts_and_no_origin_of_a_part(registry: Registry) -> None:
    composites = {m.key: m for m in registry.methods.values() if m.kind is MethodKind.COMPOSITE}
    assert len(composites) == 12
    own = {key for key, method in composites.items() if method.introduced_in or method.maker}
    assert own == {"mediround-jcm", "mediround-read"}
    for key, method in composites.items():
        roles = [component.role for component in method.components]
        assert roles == ([Role.BASE, Role.ADD_ON] if key in own else [Role.REASONER, Role.SEGMENTER])
        labels = [registry.methods[component.method].label for component in method.components]
        assert " + ".join(labels) == method.label
    assert registry.methods["qwen3-vl"].parameter_count is None
    assert registry.methods["human-thinking"].kind is MethodKind.HUMAN


def test_every_other_printed_method_has_a_known_origin(registry: Registry) -> None:
    methods = [method for _, name in printed_methods() if (method := registry.method(name))]
    unknown = {m.label for m in methods if m.introduced_in is None and m.maker is None}
    assert len(unknown) == 10
    assert all(" + " in label for label in unknown)


@pytest.mark.parametrize(
    ("label", "total", "active"),
    [
        ("Qwen2.5-VL-7B", 7 * 10**9, None),
        ("Qwen3-VL-235B-A22B", 235 * 10**9, 22 * 10**9),
        ("Qwen3-VL-30B-A3B", 30 * 10**9, 3 * 10**9),
        ("InternVL3.5-241B-A28B", 241 * 10**9, 28 * 10**9),
        ("GPT-4o", None, None),
        ("MediRound", None, None),
    ],
)
def test_sizes_come_from_the_name(label: str, total: int | None, active: int | None, registry: Registry) -> None:
    method = registry.method(label)
    assert method
    assert (method.parameter_count, method.active_parameter_count) == (total, active)
    assert ("parameterCount" in method.inferred) == (total is not None)


def test_what_is_only_remembered_stays_out(registry: Registry) -> None:
    withheld = {(w.subject, w.property, w.value) for w in registry.withheld}
    assert ("method qwen2-5-vl-7b", "introduced_in", "arxiv-2502-13923") in withheld
    assert ("method mediround", "derived_from", "medsam") in withheld
    assert registry.methods["qwen2-5-vl-7b"].introduced_in is None
    assert registry.methods["mediround"].derived_from == ()
    paper = registry.papers["arxiv-2502-13923"]
    assert (paper.title, paper.doi, paper.makers) == (None, None, ())
    assert all(w.evidence for w in registry.withheld)
