"""Which identifier a text is: one rule a scheme, each with its printed dresses and its check.

:func:`identify` is total: it answers an :class:`Identifier` in normal form, with the text as it was
printed, or a :class:`Rejected` with the reason. Two texts mean the same thing exactly when scheme
and id are equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote

from kg.normalise.identifiers.papers import arxiv_fault, parse_arxiv, parse_doi
from kg.normalise.identifiers.urls import unwrap_url
from kg.terms import IDENTIFIER_PREFIXES


class Scheme(StrEnum):
    """Who gives out the identifier; the value is its CURIE prefix."""

    DOI = "doi"
    ARXIV = "arxiv"
    OPENALEX = "openalex"
    SEMOPENALEX = "semopenalex"
    PMID = "pubmed"
    PMCID = "pmc"
    S2 = "s2"
    S2_PAPER = "s2.paper"
    DBLP = "dblp"
    HF_PAPER = "hf.paper"
    HF_MODEL = "hf.model"
    HF_DATASET = "hf.dataset"
    ORKG = "orkg"
    WIKIDATA = "wikidata"
    OMID = "omid"
    ORCID = "orcid"
    ROR = "ror"


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier in normal form; ``printed`` and ``version`` ("v2") take no part in equality."""

    scheme: Scheme
    id: str
    printed: str = ""
    version: str | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identifier) and (self.scheme, self.id) == (other.scheme, other.id)

    def __hash__(self) -> int:
        return hash((self.scheme, self.id))

    def __lt__(self, other: Identifier) -> bool:
        return (self.scheme, self.id) < (other.scheme, other.id)

    @property
    def local(self) -> str:
        """The id as it stands in IRIs and CURIEs: what no IRI can hold is percent-encoded."""
        return quote(self.id, safe="/:;()._-,+=!*'~@&$")

    @property
    def iri(self) -> str:
        """The IRI under which the scheme's owner publishes the thing."""
        return IDENTIFIER_PREFIXES[self.scheme] + self.local

    @property
    def curie(self) -> str:
        """Prefix and id."""
        return f"{self.scheme}:{self.local}"

    def __str__(self) -> str:
        return self.curie


@dataclass(frozen=True, slots=True)
class Rejected:
    """A text that is no identifier, and why."""

    printed: str
    reason: str


class _Fault(Exception):
    """The text is of the scheme by its dress, but no id of it."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """``prefixes`` and ``places`` tell that a text is of the scheme; ``bare`` that it needs neither."""

    scheme: Scheme
    read: Callable[[str], str]
    prefixes: tuple[str, ...] = ()
    places: str = ""
    bare: str = ""

    def value(self, text: str) -> str | None:
        """What stands behind prefix or address; None for a text of another scheme."""
        for prefix in self.prefixes:
            if text.lower().startswith(f"{prefix}:"):
                return unquote(text[len(prefix) + 1 :].strip())
        if self.places and (found := re.fullmatch(rf"(?:https?://)?(?:{self.places})", text, re.IGNORECASE)):
            return unquote(next(group for group in found.groups() if group is not None))
        if self.bare and re.fullmatch(self.bare, text, re.IGNORECASE):
            return text
        return None


def _form(pattern: str, what: str, change: Callable[[str], str] = str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if not re.fullmatch(pattern, value, re.IGNORECASE):
            raise _Fault(f"{value!r} is no {what}")
        return change(value)

    return read


def _openalex(value: str) -> str:
    if re.fullmatch(r"[acfipst]\d+", value, re.IGNORECASE):
        raise _Fault(f"{value!r} is not a work of OpenAlex but another thing of it; works begin with W")
    return _form(r"w[1-9]\d*", "OpenAlex work, such as W4391109864", str.upper)(value)


def _pmcid(value: str) -> str:
    number = re.fullmatch(r"(?:pmc)?([1-9]\d*)(?:\.\d+)?", value, re.IGNORECASE)
    if number is None:
        raise _Fault(f"{value!r} is no PMC id, such as PMC4234579")
    return f"PMC{number[1]}"


def _dblp(value: str) -> str:
    key = re.sub(r"\.(?:html|xml|rdf|ttl|nt|bib)$", "", value)
    if key.startswith(("homepages/", "pid/", "persons/")):
        raise _Fault(f"{value!r} is a person of DBLP, no publication")
    return _form(r"[a-z]+(?:/[^/\s<>\"]+){2,}", "DBLP key, such as conf/cvpr/HeZRS16")(key)


def _hf_paper(value: str) -> str:
    arxiv = parse_arxiv(value)
    if arxiv is None:
        raise _Fault(f"{value!r} is no paper of Hugging Face: its papers carry arXiv ids")
    return arxiv.id


def _orcid(value: str) -> str:
    digits = value.replace("-", "").upper()
    if not re.fullmatch(r"\d{15}[\dX]", digits):
        raise _Fault(f"{value!r} is no ORCID of 16 digits")
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    if digits[15] != ("X" if check == 10 else str(check)):
        raise _Fault(f"the check digit of the ORCID {value!r} is wrong")
    return "-".join(digits[n : n + 4] for n in range(0, 16, 4))


def _ror(value: str) -> str:
    text = value.lower()
    if not re.fullmatch(r"0[0-9a-hj-km-np-tv-z]{6}\d\d", text):
        raise _Fault(f"{value!r} is no ROR id, such as 019whta54")
    number = 0
    for letter in text[1:7]:
        number = number * 32 + "0123456789abcdefghjkmnpqrstvwxyz".index(letter)
    if 98 - number * 100 % 97 != int(text[7:]):
        raise _Fault(f"the check digits of the ROR id {value!r} are wrong")
    return text


_HF_WORDS = "papers|datasets|spaces|docs|blog|models|collections|api|organizations|settings|join|login|pricing|tasks"
_HF_NAME = r"[\w.-]+/[\w.-]+"
_TAIL = r"/?(?:[?#]\S*)?"

#: Every scheme but DOI and arXiv, which have rules of their own (kg.normalise.identifiers.papers).
_RULES = (
    _Rule(
        Scheme.OPENALEX,
        _openalex,
        ("openalex",),
        rf"(?:api\.|explore\.|www\.)?openalex\.org/(?:works/)?([A-Za-z]\d+){_TAIL}",
        r"W\d{4,}",
    ),
    _Rule(Scheme.SEMOPENALEX, _openalex, ("semopenalex",), rf"semopenalex\.org/work/([A-Za-z]\d+){_TAIL}"),
    _Rule(
        Scheme.PMCID,
        _pmcid,
        ("pmcid", "pmc"),
        rf"(?:www\.ncbi\.nlm\.nih\.gov/pmc|pmc\.ncbi\.nlm\.nih\.gov|(?:www\.)?europepmc\.org)/articles?/"
        rf"((?:PMC)?\d[^/?#]*)(?:/pdf)?{_TAIL}",
        r"PMC\d+(?:\.\d+)?",
    ),
    _Rule(
        Scheme.PMID,
        _form(r"[1-9]\d{0,7}", "PubMed id of at most 8 digits"),
        ("pmid", "pubmed"),
        rf"(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov/pubmed|(?:www\.)?europepmc\.org/article/med)"
        rf"/([^/?#]+){_TAIL}",
    ),
    _Rule(
        Scheme.S2,
        _form(r"[1-9]\d*", "Semantic Scholar corpus id, such as 258059792"),
        ("corpusid", "s2cid", "s2"),
        rf"(?:api\.semanticscholar\.org/(?:graph/v1/paper/)?corpusid|(?:www\.)?semanticscholar\.org/corpusid)"
        rf":([^/?#]+){_TAIL}",
    ),
    _Rule(
        Scheme.S2_PAPER,
        _form(r"[0-9a-f]{40}", "Semantic Scholar paper id of 40 hexadecimal digits", str.lower),
        ("s2.paper",),
        rf"(?:www\.|api\.)?semanticscholar\.org/(?:graph/v1/)?paper/(?:[^/?#]+/)?([0-9a-f]{{40}}){_TAIL}",
        r"[0-9a-f]{40}",
    ),
    _Rule(
        Scheme.DBLP,
        _dblp,
        ("dblp",),
        rf"(?:www\.)?dblp\.(?:org|uni-trier\.de)/(?:rec/(?:html/|xml/|bibtex/)?)([^?#]+?){_TAIL}",
    ),
    _Rule(Scheme.HF_PAPER, _hf_paper, ("hf.paper",), rf"(?:www\.)?(?:huggingface\.co|hf\.co)/papers/([^/?#]+){_TAIL}"),
    _Rule(
        Scheme.HF_DATASET,
        _form(_HF_NAME, "data set of Hugging Face, such as owner/name"),
        ("hf.dataset",),
        rf"(?:www\.)?(?:huggingface\.co|hf\.co)/datasets/({_HF_NAME})(?:/(?:tree|blob|viewer)/\S*)?{_TAIL}",
    ),
    _Rule(
        Scheme.HF_MODEL,
        _form(_HF_NAME, "model of Hugging Face, such as owner/name"),
        ("hf.model",),
        rf"(?:www\.)?(?:huggingface\.co|hf\.co)/(?!(?:{_HF_WORDS})/)({_HF_NAME})(?:/(?:tree|blob)/\S*)?{_TAIL}",
    ),
    _Rule(
        Scheme.ORKG,
        _form(r"R[1-9]\d*", "resource of ORKG, such as R12345", str.upper),
        ("orkg",),
        rf"(?:www\.)?orkg\.org/(?:orkg/)?(?:resource|paper)/([^/?#]+){_TAIL}",
    ),
    _Rule(
        Scheme.WIKIDATA,
        _form(r"Q[1-9]\d*", "item of Wikidata, such as Q44782775", str.upper),
        ("wikidata", "wd"),
        rf"(?:www\.|m\.)?wikidata\.org/(?:wiki|entity)/(?:Special:EntityData/)?([^/?#.]+)(?:\.\w+)?{_TAIL}",
    ),
    _Rule(
        Scheme.OMID,
        _form(r"br/0\d+", "bibliographic resource of OpenCitations, such as br/061103888040", str.lower),
        ("omid",),
        rf"w3id\.org/oc/meta/([^?#]+?){_TAIL}",
    ),
    _Rule(
        Scheme.ORCID,
        _orcid,
        ("orcid",),
        rf"(?:www\.|pub\.)?orcid\.org/(?:v3\.0/)?([^/?#]+){_TAIL}",
        r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]",
    ),
    _Rule(Scheme.ROR, _ror, ("ror",), rf"(?:www\.|api\.)?ror\.org/(?:v2/organizations/)?([^/?#]+){_TAIL}"),
)


def identify(printed: str, scheme: Scheme | None = None) -> Identifier | Rejected:
    """The identifier that a text is, or why it is none.

    With ``scheme`` a bare value will do ("31588070" as a PubMed id), and any other scheme is
    rejected. An address around another address is taken off.

    >>> identify("https://dx.doi.org/10.1000/Abc.").curie
    'doi:10.1000/abc'
    >>> identify("arXiv:2513.00818").reason
    "'2513.00818' is no arXiv id: there is no month 13"
    """
    text = printed.strip().strip('<>"').strip()
    if re.match(r"https?://", text, re.IGNORECASE):
        text = unwrap_url(text)[0]
    if not text:
        return Rejected(printed, "the text is empty")
    try:
        found = _of(scheme, text, printed) if scheme is not None else None
        found = found or _by_dress(text, printed)
        if found is None and scheme is not None:
            found = _as(scheme, text, printed)
    except _Fault as fault:
        return Rejected(printed, str(fault))
    if found is None:
        return Rejected(printed, "it has the form of no identifier that we know")
    if scheme is not None and found.scheme is not scheme:
        return Rejected(printed, f"it is {found.curie}, not of the scheme {scheme}")
    return found


def _of(scheme: Scheme, text: str, printed: str) -> Identifier | None:
    """The identifier, where the text is plainly of the scheme that is asked for: the common case, quickly."""
    if scheme is Scheme.DOI:
        doi = parse_doi(text)
        return Identifier(scheme, doi, printed) if doi else None
    if scheme is Scheme.ARXIV:
        found = parse_arxiv(text)
        return Identifier(scheme, found.id, printed, found.version) if found else None
    rule = next((rule for rule in _RULES if rule.scheme is scheme), None)
    value = rule.value(text) if rule else None
    return Identifier(scheme, rule.read(value), printed) if rule and value is not None else None


def _by_dress(text: str, printed: str) -> Identifier | None:
    """The identifier that prefix, address or form give away; raises _Fault for a spoiled one."""
    if found := parse_arxiv(text):
        return Identifier(Scheme.ARXIV, found.id, printed, found.version)
    if doi := parse_doi(text):
        return Identifier(Scheme.DOI, doi, printed)
    for rule in _RULES:
        if (value := rule.value(text)) is not None:
            return Identifier(rule.scheme, rule.read(value), printed)
    _fault_of_papers(text)
    return None


def _fault_of_papers(text: str) -> None:
    """Raise for what looks like an arXiv id or a DOI and is none."""
    form = (
        r"(?:arxiv:\s*|https?://\S*arxiv\.org/\w+/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?/?"
    )
    if found := re.fullmatch(form, text, re.IGNORECASE):
        archive, slash, number = found[1].lower().rpartition("/")
        reason = arxiv_fault(f"{archive.split('.')[0]}{slash}{number}")
        raise _Fault(f"{found[1]!r} is no arXiv id: {reason or 'its address is none of arXiv'}")
    if re.match(r"arxiv:|https?://(?:\w+\.)?arxiv\.org/", text, re.IGNORECASE):
        raise _Fault(f"{text!r} holds no arXiv id, such as 2511.12110 or hep-th/9901001")
    if re.match(r"doi:|https?://(?:dx\.|www\.)?doi\.org/|10\.\d", text, re.IGNORECASE):
        raise _Fault(f"{text!r} holds no DOI: 10., four to nine digits, a slash and a name without blanks")


def _as(scheme: Scheme, text: str, printed: str) -> Identifier | None:
    """A bare value, read as of a scheme."""
    for rule in _RULES:
        if rule.scheme is scheme:
            return Identifier(scheme, rule.read(text), printed)
    raise _Fault(f"{text!r} is no {'DOI' if scheme is Scheme.DOI else 'arXiv id'}")
