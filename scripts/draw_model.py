"""Draw the model, with one result as an example: docs/model.svg.

    python scripts/draw_model.py [FILE]

Which classes stand where, and which of their properties are shown, is laid down here by hand. All else
is read: that a property belongs to a class and where it leads (ontology), how often it may stand there
(shapes), and what the example says (the graph of data/). A property that the ontology does not know stops
the drawing. Same input, same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from rdflib import RDF, RDFS, SH, Dataset, Graph, Literal, URIRef
from rdflib.term import Node

import kg
from kg.resources import ontology_folder, shapes_folder
from kg.terms import DCTERMS, FABIO, LB, PREFIXES, SCHEMA

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "model.svg"

#: The cell whose result is the example.
EXAMPLE = "mr-medseg-val/page.md:42:2"

WIDTH, MARGIN, GAP = 1000, 14, 84
HEAD, LINE, PAD = 44, 17, 8
#: Widths of letters in a sans-serif type, in parts of its size: text that is wider than its box is cut.
SIZE = 12
LETTERS = {"ijl'|": 0.23, "tfI.,:;/! ": 0.29, "r()-": 0.34, "ckvxyzsJ": 0.5, "mwMW@%": 0.86, "…": 1.0}
WIDTHS = {letter: part for letters, part in LETTERS.items() for letter in letters}

#: Left edge and width of the three columns.
COLUMNS = ((MARGIN, 256), (MARGIN + 256 + GAP, 292), (MARGIN + 256 + GAP + 292 + GAP, 256))


@dataclass(frozen=True)
class Box:
    """One class: its place (column, top, height) and the properties that are listed in it."""

    cls: URIRef
    column: int
    top: int
    height: int
    lines: tuple[URIRef, ...]

    @property
    def left(self) -> int:
        """The left edge."""
        return COLUMNS[self.column][0]

    @property
    def width(self) -> int:
        """The width."""
        return COLUMNS[self.column][1]

    @property
    def right(self) -> int:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.top + self.height

    @property
    def middle(self) -> int:
        """The middle of the height."""
        return self.top + self.height // 2


def _box(cls: URIRef, column: int, top: int, *lines: URIRef, height: int = 0) -> Box:
    return Box(cls, column, top, height or HEAD + LINE * len(lines) + PAD, lines)


BOXES = (
    _box(LB.Source, 0, 14, DCTERMS.format, SCHEMA.url, LB.sha256, height=112),
    _box(LB.Leaderboard, 1, 14, LB.coverageStatement, LB.resultsLoaded, DCTERMS.modified, height=112),
    _box(LB.MetricDeclaration, 2, 14, LB.columnName, LB.declaredUnit, LB.declaredDirection, height=112),
    _box(LB.Paper, 0, 186, FABIO.hasArXivId, LB.paperDate),
    _box(
        LB.Result,
        1,
        186,
        LB.value,
        LB.unit,
        LB.printedValue,
        LB.printedMethod,
        LB.normalizedValue,
        LB.reproductionStatus,
        LB.reproductionStatement,
        LB.statedOriginPaper,
        LB.resultDate,
        LB.sourceLocator,
        LB.flag,
        height=252,
    ),
    _box(LB.Metric, 2, 186, LB.direction, LB.canonicalUnit, LB.maximum),
    _box(LB.Method, 0, 336, LB.methodKind, LB.methodFamily, LB.category, height=102),
    _box(LB.Benchmark, 2, 306, LB.task, LB.dataset, LB.split, LB.family, LB.domain),
    _box(LB.Component, 0, 498, LB.role, LB.certainty),
    _box(LB.ComparisonGroup, 1, 498, LB.ofBenchmark, LB.ofMetric, LB.ofConfig, LB.basis),
    _box(LB.EvaluationConfig, 2, 498, LB.setting),
)
HEIGHT = 498 + HEAD + 4 * LINE + PAD + MARGIN


@dataclass(frozen=True)
class Arrow:
    """A property from one box to another: the corners of its line and where its name stands."""

    subject: URIRef
    property: URIRef
    object: URIRef
    points: tuple[tuple[int, int], ...]
    text: tuple[int, int]
    is_across: bool = True


def _arrows() -> Iterator[Arrow]:
    at = {box.cls: box for box in BOXES}
    result, board, method = at[LB.Result], at[LB.Leaderboard], at[LB.Method]
    left_column, right_column = COLUMNS[0][0], COLUMNS[2][0]

    def across(subject: URIRef, prop: URIRef, target: URIRef, y: int) -> Arrow:
        one, two = at[subject], at[target]
        start, end = (one.right, two.left) if one.left < two.left else (one.left, two.right)
        return Arrow(subject, prop, target, ((start, y), (end, y)), ((start + end) // 2, y - 6))

    def down(subject: URIRef, prop: URIRef, target: URIRef, x: int) -> Arrow:
        one, two = at[subject], at[target]
        start, end = (one.bottom, two.top) if one.top < two.top else (one.top, two.bottom)
        return Arrow(subject, prop, target, ((x, start), (x, end)), (x + 7, (start + end) // 2 + 4), is_across=False)

    yield across(LB.Leaderboard, DCTERMS.source, LB.Source, board.middle)
    yield across(LB.Leaderboard, LB.declares, LB.MetricDeclaration, board.middle)
    yield down(LB.Result, LB.leaderboard, LB.Leaderboard, result.left + 40)
    bend = (result.top + board.bottom) // 2
    yield Arrow(
        LB.Result,
        LB.declaration,
        LB.MetricDeclaration,
        (
            (result.right - 60, result.top),
            (result.right - 60, bend),
            (right_column + 30, bend),
            (right_column + 30, board.bottom),
        ),
        ((result.right - 60 + right_column + 30) // 2, bend - 6),
    )
    yield down(LB.MetricDeclaration, LB.ofMetric, LB.Metric, right_column + 150)
    yield across(LB.Result, LB.metric, LB.Metric, at[LB.Metric].top + 60)
    yield across(LB.Result, LB.benchmark, LB.Benchmark, at[LB.Benchmark].middle)
    yield across(LB.Result, LB.reportedIn, LB.Paper, at[LB.Paper].middle)
    yield across(LB.Result, LB.method, LB.Method, method.middle)
    yield down(LB.Method, LB.introducedIn, LB.Paper, left_column + 40)
    yield down(LB.Method, LB.hasComponent, LB.Component, left_column + 40)
    yield down(LB.Component, LB.ofMethod, LB.Method, left_column + 176)
    yield down(LB.Result, LB.comparisonGroup, LB.ComparisonGroup, result.left + 40)
    low = (result.bottom + at[LB.EvaluationConfig].top) // 2
    yield Arrow(
        LB.Result,
        LB.config,
        LB.EvaluationConfig,
        (
            (result.right - 60, result.bottom),
            (result.right - 60, low),
            (right_column + 30, low),
            (right_column + 30, at[LB.EvaluationConfig].top),
        ),
        ((result.right - 60 + right_column + 30) // 2, low - 6),
    )


ARROWS = tuple(_arrows())


class Vocabulary:
    """What the ontology and the shapes say of a property of a class."""

    def __init__(self, ontology: Graph, shapes: Graph) -> None:
        self.ontology = ontology
        self.counts: dict[tuple[Node, Node], tuple[int, int | None]] = {}
        for shape, cls in shapes.subject_objects(SH.targetClass):
            for part in (shape, *shapes.objects(shape, SH.property)):
                path = shapes.value(part, SH.path)
                # A SHOULD is advice, no cardinality; a path of several steps is another rule.
                if not isinstance(path, URIRef) or shapes.value(part, SH.severity) not in (None, SH.Violation):
                    continue
                least, most = self.counts.get((cls, path), (0, None))
                for low in shapes.objects(part, SH.minCount):
                    least = max(least, int(str(low)))
                for high in shapes.objects(part, SH.maxCount):
                    most = int(str(high)) if most is None else min(most, int(str(high)))
                self.counts[cls, path] = least, most

    def cardinality(self, cls: URIRef, prop: URIRef) -> str:
        """``1``, ``0..1``, ``1..n`` …; "" where the shapes say nothing."""
        if (cls, prop) not in self.counts:
            return ""
        least, most = self.counts[cls, prop]
        if most is not None and least == most:
            return str(least)
        return f"{least}..{'n' if most is None else most}"

    def check(self, cls: URIRef, prop: URIRef, target: URIRef | None = None) -> None:
        """Refuse what the ontology does not say."""
        if (cls, RDF.type, None) not in self.ontology:
            raise ValueError(f"the ontology has no class {cls}")
        if not str(prop).startswith(PREFIXES["lb"]):
            # Terms of others are ours where a shape of the class speaks of them.
            if (cls, prop) not in self.counts:
                raise ValueError(f"no shape of {cls} speaks of {prop}")
            return
        if (prop, RDF.type, None) not in self.ontology:
            raise ValueError(f"the ontology has no property {prop}")
        for relation, wanted in ((RDFS.domain, cls), (RDFS.range, target)):
            found = self.ontology.value(prop, relation)
            if wanted is not None and found not in (None, wanted):
                raise ValueError(f"{prop}: {relation} is {found}, not {wanted}")


def short(term: Node) -> str:
    """A term as people write it: our own without prefix, units with theirs, all else as it is."""
    text = str(term)
    if text.startswith(PREFIXES["lb"]):
        return text.removeprefix(PREFIXES["lb"])
    return text.replace(PREFIXES["unit"], "unit:")


def property_name(prop: URIRef) -> str:
    """The property as the drawing names it: without prefix where it is ours."""
    for name, space in PREFIXES.items():
        if str(prop).startswith(space):
            return str(prop).removeprefix(space) if name == "lb" else f"{name}:{str(prop).removeprefix(space)}"
    raise ValueError(f"no prefix is known for {prop}")


def example_nodes(data: Graph) -> dict[URIRef, Node]:
    """The node of each box: the example result and what its arrows lead to."""
    nodes: dict[URIRef, Node] = {}
    for result in data.subjects(LB.sourceLocator, Literal(EXAMPLE)):
        nodes[LB.Result] = result
    if not nodes:
        raise ValueError(f"no result was printed at {EXAMPLE}")
    for _ in ARROWS:
        for arrow in ARROWS:
            if arrow.subject in nodes and arrow.object not in nodes:
                found = sorted(data.objects(nodes[arrow.subject], arrow.property), key=str)
                if found:
                    nodes[arrow.object] = found[0]
    return nodes


def _told(data: Graph, node: Node | None, prop: URIRef) -> str:
    """What the example says: a label where the object has one, the sum of many, or a dash."""
    found = [] if node is None else sorted(data.objects(node, prop), key=str)
    if not found:
        return "–"
    if prop == LB.setting:
        pairs = (f"{data.value(each, SCHEMA.name)} = {data.value(each, SCHEMA.value)}" for each in found)
        return ", ".join(pairs)
    labels = [str(data.value(each, RDFS.label) or short(each)) if _has_box(prop) else short(each) for each in found]
    return labels[0] if len(labels) == 1 else f"{labels[0]} …"


def _has_box(prop: URIRef) -> bool:
    return prop in (
        LB.task,
        LB.dataset,
        LB.family,
        LB.domain,
        LB.ofBenchmark,
        LB.ofMetric,
        LB.ofConfig,
        LB.statedOriginPaper,
    )


def width(text: str) -> float:
    """About how wide a text is, in pixels."""
    return SIZE * sum(WIDTHS.get(letter, 0.69 if letter.isupper() else 0.56) for letter in text)


def cut(text: str, room: float) -> str:
    """The text, cut where it would be wider than that."""
    if width(text) <= room:
        return text
    while text and width(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"


STYLE = """
  .paper { fill: #ffffff; stroke: #d0d7de; }
  .box { fill: #f6f8fa; stroke: #57606a; }
  .main { fill: #ddf4ff; stroke: #0969da; stroke-width: 2; }
  text { font-family: -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; font-size: 12px; }
  .class { font-size: 15px; font-weight: 600; fill: #1f2328; }
  .name { fill: #1f2328; }
  .count { fill: #9a6700; }
  .told { fill: #0550ae; }
  .line { fill: none; stroke: #57606a; stroke-width: 1.4; }
  .tip { fill: #57606a; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #30363d; }
    .box { fill: #161b22; stroke: #8b949e; }
    .main { fill: #0c2d6b; stroke: #58a6ff; }
    .class, .name { fill: #e6edf3; }
    .count { fill: #d29922; }
    .told { fill: #79c0ff; }
    .line { stroke: #8b949e; }
    .tip { fill: #8b949e; }
  }
"""


def _text(kind: str, x: int, y: int, text: str, anchor: str = "start") -> str:
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{kind}" x="{x}" y="{y}"{where}>{escape(text, quote=False)}</text>'


def _named(x: int, y: int, name: str, count: str) -> str:
    """A property's name with its count behind it."""
    behind = f'<tspan class="count" dx="5">{count}</tspan>' if count else ""
    return f'<text class="name" x="{x}" y="{y}">{name}{behind}</text>'


def _draw_box(box: Box, vocabulary: Vocabulary, data: Graph, node: Node | None) -> Iterator[str]:
    kind = "box main" if box.cls == LB.Result else "box"
    yield f'<rect class="{kind}" x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" rx="6"/>'
    yield _text("class", box.left + 10, box.top + 19, f"lb:{short(box.cls)}")
    label = str(data.value(node, RDFS.label)) if node is not None else "–"
    yield _text("told", box.left + 10, box.top + 36, cut(label, box.width - 20))
    for row, prop in enumerate(box.lines):
        vocabulary.check(box.cls, prop)
        y = box.top + HEAD + LINE * row + 12
        name, count = property_name(prop), vocabulary.cardinality(box.cls, prop)
        yield _named(box.left + 10, y, name, count)
        told = cut(_told(data, node, prop), box.width - 32 - width(name) - width(count))
        yield _text("told", box.right - 10, y, told, "end")


def _draw_arrow(arrow: Arrow, vocabulary: Vocabulary) -> Iterator[str]:
    vocabulary.check(arrow.subject, arrow.property, arrow.object)
    path = "M" + " L".join(f"{x} {y}" for x, y in arrow.points)
    yield f'<path class="line" d="{path}" marker-end="url(#tip)"/>'
    name, count = property_name(arrow.property), vocabulary.cardinality(arrow.subject, arrow.property)
    x, y = arrow.text
    if arrow.is_across:  # the name above the line, the count below it
        yield _text("name", x, y, name, "middle")
        if count:
            yield _text("count", x, y + 20, count, "middle")
    else:
        yield _named(x, y, name, count)


def draw(ontology: Graph, shapes: Graph, data: Graph) -> str:
    """The drawing as SVG; ``data`` may be a Dataset, whose graphs are then read as one."""
    if isinstance(data, Dataset):
        data.default_union = True
    vocabulary, nodes = Vocabulary(ontology, shapes), example_nodes(data)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' role="img" aria-labelledby="title about">',
        '<title id="title">The model of Leaderboard KG</title>',
        '<desc id="about">Classes as boxes, their properties with how often each may stand, and in blue what one '
        f"result says, printed at {EXAMPLE}. Drawn by scripts/draw_model.py.</desc>",
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" '
        'orient="auto-start-reverse"><path class="tip" d="M0 0 L10 5 L0 10 z"/></marker></defs>',
        f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="8"/>',
    ]
    for arrow in ARROWS:
        out += _draw_arrow(arrow, vocabulary)
    for box in BOXES:
        out += _draw_box(box, vocabulary, data, nodes.get(box.cls))
    return "\n".join([*out, "</svg>"]) + "\n"


def read_vocabulary() -> tuple[Graph, Graph]:
    """The ontology and all shapes over data."""
    shapes = Graph()
    for path in sorted(shapes_folder().glob("*.ttl")):
        shapes.parse(path)
    return Graph().parse(ontology_folder() / "leaderboard.ttl"), shapes


def main() -> None:
    """Build the graph of data/ in memory and write the drawing."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.write_text(draw(*read_vocabulary(), kg.build(ROOT / "data").graph()), encoding="utf-8")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
