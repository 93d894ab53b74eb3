"""Web addresses as printed: whether they are IRIs, and which one is meant."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit


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
