"""What two spellings have in common, and what tells them apart whatever else they share.

Names of methods carry meaning in every digit, size and tier, and often in case and signs:
``InternVL3`` and ``InternVL3.5``, ``7B`` and ``72B``, ``flash`` and ``Pro``, ``ViT-g`` and ``ViT-G``,
``C`` and ``C++`` are different things. Hyphens, blanks, dots and underlines carry none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_SIZE = re.compile(r"[aA]?\d+(?:\.\d+)?[bBmMkK](?![A-Za-z0-9])")
_NUMBERS = re.compile(r"\d+(?:[.\-_ ]\d+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]")
_JOINING = re.compile(r"[\s\-_.,:;/\\()\[\]{}'\"‐‑‒–—|]+")
_OWNER = re.compile(r"^[\w.-]+/(?=[\w.+-]+$)")
_OURS = re.compile(r"\s*[(\[]\s*ours?\s*[)\]]\s*$", re.IGNORECASE)
#: A letter that is spelled out behind it: GPT-4V(ision).
_SPELLED_OUT = re.compile(r"(?<![^\W\d_])([^\W\d_])\(([a-z]+)\)")

#: A whole number at the end of a name, behind letters or apart from them: MedSAM2 and MedSAM-2 are two models.
_LAST_NUMBER = re.compile(r"(?<=[^\W\d_])([\s_-]?)(\d+)(?![\d.]|[\s_-]?\d|[^\W\d_])")

#: Words that tell one member of a line of methods from another.
TIERS = frozenset(
    {"air", "base", "flash", "giant", "haiku", "huge", "large", "light", "lite", "max", "medium", "micro", "mini"}
    | {"nano", "opus", "plus", "preview", "pro", "small", "sonnet", "thinking", "tiny", "turbo", "ultra", "xl", "xxl"}
)
#: Words that tell a fine-tuned, quantised or otherwise changed variant from what it was made of.
VARIANTS = frozenset(
    {"adapter", "awq", "bf", "chat", "coder", "cot", "distill", "distilled", "dpo", "finetune", "finetuned", "fp", "ft"}
    | {"gguf", "gptq", "grpo", "instruct", "int", "it", "lora", "math", "peft", "pretrained", "prune", "pruned"}
    | {"qat", "qlora", "quant", "quantised", "quantized", "reasoner", "reasoning", "rl", "rlhf", "sft", "tuned"}
)

#: Letters that a run must have in both spellings before a slip of the pen is thought of.
SHORTEST_RUN = 5
_VOWELS = frozenset("aeiouy")


def folded(spelling: str) -> str:
    """A spelling without case, hyphens, dots, blanks and the like.

    >>> folded("Qwen2.5-VL-7B") == folded("Qwen2.5VL-7B")
    True
    """
    text = unicodedata.normalize("NFKC", spelling).casefold()
    return "".join(char for char in text if char.isalnum())


@lru_cache(maxsize=65536)
def signature(spelling: str) -> tuple[object, ...]:
    """What must be equal in two spellings of one method: sizes, other numbers, tiers, variants, signs."""
    text = _without_decoration(spelling)
    sizes = tuple(found.casefold() for found in _SIZE.findall(text))
    rest = _SIZE.sub(" ", text)
    numbers = tuple(tuple(re.findall(r"\d+", found)) for found in _NUMBERS.findall(rest))
    words = map(str.casefold, _WORDS.findall(rest))
    marked = tuple(sorted(word for word in words if word in TIERS or word in VARIANTS))
    signs = "".join(char for char in _JOINING.sub("", text) if not char.isalnum())
    return (sizes, numbers, marked, signs)


def case_matters(first: str, second: str) -> bool:
    """One letter alone, in two cases: ViT-g and ViT-G are two models (7b and 7B are one size)."""
    runs = [[r for r in _LETTERS.findall(_SIZE.sub(" ", text)) if len(r) == 1] for text in (first, second)]
    return runs[0] != runs[1] and [r.casefold() for r in runs[0]] == [r.casefold() for r in runs[1]]


def spellings_differ(first: str, second: str) -> str | None:
    """What in two spellings rules out that they are one name; None where nothing does."""
    names = ("size", "number", "tier or variant", "sign")
    for name, a, b in zip(names, signature(first), signature(second), strict=True):
        if a != b:
            return f"another {name}"
    return "case that carries meaning" if case_matters(first, second) else None


def likeness(first: str, second: str) -> tuple[str, str] | None:
    """How two spellings of equal signature are alike: a kind, and the same in words; None where they are not."""
    if folded(first) == folded(second):
        if _joined_numbers(first) != _joined_numbers(second):
            return "joined number", "the spellings differ in a hyphen or blank before a number"
        return "same letters", "the spellings differ in case, hyphens, dots or blanks only"
    if reduced(first) & reduced(second):
        return "same name", "the spellings differ in an owner's name, a spelled-out letter or the word ours only"
    change = _one_change(first, second)
    if change is None:
        return None
    if change:
        return "slip of the pen", "the spellings differ by a slip of the pen, and in no digit, size or tier"
    return "one letter", "the spellings differ in one letter, and in no digit, size or tier"


def _joined_numbers(spelling: str) -> list[tuple[bool, str]]:
    """Numbers that stand behind letters, each with whether they are joined to them."""
    text = _SIZE.sub(" ", _without_decoration(spelling)).rstrip(" -_")
    return [(not found[1], found[2]) for found in _LAST_NUMBER.finditer(text)]


@lru_cache(maxsize=65536)
def reduced(spelling: str) -> frozenset[str]:
    """Folded forms of a spelling without an owner before it, a letter spelled out, or "(ours)" behind it."""
    text = _without_decoration(spelling)
    return frozenset(
        {folded(text), folded(_SPELLED_OUT.sub(r"\1", text)), folded(_SPELLED_OUT.sub(r"\1\2", text))} - {""}
    )


def _without_decoration(spelling: str) -> str:
    text = unicodedata.normalize("NFKC", spelling)
    return _OWNER.sub("", _OURS.sub("", text)) or text


def near_keys(spelling: str) -> Iterator[tuple[object, ...]]:
    """Keys of which two spellings share one when one change may turn one into the other."""
    runs = tuple(run.casefold() for run in _LETTERS.findall(_without_decoration(spelling)))
    for place, run in enumerate(runs):
        if len(run) < SHORTEST_RUN - 1:
            continue
        for cut in (run, *(run[:i] + run[i + 1 :] for i in range(1, len(run) - 1))):
            yield (*runs[:place], "", cut, *runs[place + 1 :])


def _one_change(first: str, second: str) -> bool | None:
    """True for a slip of the pen within one long run of letters, False for another letter; None: more than that.

    The first and the last letter of a run do not count: ModelA and ModelB are two models.
    """
    runs, others = ([r.casefold() for r in _LETTERS.findall(_without_decoration(text))] for text in (first, second))
    if len(runs) != len(others):
        return None
    differing = [(a, b) for a, b in zip(runs, others, strict=True) if a != b]
    if len(differing) != 1 or min(map(len, differing[0])) < SHORTEST_RUN:
        return None
    short, long = sorted(differing[0], key=len)
    if short[0] != long[0] or short[-1] != long[-1]:
        return None
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        if short[start + 1 :] == long[start + 1 :]:
            return short[start] in _VOWELS and long[start] in _VOWELS
        swapped = short[:start] + short[start + 1 : start + 2] + short[start] + short[start + 2 :]
        return True if swapped == long else None
    if len(long) - len(short) == 1 and short[start:] == long[start + 1 :]:
        return long[start] in (long[start - 1 : start], long[start + 1 : start + 2])
    return None
