"""What a heading of a value column says: metric, data set or part, split, unit, direction, settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kg.model import Direction, Metric
from kg.normalise.bilingual import is_measure, sides
from kg.normalise.directions import parse_direction
from kg.normalise.extents import Extent
from kg.normalise.headings import parse_heading
from kg.normalise.values import is_missing
from kg.read.look import visible, without_symbols, words
from kg.wording.names import NameFinder
from kg.wording.splits import is_split, is_whose, meaningful, take_apart, unwrapped
from kg.wording.variants import is_another, is_variant

_ARROW = re.compile(r"\s*[(\[]\s*([↑↓⬆⬇])\s*[)\]]|\s*([↑↓⬆⬇])")
_SORT = re.compile(r"[↕⇅▲▼△▽⬍]+")
_AT = re.compile(r"(?<=[a-z])(?:_at_|At)(?=\d)")
#: "AR@500", "Recall@Top1(IoU=0.5)", "avg@32": a known metric at a number of its own.
_AT_NUMBER = re.compile(r"(?P<name>[A-Za-z][\w -]*?)\s*@\s*(?:top-?)?\[?\.?\d[\d.:]*%?\]?(?:\s*\(.*\))?", re.IGNORECASE)
_KIND = re.compile(r"[a-z](?P<name>[A-Z][A-Za-z]{1,4}\d?)")
_BARE_NUMBER = re.compile(r"(?<=[A-Za-z])[\s_](?=\d+(?:-\d+)?$)")
#: Short names of metrics that are the same in any case, within longer names too.
_FOLDED = words("f1 f2 acc auc map iou wer cer ter mse mae mrr mcc fid ppl bpc bpb em eer epe rec bleu")
#: Ways to make one answer of k: each is an accuracy.
_OF_K = frozenset({"avg", "mean", "maj", "cons", "majority", "best"})
#: Headings of columns that sum up the other columns of their row.
#: Outer headings that say no more than that what is below them was measured.
_OF_SCORES = re.compile(r"eval(?:uation)?[_ ]?(?:metrics|scores|results)", re.IGNORECASE)
#: Words run together, as fields of JSON are named: "top1Accuracy".
_HUMPED = re.compile(r"[a-z]+\d*(?:[A-Z][a-z]+\d*)+")
_SUMMARY = re.compile(
    r"(?:avg|average|mean|overall|total|all|macro[- ]avg|aggregate|final)\.?"
    r"(?:\s+(?:score|acc|accuracy|perf|performance))?s?\.?(?:\s*\((?:w/o|without|excl\w*|with|incl\w*)\b[^()]*\))?"
    r"(?:\s+(?:on|over|across|of)\s+(?:all\s+)?(?:the\s+)?(?:\d+\s+)?"
    r"(?:data ?sets|tasks|benchmarks|languages|subjects|domains|categories|classes|subsets))?",
    re.IGNORECASE,
)
#: Words behind the name of a metric that only say that it is one: "Spearman corr."
_OF_ANY_METRIC = re.compile(r"(?:corr(?:elation)?|coeff?(?:icient)?)\.?", re.IGNORECASE)
#: Footnote marks in a heading: "MMLU[^2]", "ROUGE-2*", "F1 [3]".
_NOTE = re.compile(r"\s*\[\^\w{1,12}\]|(?<=[\w)%])\s*\\?[*†‡§¶]+(?=\s|$)|(?<=[\w)])\s*\[\d{1,2}\]$")
#: "% Test Accuracy", "percent_correct": the unit stands in front.
_PERCENT = re.compile(r"%\s*(?=[A-Za-z])|(?:percent(?:age)?|pct)[\s_]+(?:of[\s_]+)?(?=[A-Za-z])", re.IGNORECASE)
#: "Dice ± SD", "AUC (95% CI)": what stands behind the sign in the cells.
_SPREAD = re.compile(
    r"(?<=\w)\s*[(\[]?\s*±\s*(?:SD|std\.?(?:\s?dev\.?)?|SE|SEM|std\.? ?err\w*)?\s*[)\]]?$"
    r"|(?<=\w)(?:,?\s+mean)?\s*[(\[]\s*(?:\d\d(?:\.\d)?\s*%\s*)?(?:CIs?|confidence intervals?|SD|std|"
    r"mean\s*±\s*(?:SD|std)|std\.?\s?(?:dev|err)\w*\.?|stdev|stderr|SEM?|standard[ -](?:deviations?|errors?))\s*[)\]]$",
    re.IGNORECASE,
)
#: "hd95_kidney_mm", "latency_ms": the unit stands behind.
_UNIT_BEHIND = re.compile(r"(?<=[a-z0-9])_(?P<unit>mm|ms|sec|db|pct|percent)$", re.IGNORECASE)
#: "latency_s": a letter that is a unit of what stands in front of it alone.
_SECONDS_BEHIND = re.compile(r"(?<=[a-z0-9])_(?P<unit>s|seconds)$", re.IGNORECASE)
#: "throughput_tok_s"
_RATE_BEHIND = re.compile(r"(?<=[a-z0-9])_(?P<of>[a-z]+)_s(?:ec)?$", re.IGNORECASE)
#: "minDCF (p=0.01)", "F1 (IoU=0.5, conf=0.3)": how a metric is taken names no data.
_CONDITIONS = re.compile(r"[^\W\d]\w*\s*=\s*[\w./-]+(?:\s*[,;]\s*[^\W\d]\w*\s*=\s*[\w./-]+)*")
#: "R_100@1", "R10@2": recall at k, among n candidates for each query.
_AMONG = re.compile(r"R_?\{?(?P<n>\d{1,5})\}?\s?@\s?(?P<k>\d{1,4})")
#: "F_NMI", "F-BC": a letter in front makes a kind of a metric.
_LETTER = re.compile(r"(?P<letter>[A-Z])[-_](?P<name>[A-Z][\w-]+)")
_BRACKETS = re.compile(r"^(?P<outer>.+?)\s*[(\[](?P<inner>[^()\[\]]+)[)\]]$")


#: A longer text is no heading, and is not taken apart word by word.
_LONGEST = 1000


@dataclass(slots=True)
class Reading:
    """One heading, read.

    ``rest`` is what is left unexplained: the name of a data set, a part, a metric nobody knows;
    ``group`` is the outer part of it, where the heading has several levels, and ``above`` what all outer
    levels leave unexplained. ``contained`` tells that the
    data set is only a part of what was printed ("ImageNet k-NN"), ``told`` says where else than in the heading
    a fact was stated. ``base`` is the metric that ``measure``,
    a metric nobody knows by that name, is a variant of. ``worded`` tells that its percent is a word ("pct_correct").
    """

    printed: str
    metric: Metric | None = None
    base: Metric | None = None
    measure: str | None = None
    name: str = ""
    rest: str = ""
    group: str = ""
    above: str = ""
    dataset: str | None = None
    split: str | None = None
    unit: str | None = None
    direction: Direction | None = None
    items: int | None = None
    settings: dict[str, str] = field(default_factory=dict)
    summary: bool = False
    contained: bool = False
    worded: bool = False
    told: dict[str, str] = field(default_factory=dict)

    def unit_of(self, extent: Callable[[], Extent]) -> str | None:
        """The unit that the heading states of numbers that show ``extent``.

        Programs write "pct_correct" over 0.44 as well: which of the two it is, is not said.
        """
        return None if self.worded and extent().largest <= 1 and not extent().is_percent else self.unit


def read_heading(names: Sequence[str], finder: NameFinder) -> Reading:
    """Read the heading of one column, its levels from the outside in.

    A metric of the inner level holds before one of an outer level ("COCO" over "AP50").
    """
    reading = Reading(" ".join(names))
    leftovers: list[str] = []
    inner = 0
    for number, level in enumerate(reversed(names)):
        if is_whose(level):
            reading.settings["values of"] = level
        elif not number or not _OF_SCORES.fullmatch(level):
            _read_level(level, reading, leftovers, finder)
        inner = inner if number else len(leftovers)
    reading.above = " ".join(reversed(leftovers[inner:]))
    leftovers.reverse()
    known = [name for name in leftovers if finder.is_dataset(name)]
    if known and reading.dataset is None:
        reading.dataset = finder.dataset_label(known[0])
        leftovers.remove(known[0])
    if reading.dataset:  # "humaneval_pass@1" of HumanEval
        leftovers = [text for text in leftovers if finder.dataset_label(text) != reading.dataset]
    reading.rest = " ".join(leftovers)
    if reading.dataset is None and reading.rest:
        _name_within(reading, leftovers, finder)
    reading.group = leftovers[0] if len(leftovers) > 1 else ""
    reading.summary = _SUMMARY.fullmatch(reading.rest) is not None
    if reading.summary and len(names) == 1 and reading.metric is None:
        reading.name = reading.rest
    return reading


def read_corner(text: str, finder: NameFinder) -> Reading | None:
    """The metric of a whole table over its first column, or a variant of one; None where it is anything else.

    "WER", "Perplexity ↓", "nDCG@10, dev queries", "AP@100".
    """
    first, comma, behind = text.partition(",")
    reading = read_heading((first if comma and is_split(behind) else text,), finder)
    if reading.printed != text:
        reading.split = reading.split or take_apart(behind).split
    told = reading.metric or (reading.base if "@" in text else None)
    return reading if told is not None and not reading.rest and reading.dataset is None else None


def has_model_size(name: str) -> bool:
    """True for a name with the number of a model's parameters in it: such a name is no data set.

    >>> has_model_size("LLaMA-7B"), has_model_size("OPT 1.3B"), has_model_size("ImageNet-21K")
    (True, True, False)
    """
    return re.search(r"(?<![\w.])\d+(?:\.\d+)?[BM](?![\w])", name) is not None


def _name_within(reading: Reading, leftovers: list[str], finder: NameFinder) -> None:
    """The one known data set that stands among other words of the heading."""
    spelled = {name for text in leftovers for name in finder.spelled(text)}
    if len({finder.dataset_label(name) for name in spelled}) != 1:
        return
    name = max(spelled, key=len)
    rest = [re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w+]|-\w)", " ", text, count=1) for text in leftovers]
    rest = [visible(text).strip(" ,;:-–—/()[]") for text in rest]
    rest = [text if text.count("(") == text.count(")") else re.sub(r"[()]", "", text) for text in rest]
    leftovers[:] = [text for text in rest if text]
    reading.dataset = finder.dataset_label(name)
    reading.rest = " ".join(leftovers)
    reading.contained = True


def _read_level(text: str, reading: Reading, leftovers: list[str], finder: NameFinder) -> None:
    if len(text) > _LONGEST:
        leftovers.append(text)
        return
    text = _SORT.sub("", without_symbols(visible(text))[0]).strip()
    text = _in_one_language(_SPREAD.sub("", _NOTE.sub("", text)).strip(), finder)
    if finder.is_dataset(text):
        leftovers.append(text)
        return
    if (arrow := _ARROW.search(text)) and reading.direction is None:
        sign = arrow[1] or arrow[2]
        reading.direction = parse_direction({"⬆": "↑", "⬇": "↓"}.get(sign, sign))
        text = re.sub(r"\s+(?=[)\]])", "", visible(text[: arrow.start()] + " " + text[arrow.end() :]))
    whole = text
    if percent := _PERCENT.match(text):
        reading.worded = reading.unit is None and "%" not in percent[0]
        reading.unit = reading.unit or "%"
        percent = percent if finder.metric(text) is None else None  # "percentage correct" is known by all of it
        text = text[percent.end() :] if percent else text
    if (rate := _RATE_BEHIND.search(text)) and finder.registry.is_unit(spelled := f"{rate['of']}/s"):
        reading.unit, text = reading.unit or spelled, text[: rate.start()]
    if (behind := _UNIT_BEHIND.search(text)) and finder.metric(text) is None:
        reading.worded = reading.unit is None and behind["unit"].casefold() in ("pct", "percent")
        reading.unit, text = reading.unit or behind["unit"], text[: behind.start()]
    if (behind := _SECONDS_BEHIND.search(text)) and _is_in_seconds(text[: behind.start()], finder):
        reading.unit, text = reading.unit or "s", text[: behind.start()]
    heading = parse_heading(text, finder.registry.is_unit)
    # "R@1 (%)" is known as it stands; only a name that is not known gives its brackets away.
    reading.unit = reading.unit or heading.unit or None
    reading.direction = reading.direction or heading.direction
    taken = take_apart(heading.base)
    reading.split = reading.split or taken.split
    reading.items = reading.items or taken.items
    reading.settings = {**taken.settings, **reading.settings}
    rest = taken.rest
    if not rest:
        return
    if (among := _AMONG.fullmatch(rest)) and int(among["n"]) > int(among["k"]):
        reading.settings["candidates"], rest = among["n"], f"R@{among['k']}"
    found = _metric_of(rest, finder)
    if found is None and _HUMPED.fullmatch(rest) and not finder.is_dataset(rest):
        found = _metric_of(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", rest), finder)
    kind = _kind_of(rest, finder) if found is None or _LETTER.fullmatch(rest) else None
    if reading.metric is None and (base := kind or (_at_number(rest, finder) if found is None else None)):
        reading.base, reading.measure = base, rest
        return
    if found is None or reading.metric is not None:
        if not (found is not None and reading.metric is not None and _is_that(found, reading.metric)):
            leftovers.append(whole if percent else rest)
        return
    metric, name, more = found
    if _CONDITIONS.fullmatch(more):
        reading.settings = {
            **dict(re.split(r"\s*=\s*", one) for one in re.split(r"\s*[,;]\s*", more)),
            **reading.settings,
        }
        more = ""
    more = "" if _OF_ANY_METRIC.fullmatch(more) else more
    if (of := take_apart(more)).split and reading.split is None and finder.is_dataset(of.rest):
        reading.split, more = of.split, of.rest  # "MRR@10 (MS MARCO dev)"
    if not more or finder.is_dataset(more):
        reading.metric, reading.name = metric, name
        leftovers += [more] if more else []
    elif is_another(more) or (more.isdigit() and leftovers):
        # "kappa_103" over a name that nobody knows is no kappa, and "AP 50" over one no AP.
        leftovers.append(rest)
    elif is_variant(more) or more.isdigit():
        reading.base, reading.measure = metric, rest
    else:
        reading.metric, reading.name = metric, name
        leftovers.append(more)


def _is_in_seconds(name: str, finder: NameFinder) -> bool:
    """True for the name of a metric that is given in seconds."""
    found = _metric_of(name, finder)
    return found is not None and "second" in found[0].admissible_units


def _in_one_language(text: str, finder: NameFinder) -> str:
    """The Latin side of a heading whose other one says the same: of a split, of a metric ("CER 字错误率")."""
    latin, other = sides(text) or (text, "")
    base = parse_heading(latin, finder.registry.is_unit).base
    same = is_split(base) or (is_measure(other) and finder.metric(base) is not None)
    return latin if other and same else text


def _at_number(text: str, finder: NameFinder) -> Metric | None:
    """The metric that a name such as "AR@500" takes at another number."""
    found = _AT_NUMBER.fullmatch(_AT.sub("@", text))
    if found is None:
        return None
    name = found["name"].strip().casefold()
    family = finder.registry.metrics.get(f"{name.replace(' ', '-')}-at-k")
    return family or finder.metric("accuracy" if name in _OF_K else found["name"])


def _kind_of(text: str, finder: NameFinder) -> Metric | None:
    """The metric that a letter in front makes a kind of, which of several is not said: "gIoU", "oIoU", "F_NMI"."""
    if finder.metric(text):
        return None
    found = _KIND.fullmatch(text) or _LETTER.fullmatch(text)
    exact = found is not None and found["name"] in finder.registry.metric_names and not finder.is_dataset(text)
    return finder.metric(found["name"]) if found is not None and exact else None


def _is_that(outer: tuple[Metric, str, str], inner: Metric) -> bool:
    """True for a metric over itself or over a kind of it: "Average precision" over "AP50" is no part."""
    metric, _, more = outer
    return metric == inner or (not more and metric.key == inner.broader)


def _metric_of(text: str, finder: NameFinder) -> tuple[Metric, str, str] | None:
    """The metric that a heading names, its name there, and the rest of the heading."""
    text = _AT.sub("@", text)
    joined = _BARE_NUMBER.sub("", text)  # "mAP 50" is mAP50
    for name in (text, text.removeprefix("eval_"), joined):
        if metric := finder.metric(name):
            return metric, name, ""
    if finder.is_dataset(text):
        return None
    if brackets := _BRACKETS.fullmatch(text):
        outer, inner = brackets["outer"], brackets["inner"]
        if len(inner) == 1 and (metric := finder.metric(outer + inner)):
            return metric, text, ""
        if metric := finder.metric(outer):
            return metric, outer, inner.strip()
        if metric := finder.metric(inner):
            return metric, inner, outer.strip()
        if within := _metric_of(outer, finder):  # "Pipeline AP (COCO)"; "Model AP (COCO)" says no more than "AP"
            part = meaningful(within[2])
            more = f"{part} ({inner})" if part and not finder.is_dataset(inner) else f"{part} {inner}".strip()
            return within[0], within[1], more
    found = re.fullmatch(r"(?i:acc(?:uracy)?\.?|scores?|results?)\s+(.+)", text)
    if found and (metric := finder.metric(found[1])):
        return metric, found[1], ""
    tokens = re.split(r"\s+|(?<=\w)[_/:](?=\w)|(?<=[A-Za-z]{3})-(?=[A-Z][A-Z0-9]+$)|\s*[-–|/:]\s+", text)
    tokens = [token for token in tokens if token]
    spaced = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", token) for token in tokens)
    if spaced != text and (metric := finder.metric(spaced)):
        return metric, text, ""
    for size in range(len(tokens) - 1, 0, -1):
        for taken, others in ((tokens[-size:], tokens[:-size]), (tokens[:size], tokens[size:])):
            name = " ".join(taken)
            if len(name) > 1 and not is_other_word(name, finder) and (metric := finder.metric(name)):
                return metric, name, unwrapped(" ".join(others).strip(" ,:-–[]"))
    return None


def is_other_word(name: str, finder: NameFinder) -> bool:
    """True for a short word that is a metric only in another case: "aps_score" is no AP of small objects."""
    return len(name) <= 3 and name not in finder.registry.metric_names and name.casefold() not in _FOLDED


def parts_of(heading: str) -> list[str]:
    """The names of a heading over cells such as "91.2/88.3": "F1/EM", "BLEU | chrF"; one name otherwise."""
    bare, before = heading, ""
    while bare != before:
        before, bare = bare, re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", bare)
    names = [part.strip() for part in re.split(r"\s*[/|]\s*", bare)]
    return names if len(names) > 1 and all(names) else [heading]


#: "OCRBench (en/zh)", "WER (clean/other) ↓": the arrow is that of each part.
_PARTS_IN_BRACKETS = re.compile(r"(.+?)\s*[(\[]([^()\[\]/|]*(?:[/|][^()\[\]/|]*)+)[)\]](\s*[↑↓⬆⬇]?)")


def parts_over(heading: str, texts: Sequence[str]) -> list[str]:
    """The names of a heading over cells that hold as many values: "F1/EM", or "OCRBench (en/zh)"; else it alone."""
    parts = parts_of(heading)
    if len(parts) == 1 and (found := _PARTS_IN_BRACKETS.fullmatch(heading)):
        inner = [part.strip() for part in re.split(r"[/|]", found[2])]
        parts = [f"{found[1]} {part}{found[3]}" for part in inner] if all(inner) else parts
    return parts if _are_parted(texts, len(parts)) else [heading]


def _are_parted(texts: Sequence[str], count: int) -> bool:
    filled = [text for text in texts if not is_missing(text)]
    fitting = [text for text in filled if len(re.split(r"[/|]", text)) == count]
    return bool(filled) and len(fitting) * 2 > len(filled)
