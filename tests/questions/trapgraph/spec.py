"""What the trap graph is built from, to be read by people: benchmarks, methods, papers and pages, all made up.

A page is a table with commas, as it would be found, and the words that say what its columns hold.
:mod:`tests.questions.trapgraph.folder` writes it all as a data folder.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Units: key, label, IRI, multiplier, quantity, spellings.
UNITS = """
fraction | fraction | http://qudt.org/vocab/unit/FRACTION | 1 | ratio |
millisecond | millisecond | http://qudt.org/vocab/unit/MilliSEC | 0.001 | time | ms
percent | percent | http://qudt.org/vocab/unit/PERCENT | 0.01 | ratio | %
second | second | http://qudt.org/vocab/unit/SEC | 1 | time | s
unitless | no unit | http://qudt.org/vocab/unit/UNITLESS | 1 | score |
"""

#: Metrics: key, direction, target, canonical unit, admissible units, minimum, maximum, broader, parameters.
METRICS = """
accuracy | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | |
accuracy-at-1 | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | accuracy-at-k | k=1
accuracy-at-5 | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | accuracy-at-k | k=5
accuracy-at-k | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | |
bleu | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | |
f1 | HigherIsBetter | | fraction | fraction, percent | 0 | 1 | |
latency | LowerIsBetter | | second | second, millisecond | 0 | | |
slope | CloserToTarget | 1 | unitless | unitless | 0 | | |
wer | LowerIsBetter | | fraction | fraction, percent | 0 | | |
zorp | DirectionUnknown | | unitless | unitless | | | |
"""

#: Headings that hold no scores.
COLUMN_ROLES = """
Report paper | paper
Result date | date
"""

#: Benchmarks: key, data set, version, split, family, domains; an empty version or split is not stated.
BENCHMARKS = """
clips-test | Clips | 1 | test | clips | general
dialogue-test | Dialogue | 1 | test | dialogue | general
echo-test | Echo | 1 | test | echo | general
exams-test | Exams | 1 | test | exams | general
gauge-test | Gauge | 1 | test | gauge | general
glyphs-seen | Glyphs | 1 | test_seen | glyphs | general
glyphs-unseen | Glyphs | 1 | test_unseen | glyphs | general
lungs-test | Lungs | 1 | test | lungs | medical, clinical
names-test | Names | 1 | test | names | general
pages-test | Pages | 1 | test | pages | general
quizbook-any | Quizbook | | dev | quizbook | general
quizbook-1 | Quizbook | 1.1 | dev | quizbook | general
quizbook-2 | Quizbook | 2.0 | dev | quizbook | general
reading-test | Reading | 1 | test | reading | general
retina-test | Retina | 1 | test | retina | medical
skin-test | Skin | 1 | test | skin | medical
stamps-test | Stamps | 1 | test | stamps | general
suite-test | Suite | 1 | test | suite | general
"""

#: Spellings that mean a method of the registry: spelling, key, label.
SPELLINGS = """
Exo-4-5 | exo-4-5 | Exo 4.5
acme/Exo-4.5 | exo-4-5 | Exo 4.5
exo-4.5 | exo-4-5 | Exo 4.5
"""

#: Facts of methods: key, label, property, value.
METHOD_FACTS = """
people | People | kind | Human
pine | Pine | introduced_in | arxiv-2401-90001
"""

#: Papers: arXiv id (no such papers exist), title, date, status, date of the status.
PAPERS = """
2401.90001 | Pine, introduced | 2024-01 | |
2405.90002 | Pine and others, compared | 2024-05 | |
2409.90003 | Rerunning Pine | 2024-09 | |
2406.90004 | A paper that was taken back | 2024-06 | Withdrawn | 2025-02-03
2407.90005 | A paper that stands | 2024-07 | |
"""


@dataclass(frozen=True)
class Column:
    """A column's heading and its role, or the metric with unit and direction that the page states."""

    name: str
    role: str = "value"
    metric: str | None = None
    unit: str | None = None
    direction: str | None = None
    subset: str | None = None


@dataclass(frozen=True)
class Page:
    """One table of one source."""

    slug: str
    benchmark: str
    columns: tuple[Column, ...]
    rows: str
    updated: str | None = "2024-03-01"
    licence: str | None = None

    @property
    def title(self) -> str:
        """The page's name: its folder's, as words."""
        return self.slug.replace("-", " ").capitalize()


MODEL = Column("model", "method")
SHOTS = Column("shots", "setting")
HARNESS = Column("harness", "setting")
PAPER = Column("paper", "paper")
STATUS = Column("status", "status")
STATEMENT = Column("statement", "statement")
UP, DOWN = "HigherIsBetter", "LowerIsBetter"


def accuracy(unit: str | None = "PERCENT") -> Column:
    """The commonest column."""
    return Column("acc", metric="accuracy", unit=unit, direction=UP)


PAGES = (
    # One score as 0-100 and as 0-1. Birch's 0.893 stands in a column of percentages.
    Page(
        "reading-in-percent",
        "reading-test",
        (MODEL, SHOTS, accuracy()),
        """
        Alder,5,91.4
        Birch,5,0.893
        Dogwood,5,88.0
        """,
    ),
    Page("reading-in-fractions", "reading-test", (MODEL, SHOTS, accuracy("FRACTION")), "Cedar,5,0.914"),
    # No unit is stated: seconds or milliseconds?
    Page(
        "pages-without-a-unit",
        "pages-test",
        (MODEL, SHOTS, Column("latency", metric="latency", direction=DOWN)),
        """
        Alder,5,135.5
        Birch,5,98.0
        """,
    ),
    Page(
        "pages-in-milliseconds",
        "pages-test",
        (MODEL, SHOTS, Column("latency", metric="latency", unit="MilliSEC", direction=DOWN)),
        """
        Cedar,5,120
        Dogwood,5,250
        """,
    ),
    Page(
        "pages-in-seconds",
        "pages-test",
        (MODEL, SHOTS, Column("latency", metric="latency", unit="SEC", direction=DOWN)),
        "Elder,5,0.25",
    ),
    # No direction is stated: of BLEU the registry knows it, of zorp nobody does.
    Page(
        "dialogue-without-a-direction",
        "dialogue-test",
        (
            MODEL,
            SHOTS,
            Column("BLEU", metric="bleu", unit="PERCENT"),
            Column("zorp", metric="zorp", unit="UNITLESS"),
        ),
        """
        Alder,0,34.2,3
        Birch,0,31.0,8
        """,
    ),
    # Errors: less is better, and a dash is no zero.
    Page(
        "echo-errors",
        "echo-test",
        (MODEL, SHOTS, Column("WER", metric="wer", unit="PERCENT", direction=DOWN)),
        """
        Alder,0,2.1
        Birch,0,9.8
        Cedar,0,-
        Dogwood,0,
        """,
    ),
    # Neither more nor less is better, but close to 1.
    Page(
        "gauge-slopes",
        "gauge-test",
        (MODEL, SHOTS, Column("slope", metric="slope", unit="UNITLESS", direction="CloserToTarget")),
        """
        Alder,0,0.97
        Birch,0,1.20
        Cedar,0,0.50
        """,
    ),
    # One model in three spellings; Fenn's two are nowhere said to be one. People are no model.
    Page(
        "retina-board",
        "retina-test",
        (MODEL, SHOTS, accuracy()),
        """
        acme/Exo-4.5,0,71.0
        Fenn-2.5,0,60.0
        Exo-7B,0,55.0
        Twice,0,50.0
        Both,0,58.0
        People,0,95.0
        """,
    ),
    Page(
        "skin-board",
        "skin-test",
        (MODEL, SHOTS, accuracy(), STATUS, STATEMENT),
        """
        exo-4.5,0,72.0,,
        Fenn2.5,0,61.0,,
        Exo-7B-Instruct,0,65.0,,
        Exo-7B (Q4_K_M),0,54.0,,
        People,0,96.0,,
        Twice,0,64.0,copied,from another page
        """,
    ),
    # Tagged medical and clinical; two metrics on one benchmark.
    Page(
        "lungs-board",
        "lungs-test",
        (MODEL, SHOTS, accuracy(), Column("F1", metric="f1", unit="PERCENT", direction=UP)),
        """
        Exo-4-5,0,73.0,70.0
        Once,0,62.0,59.0
        Both,0,57.0,54.0
        """,
        licence="https://creativecommons.org/licenses/by-sa/4.0/",
    ),
    # Names that only look alike.
    Page(
        "near-names",
        "names-test",
        (MODEL, SHOTS, accuracy()),
        """
        C,0,40
        C++,0,41
        C#,0,42
        BERT,0,43
        BERT+,0,44
        T5-1.1,0,45
        T51.1,0,46
        """,
    ),
    # Three things are called Quizbook; one of them does not say which it is.
    *(
        Page(
            f"quizbook-{name}",
            f"quizbook-{name}",
            (MODEL, SHOTS, Column("F1", metric="f1", unit="PERCENT", direction=UP)),
            f"Alder,5,{value}\nBirch,5,{other}",
        )
        for name, value, other in (("1", "90.1", "88.0"), ("2", "83.0", "85.0"), ("any", "91.9", "92.5"))
    ),
    # Two values of k.
    Page(
        "clips-board",
        "clips-test",
        (
            MODEL,
            SHOTS,
            Column("top-1", metric="accuracy-at-1", unit="PERCENT", direction=UP),
            Column("top-5", metric="accuracy-at-5", unit="PERCENT", direction=UP),
        ),
        """
        Swan,0,81.0,95.0
        Heron,0,82.5,94.0
        """,
    ),
    # One model, two splits.
    Page("glyphs-seen-board", "glyphs-seen", (MODEL, SHOTS, accuracy()), "Swan,0,61.0\nHeron,0,66.0"),
    Page("glyphs-unseen-board", "glyphs-unseen", (MODEL, SHOTS, accuracy()), "Swan,0,68.5\nHeron,0,64.0"),
    # Shots and harness differ; on the last page nobody wrote them down.
    Page(
        "exams-board",
        "exams-test",
        (MODEL, SHOTS, HARNESS, accuracy()),
        """
        Alder,5,original,40.2
        Birch,5,common,43.5
        Cedar,0,common,37.0
        Dogwood,5,common,41.0
        """,
    ),
    Page("exams-elsewhere", "exams-test", (MODEL, SHOTS, HARNESS, accuracy()), "Elder,5,common,42.0"),
    Page("exams-bare", "exams-test", (MODEL, accuracy()), "Elder,50.0\nAlder,45.0"),
    # Reported by the authors, rerun by others, copied, equal but for a setting or a paper, taken back.
    Page(
        "stamps-board",
        "stamps-test",
        (MODEL, SHOTS, accuracy(), PAPER, STATUS, STATEMENT),
        """
        Pine,0,91.4,2401.90001,,
        Pine,0,90.2,2409.90003,reproduced,run again with the published weights
        Pine,0,91.4,2405.90002,copied,from the paper that introduced it
        Pine,4,91.4,2401.90001,,
        Spruce,0,93.0,2405.90002,copied,from another page
        Yew,0,97.0,2406.90004,,
        Larch,0,91.4,2407.90005,,
        """,
        updated=None,
    ),
)

#: Ten tasks of one suite; Heron has results for six of them only, the easier ones.
SUITE_TASKS = tuple(f"Task {letter}" for letter in "ABCDEFGHIJ")
SUITE_METHODS = ("Heron", "Swan", *(f"Filler {n}" for n in range(1, 25)))


def suite_value(method: int, task: int) -> str:
    """The value of the n-th method on the n-th task: a plain rule, so that anybody can check it."""
    if SUITE_METHODS[method] == "Heron":
        return "-" if task >= 6 else f"{80 - task}.0"
    if SUITE_METHODS[method] == "Swan":
        return f"{79 - 2 * task}.0"
    return f"{20 + method + (7 * task) % 10}.{method % 10}"


SUITE = Page(
    "suite-board",
    "suite-test",
    (
        MODEL,
        SHOTS,
        *(Column(task, metric="accuracy", unit="PERCENT", direction=UP, subset=task) for task in SUITE_TASKS),
    ),
    "\n".join(
        ",".join([name, "0", *(suite_value(m, t) for t in range(len(SUITE_TASKS)))])
        for m, name in enumerate(SUITE_METHODS)
    ),
)

#: A page that prints its own date and how much of what there is it holds.
COVERAGE_PAGE = """# Answering on Coins (test)

Source: [Answering on Coins (test)](<https://boards.example/coins>)

Data updated: 2024-03-31T00:00:00Z

| Scope | Recorded value |
| --- | --- |
| Task | Answering |
| Dataset (including any stated split) | Coins (test) |
| Metric | accuracy |
| Unit | PERCENT |
| Direction | Higher is better |
| Results loaded | 2 of 40 |
| Coverage | The first page of results |

## Measures

- [accuracy](<https://boards.example/coins.md?metric=accuracy>): Higher is better; unit: PERCENT.

## Results

| Method | accuracy | Result date | Report paper |
| --- | --- | --- | --- |
| Alder | 81.5 | 2024-02 | Not recorded |
| Birch | 84.0 | Not recorded | Not recorded |
"""
