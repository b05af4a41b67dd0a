"""Lessons: one Markdown file each, a learner's way through the course, and reviews."""

from ndcg_core.lessons.blocks.sheet_questions import Question as Question
from ndcg_core.lessons.loader import load_lesson as load_lesson
from ndcg_core.lessons.loader import load_lessons as load_lessons
from ndcg_core.lessons.loader import load_questions as load_questions
from ndcg_core.lessons.loader import load_ten_items as load_ten_items
from ndcg_core.lessons.prose import Prose as Prose
from ndcg_core.lessons.records import Lesson as Lesson
from ndcg_core.lessons.records import Step as Step
