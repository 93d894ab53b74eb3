"""What headings seem to name by chance, taken back where the other columns show that they name another thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from kg.intake.draft import Draft
from kg.normalise.units import PERCENT
from kg.wording.headings import is_other_word
from kg.wording.names import NameFinder
from kg.wording.splits import meaningful

#: Short for measures of captions and reports, and the keys of those.
_LETTERS = re.compile(r"B[-@][1-4]|MTR")
_OF_CAPTIONS = re.compile(r"bleu|meteor|rouge|cider|spice|bertscore|bert-score")
#: "SemEval 2013", "Senseval 3": one of several things that have a name in common.
_OF_A_SERIES = re.compile(r"(?P<series>[A-Za-z][A-Za-z-]*)[- ]?(?P<number>\d{1,4})")
_YEAR = re.compile(r"(?:19|20)\d\d")


def of_years(drafts: Sequence[Draft]) -> bool:
    """True for columns, most of those that nobody knows, which are named by the years of a series.

    "SemEval 2007" beside "SemEval 2013", or beside "Senseval 2" and "Senseval 3", are data sets.
    """
    readings = [d.reading for d in drafts if d.reading.metric is None and d.reading.base is None]
    unknown = [reading.rest for reading in readings if reading.rest and not reading.summary]
    found = [m for rest in unknown if (m := _OF_A_SERIES.fullmatch(rest)) and meaningful(m["series"])]
    several = Counter(m["series"] for m in found)
    told = [m for m in found if several[m["series"]] > 1 or _YEAR.fullmatch(m["number"])]
    return len(told) > 1 and any(_YEAR.fullmatch(m["number"]) for m in told) and 2 * len(told) > len(unknown)


def drop_chance_names(drafts: Sequence[Draft], finder: NameFinder) -> None:
    """Take no short name for a metric among other short names: ARI beside ALG, GEO and NUM is a part like them.

    So is Spl beside Liv, Sto and Aor, whatever else is measured: the metric is spelled SPL.
    """
    short = [d for d in drafts if re.fullmatch(r"[A-Z][A-Za-z]{1,4}", d.reading.printed)]
    known = [d for d in short if d.reading.metric is not None]
    unknown = [d for d in short if d.reading.metric is None and d.reading.dataset is None]
    chance = [d for d in known if is_other_word(d.reading.printed, finder)] if len(unknown) > 2 else []
    if len(known) == 1 and len(short) > 3 and known[0].reading.printed.isupper():
        chance += known if not any(d.reading.metric for d in drafts if d not in known) else []
    for reading in (draft.reading for draft in chance):
        reading.metric, reading.name, reading.rest = None, "", reading.printed


def drop_beyond_bounds(drafts: Sequence[Draft]) -> None:
    """No metric with a bound is what half of its numbers pass: "top-1" over 108 and 544 counts things.

    The same name over other groups of the table is then none either.
    """
    beyond: set[str] = set()
    for draft in drafts:
        metric = draft.reading.metric
        if metric is not None and metric.maximum is not None:
            limit = metric.maximum * (100 if PERCENT in metric.admissible_units else 1)
            if 0 < len(draft.numbers) <= 2 * sum(number.value > limit for number in draft.numbers):
                beyond.add(draft.reading.name)
    for reading in (draft.reading for draft in drafts if draft.reading.name in beyond):
        reading.rest = " ".join(part for part in (reading.rest, reading.name) if part)
        reading.metric, reading.name = None, ""


def drop_lone_letters(drafts: Sequence[Draft]) -> None:
    """B-4 and MTR are BLEU and METEOR among the measures of captions and reports, and anything on their own."""
    family = {d.reading.metric.key for d in drafts if d.reading.metric and _OF_CAPTIONS.match(d.reading.metric.key)}
    for reading in (draft.reading for draft in drafts):
        if len(family) < 2 and _LETTERS.fullmatch(reading.name):
            reading.metric, reading.name, reading.rest = None, "", reading.printed


def drop_common_group(drafts: Sequence[Draft]) -> None:
    """An outer heading that all parts share ("Super-Categories") says nothing that tells them apart."""
    named = [draft.reading for draft in drafts if draft.reading.rest and not draft.reading.summary]
    if len({reading.group for reading in named}) == 1:
        for reading in named:
            reading.rest = reading.rest.removeprefix(reading.group).strip()
