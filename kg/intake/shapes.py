"""What the cells of a column look like, whatever its heading says: links, prices, scores, numbers with a name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.normalise.values import is_missing
from kg.read.cells import Cell

#: What cells of links say.
_LINK_TEXT = re.compile(
    r"(?:\W*\b(?:models?|ckpts?|checkpoints?|logs?|configs?|cfg|links?|downloads?|weights?|github|git|baidu|google|drive|"
    r"onedrive|hf|hugging ?face|url|code|paper|pdf|arxiv|page|project|demo|script|json|yaml|full|only|here|official|"
    r"repo|pretrained|timm|result|results|file|pth|args|onnx|eval)\b\W*)+",
    re.IGNORECASE,
)
#: A cell of digits and the signs between and around them.
_DIGITS = re.compile(r"(?=.*\d)[\s\d.,/|±()%+\-−–~<>≈\[\]*†‡]+")
#: A number behind the name of what it is.
_LABELLED = re.compile(r"[A-Za-z][\w .@-]*[:=]\s*[-−]?\d*\.?\d+\s*%?")
#: A number with a decimal point and another one in brackets, or behind a plus.
_TWO_NUMBERS = re.compile(r"[-−+]?\d*\.\d+\s?(?:%?\s?[(\[]\s?[-−+±]?[\d.]+\s?%?\s?[)\]]|\+\s?\d*\.\d+)")


def holds_links(cells: Sequence[Cell]) -> bool:
    """True for cells that are links to files and pages, not names: "model", "[log](…)", "download"."""
    filled = [cell for cell in cells if not is_missing(cell.text)]
    linked = [cell for cell in filled if cell.links and _LINK_TEXT.fullmatch(cell.text.strip(" []()|/"))]
    return bool(filled) and 2 * len(linked) > len(filled)


def are_scores(filled: Sequence[Cell]) -> bool:
    """True for cells with a decimal point, which are no links and no numbers of papers ("2301.12345")."""
    printed = [_DIGITS.fullmatch(cell.text) is not None and not cell.links for cell in filled]
    pointed = [re.search(r"(?<!\d)\d{1,3}\.\d{1,3}(?!\d)", cell.text) is not None for cell in filled]
    return 2 * sum(map(min, printed, pointed)) > len(filled)


def are_prices(filled: Sequence[Cell]) -> bool:
    """True for amounts of money, one or several in a cell: "$1.13", "$0.05/$0.25"."""
    return bool(filled) and all(re.match(r"\W*[$€£]\s?[\d.]", cell.text) for cell in filled)


def are_labelled(filled: Sequence[Cell]) -> bool:
    """True for numbers that say each what they are ("F1: 90.87 EM: 81"): values, if none of the heading's metric."""
    parts = (part for cell in filled for part in re.split(r"(?<=\d)\s+(?=[A-Za-z])", cell.text))
    return bool(filled) and all(_LABELLED.fullmatch(part) for part in parts)


def hold_two_numbers(filled: Sequence[Cell]) -> bool:
    """True for values with another number in brackets, or with a plus, behind most of them, whatever that is."""
    return 2 * sum(_TWO_NUMBERS.fullmatch(cell.text) is not None for cell in filled) > len(filled)


def look_like_values(filled: Sequence[Cell]) -> bool:
    """True for cells that are written as values, even where each is refused ("91,4", "80.1/88.3")."""
    return 2 * sum(_DIGITS.fullmatch(cell.text) is not None for cell in filled) >= len(filled)
