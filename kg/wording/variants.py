"""Names of metrics that are made of a known one: "length_controlled_winrate", "Joint F1", "accuracy_strict".

Such a name is a metric of its own: it is never merged with the known one, and what is said in front of it
names no part of the data. It has the direction and the units of the metric that it varies.
"""

from __future__ import annotations

import re

from kg.read.look import words

#: Words that say how a metric is computed, and leave its direction as it is.
_HOW = words(
    "word char character sentence token line span string byte strict loose lenient relaxed partial flexible exact "
    "fuzzy normalized normalised norm normalization unnormalized raw macro micro weighted median balanced unbalanced "
    "cosine cos euclidean manhattan dot similarity quasi prefix joint ans answer sup supporting fact length controlled "
    "lc discrete cased uncased smoothed corrected calibrated greedy beam sampled pixel class instance object image "
    "video frame clip prompt level inst instruction extract extracted final first cumulative per wise sample sampling "
    "infer inference train training step user system turn dialog dialogue episode global local full oracle "
    "self consistency vote voting maj majority pairwise pair triplet adjusted harmonic geometric arithmetic unbiased "
    "multi single binary set based model max observed denoised idealized"
)
#: "95th", "P99": which of many values.
_NUMBERED = re.compile(r"\d{1,2}(?:st|nd|rd|th)?|p\d{2,3}|percentile")
#: Words for a mean: beside others they say how it is taken ("mean per class recall"), alone that there is one.
_MEANS = words("mean avg average")
#: Words that make something else of a metric: a difference, a spread, a correlation with it.
_ANOTHER = words(
    "diff delta gap drop gain improvement change std stddev stderr var variance nauc rank ratio error count counts"
)


def is_variant(more: str) -> bool:
    """True for what is printed beside a metric's name and only says how it is computed.

    >>> is_variant("length controlled"), is_variant("Kidney")
    (True, False)
    """
    tokens = [token for token in re.split(r"[\s_\-/:.()]+", more.casefold()) if token]
    tokens = [token for token in tokens if token not in _MEANS] or tokens
    return bool(tokens) and all(token in _HOW or _NUMBERED.fullmatch(token) for token in tokens)


def is_another(more: str) -> bool:
    """True for what turns a metric into something that is no score of the same kind ("top1_diff").

    >>> is_another("diff"), is_another("rank_diff"), is_another("test")
    (True, True, False)
    """
    tokens = [token for token in re.split(r"[\s_\-/:.()]+", more.casefold()) if token]
    return any(token in _ANOTHER for token in tokens)
