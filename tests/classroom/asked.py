"""Sample questions for a class, and messages that are not answers."""

from hypothesis import strategies as st

from ndcg_core.classroom.lesson_questions import map_lesson_tasks
from ndcg_core.content import load_toml
from ndcg_core.lessons.loader import load_lessons
from ndcg_ui.classroom.shown.choosing import build_reference

CASES = load_toml(__file__, "cases.toml")
OWN = load_toml(__file__, "own_questions.toml")
"""A teacher's own questions as the form sends them, with cases for each."""
LESSONS = {
    f"lesson/{lesson.slug}/{name}" for lesson in load_lessons() for name in map_lesson_tasks(lesson)
}
OTHERS = {
    "practice?skill=ndcg&r=3,1,0,2",
    "practice?skill=judged-pool&r=2,0,1&judged=2,0,1,3&level=2",
    "drag/1",
    "drag/2",
    "drag/3",
    "predict/1",
    "lesson/find-the-error/audit-1",
    "own?ask=ndcg&r=3,2,3,0,1&k=3",
    "own?ask=dcg&r=3,2,3&convention=exponential",
    "own?ask=order&r=1,3,2",
}
OTHERS |= {build_reference(form) for form in OWN["forms"].values()}
SOME = sorted(LESSONS)[::9] + sorted(OTHERS)


def call_or_explain(do):
    """Return the result of a call, or the text of its ValueError."""
    try:
        return do(), ""
    except ValueError as error:
        return None, str(error)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)
