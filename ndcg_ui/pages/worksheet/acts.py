"""Actions on the worksheet page: its skills, its paper, another sheet."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.worksheets import DIFFICULTIES, MAX_EXERCISES, MAX_SEED
from ndcg_core.quizzes.formats import QUIZ_FORMATS
from ndcg_ui.components.board.downloads import address, saving
from ndcg_ui.components.controls.controls import number, pills, segments, settings_part
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html, title
from ndcg_ui.components.parts import form, markup
from ndcg_ui.exhibit.addresses import origin, read_address, remark
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.worksheet.exercises import show_exercises, show_key
from ndcg_ui.pages.worksheet.link import PAPERS, Choices, change_choices, read_link, write_link

GROUP = "worksheet"
HEADING = title(
    "A worksheet to print",
    "Choose the skills. The sheet has exercises with boxes to write in, a QR code that opens each "
    "exercise in the app, and a key with every step. The same link always gives the same sheet.",
)
NONE_LEFT = "A sheet needs at least one skill. Choose another skill first."


def answer_worksheet(
    link: Query, record: object, state: Mapping[str, Any], act: Mapping[str, Any]
) -> Answer:
    """Return the link after an action, and all parts of the page.

    state: the page's own address, as "address". act: "set" with the name of a field or a skill and
    its text, "another" with a `seed` between 0 and 1, or none. A change that is refused has no
    effect, and the page gives the reason.
    """
    choices, problems = read_link(link)
    here, refused = str(state.get("address", "")), ""
    if act:
        try:
            choices, problems = _change(choices, act), []
        except ValueError as error:
            problems, refused = [str(error)], str(act.get("name", ""))
    scheme, host, path = read_address(here)
    there, wanted = len(choices.worksheet.exercises), choices.worksheet.number
    few = f"There are {there} lists for this choice, so the sheet has {there} exercises."
    sentences = [*problems, "" if there == wanted else few]
    rows: list[Row] = [
        [[markup("title", HEADING, GROUP)]],
        [[_fields(choices, refused)]],
        [[markup("problems", h.join_pieces(map(h.problem, sentences)), GROUP)]],
        [[form("acts", _buttons(), GROUP), markup("files", _files(choices, host), GROUP)]],
        [[markup("exercises", show_exercises(choices, origin(scheme, host, path)), GROUP)]],
        [[markup("key", show_key(choices), GROUP)]],
    ]
    return Answer(write_link(choices), rows, {"address": here}, look=GROUP)


def _change(choices: Choices, act: Mapping[str, Any]) -> Choices:
    match act:
        case {"do": "set", "name": str(name), "value": str(on)} if name in SKILLS:
            others = [skill for skill in choices.worksheet.skills if skill != name]
            skills = [*others, name] if on else others
            if not skills:
                raise ValueError(NONE_LEFT)
            return change_choices(choices, "skills", ",".join(skills))
        case {"do": "set", "name": "difficulty" | "number" | "paper" as name, "value": str(text)}:
            return change_choices(choices, name, text)
        case {"act": "another", "seed": int() | float() as drawn} if 0 <= drawn < 1:
            sheet = choices.worksheet
            seed = (sheet.seed + int(drawn * (MAX_SEED - 1))) % MAX_SEED + 1
            return replace(choices, worksheet=replace(sheet, seed=seed))
    return choices


def _fields(choices: Choices, refused: str) -> Part:
    sheet = choices.worksheet
    titles = {name: skill.title for name, skill in SKILLS.items()}
    fields = [
        pills("Skills", titles, sheet.skills),
        segments("difficulty", "Difficulty", DIFFICULTIES, sheet.difficulty),
        segments("paper", "Paper", PAPERS, choices.paper),
        number("number", "Exercises", str(sheet.number), 1, MAX_EXERCISES),
    ]
    values = {name: "on" if name in sheet.skills else "" for name in SKILLS}
    chosen = {"difficulty": sheet.difficulty, "paper": choices.paper, "number": str(sheet.number)}
    return settings_part("controls", fields, values | chosen, refused)


def _buttons() -> Html:
    return h.div(
        h.button("Make another sheet", data_act="another"),
        h.button("Print the exercises", data_print="exercises"),
        h.button("Print the key", data_print="key"),
        h.button("Link to this sheet", data_copy_link=True),
        h.span(role="status", css="say"),
        css="worksheet-acts",
    )


def _files(choices: Choices, host: str) -> Html:
    """Return the links to the sheet as a quiz, and a remark on the codes."""
    query = urlencode(write_link(choices), safe=",")
    names = {one["name"]: one["title"] for one in QUIZ_FORMATS.values()}
    files = (saving(name, f".{address(name)}?{query}", title) for name, title in names.items())
    label = h.span("For a learning management system, with feedback on every known mistake:")
    said = remark(host)
    return h.html(
        h.div(label, *files, css="worksheet-acts"), h.p(said, css="say") if said else None
    )
