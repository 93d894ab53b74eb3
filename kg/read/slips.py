"""Slips of the hand in a name: one letter changed, lost, added, or two neighbours swapped. Digits tell names apart."""

from __future__ import annotations

#: Names of fewer letters are near to too many others.
_SHORT = 4


def is_slip(one: str, other: str) -> bool:
    """True where two names are a slip apart; case does not count, and names with other digits are other names.

    >>> is_slip("inptu", "input"), is_slip("Model Categry", "Model Category"), is_slip("top-1", "top-5")
    (True, True, False)
    """
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    if len(short) < _SHORT or short == long or _digits(short) != _digits(long):
        return False
    start = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(long) == len(short) + 1:
        return short[start:] == long[start + 1 :]
    return is_swapped(one, other) or (len(short) == len(long) and short[start + 1 :] == long[start + 1 :])


def is_swapped(one: str, other: str) -> bool:
    """True where two neighbouring letters of one name stand the other way round in the other.

    >>> is_swapped("MedSMA", "MedSAM"), is_swapped("7B", "B7")
    (True, False)
    """
    one, other = one.casefold(), other.casefold()
    if len(one) != len(other) or len(one) < _SHORT or _digits(one) != _digits(other):
        return False
    apart = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(apart) != 2 or apart[1] != apart[0] + 1:
        return False
    pair = one[apart[0] : apart[1] + 1]
    return pair[::-1] == other[apart[0] : apart[1] + 1] and not _digits(pair)


def _digits(name: str) -> str:
    return "".join(char for char in name if char.isdigit())
