"""What is told where the columns of a table and the [[columns]] of its source.toml do not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

import kg
from kg.errors import SourceError

HEAD = 'file = "page.txt"\nformat = "tab-tables"\ntitle = "T"\n'


def source(folder: Path, toml: str, page: str) -> Path:
    """A source folder with a page of tables whose columns are told apart by tabs (written as bars)."""
    (folder / "page.txt").write_text(page.replace("|", "\t"), encoding="utf-8")
    (folder / "source.toml").write_text(HEAD + toml, encoding="utf-8")
    return folder


def entry(number: int, name: str, more: str = 'unit = "PERCENT"') -> str:
    return (
        f'\n[[columns]]\nnumber = {number}\nname = "{name}"\nmetric = "accuracy"\nsubset = "{name}"\n{more}\n'
        'direction = "HigherIsBetter"\nevidence = "the paper"\ncertainty = "certain"\n'
    )


def test_one_comma_out_of_its_place_in_a_scaled_column_is_one_reject(tmp_path: Path) -> None:
    page = "Board\n\nScores\n\nModel|North|South\nm1|30,27|3,472\nm2|3,281|1,551\nm3|2,006|1,312\n"
    scale = 'unit = "PERCENT"\nscale = "0.01"'
    graph = kg.build(source(tmp_path, entry(1, "North", scale) + entry(2, "South", scale), page))
    (reject,) = graph.rejects
    assert str(reject.place).endswith("page.txt:6:2")
    assert reject.reason == "a comma that is no thousands mark in a column of whole digits x 0.01"
    assert reject.remedy.endswith("as the other cells of the column: write 3,027 if these are its digits")


def test_a_column_that_one_of_two_tables_lacks_is_named(tmp_path: Path) -> None:
    table = "Model|North|South|West\nm1|50.1|60.2|70.3\n"
    page = f"Board\n\nScores\n\nProprietary MLLMs\n{table}\nOpen-source MLLMs\nModel|North|West\nm2|50.1|60.2\n"
    toml = '\n[[tables]]\nheading = "Scores"\nkey = "scores"\nlabel = "Scores"\n'
    with pytest.raises(SourceError, match=r"page\.txt:10 lacks South: 3 columns against 4 in line 6; give the table"):
        kg.build(source(tmp_path, toml, page))


def test_a_number_beyond_the_columns_may_mean_a_lost_column(tmp_path: Path) -> None:
    page = "Board\n\nScores\n\nModel|North\nm1|50.1\nm2|60.2\n"
    with pytest.raises(SourceError, match=r"source\.toml:16: .*has 1 value columns .*; mend the number, or give the"):
        kg.build(source(tmp_path, entry(1, "North") + entry(2, "South"), page))
