"""DOIs and arXiv ids as printed -> normal form; what is wrong with one that is none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

_ARXIV_NEW = r"\d{4}\.\d{4,5}"
_ARXIV_OLD = r"[a-z]+(?:-[a-z]+)*(?:\.[a-z]{2})?/\d{7}"
_ARXIV_PLACES = (
    r"https?://(?:www\.|export\.|browse\.)?(?:arxiv|ar5iv|alphaxiv)\.(?:labs\.arxiv\.)?org"
    r"/(?:abs|pdf|html|format|ps|e-print|src|overview|list)/"
)
_ARXIV = re.compile(
    rf"(?:arxiv:\s*|{_ARXIV_PLACES})?(?P<id>{_ARXIV_NEW}|{_ARXIV_OLD})"
    r"(?P<version>v\d+)?(?:\.pdf)?/?(?:[?#]\S*)?",
    re.IGNORECASE,
)
#: The archives that ever gave out old-style ids.
_ARCHIVES = re.compile(
    "acc-phys|adap-org|alg-geom|ao-sci|astro-ph|atom-ph|bayes-an|chao-dyn|chem-ph|cmp-lg|comp-gas|cond-mat|cs|dg-ga|"
    "funct-an|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math|math-ph|mtrl-th|nlin|nucl-ex|nucl-th|patt-sol|physics|plasm-ph|"
    "q-alg|q-bio|quant-ph|solv-int|supr-con"
)
_DOI_HOSTS = r"https?://(?:dx\.|www\.)?doi\.org/"
#: Publishers' pages whose path holds the DOI whole.
_DOI_PAGES = (
    r"https?://(?:dl\.acm\.org|onlinelibrary\.wiley\.com|pubs\.acs\.org|www\.tandfonline\.com|journals\.sagepub\.com|"
    r"www\.pnas\.org|www\.science\.org)/doi/(?:abs/|full/|pdf/|epdf/|pdfplus/)?"
)
_DOI = re.compile(rf"(?:doi:\s*)?(?P<place>{_DOI_HOSTS}|{_DOI_PAGES})?(?P<doi>10(?:\.\d+)+(?:/|%2f)\S+)", re.IGNORECASE)
_DOI_FORM = re.compile(r"10\.\d{4,9}(?:\.\d+)*/[^\s<>\"{}|\\^`]+")
#: The one form in which DOIs hold angle brackets: <first page::title code>.
_SICI = re.compile(r"<\d+[^<>\s]*>")


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
    identifier = found["id"].lower()
    if "/" in identifier:
        archive, number = identifier.split("/")
        identifier = f"{archive.split('.')[0]}/{number}"
    if arxiv_fault(identifier):
        return None
    return ArxivId(identifier, found["version"] and found["version"].lower())


def arxiv_fault(identifier: str) -> str | None:
    """Why a bare id in lower case, without version and class, cannot be an arXiv id; None when it can.

    >>> arxiv_fault("2513.00818")
    'there is no month 13'
    """
    archive, _, number = identifier.rpartition("/")
    year, month = int(number[:2]), int(number[2:4])
    if not 1 <= month <= 12:
        return f"there is no month {month:02}"
    if archive:
        if not _ARCHIVES.fullmatch(archive):
            return f"there was no archive {archive!r}"
        if not (year >= 91 or (year, month) <= (7, 3)):
            return "ids with an archive were given out from 1991 to March 2007"
        return None
    if (year, month) < (7, 4) or year >= 91:
        return "ids without an archive are given out since April 2007"
    digits = len(number) - 5
    wanted = 4 if year < 15 else 5
    if digits != wanted:
        return f"an id of 20{year:02} has {wanted} digits behind the point, not {digits}"
    return None


def parse_doi(printed: str) -> str | None:
    """Read a DOI: bare and lower case, resolver prefix, outer brackets and end marks taken off.

    >>> parse_doi("https://dx.doi.org/10.1000/Abc.")
    '10.1000/abc'
    """
    text = printed.strip()
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1].strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    found = _DOI.fullmatch(text)
    if found is None:
        return None
    doi = found["doi"]
    if found["place"]:
        doi = re.split(r"[?#]", doi)[0]
    doi = _trimmed(unquote(doi, errors="strict") if _decodes(doi) else doi).lower()
    return doi if _DOI_FORM.fullmatch(_SICI.sub("", doi)) else None


def _decodes(text: str) -> bool:
    try:
        unquote(text, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def _trimmed(doi: str) -> str:
    """Without the marks of the sentence around it; a closing bracket stays where the DOI opens one."""
    while doi:
        if doi[-1] in ".,;" or (doi[-1] == ")" and doi.count(")") > doi.count("(")):
            doi = doi[:-1]
        else:
            break
    return doi


def arxiv_doi(arxiv_id: str) -> str:
    """The DOI that DataCite holds for an arXiv id.

    >>> arxiv_doi("2511.12110")
    '10.48550/arxiv.2511.12110'
    """
    return f"10.48550/arxiv.{arxiv_id.lower()}"


def arxiv_of_doi(doi: str) -> str | None:
    """The arXiv id behind an arXiv DOI; None for any other DOI.

    >>> arxiv_of_doi("10.48550/arXiv.2511.12110")
    '2511.12110'
    """
    prefix, _, suffix = doi.lower().partition("/arxiv.")
    parsed = parse_arxiv(suffix) if prefix == "10.48550" else None
    return parsed.id if parsed else None
