"""The page `/worksheet`: a sheet of exercises on paper, its codes and its key."""

from ndcg_core.exercises.skills import SKILLS
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.pages.worksheet.acts import answer_worksheet_action
from ndcg_ui.pages.worksheet.link import read_link


def describe_link(query: Query) -> tuple[str, str]:
    """Return the title of a link's worksheet, and a sentence with its skills."""
    sheet = read_link(query)[0].worksheet
    skills = ", ".join(SKILLS[skill].title for skill in sheet.skills)
    sentence = f"Exercises to print, with a key that shows every step: {skills}."
    return f"NDCG worksheet, sheet {sheet.seed}", sentence


PAGE = ExhibitPage(
    name="worksheet",
    title="Worksheets",
    group="Teach",
    purpose="Print exercises with solutions",
    topics=(
        "A quiz for Moodle, Canvas and other learning management systems",
        "A code on each exercise opens it in the app, which marks it",
    ),
    describe=describe_link,
    answer_action=answer_worksheet_action,
    shows_address=True,
)
