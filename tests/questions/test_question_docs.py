"""docs/questions.md says what the question files say."""

from __future__ import annotations

from scripts.questions_docs import PAGE, questions_page


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == questions_page(), "run `make docs`"
