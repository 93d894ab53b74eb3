"""Where a value comes from: author-reported, reported by others, or not known.

Never says more than the sources: a paper other than the method's origin is "others", not an
independent reproduction; a composite's printed origin paper may be that of one part.
"""

from __future__ import annotations

from kg.model import Check, Method, MethodKind, Paper, Status

#: What formats and pages print for where a value comes from. "Third party" ran it or copied it: which is not said.
_STATUS = {
    "authorreported": Status.AUTHOR_REPORTED,
    "author-reported": Status.AUTHOR_REPORTED,
    "author reported": Status.AUTHOR_REPORTED,
    "first_party": Status.AUTHOR_REPORTED,
    "self-reported": Status.AUTHOR_REPORTED,
    "reported": Status.AUTHOR_REPORTED,
    "reportedbyothers": Status.REPORTED_BY_OTHERS,
    "third_party": Status.REPORTED_BY_OTHERS,
    "copied": Status.COPIED,
    "independentlyreproduced": Status.INDEPENDENTLY_REPRODUCED,
    "reproduced": Status.INDEPENDENTLY_REPRODUCED,
}
_CHECKS = {
    "maintainer-checked": Check.MAINTAINER,
    "maintainerchecked": Check.MAINTAINER,
    "transcription-checked": Check.TRANSCRIPTION,
    "signed run": Check.SIGNED_RUN,
    "signed-run": Check.SIGNED_RUN,
}


def stated_status(printed: str) -> Status | None:
    """What the source itself says of where a value comes from; None where it says nothing that is known."""
    return _STATUS.get(printed.strip().casefold())


def stated_checks(printed: str) -> tuple[Check, ...]:
    """Who checked the value, as the format says it."""
    found = _CHECKS.get(printed.strip().casefold())
    return (found,) if found else ()


def reproduction_status(method: Method, reporting: Paper | None, stated_origin: str | None, known: bool) -> Status:
    """Status of a result by its reporting paper and what is known of the method's maker.

    ``stated_origin`` is the key of the origin paper that the source prints for the row;
    ``known`` tells that the method is in the registry. Rules, first match wins:

    1. the reporting paper is the method's origin, or the source says so -> author-reported;
    2. the origin paper or the maker is known and is not the reporter -> reported by others;
    3. the source prints another origin paper, for a method that is no composite -> the same;
    4. otherwise unknown.
    """
    if reporting is None:
        return Status.UNKNOWN
    if reporting.key in (method.introduced_in, stated_origin):
        return Status.AUTHOR_REPORTED
    if method.introduced_in is not None:
        return Status.REPORTED_BY_OTHERS
    if method.maker is not None and reporting.makers and method.maker not in reporting.makers:
        return Status.REPORTED_BY_OTHERS
    composite = method.kind is MethodKind.COMPOSITE or (not known and " + " in method.label)
    if stated_origin is not None and not composite:
        return Status.REPORTED_BY_OTHERS
    return Status.UNKNOWN
