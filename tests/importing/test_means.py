"""Which columns are the parts of a mean: by the digits of every row, and never by a few that agree by chance."""

from __future__ import annotations

from decimal import Decimal

from kg.intake.means import blocks, mean_of, wholes


def numbers(*texts: str | None) -> list[Decimal | None]:
    return [None if text is None else Decimal(text) for text in texts]


AORTA = numbers("89.07", "87.23", "85.47", "86.0")
LIVER = numbers("69.72", "63.13", "66.53", "70.0")
SPLEEN = numbers("77.77", "81.87", "83.28", "75.5")
#: 78.8533…, 77.41, 78.4266…, 77.1666…
MEAN = numbers("78.85", "77.41", "78.43", "77.17")


def test_rounded_means_agree() -> None:
    assert mean_of([AORTA, LIVER, SPLEEN], MEAN) == (4, 4)


def test_a_step_beside_the_mean_does_not() -> None:
    assert mean_of([AORTA, LIVER, SPLEEN], numbers("78.88", "77.44", "78.46", "77.30")) is None


def test_one_slip_in_five_rows_is_borne_and_more_are_not() -> None:
    parts = [[*AORTA, Decimal("90.0")], [*LIVER, Decimal("60.0")], [*SPLEEN, Decimal("75.0")]]
    assert mean_of(parts, [*MEAN, Decimal("99.9")]) == (4, 5)
    assert mean_of(parts, [*numbers("1.0"), *MEAN[1:], Decimal("99.9")]) is None


def test_rows_without_a_number_are_no_evidence() -> None:
    assert mean_of([AORTA, LIVER, SPLEEN], numbers(*(["78.85", "77.41"]), None, None)) is None
    assert mean_of([AORTA, LIVER, numbers(None, "81.87", "83.28", "75.5")], MEAN) == (3, 3)


def test_two_columns_are_too_few() -> None:
    assert mean_of([AORTA, LIVER], numbers("79.395", "75.18", "76.00", "78.0")) is None


def test_only_what_stands_side_by_side_is_one_block() -> None:
    assert blocks([5, 3, 4, 8]) == [[3, 4, 5], [8]]
    table = {1: MEAN, 2: numbers("1", "2", "3", "4"), 3: AORTA, 4: LIVER, 5: SPLEEN}
    assert wholes([3, 4, 5], [1, 2], table) == dict.fromkeys(
        (3, 4, 5), (1, "the mean of 3 columns is this one in 4 of 4 rows")
    )
    assert wholes([3, 5], [1, 2], table) == {}


def test_of_two_columns_that_are_the_mean_neither_is_taken() -> None:
    assert wholes([3, 4, 5], [1, 2], {1: MEAN, 2: MEAN, 3: AORTA, 4: LIVER, 5: SPLEEN}) == {}
