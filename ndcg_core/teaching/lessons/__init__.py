"""Lessons: one Markdown file each, checked as they are read; the gate, the course, what is due."""

from ndcg_core.teaching.lessons.glossary import load_glossary
from ndcg_core.teaching.lessons.loader import load_lesson, load_lessons
from ndcg_core.teaching.lessons.prose import Prose
from ndcg_core.teaching.lessons.questions import Judged, Question
from ndcg_core.teaching.lessons.records import Lesson, Step

__all__ = [
    "Judged",
    "Lesson",
    "Prose",
    "Question",
    "Step",
    "load_glossary",
    "load_lesson",
    "load_lessons",
]
