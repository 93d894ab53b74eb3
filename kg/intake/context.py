"""What the text around a table says of it: data set, task, metric, split, direction, uncertainty.

Every clue keeps its place and whether the page states it or it was concluded from a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath

from kg.intake.conditions import CONDITIONS, condition_in
from kg.intake.metric_told import metric_told
from kg.intake.namerule import is_of_models
from kg.intake.phrases import (
    HEADED_DATASET,
    HIGHER,
    IS_DATA,
    LABELLED,
    LEGEND,
    LOWER,
    MEASURE,
    NO_DATA,
    OF_A_MODEL,
    ON,
    ON_DATASET,
    PERCENT,
    RESULTS_ON,
    SIGNS_TOLD,
    TASK,
    TRAINED,
)
from kg.model import Direction, Metric
from kg.normalise.dates import parse_date
from kg.read.cells import Page, Table
from kg.read.text import sentences
from kg.wording.names import NameFinder
from kg.wording.splits import is_aside, is_split, meaningful, split_in_heading, split_in_prose, take_apart

_FILE = "the file's name"
#: A longer line over a table is no label.
_LABEL = 40
_ARROWS = {"↑": Direction.HIGHER, "↓": Direction.LOWER}


@dataclass(frozen=True, slots=True)
class Clue:
    """Something said of a table, with where; ``stated`` is False for what was concluded from a name."""

    value: str
    where: str
    stated: bool = True


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    where: str
    kind: str


class Context:
    """The surroundings of one table, nearest first."""

    def __init__(self, page: Page, table: Table, finder: NameFinder) -> None:
        self.page = page
        self.table = table
        self.finder = finder
        self.title_is_method = False  # where no row names one, what the file calls itself does

    @cached_property
    def texts(self) -> list[_Said]:
        """Captions and paragraphs, nearest first."""
        order = {"caption": 0, "before": 1, "after": 2, "section": 3}
        fields = [f for f in self.table.context if f.name in order]
        return [_Said(f.value, f"line {f.line}", f.name) for f in sorted(fields, key=lambda f: order[f.name])]

    @cached_property
    def headings(self) -> list[_Said]:
        """Headings from the inside out, then the page's title; those of other matters left out."""
        inner = [
            _Said(text, f"heading {text!r}", "heading") for text in reversed(self.table.headings) if not is_aside(text)
        ]
        title = self.page.fact("title")
        if title and self.title_is_method and meaningful(title) == title and not self.finder.datasets(title):
            title = None
        return inner + ([_Said(title, f"title {title!r}", "title")] if title else [])

    @cached_property
    def dataset(self) -> Clue | None:
        """The data set that the whole table is about: nearest word first, names of training data left out."""
        if named := self.field("benchmark"):
            return replace(named, value=self.finder.dataset_label(named.value))
        for said in self.texts:
            if found := LABELLED.search(said.text):
                return Clue(self.finder.dataset_label(found["name"].strip()), said.where)
        if self.headings and self._names_several(self.headings[0]):
            return self._named_by_heading or self._page
        if described := self._described:
            return described
        captions = [said for said in self.texts if said.kind == "caption"]
        near = [said for said in self.texts if said.kind in ("before", "after")]
        inner = next((n for n, said in enumerate(self.headings, 1) if meaningful(said.text)), 1)
        for said in [*captions, *self.headings[:inner], *near[:2], *self.headings[inner:], *near[2:]]:
            if name := self._only_dataset(said) or self._said_dataset(said):
                return Clue(name, said.where)
        for said in self.headings:
            headed = HEADED_DATASET.fullmatch(said.text.strip(" :"))
            if headed and meaningful(headed["name"]) == headed["name"]:
                return Clue(headed["name"], said.where)
        for said in (said for said in self.texts if said.kind == "section"):
            text = TRAINED.sub(" ", said.text)
            told = {name for found in RESULTS_ON.finditer(text) for name in self.finder.datasets(found["name"])}
            if len(told) == 1:
                return Clue(told.pop(), said.where)
        for said in [*captions, *self.headings]:
            if (found := RESULTS_ON.search(said.text)) and (name := meaningful(found["name"])):
                return Clue(name, said.where)
        return self._part_of_file or self._named_by_heading or self._named_by_file or self._page

    @property
    def _part_of_file(self) -> Clue | None:
        """A data set whose name is the file's and the heading's together: "Lite" in swe-bench.json."""
        file, heading = self._named_by_file, self._named_by_heading
        known = self.finder.registry.known_dataset(f"{file.value} {heading.value}") if file and heading else None
        return Clue(known.label, _FILE, stated=False) if known else None

    def field(self, name: str) -> Clue | None:
        """What a file of data says of all that is in it, in a field of its own."""
        told = next((fact for fact in self.page.facts if fact.name == name), None)
        return Clue(told.value, f"line {told.line}") if told and self.page.format == "records" else None

    @property
    def _page(self) -> Clue:
        """Nothing names a data set: what the page is called stands for it, and is no statement of the page."""
        title = None if self.title_is_method else self.page.fact("title")
        stem = PurePath(self.page.file).stem
        # "Leaderboard", and the name of a method, are no more a data set's than the file's is.
        named = meaningful(title or "")
        title = title if (named and not self._is_no_data(named)) or meaningful(stem) == "" else None
        return Clue(title, f"title {title!r}", stated=False) if title else Clue(stem, _FILE, stated=False)

    @property
    def is_called_by_file(self) -> bool:
        """True where nothing but the file's name, which is no data set's, stands for the data set."""
        return self.dataset is not None and self.dataset.where == _FILE

    def _only_dataset(self, said: _Said) -> str | None:
        """The one known data set that a text names, unless it names another thing beside it."""
        text = TRAINED.sub(" ", SIGNS_TOLD.sub(" ", said.text))
        names = self.finder.datasets(text)
        if len(set(names)) != 1 or self._is_listed(said):
            return None
        return None if self._names_several(said) else names[0]

    @property
    def _described(self) -> Clue | None:
        """The heading that the text below it describes as a data set: "TOY-DT contains 385 documents of Toy"."""
        said = self.headings[0] if self.headings else None
        name = meaningful(said.text) if said is not None and said.kind == "heading" else ""
        if said is None or len(name) < 3 or self.finder.datasets(said.text) or self._is_no_data(name):
            return None
        of_it = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])(?:\s+\([^()]*\))*{IS_DATA}")
        near = (s for s in self.texts if s.kind in ("before", "section"))
        return next((Clue(name, said.where) for s in near if of_it.search(s.text)), None)

    def _is_listed(self, said: _Said) -> bool:
        """True for a name alone on its line beside others like it: a list of data sets is about none of them."""
        near = [s for s in self.texts if s.kind == said.kind and len(s.text.split()) <= 3 and not is_split(s.text)]
        return len(near) > 1 and said.text.strip() in self.finder.spelled(said.text)

    def _said_dataset(self, said: _Said) -> str | None:
        """The one name that the text over a table calls a data set, whether it is known or not."""
        if said.kind not in ("caption", "before"):
            return None
        text = TRAINED.sub(" ", SIGNS_TOLD.sub(" ", said.text))
        names = {found["name"] for found in ON_DATASET.finditer(text)}
        return names.pop() if len(names) == 1 and meaningful(next(iter(names))) in names else None

    def _names_several(self, said: _Said) -> bool:
        """True for a heading such as "Cityscapes & Pascal VOC": which of them a row is about is another question."""
        if said.kind not in ("heading", "title") and not (said.kind == "caption" and len(said.text) < _LABEL):
            return False
        shown = CONDITIONS.sub(" ", TRAINED.sub(" ", said.text))
        spelled = self.finder.spelled(shown)
        text = re.sub(r"[()\[\]]", " ", shown)
        for name in spelled:
            text = text.replace(name, "\0")
        if len(set(map(self.finder.dataset_label, spelled))) > 1:
            return True
        joined = r"\0\s*(?:&|,|/|\+|and\b)\s*[A-Z\0]|[\w\0]\s*(?:&|,|/|\+|\band)\s*\0"
        return re.search(joined, text) is not None

    @cached_property
    def own_name(self) -> Clue:
        """What the table is called by its heading or the page's title, whatever data sets its columns name."""
        return self._named_by_heading or self._named_by_file or self._page

    @cached_property
    def _named_by_heading(self) -> Clue | None:
        for said in self.headings:
            shown = TRAINED.sub(" ", said.text)
            on = list(ON.finditer(shown))
            text = shown[on[0].end() :] if len(on) == 1 else shown
            name = "" if MEASURE.search(shown) else meaningful(text)
            if name and not TASK.fullmatch(name) and not OF_A_MODEL.search(name) and not self._is_no_data(name):
                return Clue(name, said.where, stated=False)
        return self._trained_on

    def _is_no_data(self, name: str) -> bool:
        """True for a split, a sum, and for a name that a row begins with: a heading "ToyNet" is of the models."""
        if is_split(name) or parse_date(name) or NO_DATA.fullmatch(name) or is_of_models(name, self.table):
            return True
        begins = re.compile(re.escape(name) + r"(?![^\W_])", re.IGNORECASE)
        return any(begins.match(row.cells[0].text) for row in self.table.rows if row.cells)

    @cached_property
    def _trained_on(self) -> Clue | None:
        """The data set in a heading such as "ImageNet-1K trained models", where results are usually on it too."""
        for said in self.headings:
            known = [self.finder.registry.known_dataset(name) for name in set(self.finder.spelled(said.text))]
            habits = [self.finder.registry.habit(concept.key) for concept in known if concept]
            if len(known) == 1 and known[0] and habits[0] and habits[0].metric:
                return Clue(known[0].label, said.where, stated=False)
        return None

    @cached_property
    def _named_by_file(self) -> Clue | None:
        stem = PurePath(self.page.file).stem
        names = self.finder.datasets_of_file(stem)
        if len(set(names)) == 1:
            return Clue(names[0], f"file name {PurePath(self.page.file).name!r}", stated=False)
        return None

    @cached_property
    def subset(self) -> Clue | None:
        """A short inner heading beside a data set that is named further out: the part that is shown.

        So is the condition behind a data set: "CIFAR-10, Linf, eps=8/255" is not CIFAR-10 under L2.
        """
        for said in self.headings[:1]:
            named = self.dataset is not None and self.dataset.stated and self.dataset.where == said.where
            if named and (text := condition_in(said.text, self.finder)):
                return Clue(text, said.where)
        if not self.headings or self.dataset is None or not self.dataset.stated:
            return None
        inner = self.headings[0]
        name = meaningful(inner.text)
        if inner.kind != "heading" or not name or len(name.split()) > 3 or inner.text.rstrip().endswith(":"):
            return None
        beside = {said.where for said in self.texts if said.kind == "before"}
        if (
            self.dataset.where == inner.where
            or self.dataset.where in beside
            or self.finder.datasets(inner.text)
            or TASK.search(name)
            or self._is_no_data(name)
            or OF_A_MODEL.search(name)
        ):
            return None
        return Clue(name, inner.where)

    @cached_property
    def task(self) -> Clue | None:
        """What is done: "Language modeling", "Object Detection"."""
        for said in self.headings:
            text = meaningful(said.text)
            for name in self.finder.spelled(text):
                text = text.replace(name, " ").strip(" ,:-")
            if found := TASK.search(re.split(r"\s+with\s+", text)[0]):
                return Clue(found["task"].strip(), said.where)
        return None

    @cached_property
    def split(self) -> Clue | None:
        """The split of all results of the table."""
        if told := self.field("split"):
            return told
        for field in (f for f in self.table.context if f.name == "id"):
            if found := re.search(
                r"(?:^|[a-z_-])(test|valid|val|dev)(?=$|[A-Z_-]|results)", field.value, re.IGNORECASE
            ):
                return Clue(found[1].lower(), f"the table's id {field.value!r}")
        for said in [*(s for s in self.texts if s.kind == "caption"), *self.headings[:2]]:
            if split := split_in_heading(said.text) or self.finder.split_behind(said.text):
                return Clue(split, said.where)
        for said in self.texts:
            alone = take_apart(said.text) if said.kind == "before" and len(said.text) < _LABEL else None
            stated = alone.split if alone and not alone.rest else None
            if split := stated or split_in_prose(said.text) or self.finder.split_behind(said.text):
                return Clue(split, said.where)
        return None

    @cached_property
    def split_for_all(self) -> Clue | None:
        """The split that the text next to the table, or a heading, gives for whatever data sets its columns name."""
        for said in self.texts:
            for sentence in sentences(said.text.replace("\n", " ")) if said.kind != "section" else ():
                if (split := split_in_prose(sentence)) and not self.finder.datasets(sentence):
                    return Clue(split, said.where)
        headed = ((split_in_heading(s.text), s.where) for s in self.headings if not self.finder.datasets(s.text))
        return next((Clue(split, where) for split, where in headed if split), None)

    @cached_property
    def metric(self) -> tuple[Metric, Clue] | None:
        """The one metric that the text says all values are of."""
        for said in self.texts:
            if said.kind != "section" and (found := self._metric_in(said)):
                return found
        for said in self.headings[:1]:
            names = {m.key: m for m in self.finder.metrics(said.text)}
            if len(names) == 1:
                return next(iter(names.values())), Clue(said.text, said.where)
        return self._metric_in_sections

    @cached_property
    def measure(self) -> str | None:
        """What the heading right over the table says is measured, where the registry knows no such metric."""
        found = MEASURE.search(self.table.headings[-1]) if self.table.headings else None
        return found["name"] if found and not self.finder.metrics(found["name"]) else None

    @cached_property
    def _metric_in_sections(self) -> tuple[Metric, Clue] | None:
        for said in (s for s in self.texts if s.kind == "section"):
            if found := self._metric_in(said):
                return found
        return None

    def _metric_in(self, said: _Said) -> tuple[Metric, Clue] | None:
        found = metric_told(said.text, self.finder)
        return None if found is None else (found[0], Clue(found[1], said.where))

    def direction_of(self, metric: Metric | None, name: str) -> tuple[Direction, str] | None:
        """The direction that the text states for a metric, by an arrow behind its name or in words.

        Where two of its names have other arrows behind them, none is stated; so it is with units.
        """
        for said in self.texts:
            arrows = set(self._behind(said.text, metric, name, r"\s*\(?\s*([↑↓])"))
            if arrows:
                return (_ARROWS[arrows.pop()], said.where) if len(arrows) == 1 else None
            lower, higher = LOWER.search(said.text), HIGHER.search(said.text)
            if bool(lower) != bool(higher) and self._speaks_of(said.text, metric, name):
                return (Direction.LOWER if lower else Direction.HIGHER), said.where
        return None

    def unit_of(self, metric: Metric | None, name: str) -> tuple[str, str] | None:
        """The unit that the text states right behind the name of a metric: "HD in mm", "HD95 (mm)"."""
        for said in self.texts:
            told = self._behind(said.text, metric, name, r"\s*(?:[(\[]\s*(?:in\s+)?|,?\s*in\s+)([%\w]+)(?!\w)")
            units = {known.key: unit for unit in told if (known := self.finder.registry.unit(unit))}
            if units:
                return (next(iter(units.values())), said.where) if len(units) == 1 else None
        return None

    def _speaks_of(self, text: str, metric: Metric | None, name: str) -> bool:
        return any(True for _ in self._behind(text, metric, name, r"()(?!\w)"))

    def _behind(self, text: str, metric: Metric | None, name: str, pattern: str) -> Iterator[str]:
        """What stands behind each name of a metric that a text holds."""
        for spelled in dict.fromkeys((name, *(self.finder.spellings_of(metric) if metric else ()))):
            found = re.search(rf"(?<!\w){re.escape(spelled)}{pattern}", text, re.IGNORECASE)
            if found and len(spelled) > 1:
                yield found[1]

    @cached_property
    def says_percent(self) -> Clue | None:
        """The text says that values are percentages."""
        return next(
            (Clue("percent", s.where) for s in self.texts if s.kind != "section" and PERCENT.search(s.text)), None
        )

    @cached_property
    def legend(self) -> dict[str, tuple[str, str]]:
        """Short names that the text spells out: short -> (long, where)."""
        found: dict[str, tuple[str, str]] = {}
        names = {column.name for column in self.table.columns}
        for said in self.texts:
            for told in (told for line in said.text.split("\n") for told in LEGEND.finditer(line)):
                if told["short"] in names:
                    found.setdefault(told["short"], (re.sub(r"\(.*", "", told["long"]).strip(), said.where))
        return found
