"""Headings that say one thing in two languages: "Rank 排名", "CER 字错误率", "开发集（dev)"."""

from __future__ import annotations

import re

_HAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LATIN = rf"[A-Za-z@#][^{_HAN}（）]*?"
_OTHER = rf"[{_HAN}][{_HAN}\s&、/·]*"
_SIDES = (
    re.compile(rf"(?P<other>{_OTHER}?)\s*[（(]?\s*(?P<latin>{_LATIN})\s*[)）]?"),
    re.compile(rf"(?P<latin>{_LATIN})\s*[（(]?\s*(?P<other>{_OTHER}?)\s*[)）]?"),
)
#: Ends of names of measures: "准确率" is a rate, "得分" a score; "中文" (Chinese) is none.
_OF_A_MEASURE = re.compile(r"(?:率|度|值|得分|分数|误差|指标|精度|スコア|점수|정확도|율)$")


def sides(heading: str) -> tuple[str, str] | None:
    """The Latin side of a heading in two languages, and the other one; None for any other heading.

    >>> sides("Rank 排名"), sides("开发集（dev)"), sides("C-Eval"), sides("排名")
    (('Rank', '排名'), ('dev', '开发集'), None, None)
    """
    if heading.isascii():
        return None
    found = next((m for pattern in _SIDES if (m := pattern.fullmatch(heading.strip()))), None)
    return (found["latin"].strip(), found["other"].strip()) if found else None


def is_measure(other: str) -> bool:
    """True for words of another language that name a measure, as "字错误率" beside "CER" does.

    >>> is_measure("字错误率"), is_measure("中文")
    (True, False)
    """
    return _OF_A_MEASURE.search(other) is not None
