"""Lessons: one Markdown file each, checked as they are read; the gate, the course, what is due."""

from ndcg_core.lessons.blocks.papers import Question
from ndcg_core.lessons.blocks.questions import Judged
from ndcg_core.lessons.loader import load_glossary, load_lesson, load_lessons, load_questions
from ndcg_core.lessons.prose import Prose
from ndcg_core.lessons.records import Lesson, Step

__all__ = [
    "Judged",
    "Lesson",
    "Prose",
    "Question",
    "Step",
    "load_glossary",
    "load_lesson",
    "load_lessons",
    "load_questions",
]
