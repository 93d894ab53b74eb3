"""Hints by arithmetic: each flags what is odd, shows the sum, and stays silent one step beside it."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

import kg
from kg.arithmetic import arithmetic_flags
from kg.arithmetic.counts import recover_count
from kg.arithmetic.printing import columns
from kg.model import Certainty, Flag, FlagKind, FlagSubject, Severity

HINTS = (FlagKind.SCALE_SUSPECT, FlagKind.PARTS_DISAGREE, FlagKind.NOT_K_OVER_N, FlagKind.DUPLICATE_ROW)


#: Two parts of a row each, whose mean has one more digit at most.
PARTS = [("61.4", "22.8"), ("70.2", "35.0"), ("12.6", "81.4"), ("33.8", "64.2"), ("47.2", "58.6"), ("25.0", "91.2")]


def flags_of(folder: Path, *rows: str, header: str = "Model\tAccuracy (%)") -> list[Flag]:
    """The arithmetic flags of one tab-separated table; blanks in the rows stand for tabs."""
    page = folder / "board.txt"
    lines = [header, *(row.replace(" ", "\t") for row in rows)]
    page.write_text("Board\n\nScores\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    graph = kg.build(page)
    assert graph.rejects == ()
    return [flag for flags in graph.built.collection.flags.values() for flag in flags if flag.kind in HINTS]


def column(folder: Path, *values: str, header: str = "Model\tAccuracy (%)") -> list[Flag]:
    return flags_of(folder, *(f"m{number} {value}" for number, value in enumerate(values)), header=header)


# -- scales


def test_a_share_in_a_column_of_percentages_is_flagged_with_the_sum(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "80.1", "84.2", "0.95", "90.4", "93.0")
    assert flag.kind is FlagKind.SCALE_SUSPECT
    assert flag.subject is FlagSubject.RESULT
    assert flag.severity is Severity.WARNING
    assert flag.message == (
        "0.95 stands in a column of percentages, where a share of 1 would be 100 x 0.95 = 95, near the other 4 values "
        "(80.1 to 93.0)"
    )
    assert (flag.found, flag.expected) == ("0.95", "95")


def test_a_share_that_would_be_the_best_percentage_is_told_by_its_digits(tmp_path: Path) -> None:
    others = ("12.39", "5.23", "7.14", "3.6", "0.85")
    (flag,) = column(tmp_path, "0.2655", *others)
    assert (flag.kind, flag.found, flag.expected) == (FlagKind.SCALE_SUSPECT, "0.2655", "26.55")
    assert flag.message == (
        "0.2655 stands in a column of percentages with 2 digits more than any of the other 5 values (0.85 to 12.39), "
        "as a share of 1 would; 100 x 0.2655 = 26.55"
    )
    assert column(tmp_path, "0.26", *others) == []
    assert column(tmp_path, "0.2655", *others[:3]) == []
    assert column(tmp_path, "0.9655", *others) == []  # not the least
    assert column(tmp_path, "0.0055", *others) == []  # as a percentage it would be less than the others


def test_two_values_are_enough_where_the_share_has_more_digits(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "91.4", "0.893")
    assert (flag.found, flag.expected) == ("0.893", "89.3")


def test_a_column_without_a_unit_is_compared_with_itself_too(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "91.4", "0.893", "88.0", header="Model\tThing")
    assert "a column without a unit" in flag.message


def test_many_shares_are_one_finding_about_the_column(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "80.1", "84.2", "90.4", "0.812", "0.853", "0.907", "0.899")
    assert flag.subject is FlagSubject.DECLARATION
    assert flag.message.startswith("4 of 7 values stand in a column of percentages, where a share of 1 would be")


@pytest.mark.parametrize(
    "values",
    [
        ["80.1", "84.2", "90.4", "1.0"],  # chance level of a hundred classes
        ["80.1", "84.2", "90.4", "0.10"],  # would be 10 of 100, far from the others
        ["2.46", "0.92", "12.0", "30.27", "0.36"],  # a column that reaches down to small values
        ["0.5", "0.2", "15.0", "40.0", "52.0"],
        ["91.4", "0.9"],  # no more digits than the other value
        ["0", "88.1", "90.4", "91.0"],
    ],
)
def test_small_percentages_are_no_shares(tmp_path: Path, values: list[str]) -> None:
    assert column(tmp_path, *values) == []


def test_a_column_of_percentages_that_holds_shares_only(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "0.91", "0.88", "0.934")
    assert flag.subject is FlagSubject.DECLARATION
    assert flag.message.endswith(
        "the best would be 0.934 of 100, as shares of 1 it would be 93.4 percent; where they are shares, give "
        'scale = "100" in the [[columns]] entry of source.toml'
    )
    assert column(tmp_path, "0.91", "0.88") == []  # two values say nothing
    assert column(tmp_path, "0.91", "0.88", "1.2") == []


def test_a_lost_point_and_another_prefix_of_the_unit(tmp_path: Path) -> None:
    header = "Model\tThing"
    (flag,) = column(tmp_path, "40.1", "41.7", "39.2", "4012", "44.0", "38.8", header=header)
    assert flag.message == "4012 stands among 5 values from 38.8 to 44.0: 4012 / 100 = 40.12 would be one of them"
    (flag,) = column(tmp_path, "210", "190", "0.201", "225", "231", "199", header=header)
    assert flag.expected == "201"
    assert column(tmp_path, "40.1", "41.7", "39.2", "4012", "44.0", header=header) == []  # too few to be narrow
    assert column(tmp_path, "40.1", "41.7", "39.2", "9012", "44.0", "38.8", header=header) == []
    assert column(tmp_path, "1", "10", "100", "1000", "10000", "100000", header=header) == []


# -- wholes and their parts

BOARD = "Model\tTaskA\tTaskB\tTaskC\tAverage"


def test_a_mean_that_one_row_does_not_follow(tmp_path: Path) -> None:
    rows = ["a 10.0 20.0 30.0 20.0", "b 40.0 50.1 60.3 50.1", "c 11.0 12.0 16.0 13.0", "d 30.0 30.0 60.0 45.0"]
    (flag,) = flags_of(tmp_path, *rows, header=BOARD)
    assert flag.kind is FlagKind.PARTS_DISAGREE
    assert (flag.found, flag.expected) == ("45.0", "40.0")
    assert flag.certainty is Certainty.INFERRED
    assert flag.evidence == "the mean of the parts"
    assert "0.333333 x 30.0 (TaskA) + 0.333333 x 30.0 (TaskB) + 0.333333 x 60.0 (TaskC) = 40.0" in flag.message


def test_the_last_digit_may_be_rounded_either_way(tmp_path: Path) -> None:
    rows = ["a 10.0 20.0 30.1 20.1", "b 40.0 50.1 60.3 50.1", "c 11.0 12.0 16.0 13.0", "d 30.0 30.0 60.0 40.1"]
    assert flags_of(tmp_path, *rows, header=BOARD) == []


def test_a_column_that_only_happens_to_be_called_average_is_left_alone(tmp_path: Path) -> None:
    rows = ["a 10.0 20.0 30.0 70.0", "b 40.0 50.1 60.3 11.1", "c 11.0 12.0 16.0 93.0", "d 30.0 30.0 60.0 45.0"]
    assert flags_of(tmp_path, *rows, header=BOARD) == []
    assert flags_of(tmp_path, *rows[:2], header=BOARD) == []


def test_a_sum_is_a_whole_too(tmp_path: Path) -> None:
    header = BOARD.replace("Average", "Total")
    rows = ["a 10.0 20.0 30.0 60.0", "b 40.0 50.1 60.3 150.4", "c 11.0 12.0 16.0 39.0", "d 30.0 30.0 60.0 20.0"]
    (flag,) = flags_of(tmp_path, *rows, header=header)
    assert (flag.found, flag.expected) == ("20.0", "120.0")


def test_weights_are_recovered_where_they_are_not_equal(tmp_path: Path) -> None:
    """Weights 0.5, 0.3, 0.2; one row of eight prints another whole."""
    values = [
        (12, 80, 33),
        (45, 21, 67),
        (90, 11, 54),
        (33, 76, 8),
        (64, 52, 95),
        (71, 38, 20),
        (5, 93, 42),
        (58, 9, 77),
    ]
    rows = []
    for number, (a, b, c) in enumerate(values):
        whole = Decimal(a) / 2 + Decimal(b) * 3 / 10 + Decimal(c) / 5
        rows.append(f"m{number} {a}.0 {b}.0 {c}.0 {whole + (3 if number == 4 else 0):.1f}")
    (flag,) = flags_of(tmp_path, *rows, header=BOARD)
    assert (flag.found, flag.expected) == ("69.6", "66.6")
    assert flag.message == (
        "the row prints 69.6, its parts give 66.6: 0.5 x 64.0 (TaskA) + 0.3 x 52.0 (TaskB) + 0.2 x 95.0 (TaskC) "
        "= 66.6; the slip may be in the whole or in any of these parts; weights recovered from 7 other rows"
    )


def test_a_part_that_equals_the_cell_above_is_told_with_the_value_that_would_add_up(tmp_path: Path) -> None:
    rows = [f"m{n} {a} {b} {(Decimal(a) + Decimal(b)) / 2}" for n, (a, b) in enumerate(PARTS)]
    rows[4] = f"m4 {PARTS[3][0]} {PARTS[4][1]} {(Decimal(PARTS[4][0]) + Decimal(PARTS[4][1])) / 2}"
    (flag,) = flags_of(tmp_path, *rows, header="Model\tA (%)\tB (%)\tAverage (%)")
    assert "; board.txt:10:2 (A (%)) equals board.txt:9:2: with 47.2 there the row would add up" in flag.message


# -- the shipped pages: what is recorded, and the same recovered from the cells alone


def test_the_shipped_pages_have_the_seven_known_flags_and_no_other(shipped: kg.Graph) -> None:
    found = sorted((f.places[0], f.printed[0]) for f in shipped.report.findings)
    assert found == [
        ("med-cmr/page.txt:26:6", "25.70"),
        ("med-cmr/page.txt:32:10", "37.07"),
        ("med-cmr/page.txt:32:5", "35.98"),
        ("med-cmr/page.txt:33:6", "38.89"),
        ("med-cmr/page.txt:35:10", "35.07"),
        ("med-cmr/page.txt:47:7", "45.98"),
        ("med-cmr/page.txt:65:7", "39.37"),
    ]
    assert {f.rule for f in shipped.report.findings} == {"A9"}


def test_the_arithmetic_of_the_known_flags_is_shown(shipped: kg.Graph) -> None:
    told = {f.printed[0]: f.message for f in shipped.report.findings}
    assert told["37.07"].endswith(
        "(1023 x 45.94 (SOD) + 711 x 52.74 (FDD) + 709 x 35.98 (SU) + 336 x 37.80 (TP) + 1922 x 42.35 (CR) + "
        "11583 x 33.62 (LTG) + 371 x 45.28 (MSI)) / 16655 = 36.64; "
        "the slip may be in the whole or in any of these parts."
    )
    assert told["39.37"].endswith(" = 40.23; the row above (Qwen3-VL-30B-A3B) prints 39.37 as well.")
    assert told["35.98"] == (
        "A9 35.98 is not k/709 for any whole k; the nearest is 35.97 (255/709), then 36.11 (256/709)."
    )


def test_weights_and_counts_of_the_shipped_page_are_recovered_from_its_cells(shipped: kg.Graph) -> None:
    """Without the registry's weights and counts the same cells are flagged, by what the others give away."""
    built = shipped.built.collection
    metrics = {
        key: replace(metric, aggregates=(), label="All Score" if metric.aggregates else metric.label)
        for key, metric in built.nodes.metrics.items()
    }
    benchmarks = {k: replace(b, item_count=None, parts_make_whole=False) for k, b in built.nodes.benchmarks.items()}
    flags = {
        flag.found: flag
        for board in built.leaderboards
        for flag in arithmetic_flags(built.results[board.key], metrics, benchmarks, built.nodes.units)
    }
    assert set(flags) == {"25.70", "35.98", "38.89", "35.07", "37.07", "39.37", "45.98"}
    assert {flag.certainty for flag in flags.values()} == {Certainty.INFERRED}
    assert [flags[printed].expected for printed in ("35.07", "37.07", "39.37", "45.98")] == [
        "34.94",
        "36.64",
        "40.23",
        "45.88",
    ]
    assert flags["39.37"].evidence == "weights recovered from 16 other rows"
    by_column = columns(built.results["med-cmr-multiple-choice"])
    counts = [recover_count(column, Decimal("0.01")) for column in by_column.values()]
    assert [count.items if count else None for count in counts] == [1023, 711, 709, 336, 1922, None, 371, None]


def test_no_count_is_recovered_from_values_that_are_no_shares(shipped: kg.Graph) -> None:
    for key in ("u-mrg-14k-test", "mr-medseg-val", "mr-medseg-hard-case-test", "med-cmr-open-ended"):
        for name, cells in columns(shipped.built.collection.results[key]).items():
            assert recover_count(cells, Decimal("0.01")) is None, name


# -- repeated rows and cells

WIDE = "Model\tA\tB\tC\tD"
TABLE = [
    "a 10.11 20.23 30.37 40.41",
    "b 41.07 50.19 61.33 12.12",
    "c 11.71 72.13 16.19 83.02",
    "d 31.03 36.01 60.6 45.5",
]


def test_a_row_pasted_under_another_name(tmp_path: Path) -> None:
    (flag,) = flags_of(tmp_path, *TABLE, "e 41.07 50.19 61.33 12.12", header=WIDE)
    assert flag.kind is FlagKind.DUPLICATE_ROW
    assert flag.message.startswith(
        "the row of e prints the same 4 values as the row of b (board.txt:7): 41.07, 50.19, 61.33, 12.12; "
    )
    assert "chance" in flag.message
    assert (flag.found, flag.expected) == ("board.txt:10:2", "other values than board.txt:7:2")


def test_cells_copied_from_the_row_above(tmp_path: Path) -> None:
    rows = [TABLE[0], TABLE[1], "x 41.07 50.19 61.33 99.99", *TABLE[2:]]
    (flag,) = flags_of(tmp_path, *rows, header=WIDE)
    assert flag.message.startswith("the row of x prints in 3 of 4 columns what the row above (b) prints: 41.07, 50.19")


def test_one_cell_copied_from_the_row_above_is_flagged_where_it_has_many_digits(tmp_path: Path) -> None:
    rows = ["a 10.1123 20.2321", "b 41.0712 50.1901", "c 11.7133 50.1901", "d 91.0345 36.0112"]
    (flag,) = flags_of(tmp_path, *rows, header="Model\tA\tB")
    assert (flag.found, flag.expected) == ("board.txt:8:3", "other values than board.txt:7:3")
    assert flag.severity is Severity.WARNING
    assert flag.message == (
        "the row of c prints in 1 of 2 columns what the row above (b) prints: 50.1901; "
        "1/299580 for two rows x 3 pairs x 2 choices of columns, chance would do so in about one of 49930 such tables"
    )
    assert flags_of(tmp_path, *(row.replace("50.1901", "50.19") for row in rows), header="Model\tA\tB") != []
    few = [" ".join(cell[:5] for cell in row.split()) for row in rows]  # two digits behind the point
    assert flags_of(tmp_path, *few, header="Model\tA\tB") == []
    apart = [rows[0], rows[1], rows[3], rows[2]]
    assert flags_of(tmp_path, *apart, header="Model\tA\tB") == []  # not the row above


def test_a_table_of_one_column_has_copied_cells_too(tmp_path: Path) -> None:
    (flag,) = column(tmp_path, "10.11231", "41.07124", "41.07124", "91.03458")
    assert flag.found == "board.txt:8:2"
    assert flag.message.startswith("the row of m2 prints in 1 of 1 columns what the row above (m1) prints: 41.07124; ")
    assert column(tmp_path, "10.11", "41.07", "41.07", "91.03") == []
    assert len(column(tmp_path, "10.112", "41.071", "41.071", "21.034")) == 1
    assert column(tmp_path, "10.112", "41.071", "41.071", "91.0", "91.2", "91.3") == []  # in order: any two may meet
    tied = ("10.11231", "41.07124", "41.07124", "91.03458", "91.03458", "41.07124")  # ties are common here
    assert column(tmp_path, *tied) == []


def test_many_digits_of_shares_of_few_items_say_nothing(tmp_path: Path) -> None:
    """Accuracies on 164 items, as a program prints them: two models that solve 68 of them are no copy."""
    for scale in (1, 100):
        shares = [f"{Decimal(k) * scale / 164:.12f}" for k in (12, 68, 68, 117, 90)]
        assert column(tmp_path, *shares, header="Model\tThing") == []
    spoilt = [*shares[:3], "71.341463414777", shares[4]]  # one value is no such share: the digits are meant
    assert len(column(tmp_path, *spoilt, header="Model\tThing")) == 1


def test_equal_cells_that_chance_explains_are_no_finding(tmp_path: Path) -> None:
    assert flags_of(tmp_path, *TABLE, "e 31.03 72.1 16.2 83.1", header=WIDE) == []  # one cell as above
    few = ["a 1 0 1 1", "b 1 1 1 0", "c 1 1 1 0", "d 0 1 0 0"]  # only two values in every column
    assert flags_of(tmp_path, *few, header=WIDE) == []
    best = ["a 100 100 100 100", "b 100 100 100 100", "c 90 100 100 80", "d 91 100 100 70"]
    assert flags_of(tmp_path, *best, header=WIDE) == []


def test_hints_depend_on_no_order(shipped: kg.Graph) -> None:
    built = shipped.built.collection
    results = built.results["med-cmr-multiple-choice"]
    nodes = built.nodes
    there = arithmetic_flags(results, nodes.metrics, nodes.benchmarks, nodes.units)
    back = arithmetic_flags(tuple(reversed(results)), nodes.metrics, nodes.benchmarks, nodes.units)
    assert there == back
    assert len(there) == 5


@pytest.mark.parametrize("seed", range(6))
def test_a_weighted_mean_of_whole_percentages_is_not_taken_for_the_plain_one(tmp_path: Path, seed: int) -> None:
    """Rounded to whole numbers, most rows agree with either mean; that says nothing of the others."""
    draw = random.Random(seed)
    weights = [draw.randint(50, 900) for _ in range(7)]
    rows = []
    for number in range(8):
        values = [draw.randint(80, 99) for _ in weights]
        whole = round(sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights))
        rows.append(" ".join([f"Model-{number}", *map(str, values), str(whole)]))
    header = "\t".join(["Model", *(f"T{n} (%)" for n in range(7)), "Average (%)"])
    assert [flag for flag in flags_of(tmp_path, *rows, header=header) if flag.kind is FlagKind.PARTS_DISAGREE] == []


def test_a_coarse_mean_is_still_told_where_rows_are_wide(tmp_path: Path) -> None:
    rows = ("a 10 90 50", "b 20 70 45", "c 95 15 55", "d 40 80 60", "e 5 65 35", "f 30 90 60", "g 12 88 80")
    (flag,) = flags_of(tmp_path, *rows, header="Model\tX (%)\tY (%)\tAverage (%)")
    assert (flag.found, flag.expected) == ("80", "50")
