"""Words of headings and captions: splits, shots, numbers of items, and the words that name nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.normalise.dates import parse_date
from kg.read.look import visible, without_symbols, words

_SPLIT_WORD = (
    r"(?:testmini|test|val|valid|validation|dev|development|minival|train|training|eval)"
    r"(?:[-_ ]?(?:dev|std|challenge|clean|other|seen|unseen|fold|a|b))?(?:20\d\d)?"
)
_OF_A_SPLIT = r"(?:set|split|data|queries|topics|questions)"
_SPLIT_ALONE = re.compile(rf"{_SPLIT_WORD}(?:[-_ ]?{_OF_A_SPLIT})?", re.IGNORECASE)
_SPLIT_BRACKETS = re.compile(
    rf"\s*[(\[]\s*(?:20\d\d\s+)?(?P<split>{_SPLIT_WORD})(?:[-_ ]?(?:set|split))?\s*[)\]]", re.IGNORECASE
)
#: "(HAM10000, test)": behind a name in brackets.
_SPLIT_LAST = re.compile(
    rf"(?<=[^\s()\[\]])\s*[,;]\s*(?P<split>{_SPLIT_WORD})(?:[-_ ]?(?:set|split))?(?=\s*[)\]])", re.IGNORECASE
)
_SPLIT_FRONT = re.compile(
    r"(?P<split>test-(?:dev|std|clean|other)|dev-(?:clean|other)|test|val|valid|validation|dev|development|minival)"
    r"(?:[-_ ]?(?:set|split))?[-_ ./:]+(?=\S)(?!time\b|bed\b)"
    r"|(?P<train>train|training)(?:[-_ ]?(?:set|split))?[-_ ]+"
    r"(?=(?:acc(?:uracy)?|f1|em|auc|auroc|error|wer|perplexity)\b)",
    re.IGNORECASE,
)
_SPLIT_END = re.compile(
    r"[-_ ./,:]+(?P<split>(?:testmini|test|val|valid|validation|dev|minival|test-dev|test-std|test-clean|test-other|"
    r"dev-clean|dev-other)(?:20\d\d)?)(?:[-_ ]?(?:set|split))?$",
    re.IGNORECASE,
)
#: "mAP val 50-95"
_SPLIT_WITHIN = re.compile(r"(?<=\S)\s+(?P<split>test|val|dev)\s+(?=[\d@(])", re.IGNORECASE)
_SPLIT_PROSE = re.compile(
    r"(?:on|using|of|over|for)\s+(?:the\s+)?(?:[\w.+-]+\s+){0,4}?(?:official\s+|held-out\s+|public\s+|hidden\s+)?"
    r"[`'\"]?(?P<split>test|val|validation|dev|development|val\d{4}|test-dev|minival|test-clean|test-other)[`'\"]?"
    r"[- ]?(?:set|split|sets)\b"
    r"|(?:evaluated|tested|measured|reported)\s+on\s+[`'\"]?(?P<split2>val\d{0,4}|minival|test-dev|test\d{0,4})[`'\"]?"
    r"|\b(?P<split3>test|validation|val|dev)[- ]?set\b"
    r"|\b(?P<split4>testmini)\b",
    re.IGNORECASE,
)
#: Where the best of several runs was looked for: "chosen by the average dev-set BLEU score". No result is of it.
_CHOSEN = re.compile(
    r"\b(?:(?:select|chos|choos|tun|pick|optimi[sz]|stopp|hyper-?param)\w*|best\s+(?:model|checkpoint|epoch|run)s?)\b"
    r"[^.;\n]{0,60}?\b(?:by|on|using|with|via|to)\b[^.;\n]{0,40}?\b(?:val|validation|dev|development)\b"
    r"(?:[- ]?(?:set|split|data))?"
    r"|\b(?:based\s+on|according\s+to)\b[^.;\n]{0,30}?\b(?:val|validation|dev|development)[- ]?(?:set|split)?\s+"
    r"(?:\w+\s+)?(?:scores?|loss|accuracy|performance|perplexity)\b",
    re.IGNORECASE,
)
_SPLIT_SET = re.compile(r"\b(?P<split>test|validation|val|dev)[- ]?set\b", re.IGNORECASE)
#: "`tst2015` is used for test": one of several test sets, by its name.
_USED = re.compile(
    r"(?:^|(?<=[\s(`*]))(?P<name>[\w.-]{1,40})[`*]{0,2} (?:is|was|are) used (?:for|as)(?: the)? "
    r"(?:test|evaluation)(?:ing)?\b"
)
_FOLDS = re.compile(r"(?P<n>\d+|five|ten|three)[- ]fold\s+(?:cross[- ]?validation|CV)", re.IGNORECASE)
_SHOTS = re.compile(
    r"[(\[,]?\s*\b(?P<shots>(?:\d+|zero|one|few|k)[- ]shot)s?\b\s*[)\]]?"
    r"|(?<=[A-Za-z0-9])_(?P<field>\d+[-_]?shot)s?(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_COT = re.compile(r"[(\[,]\s*(?P<cot>CoT|w/ CoT|maj@\d+|w/ tools|with tools|no tools|thinking)\s*[)\]]", re.IGNORECASE)
#: How a picture is shown to the model when it is evaluated.
_VIEWS = re.compile(
    r"[(\[]\s*(?P<views>(?:ms|multi-?scale|ss|single-?scale|flip|tta|test-time aug\w*)"
    r"(?:\s*[+&/,]\s*(?:flip|ms|crop))?)\s*[)\]]",
    re.IGNORECASE,
)
#: "WER (+LM)", "F1 (w/o pretraining)": under which condition.
_WITH = re.compile(r"[(\[]\s*(?P<with>(?:\+\s?|w/o?\s|with\s|without\s|no\s)[^()\[\]]+)[)\]]", re.IGNORECASE)
#: Whose values they are: those that a paper reports, or those of whoever made the table. No part of the data.
_OWN = r"(?:this|our)\s(?:repo(?:sitory)?|work|code(?:base)?|run|(?:re-?)?(?:implementation|production))"
_PAPERS = r"(?:(?:as\s)?(?:reported\s)?(?:(?:from|in|by)\s)?(?:the\s)?(?:orig(?:inal|\.)?\s)?paper|(?:as\s)?reported)"
_AGAIN = r"(?:ours|re-?(?:produced(?:\sby\sus)?|production|implemented|implementation|run))"
_FROM_ALONE = re.compile(rf"{_PAPERS}|published|{_OWN}|{_AGAIN}", re.IGNORECASE)
_FROM = re.compile(rf"[(\[]\s*(?P<whose>{_FROM_ALONE.pattern})\s*[)\]]", re.IGNORECASE)
_FROM_FRONT = re.compile(r"(?P<whose>paper|reported|published|re-?produced)[-_ ]+(?=\S)", re.IGNORECASE)
_FROM_END = re.compile(rf"[-_ /,]+(?P<whose>reported|re-?produced|in (?:the )?paper|{_OWN})$", re.IGNORECASE)
#: How OpenCompass makes a model answer: by generation, by likelihood, by conditional likelihood.
_MODE = re.compile(r"mode: (?P<mode>\S.*)|(?P<short>gen|ll|clp)")
#: "Arena Elo [Feb 2, 2024]", "Arena Elo (hard-en) - 2024-07-16": the day of which the values are.
_DAY = re.compile(r"\s*[(\[]\s*(?:as of\s+)?(?P<day>[^()\[\]]{6,20}?)\s*[)\]]|\s[-–]\s(?P<end>\d{4}-\d\d-\d\d)$")
_WAYS = re.compile(r"[(\[,]?\s*\b(?P<ways>\d+)[- ]way\b\s*[)\]]?", re.IGNORECASE)
_ITEMS = re.compile(r"[(\[,]?\s*\b[nN]\s*=\s*(?P<items>\d[\d,]*)\s*[)\]]?")

#: Words of headings that name neither a data set nor a task.
GENERIC = words(
    "leaderboard leaderboards result results performance benchmark benchmarks benchmarking baseline baselines "
    "evaluation evaluations main overview table tables score scores comparison comparisons experiment experiments "
    "experimental model models zoo introduction summary more detailed full overall other others setting settings "
    "note notes usage training testing metrics metric current latest official public quantitative state of the art "
    "sota with and on for in a an supervised fine-tuning finetuning zero-shot few-shot our dataset datasets data "
    "quick start getting started effectiveness "
    "updates homepage page website project readme new using reported published best ranking rankings rank entries "
    "ablation ablations standard deprecation notice pre-trained pretrained checkpoints checkpoint weights "
    "模型 结果 实验结果 评测 评测结果 排行榜 榜单 baseline模型 基线 基线模型 效果 性能 实验 主要结果 "
    "abstract conclusion conclusions discussion findings highlights readme "
    "accuracy detection-only multimodal list tasks task section appendix"
)

#: The same where they stand alone, or among such words; with others they are part of a name: "AG News".
ALONE = words("news home reference analysis features feature index records record rows row items item")
#: "Task 8", "Task B": which of several, and so a part of the name.
_WHICH = re.compile(r"(?:\d{1,2}|[A-Z])[.:)]?")
#: Places whose names begin with "New".
_PLACES = words("york yorker zealand delhi england mexico jersey orleans hampshire testament guinea haven caledonia")

#: "Multi-Ability (%) ↑": unit and direction are no part of a name.
_MARKS = re.compile(r"\s?(?:[(\[]\s?(?:%|[↑↓]|(?:higher|lower) is better)\s?[)\]]|[↑↓])", re.IGNORECASE)
#: Headings of sections that hold no results.
_ASIDE = re.compile(
    r"citation|citing|references?|licen[cs]e|acknowledg|contact|install|requirement|news\b|changelog|authors?\b|team\b|contribut|"
    r"stay connected|follow\b|subscribe|share\b|related|deprecation|faq|roadmap|download|dependenc|how to|quick ?start|"
    r"usage",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Taken:
    """What was taken out of a heading: the rest of it, and what was understood."""

    rest: str
    split: str | None = None
    settings: dict[str, str] = field(default_factory=dict)
    items: int | None = None


def take_apart(heading: str) -> Taken:
    """Take split, shots and number of items out of a heading; what is left names what is measured.

    >>> take_apart("MMMU Health & Medicine (Test Set)")
    Taken(rest='MMMU Health & Medicine', split='test', settings={}, items=None)
    """
    taken = Taken(without_symbols(visible(heading))[0])
    if found := _ITEMS.search(taken.rest):
        taken.items = int(found["items"].replace(",", ""))
        _cut(taken, found)
    if found := _SHOTS.search(taken.rest):
        taken.settings["shots"] = found["shots"] or re.sub(r"[-_]?shot", "-shot", found["field"])
        _cut(taken, found)
    if found := _MODE.fullmatch(taken.rest):
        taken.settings["mode"], taken.rest = found["mode"] or found["short"], ""
    if found := _WAYS.search(taken.rest):
        taken.settings["ways"] = found["ways"]
        _cut(taken, found)
    if found := _COT.search(taken.rest):
        taken.settings["prompting"] = found["cot"]
        _cut(taken, found)
    if (found := _WITH.search(taken.rest)) and found.start():
        taken.settings["condition"] = found["with"].strip()
        _cut(taken, found)
    found = _FROM.search(taken.rest) or _FROM_FRONT.match(taken.rest) or _FROM_END.search(taken.rest)
    if found and found[0] != taken.rest:
        taken.settings["values of"] = found["whose"]
        _cut(taken, found)
    days = ((found, parse_date(found["day"] or found["end"])) for found in _DAY.finditer(taken.rest))
    if told := next(((found, day) for found, day in days if day and day.datatype == "date"), None):
        taken.settings["as of"] = told[1].text
        _cut(taken, told[0])
    if found := _VIEWS.search(taken.rest):
        taken.settings["views"] = found["views"]
        _cut(taken, found)
    # "test-other" is one split, not the part "other" of the test split.
    if is_split(taken.rest):
        taken.split = re.sub(rf"[-_ ]?{_OF_A_SPLIT}$", "", taken.rest, flags=re.IGNORECASE).lower()
        taken.rest = ""
    for pattern in (_SPLIT_BRACKETS, _SPLIT_END, _SPLIT_FRONT, _SPLIT_WITHIN):
        found = pattern.search(taken.rest) if pattern is not _SPLIT_FRONT else pattern.match(taken.rest)
        if found and not taken.split:
            taken.split = (found["split"] or found["train"]).lower()
            _cut(taken, found)
    return taken


def _cut(taken: Taken, found: re.Match[str]) -> None:
    text = taken.rest
    piece = found[0]
    # "(3-shot F1)" without its shots is "(F1)".
    if piece.count("(") > piece.count(")") and ")" in text[found.end() :]:
        text = f"{text[: found.start()]} ({text[found.end() :].lstrip(' ,')}"
        taken.rest = visible(text)
        return
    rest = visible(f"{text[: found.start()]} {text[found.end() :]}").strip(" ,;:-–—/|")
    if rest.count("(") > rest.count(")"):
        rest = f"{rest.rstrip(' (,')})" if not rest.endswith("(") else rest.rstrip(" (")
    taken.rest = re.sub(r"\(\s*\)", "", rest).strip()


def is_whose(text: str) -> bool:
    """True for a text that only says whose values stand under it.

    >>> is_whose("this repo"), is_whose("Reported in paper"), is_whose("Kidney")
    (True, True, False)
    """
    return _FROM_ALONE.fullmatch(text.strip(" ()[]")) is not None


def is_split(text: str) -> bool:
    """True for a text that is the name of a split and nothing else."""
    return _SPLIT_ALONE.fullmatch(text.strip()) is not None


def split_in_heading(text: str) -> str | None:
    """The split that a heading names, in brackets or as "test set"; None where it names none or several.

    >>> split_in_heading("Results on Widgets-50 (test-dev)")
    'test-dev'
    >>> split_in_heading("Skin lesions (HAM10000, test)")
    'test'
    """
    found = {
        m["split"].lower() for pattern in (_SPLIT_BRACKETS, _SPLIT_SET, _SPLIT_LAST) for m in pattern.finditer(text)
    }
    return found.pop() if len(found) == 1 else None


def split_in_prose(text: str) -> str | None:
    """The split that a paragraph says results are on; None where it names none or several."""
    if used := {found["name"] for found in _USED.finditer(text) if re.search(r"[A-Za-z].*\d", found["name"])}:
        return used.pop() if len(used) == 1 else None
    folds = {found["n"] for found in _FOLDS.finditer(text)}
    if len(folds) == 1:
        return f"{folds.pop()}-fold CV"
    told = _CHOSEN.sub(" ", text)
    splits = {(f["split"] or f["split2"] or f["split3"] or f["split4"]).lower() for f in _SPLIT_PROSE.finditer(told)}
    return splits.pop() if len(splits) == 1 else None


def is_aside(heading: str) -> bool:
    """True for the heading of a section about something else than results."""
    return _ASIDE.match(heading.strip()) is not None


def meaningful(heading: str) -> str:
    """A heading without the words that name nothing; "" where nothing is left.

    >>> meaningful("🏆 U-MRG-14K Testset Performance")
    'U-MRG-14K'
    >>> meaningful("MedQA (5 options) (test)"), meaningful("Results on Toy Part A")
    ('MedQA (5 options)', 'Toy Part A')
    >>> meaningful("Results on SemEval 2010 Task 8"), meaningful("AG News results"), meaningful("News and updates")
    ('SemEval 2010 Task 8', 'AG News', '')
    >>> meaningful("Multi-Ability (%) ↑"), meaningful("Scores (higher is better)")
    ('Multi-Ability', '')
    """
    text = _MARKS.sub("", without_symbols(visible(heading))[0]).strip(" :.")
    if re.match(r"introduction to\b", text, re.IGNORECASE):
        return ""
    text = _SPLIT_SET.sub(" ", _SPLIT_LAST.sub("", _SPLIT_BRACKETS.sub(" ", text)))
    text = re.sub(r"\s*\[+\s*(?i:paper|code|arxiv|pdf|project|website|demo|link)s?(?: page| link)?\s*\]+", "", text)
    text = re.sub(r"^\(?(?:\d+(?:\.\d+)*|[IVX]+|[A-Z])[.)]\s+", "", text)
    found = text.split()
    kept = [word for n, word in enumerate(found) if not _names_nothing(word, found[n + 1 : n + 2], first=n == 0)]
    if all(_bare(word) in ALONE for word in kept):
        return ""
    name = " ".join(kept)
    # "Spider (Execution Accuracy)": what is left of a remark is no part of the name.
    name = re.sub(r"\s\([^()]*$", "", name) if name.count("(") > name.count(")") else name
    return unwrapped(name.strip(" :,-–—&"))


def unwrapped(text: str) -> str:
    """A name without brackets that the words around it left behind; its own brackets stay."""
    while text:
        if text[0] == "(" and text.find(")") in (-1, len(text) - 1):
            text = text[1:].removesuffix(")")
        elif text[0] == ")" or (text[0] == "(" and text.count("(") > text.count(")")):
            text = text[1:]
        elif text[-1] == "(" or (text[-1] == ")" and text.count(")") > text.count("(")):
            text = text[:-1]
        else:
            return text
        text = text.strip(" :,-–—&")
    return text


def _bare(word: str) -> str:
    return word.strip("():,.;&–—-").casefold()


def _names_nothing(word: str, behind: Sequence[str], *, first: bool) -> bool:
    """True for a word that is no name, whatever word is ``behind`` it.

    A capital A behind another word is one ("ShanghaiTech Part A"), and so are "Task 8" and "New York".
    """
    bare = _bare(word)
    lettered = word.strip("():,.;") == "A" and not first
    numbered = bare == "task" and any(map(_WHICH.fullmatch, behind))
    placed = bare == "new" and any(_bare(other) in _PLACES for other in behind)
    return (bare in GENERIC and not (lettered or numbered or placed)) or _is_split_word(word)


def _is_split_word(word: str) -> bool:
    return re.fullmatch(r"(?:test|val|validation|dev|train)(?:[- ]?sets?|[- ]?splits?)", _bare(word)) is not None
