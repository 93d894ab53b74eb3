"""Queries: the named questions, the guard before the engine, answers and their formats."""

from kg.query.asked import hint_query, hints, unknown_things
from kg.query.execution import Answer, Execution, Table, Triples, execute, run
from kg.query.formats import FORMATS, Format, find_format
from kg.query.guard import QueryForm, Refusal, RefusedQuery, guard
from kg.query.questions import Parameter, Question, bind, find_question, questions

__all__ = [
    "FORMATS",
    "Answer",
    "Execution",
    "Format",
    "Parameter",
    "QueryForm",
    "Question",
    "Refusal",
    "RefusedQuery",
    "Table",
    "Triples",
    "bind",
    "execute",
    "find_format",
    "find_question",
    "guard",
    "hint_query",
    "hints",
    "questions",
    "run",
    "unknown_things",
]
