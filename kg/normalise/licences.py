"""Licences as machines compare them: an SPDX identifier (or an expression of several), or the address of the text."""

from __future__ import annotations

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from kg.normalise.identifiers import is_web_url

#: Licences that data and pages have most often; a misspelt one is told the near ones of these.
COMMON = (
    *("CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "CC-BY-NC-SA-4.0", "CC-BY-NC-ND-4.0"),
    *("CC-BY-3.0", "CC-BY-SA-3.0", "ODbL-1.0", "ODC-By-1.0", "PDDL-1.0", "CDLA-Permissive-2.0"),
    *("MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MPL-2.0", "GPL-3.0-only", "GPL-3.0-or-later"),
    *("LGPL-3.0-only", "AGPL-3.0-only", "ISC", "Unlicense"),
)


def is_licence(text: str) -> bool:
    """True for what names one licence and no other; a sentence about terms of use names none.

    >>> is_licence("CC-BY-4.0"), is_licence("https://example.org/terms"), is_licence("free to use")
    (True, True, False)
    """
    if is_web_url(text):
        return True
    try:
        canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        return False
    return True
