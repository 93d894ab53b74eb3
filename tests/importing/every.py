"""All small files with their answers, for every test that goes through them."""

from __future__ import annotations

from tests.importing.board_cases import BOARDS
from tests.importing.cases import ALL
from tests.importing.data_cases import DATA
from tests.importing.field_cases import FIELDS
from tests.importing.later_cases import LATER
from tests.importing.level_cases import LEVELS
from tests.importing.met_cases import MET
from tests.importing.nested_cases import NESTED
from tests.importing.pasted_cases import PASTED
from tests.importing.public_cases import PUBLIC
from tests.importing.scoring_cases import SCORING
from tests.importing.task_page_cases import TASK_PAGES
from tests.importing.wild_cases import WILD

EVERY = (
    *(*ALL, *BOARDS, *DATA, *WILD, *LATER, *MET, *FIELDS, *PUBLIC, *NESTED, *SCORING, *TASK_PAGES, *LEVELS),
    *PASTED,
)
