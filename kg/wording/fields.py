"""What a field of a data file holds by its name, where it is no score: counts, sizes, costs, seeds, ids.

Names of fields are words with underscores or capitals between them ("n_total", "maxTokens"). Only what is
sure is told: a name that the registry knows as a metric is looked up before, and any other name is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.read.look import words

_IDS = words(
    "id ids uuid guid idx index hash sha commit revision version versions url uri link timestamp datetime created "
    "updated dirname path file filename folder directory dir command slug date year month day started finished ended "
    "exitcode returncode permission permissions priority port pid pk"
)
#: What is true of a result or not.
_FLAGS = words("compliance compliant inferred imputed verified official")
#: Whose results they are, where a number stands for it.
_PARTIES = words(
    "team participant user author submitter organization organisation owner host phase challenge submission "
    "entrant competitor member account project"
)
_SIZES = words(
    "param params parameter parameters flops gflops tflops mflops macs gmacs macts mparams vram ram memory mem cost "
    "costs price prices usd dollars eur tokens token bytes kb mb gb gib mib disk storage length len size sizes "
    "usage cpus processors accelerators sockets nodes duration runtime elapsed seconds secs minutes hours time times "
    "watt watts kwh joules energy co2 emissions kg gpus"
)
_SETTINGS = words(
    "seed seeds temperature temp epochs epoch lr batch shots shot fewshot limit beam beams crop resolution "
    "img image input workers threads max min warmup precision dtype quantization bits timeout "
    "cores dim dims nhops hops dropout decay momentum heads layers wd "
    "fold folds repeat repeats trial budget eps epsilon threshold thresholds alpha beta gamma lambda sigma tau"
)
#: Of a setting's words, those that also name what is measured: they count only beside one of the words below.
_ONLY_BESIDE = words("img image input crop max min beam beams temp precision bits batch epoch limit")
_QUANTITIES = words("size sizes tokens token length len steps width height px pct resolution num samples new")
_COUNTED = words(
    "errors timeouts failures retries warnings asks comments outputs windows cases tests wins losses ties draws votes "
    "battles games matches items questions examples instances docs documents calls turns attempts runs trials queries "
    "chars characters lines files samples images words steps iterations rounds entries rows tasks problems responses "
    "correct incorrect wrong unanswered attempted passed solved n annotations predictions annotators judgments "
    "judgements base num count counts total support sequences"
)
#: The most that can be had of what is counted: "max_marks", "possible_score".
_REACH = words("possible max maximum attainable")
_POINTS = words("score scores points marks")
#: What is said behind the name of what is counted.
_OF_COUNTED = words("seen processed used consumed evaluated completed generated")
_COUNT_FRONT = words("n num nb no number count total sum completed evaluated skipped failed")
#: Words that make a rate of a count or a time: "tokens_per_second", "error_rate".
_RATE = words(
    "per rate ratio percent percentage pct accuracy acc score f1 frac fraction mean avg average share second s"
)
#: Headings of settings: "AVA version", "Train epochs", "Vocab size", "crop".
_OF_A_SETTING = re.compile(
    r"(?:.+\s)?version|(?:(?:pre-?)?train(?:ing)?\s|total\s|num\.?\s)?(?:epochs?|iterations?|iters|frames|clips|crops?)"
    r"|(?:vocab(?:ulary)?|embed(?:ding)?|hidden|patch|window|codebook|token|latent|feature)\s(?:sizes?|dim\w*\.?)|dims?\.?"
    r"|(?:pre-?)?train(?:ing)?\s(?:data|set|images|samples|videos|hours|tokens|steps|size|res(?:olution)?)|#?\s?frames|k",
    re.IGNORECASE,
)
#: Headings of what is known of a paper: "Pub.", "Published in", "Conference / Year".
_OF_A_PAPER = re.compile(
    r"(?:pub(?:\.|lished|lication)?|venue|conf(?:\.|erence)?|journal|year|proceedings)"
    r"(?:\s*[-/&,]?\s*(?:in|at|date|(?:and\s)?year|venue|conference|journal))*",
    re.IGNORECASE,
)
#: Sums and rates over such things may be measured.
_SUMS = re.compile(r"\b(?:avg|average|mean|median|per|after|until|rate|acc|accuracy|score)\b", re.IGNORECASE)

#: The precision of numbers, and objects that hold settings.
_DIGITS = re.compile(
    r"(?:metric|decimal|display|numeric(?:al)?|float(?:ing)?|output|print|compute|weights?|activations?|mixed)s?"
    r"[\s_-]?precision",
    re.IGNORECASE,
)
_OF_SETTINGS = re.compile(
    r"hyper[\s_-]?param(?:eter)?s?|hparams?|config(?:uration)?s?|settings?|arg(?:ument)?s|kwargs|options"
    r"|\w+[\s_-](?:config(?:uration)?|args|arguments|kwargs|settings|hyperparameters|hparams)",
    re.IGNORECASE,
)
_OF_SCORES = re.compile(r"(?:\w+[\s_-])?(?:metrics|scores|accuracies|results)", re.IGNORECASE)
_OF_METADATA = re.compile(
    r"(?:\w+[\s_-])?meta[\s_-]?data|meta|provenance|(?:system|run|env|hardware|job)[\s_-]?info|environment|hardware",
    re.IGNORECASE,
)
_RANKS = re.compile(r"rank(?:ing)?s?_(?:per|by)_\w+|p?\d{1,2}(?:pc|th)?[\s_]?percentile|\d{1,2}pc", re.IGNORECASE)
#: Counts written as one word: "nrows", "nclasses".
_N_OF = re.compile(r"n(?:um)?(?:rows|col(?:umn)?s|features|classes|instances|samples|examples|targets|labels|tasks)")


def field_words(name: str) -> list[str]:
    """The words of a field's name, in small letters.

    >>> field_words("maxTokens"), field_words("n_total")
    (['max', 'tokens'], ['n', 'total'])
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return [word for word in re.split(r"[^A-Za-z0-9#%]+", spaced.casefold()) if word]


def is_field_name(name: str) -> bool:
    """True for a name such as programs give: without blanks, or a count such as "# of wins"."""
    return (
        re.fullmatch(r"_?[A-Za-z][\w.=<>]*", name) is not None
        or re.match(r"#|number of |no\. of ", name, re.I) is not None
    )


def field_role(name: str, values: Sequence[str]) -> str | None:
    """The role of a field that is no score, or None; ``values`` are its filled cells.

    >>> field_role("overall_possible_score", ["500.0"])
    'note'
    >>> field_role("n_total", ["805"]), field_role("cost_per_test", ["0.4"]), field_role("answer_rate", ["99.8"])
    ('note', 'resource', None)
    """
    if not is_field_name(name):
        return None
    parts = field_words(name.replace("#", " n "))
    rest = [part for part in parts if not part.isdigit()]
    if not rest:
        return None
    last = rest[-1]
    if rest in (["tp"], ["fp"], ["tn"], ["fn"]):
        return "note"
    if set(rest) & _REACH and last in _POINTS:
        return "note"
    if last in _IDS and (len(rest) > 1 or last not in ("index",)):
        return "note"
    if last in ("count", "counts") or last in _FLAGS:
        return "note"
    if (last in _PARTIES and all(value.isdigit() for value in values)) or (rest[0] == "n" and len(rest) == 2):
        return "note"
    if any(part in _SIZES for part in rest) and not _is_speed(rest) and not set(rest) & {"accuracy", "acc", "score"}:
        beside = set(rest) & _SETTINGS
        return "setting" if beside - {"time"} and last in _QUANTITIES else "resource"
    if set(rest) & (_SETTINGS - _ONLY_BESIDE) and not set(rest) & _RATE:
        return "setting"
    if set(rest) & _ONLY_BESIDE and set(rest) & _QUANTITIES and not set(rest) & _RATE:
        return "setting"
    return "note" if is_count(name, values) else None


def is_count(name: str, values: Sequence[str]) -> bool:
    """True for a field that counts something: whole numbers under the name of what is counted.

    >>> is_count("error_outputs", ["247"]), is_count("error_rate", ["12"]), is_count("recall_samples", ["0.81"])
    (True, False, False)
    >>> is_count("samples_seen", ["12800000000.0"])
    True
    """
    rest = [part for part in field_words(name.replace("#", " n ")) if not part.isdigit()]
    while len(rest) > 1 and rest[-1] in _OF_COUNTED:
        rest.pop()
    whole = all(re.fullmatch(r"[+-]?\d[\d,]*(?:\.0+)?", value) for value in values)
    if not rest or not is_field_name(name) or not whole or set(rest) & _RATE:
        return False
    return (
        _N_OF.fullmatch(rest[0]) is not None
        or (rest[0] in _COUNT_FRONT and len(rest) > 1)
        or (rest[-1] in _COUNTED and rest[-1] != "base")
    )


def tells_failure(name: str, values: Sequence[str]) -> bool:
    """True for a field of what went wrong, null where nothing did: no error that was measured.

    >>> tells_failure("error", []), tells_failure("error", ["out of memory"]), tells_failure("error", ["12,1"])
    (True, True, False)
    """
    failure = re.fullmatch(r"(?:\w+_)?(?:errors?|exceptions?|failures?|tracebacks?|warnings?)(?:_message)?", name)
    return failure is not None and not any(re.search(r"\d", value) for value in values)


def is_digits(name: str) -> bool:
    """True for the precision that numbers are printed or computed with, which is no precision of a method.

    >>> is_digits("metric_precision"), is_digits("macro_precision")
    (True, False)
    """
    return _DIGITS.fullmatch(name) is not None


def holds_settings(name: str) -> bool:
    """True for the name of an object whose fields are settings, whatever they are called.

    >>> holds_settings("hyperparameters"), holds_settings("model_args"), holds_settings("scores")
    (True, True, False)
    """
    return _OF_SETTINGS.fullmatch(name) is not None


def holds_scores(name: str) -> bool:
    """True for the name of an object whose fields are scores.

    >>> holds_scores("eval_metrics"), holds_scores("scores"), holds_scores("config")
    (True, True, False)
    """
    return _OF_SCORES.fullmatch(name) is not None


def holds_metadata(name: str) -> bool:
    """True for the name of an object that tells how and where something ran, and measures nothing of it.

    >>> holds_metadata("metadata"), holds_metadata("system_info"), holds_metadata("metrics")
    (True, True, False)
    """
    return _OF_METADATA.fullmatch(name) is not None


def is_rank_of(name: str) -> bool:
    """True for a field of ranks by metric, or of what share of the items lies below a value.

    >>> is_rank_of("rank_per_metric"), is_rank_of("75pc"), is_rank_of("rank-1")
    (True, True, False)
    """
    return _RANKS.fullmatch(name) is not None


def printed_role(heading: str) -> str | None:
    """The role of a column for people that is no score, by the words its heading ends with, or None.

    >>> printed_role("AVA version"), printed_role("Train epochs"), printed_role("Avg. steps"), printed_role("Pub.")
    ('setting', 'setting', None, 'note')
    """
    if _SUMS.search(heading):
        return None
    if _OF_A_SETTING.fullmatch(heading):
        return "setting"
    return "note" if _OF_A_PAPER.fullmatch(heading) else None


def _is_speed(parts: Sequence[str]) -> bool:
    """True for so much in a second: a throughput, which is measured and no size."""
    return "per" in parts and bool({"s", "sec", "second", "seconds"} & set(parts[parts.index("per") :]))
