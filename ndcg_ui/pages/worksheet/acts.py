"""Actions on the worksheet page, and its rows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from ndcg_core.evaluation.findings import format_count
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.worksheets import DIFFICULTIES, MAX_EXERCISES, MAX_SEED
from ndcg_core.quizzes.formats import QUIZ_FORMATS
from ndcg_ui.components.board.downloads import build_download_path, render_download_link
from ndcg_ui.components.controls.controls import (
    make_settings_part,
    render_number_field,
    render_pills,
    render_segments,
)
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html, render_title
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.exhibit.addresses import build_base_url, build_qr_code_remark, read_address
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.worksheet.exercises import render_exercises, render_key
from ndcg_ui.pages.worksheet.link import (
    PAPERS,
    WorksheetChoices,
    change_choices,
    format_link,
    read_link,
)

GROUP = "worksheet"
HEADING = render_title(
    "A worksheet to print",
    "Choose the skills. Each exercise has boxes to write in and a QR code that opens the exercise "
    "in the app. An answer key shows every step. The same link gives the same sheet again.",
)
NO_SKILL_LEFT = "A sheet needs at least one skill. Choose another skill first."


def answer_worksheet_action(
    link: Query, record: object, state: Mapping[str, Any], action: Mapping[str, Any]
) -> Answer:
    """Apply an action to the worksheet page. Return the new link, rows and tab's state.

    state: the page's own address, as "address".

    action: "set" with the name of a field or a skill and its text, "another" with a "seed" between
    0 and 1, or empty. A refused change has no effect, and the page gives the reason.
    """
    choices, problems = read_link(link)
    here = str(state.get("address", ""))
    refused = ""
    if action:
        try:
            choices = _apply_change(choices, action)
            problems = []
        except ValueError as error:
            problems = [str(error)]
            refused = str(action.get("name", ""))
    scheme, host, path = read_address(here)
    there = len(choices.worksheet.exercises)
    wanted = choices.worksheet.number
    most = format_count(there, "different exercise")
    few = f"This choice has only {most}, so the sheet has no more."
    sentences = [*problems, "" if there == wanted else few]
    rows: list[Row] = [
        [[make_markup("title", HEADING, GROUP)]],
        [[_make_fields_part(choices, refused)]],
        [[make_markup("problems", h.join_pieces(map(h.render_problem, sentences)), GROUP)]],
        [
            [
                make_form("acts", _render_buttons(), GROUP),
                make_markup("files", _render_file_links(choices, host), GROUP),
            ]
        ],
        [
            [
                make_markup(
                    "exercises",
                    render_exercises(choices, build_base_url(scheme, host, path)),
                    GROUP,
                )
            ]
        ],
        [[make_markup("key", render_key(choices), GROUP)]],
    ]
    return Answer(format_link(choices), rows, {"address": here}, look=GROUP)


def _apply_change(choices: WorksheetChoices, action: Mapping[str, Any]) -> WorksheetChoices:
    """Return the choices after an action. Raise ValueError if the action is refused.

    An unknown action changes nothing.
    """
    match action:
        case {"do": "set", "name": str(name), "value": str(on)} if name in SKILLS:
            others = [skill for skill in choices.worksheet.skills if skill != name]
            skills = [*others, name] if on else others
            if not skills:
                raise ValueError(NO_SKILL_LEFT)
            return change_choices(choices, "skills", ",".join(skills))
        case {"do": "set", "name": "difficulty" | "number" | "paper" as name, "value": str(text)}:
            return change_choices(choices, name, text)
        case {"act": "another", "seed": int() | float() as drawn} if 0 <= drawn < 1:
            sheet = choices.worksheet
            seed = (sheet.seed + int(drawn * (MAX_SEED - 1))) % MAX_SEED + 1
            return replace(choices, worksheet=replace(sheet, seed=seed))
    return choices


def _make_fields_part(choices: WorksheetChoices, refused_field: str) -> Part:
    """Return the part with the fields for skills, difficulty, paper and number of exercises."""
    sheet = choices.worksheet
    titles = {name: skill.title for name, skill in SKILLS.items()}
    fields = [
        render_pills("Skills", titles, sheet.skills),
        render_segments("difficulty", "Difficulty", DIFFICULTIES, sheet.difficulty),
        render_segments("paper", "Paper", PAPERS, choices.paper),
        render_number_field("number", "Exercises", str(sheet.number), 1, MAX_EXERCISES),
    ]
    values = {name: "on" if name in sheet.skills else "" for name in SKILLS}
    chosen = {"difficulty": sheet.difficulty, "paper": choices.paper, "number": str(sheet.number)}
    return make_settings_part("controls", fields, values | chosen, refused_field)


def _render_buttons() -> Html:
    """Return the buttons that make another sheet, print, and copy the link."""
    return h.div(
        h.button("Make another sheet", data_act="another"),
        h.button("Print the exercises", data_print="exercises"),
        h.button("Print the answer key", data_print="key"),
        h.button("Copy a link to this sheet", data_copy_link=True),
        h.span(role="status", css="say"),
        css="worksheet-acts",
    )


def _render_file_links(choices: WorksheetChoices, host: str) -> Html:
    """Return links to the sheet as a quiz in each format, and any remark on the QR codes."""
    query = urlencode(format_link(choices), safe=",")
    names = {kind["name"]: kind["title"] for kind in QUIZ_FORMATS.values()}
    files = (
        render_download_link(name, f".{build_download_path(name)}?{query}", title)
        for name, title in names.items()
    )
    label = h.span("As a quiz for a learning management system, with feedback on known mistakes:")
    remark = build_qr_code_remark(host)
    return h.html(
        h.div(label, *files, css="worksheet-acts"), h.p(remark, css="say") if remark else None
    )
