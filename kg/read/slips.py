"""Slips of the hand in a name or a number: a letter changed, lost, added, two swapped. Digits tell names apart."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")

#: Names of fewer letters are near to too many others.
_SHORT = 4


def is_slip(one: str, other: str) -> bool:
    """True where one word of two names, or a space in one, is a slip of the other's; case and marks do not count.

    >>> is_slip("inptu", "input"), is_slip("Model Categry", "Model Category"), is_slip("top-1", "top-5")
    (True, True, False)
    """
    words, others = (_WORD.findall(name.casefold()) for name in (one, other))
    if len(words) != len(others):
        return _is_slip("".join(words), "".join(others))
    apart = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return len(apart) == 1 and _is_slip(*apart[0])


def _is_slip(one: str, other: str) -> bool:
    """True for one letter changed, lost or added behind the first ("atypical" is no slip), or two that are swapped."""
    if is_swapped(one, other):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) <= _SHORT or short[0] != long[0] or _digits(short) != _digits(long):
        return False
    start = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) == len(short):
        return short[start + 1 :] == long[start + 1 :]
    return short[start:] == long[start + 1 :] and len(long) == len(short) + 1


def is_swapped(one: str, other: str, least: int = _SHORT) -> bool:
    """True where two neighbouring letters of one name, of ``least`` letters, stand the other way round in the other.

    >>> is_swapped("MedSMA", "MedSAM"), is_swapped("7B", "B7")
    (True, False)
    """
    one, other = one.casefold(), other.casefold()
    if len(one) != len(other) or len(one) < least or _digits(one) != _digits(other):
        return False
    apart = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(apart) != 2 or apart[1] != apart[0] + 1:
        return False
    pair = one[apart[0] : apart[1] + 1]
    return pair[::-1] == other[apart[0] : apart[1] + 1] and not _digits(pair)


def ends_nearly(text: str, name: str) -> bool:
    """True where a text ends with a slip of a name.

    >>> ends_nearly("IoUMedReasner-7B", "MedReasoner-7B"), ends_nearly("IoUMedReasoner-7B", "MedReasoner-7B")
    (True, False)
    """
    return any(
        is_slip(text[-size:], name) for size in (len(name) - 1, len(name), len(name) + 1) if 0 < size < len(text)
    )


def are_same_digits(one: str, other: str) -> bool:
    """True for two numbers that print the same digits in another order, the mark in its place.

    >>> are_same_digits("38.35", "35.38"), are_same_digits("38.35", "38.34")
    (True, False)
    """
    return one != other and sorted(one) == sorted(other) and one.find(".") == other.find(".")


def is_number_slip(one: str, other: str) -> bool:
    """True for two numbers of the same digits in another order, or with one digit changed, the mark in its place.

    >>> is_number_slip("34.22", "32.42"), is_number_slip("32.41", "32.42"), is_number_slip("3.242", "32.42")
    (True, True, False)
    """
    if one == other or len(one) != len(other) or [c.isdigit() for c in one] != [c.isdigit() for c in other]:
        return False
    apart = sum(a != b for a, b in zip(one, other, strict=True))
    return _digits(one) != "" and (apart == 1 or sorted(one) == sorted(other))


def _digits(name: str) -> str:
    return "".join(char for char in name if char.isdigit())
