"""Paper identifiers and URLs as printed -> normal form, or None; the printed form stays with the caller."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

_ARXIV_NEW = r"\d{4}\.\d{4,5}"
_ARXIV_OLD = r"[a-z]+(?:-[a-z]+)*(?:\.[A-Z]{2})?/\d{7}"
_ARXIV = re.compile(
    rf"(?:arxiv:|https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/)?(?P<id>{_ARXIV_NEW}|{_ARXIV_OLD})"
    r"(?P<version>v\d+)?(?:\.pdf)?/?",
    re.IGNORECASE,
)
_DOI = re.compile(r"(?:doi:\s*|https?://(?:dx\.|www\.)?doi\.org/)?(?P<doi>10\.\d{4,9}/\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ArxivId:
    """An arXiv id without version, and the version printed beside it ("v2" or None)."""

    id: str
    version: str | None = None


def parse_arxiv(printed: str) -> ArxivId | None:
    """Read an arXiv id or URL, old or new style.

    >>> parse_arxiv("https://arxiv.org/pdf/2401.01230v2")
    ArxivId(id='2401.01230', version='v2')
    """
    found = _ARXIV.fullmatch(printed.strip())
    if found is None:
        return None
    identifier = found["id"]
    month = int(identifier[2:4]) if identifier[0].isdigit() else int(identifier.split("/")[1][2:4])
    if not 1 <= month <= 12:
        return None
    version = found["version"]
    return ArxivId(identifier if identifier[0].isdigit() else identifier.lower(), version and version.lower())


def parse_doi(printed: str) -> str | None:
    """Read a DOI: bare and lower case, resolver prefix, outer brackets and end marks taken off.

    >>> parse_doi("https://dx.doi.org/10.1000/Abc.")
    '10.1000/abc'
    """
    text = printed.strip().strip("<>").strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    found = _DOI.fullmatch(text)
    if found is None:
        return None
    doi = unquote(found["doi"]).rstrip(".,;")
    return doi.lower() if re.fullmatch(r"10\.\d{4,9}/[^\s<>\"{}|\\^`]+", doi) else None


def unwrap_url(url: str) -> tuple[str, bool]:
    """The URL that is meant, and whether another stood around it.

    Where a URL carries another http(s) URL in its query (a page grabber, a redirect), the inner
    one is meant.

    >>> unwrap_url("https://grab.example/api?url=https://arxiv.org/abs/2512.00818")
    ('https://arxiv.org/abs/2512.00818', True)
    """
    try:
        query = urlsplit(url).query
    except ValueError:
        return url, False
    for _, value in parse_qsl(query):
        if re.match(r"https?://", value):
            return unwrap_url(value)[0], True
    return url, False


def is_web_url(text: str) -> bool:
    """True for an absolute http(s) URL that is a valid IRI as it stands."""
    return re.fullmatch(r"https?://[^\s<>\"{}|\\^`/]+(?:/[^\s<>\"{}|\\^`]*)?", text) is not None
