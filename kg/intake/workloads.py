"""Tables of machines that run given models: MLPerf's "Model" is the load that a system is measured with, no method."""

from __future__ import annotations

import re

from kg.intake.namerule import clean
from kg.read.cells import Table

#: Headings of what is compared there, the most telling first.
_SYSTEMS = ("system", "systems", "systemname", "platform")
#: Headings of the load.
_LOADS = ("mlperfmodel", "benchmark", "model", "workload")
#: Headings that only such tables have: how the load comes.
_SCENARIO = ("scenario", "scenarios")


def workload_roles(table: Table) -> dict[int, str]:
    """The roles of the columns of systems and of their loads, by index; empty for any other table.

    A system beside a model is no more than a guess; a scenario and a result beside both is how MLPerf prints them.
    """
    names = [re.sub(r"[\s_-]", "", clean(column.name)).casefold() for column in table.columns]
    system = next((names.index(name) for name in _SYSTEMS if name in names), None)
    load = next((names.index(name) for name in _LOADS if name in names), None)
    measured = any(re.match(r"results?|units?|throughput|latency|samples|queries", name) for name in names)
    if system is None or load is None or not measured or not set(names) & set(_SCENARIO):
        return {}
    return {system: "method", load: "dataset"}
