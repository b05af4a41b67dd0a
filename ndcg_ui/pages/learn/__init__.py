"""The page `/`: the course, the lesson player, and the other course pages."""

from ndcg_core.lessons import load_lessons
from ndcg_ui import limits
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.learn.acts import answer_learn_action
from ndcg_ui.pages.learn.ending import PAGE as ENDING


def describe_link(query: Query) -> tuple[str, str]:
    """Return the title of the page that a link into the course opens, and a sentence about it."""
    slug = query.get("lesson")
    lesson = next((lesson for lesson in load_lessons() if lesson.slug == slug), None)
    if lesson is None and query.get("page") == ENDING:
        return "The end of the course", "What you can do now, a last task, and a certificate."
    if lesson is None:
        sentence = f"{len(load_lessons())} short lessons on how rankings are judged."
        return "Learn NDCG by dragging a ranking", sentence
    minutes = f"Lesson {lesson.number}, {lesson.minutes} minutes"
    return lesson.title, f"{minutes}: afterwards you can {lesson.goal}."


PAGE = ExhibitPage(
    name="learn",
    at_top=True,
    title="Course",
    group="Learn",
    purpose="Short lessons, from grades to comparing systems",
    topics=(
        "Common questions about NDCG, answered",
        "Put the last list in order under a clock",
        "Ten questions before and after part one",
        "The end of the course: a last task and a certificate to print",
        "Save your progress to a file, or load it",
    ),
    describe=describe_link,
    answer_action=answer_learn_action,
    record_key="progress",
    max_bytes=limits.LONGEST_ACT_WITH_RECORD,
    waits_for_record=True,
)
