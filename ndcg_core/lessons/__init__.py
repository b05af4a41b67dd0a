"""Lessons: one Markdown file each, checked when read. The gate, the course, and reviews."""

from ndcg_core.lessons.blocks.papers import Question as Question
from ndcg_core.lessons.loader import load_lesson as load_lesson
from ndcg_core.lessons.loader import load_lessons as load_lessons
from ndcg_core.lessons.loader import load_questions as load_questions
from ndcg_core.lessons.loader import load_ten as load_ten
from ndcg_core.lessons.prose import Prose as Prose
from ndcg_core.lessons.records import Lesson as Lesson
from ndcg_core.lessons.records import Step as Step
