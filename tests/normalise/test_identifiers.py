"""Identifiers reach one form, whatever surrounds them."""

import pytest

from kg.normalise.identifiers import ArxivId, is_web_url, parse_arxiv, parse_doi, unwrap_url


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("arXiv:2401.01230v2", ArxivId("2401.01230", "v2")),
        ("https://arxiv.org/pdf/2401.01230", ArxivId("2401.01230")),
        ("https://arxiv.org/pdf/2401.01230v1.pdf", ArxivId("2401.01230", "v1")),
        ("hep-th/9901001v1", ArxivId("hep-th/9901001", "v1")),
        ("https://arxiv.org/abs/cs/0101001", ArxivId("cs/0101001")),
        ("2512.00818", ArxivId("2512.00818")),
        ("2513.00818", None),
        ("25120.0818", None),
        ("10.1000/abc", None),
    ],
)
def test_arxiv(printed: str, expected: ArxivId | None) -> None:
    assert parse_arxiv(printed) == expected


@pytest.mark.parametrize(
    "printed", ["10.1000/ABC.", "doi:10.1000/abc", "https://dx.doi.org/10.1000/Abc", "(10.1000/abc)"]
)
def test_one_doi_in_four_dresses(printed: str) -> None:
    assert parse_doi(printed) == "10.1000/abc"


@pytest.mark.parametrize("printed", ["11.1000/abc", "10.1000", "10.1000/a b", "10.1000/a<b>"])
def test_no_doi(printed: str) -> None:
    assert parse_doi(printed) is None


def test_the_inner_url_is_meant() -> None:
    spoiled = "https://appwritefunc.yet-another-testing-domain.com/api/grab?url=https://arxiv.org/abs/2512.00818"
    assert unwrap_url(spoiled) == ("https://arxiv.org/abs/2512.00818", True)
    assert unwrap_url("https://arxiv.org/abs/2512.00818") == ("https://arxiv.org/abs/2512.00818", False)


@pytest.mark.parametrize("text", ["https://a.example/x<y>", "javascript:alert(1)", "https://a b", "ftp://x"])
def test_no_web_url(text: str) -> None:
    assert not is_web_url(text)
