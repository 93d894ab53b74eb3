"""Text and tables as competition sites and scoring programs print them: ranks beside values, lines of one score.

Written like :mod:`tests.importing.cases`.
"""

# ruff: noqa: E501

from __future__ import annotations

from tests.importing.cases import Case

PASTED = (
    Case(
        "whole numbers in brackets that are exactly the ranking of each column are ranks",
        "board.txt",
        "Results on Synapse\n\n#\tTeam\tDice\tHD95\n1\tTeam A\t0.557 (1)\t12.1 (2)\n2\tTeam B\t0.546 (2)\t11.0 (1)\n3\tTeam C\t0.401 (3)\t15.2 (3)\n",
        (
            "4|Team A|Synapse||Dice|0.557|1!|+!",
            "4|Team A|Synapse||HD95|12.1||-!",
            "5|Team B|Synapse||Dice|0.546|1!|+!",
            "5|Team B|Synapse||HD95|11.0||-!",
            "6|Team C|Synapse||Dice|0.401|1!|+!",
            "6|Team C|Synapse||HD95|15.2||-!",
        ),
        notes={"Team A": "remark: rank 1; remark: rank 2"},
    ),
    Case(
        "ties have one rank, and the next one counts them",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (1) |\n| B | 0.88 (2) |\n| C | 0.88 (2) |\n| D | 0.80 (4) |\n| E | - |\n",
        (
            "5|A|Kvasir-SEG||Dice|0.91|1!|+!",
            "6|B|Kvasir-SEG||Dice|0.88|1!|+!",
            "7|C|Kvasir-SEG||Dice|0.88|1!|+!",
            "8|D|Kvasir-SEG||Dice|0.80|1!|+!",
        ),
        missing=1,
    ),
    Case(
        "a ranking the wrong way round proves nothing",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (3) |\n| B | 0.88 (2) |\n| C | 0.80 (1) |\n",
        rejects=("5:2 not-a-number", "6:2 not-a-number", "7:2 not-a-number"),
    ),
    Case(
        "nor does a number that is left out, and one column without proof takes it from the other",
        "a.md",
        "# Kvasir-SEG\n\n| Model | Dice | IoU |\n|---|---|---|\n| A | 0.91 (1) | 0.8 (2) |\n| B | 0.88 (2) | 0.7 (2) |\n| C | 0.80 (3) | 0.6 (4) |\n",
        rejects=tuple(f"{line}:{column} not-a-number" for line in (5, 6, 7) for column in (2, 3)),
    ),
    Case(
        "ranks in brackets that the page announces need no proof",
        "a.md",
        "# Kvasir-SEG\n\nThe rank of each team is given in brackets.\n\n| Model | Dice |\n|---|---|\n| A | 0.91 (3) |\n| B | 0.88 (12) |\n",
        ("7|A|Kvasir-SEG||Dice|0.91|1!|+!", "8|B|Kvasir-SEG||Dice|0.88|1!|+!"),
        notes={"B": "remark: rank 12"},
    ),
)
