"""What a person should look at before relying on a version.

>>> from kg.review import review
>>> review(Version("build"), None, kind="merges").to_text()  # doctest: +SKIP

Filled-in facts, columns without a name, facts kept out for lack of certainty, spellings that may
mean one method, rejected cells, flags and warnings; each with its place, the reason and what can
be done about it.
"""

from kg.review.facts import Facts, GraphFacts
from kg.review.items import KINDS, Item, Review
from kg.review.lists import review
from kg.review.merges import THRESHOLD, Candidate, Named, merge_candidates

__all__ = [
    "KINDS",
    "THRESHOLD",
    "Candidate",
    "Facts",
    "GraphFacts",
    "Item",
    "Named",
    "Review",
    "merge_candidates",
    "review",
]
