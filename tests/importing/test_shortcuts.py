"""What is worked out once, or written by hand for speed, is the same as what the long way gives."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.intake.rows import json_row
from kg.iris import RowKeys, digest, result_key
from kg.model import Result, Setting
from kg.model.quick import quickly_made
from kg.normalise.names import bare_name, read_name
from kg.read.cells import Cell

TEXTS = st.text(max_size=20) | st.text(alphabet='"\\\n\té\u2028\ud800 a', max_size=6)
OPTIONAL = st.none() | TEXTS
COUNTS = st.none() | st.integers(1, 10**9)


VALUES = st.decimals(allow_nan=False, allow_infinity=False).map(str)
LISTS = st.lists(TEXTS, max_size=3)
ROW: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("table", "method", "benchmark", "dataset"), TEXTS),
    "split": OPTIONAL,
    "metric": TEXTS,
    "unit": OPTIONAL,
    "direction": TEXTS,
    "value": VALUES,
    "printed": TEXTS,
    "uncertainty": OPTIONAL,
    "line": COUNTS,
    "column": COUNTS,
    "inferred": LISTS,
    "notes": LISTS,
}


@given(st.tuples(*ROW.values()))
def test_rows_are_written_as_json_writes_them(values: tuple[Any, ...]) -> None:
    row = dict(zip(ROW, values, strict=True))
    assert json_row(row) == json.dumps(row, ensure_ascii=False)


LINES = st.text(alphabet="ab\\\n é", max_size=5)


@given(LINES, LINES, LINES, LINES, LINES, st.lists(LINES, max_size=1))
def test_keys_of_a_row_are_those_of_its_results(a: str, b: str, c: str, d: str, e: str, more: list[str]) -> None:
    assert RowKeys(a, b)(c, d, e, *more) == result_key(a, b, c, d, e, *more)


def test_a_line_end_within_a_line_makes_another_digest() -> None:
    assert len({digest("a", "b"), digest("a\nb"), digest("a\\nb"), digest("a\\", "b"), digest("a\\\nb")}) == 5
    # By sha256sum, of a, newline, b.
    assert digest("a", "b") == "7e18f737311b2dc3"


@quickly_made
@dataclass(frozen=True, slots=True)
class Quick:
    """A class with and without defaults."""

    key: str
    value: Decimal
    places: tuple[str, ...] = ()
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """The same, as dataclasses make it."""

    key: str
    value: Decimal
    places: tuple[str, ...] = ()
    unit: str | None = None


def test_a_quickly_made_class_is_a_frozen_dataclass() -> None:
    one = Quick("a", Decimal("1.0"), unit="percent")
    assert type(one) is Quick
    assert [getattr(one, f.name) for f in fields(Quick)] == ["a", Decimal("1.0"), (), "percent"]
    assert repr(one).partition("(")[2] == repr(Plain("a", Decimal("1.0"), unit="percent")).partition("(")[2]
    assert one == Quick(key="a", value=Decimal("1.0"), places=(), unit="percent") != Quick("a", Decimal("1.0"))
    assert hash(one) == hash(Quick("a", Decimal("1.0"), (), "percent"))
    assert replace(one, key="b") == Quick("b", Decimal("1.0"), (), "percent")
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    with pytest.raises(FrozenInstanceError):
        one.key = "c"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Quick("a")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Quick("a", Decimal(1), colour="red")  # type: ignore[call-arg]


def test_results_are_made_so_and_stay_frozen() -> None:
    made = Result("k", "l", "b", "d", "m", "M", "n", "x", Decimal("91.40"), "91.40", (), notes=(Setting("a", "b"),))
    assert (type(made), made.value, made.unit, made.notes) == (Result, Decimal("91.40"), None, (Setting("a", "b"),))
    with pytest.raises(FrozenInstanceError):
        made.value = Decimal(0)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("printed", "name", "signs"),
    [
        ("GPT-4o mini", "GPT-4o mini", ()),
        ("AcmeNet*", "AcmeNet", ("*",)),
        ("Acme  Net", "Acme Net", ()),
        ("BERT [12]", "BERT", ("[12]",)),
        ("**Bold**", "Bold", ()),
        ("_a_", "a", ()),
        ("a_b_c", "a_b_c", ()),
        ("A*", "A*", ()),
        ("`code`", "code", ()),
        ("Net (ours)", "Net", ()),
        ("7", "7", ()),
        ("", "", ()),
    ],
)
def test_plain_names_and_others(printed: str, name: str, signs: tuple[str, ...]) -> None:
    assert bare_name(printed) == (name, signs)
    read = read_name(Cell(printed, 1, 1, links=("https://code.example",)))
    assert (read.text, read.signs, read.links) == (name, signs, ("https://code.example",))
