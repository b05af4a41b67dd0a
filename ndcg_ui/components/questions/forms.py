"""The form for an answer, the feedback on it, and the buttons below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.statement import describe_zero_rule
from ndcg_core.exercises.statement import format_grades as format_grades
from ndcg_core.lessons import Lesson
from ndcg_core.lessons.blocks.questions import AnswerVerdict, Choice, Option
from ndcg_core.lessons.blocks.sheet_questions import Audit, Exercise, Question, map_mistake_titles
from ndcg_core.lessons.course.attempts import Attempt, Feedback
from ndcg_core.lessons.prose import typeset_text
from ndcg_core.marking.wording import capitalize_text, name_cell
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html


@dataclass(frozen=True)
class Presentation:
    """The settings of a question's form: tries, help, next button and order of options.

    form        identifies the attempt, so that actions on another attempt are ignored
    tries       "many" if a wrong answer can be corrected, "one" if only the first answer counts
    next_label  the label of the button that continues after the answer; "" for no button
    help_kind   the help that a button gives: "hint", or "unknown" to show the answer
    feedback    "now" after each answer, "end" if a test gives none before its end
    rotation    the number of options that are moved from the beginning to the end
    heading     a heading above the question, or ""
    """

    form: str
    tries: Literal["many", "one"] = "many"
    next_label: str = ""
    help_kind: Literal["hint", "unknown"] = "hint"
    feedback: Feedback = "now"
    rotation: int = 0
    heading: str = ""


MOST_NAMED_CELLS = 3
"""The number of empty cells to name. The sheet marks the others."""
HELP_LABELS = {"hint": "Hint", "unknown": "I don’t know"}
SEND_LABELS: Mapping[Feedback, str] = {"now": "Check", "end": "Submit my answer"}
"""The button of a sheet, by the time of the feedback."""


def is_question_closed(attempt: Attempt, presentation: Presentation) -> bool:
    """Return True if a question accepts no more answers."""
    return attempt.is_over or (presentation.tries == "one" and attempt.result != "open")


def render_page_link(page: str, text: str, **attributes: str) -> Html:
    """Return a link to another page, which opens without a page load.

    >>> render_page_link("ten", "Begin")
    '<a href="?page=ten" data-act="open" data-page="ten">Begin</a>'
    """
    return h.tag("a", text, href=f"?page={page}", data_act="open", data_page=page, **attributes)


def render_lesson_link(lesson: Lesson, text: str, **attributes: Any) -> Html:
    """Return a link to a lesson, which opens without a page load."""
    slug = lesson.slug
    how: dict[str, Any] = {"href": f"?lesson={slug}", "data_act": "open", "data_lesson": slug}
    return h.tag("a", text, **how | attributes)


def render_lesson_bar(*content: object, **attributes: object) -> Html:
    """Return the bar of a course page, with a link back to all lessons."""
    home = h.tag("a", "All lessons", css="plain-button", href="?", data_act="home")
    return h.div(home, *(content or (h.span(css="left"),)), css="lesson-bar", **attributes)


def render_facts(sheet: Sheet) -> Html:
    """Return a paragraph with a sheet's grades, cutoff, and any other facts that it gives.

    >>> render_facts(Sheet((3, 0, 2), k=2))
    '<p class="say">Grades 3, 0, 2; k = 2.</p>'
    """
    parts = [f"Grades {format_grades(sheet.grades)}", f"k = {sheet.trace.k}"]
    if sheet.judged:
        parts.append(f"judged {format_grades(sheet.judged)}")
    parts += [f"another query has the grades {format_grades(grades)}" for grades in sheet.others]
    if sheet.convention.name != "standard":
        parts.append(sheet.convention.title)
    if zero_rule := describe_zero_rule(sheet):
        parts.append(zero_rule)
    return h.p(typeset_text(f"{'; '.join(parts)}."), css="say")


def render_answer_form(question: Question, attempt: Attempt, presentation: Presentation) -> Html:
    """Return the form for an answer, or "" for a sheet, which is a separate part."""
    over = is_question_closed(attempt, presentation)
    if isinstance(question, Choice):
        options = [
            _render_option(option, nth, attempt, over)
            for nth, option in enumerate(question.options)
        ]
        first = presentation.rotation % len(options)
        return h.ul(*map(h.li, options[first:] + options[:first]), css="options")
    if isinstance(question, Exercise):
        return h.EMPTY
    if isinstance(question, Audit):
        answer = attempt.given if isinstance(attempt.given, Mapping) else {}
        cells = {cell: name_cell(cell) for cell in question.choosable_cells}
        mistakes = map_mistake_titles(question.offered)
        return h.p(
            _render_select("cell", "The wrong line", cells, answer.get("cell"), over),
            _render_select(
                "mistake", "The author’s mistake", mistakes, answer.get("mistake"), over
            ),
            css="fields",
        )
    wrong = attempt.result == "wrong"
    field = h.tag(
        "input",
        type="text",
        name="number",
        value=str(attempt.given or ""),
        autocomplete="off",
        spellcheck="false",
        readonly=over,
        aria_invalid="true" if wrong else None,
        aria_describedby=f"asks-{presentation.form}{f' said-{presentation.form}' if wrong else ''}",
    )
    rule = h.span("Write at least two decimals, unless the number is whole.", css="say")
    return h.p(h.label("Your answer ", field), " ", rule, css="fields")


def _render_option(option: Option, position: int, attempt: Attempt, is_over: bool) -> Html:
    picked = position == attempt.given or position in attempt.tried
    judged_already = picked or (is_over and option.verdict == "right")
    return h.tag(
        "button",
        h.span(option.say.fill_in()),
        h.render_verdict(option.verdict) if judged_already else None,
        css=f"option {option.verdict if judged_already else ''}",
        type="button",
        data_act="answer",
        data_option=position,
        aria_disabled="true" if is_over or position in attempt.tried else None,
    )


def _render_select(
    name: str, title: str, choices: Mapping[str, str], chosen: Any, is_over: bool
) -> Html:
    options = (
        h.tag("option", capitalize_text(text), value=value, selected=value == chosen)
        for value, text in choices.items()
    )
    none = h.tag("option", "Choose", value="")
    return h.label(f"{title} ", h.tag("select", none, *options, name=name, disabled=is_over))


def render_printed_sheet(sheet: Sheet) -> Html:
    """Return the grades, terms and sums of a printed sheet as an HTML table."""
    cells = sheet.given
    rows = [
        h.tr(h.row_head(rank), h.td(cells[f"{side}.grade.{rank}"]), h.td(cells[cell]))
        for side in ("actual", "ideal")
        for rank in range(1, sheet.trace.k + 1)
        if (cell := f"{side}.term.{rank}") in cells
    ]
    totals = (
        h.tr(h.row_head(sheet.trace.at(name.upper()), colspan=2), h.td(cells[name]))
        for name in ("dcg", "idcg", "ndcg")
        if name in cells
    )
    return h.table(
        map(h.col, ("rank", "grade", "term")) if rows else (),
        [*rows, *totals],
        caption=typeset_text(
            f"Printed: {sheet.convention.title}, grades {format_grades(sheet.grades)}"
        ),
        css="printed",
    )


def render_hint(question: Question, attempt: Attempt) -> Html:
    """Return the requested hints, or "". On a sheet, a second request adds hints for a cell."""
    if not attempt.hints:
        return h.EMPTY
    more = ""
    if isinstance(question, Exercise) and attempt.hints > 1:
        cell = attempt.cell if attempt.cell in question.sheet.blanks else question.sheet.blanks[0]
        of_cell = list_hints(question.sheet, cell)[: attempt.hints]
        more = f" {capitalize_text(name_cell(cell))}: {' '.join(of_cell)}"
    return h.p(question.hint.fill_in(), more, css="hint", data_testid="hint")


def render_feedback(
    question: Question, attempt: Attempt, verdict: AnswerVerdict, presentation: Presentation
) -> Html:
    """Return the requested solution, or else the verdict on an answer and its reason, or "".

    The result is "" without an answer, and often for a sheet, which has verdicts in its cells.
    """
    if attempt.result == "shown":
        return _render_answer(question.worked_solution)
    if attempt.given is None or verdict.outcome == "open":
        return h.EMPTY
    if isinstance(question, Exercise):
        return _render_sheet_feedback(question, attempt, verdict, presentation)
    sentences = join_feedback(question, attempt, verdict, presentation)
    word: Html = h.render_verdict(verdict.outcome)
    if isinstance(question, Choice):  # the option shows the verdict already
        word = h.span(f"{verdict.outcome}. ", css="for-screen-readers")
    return _render_answer(
        word, " ", sentences, outcome=verdict.outcome, id=f"said-{presentation.form}"
    )


def join_feedback(
    question: Question, attempt: Attempt, verdict: AnswerVerdict, presentation: Presentation
) -> Html:
    """Return the reason for a verdict, and advice for another try or the solution, if any."""
    parts: list[object] = [
        verdict.message,
        "" if is_question_closed(attempt, presentation) else verdict.again,
    ]
    if verdict.outcome == "wrong" and presentation.tries == "one":
        parts.append(question.worked_solution)
    return h.join_pieces((h.html(part) for part in parts if part), " ")


def _render_answer(*content: object, outcome: str = "", id: str | None = None) -> Html:
    return h.p(*content, css=f"answer {outcome}".strip(), id=id, role="status")


def _render_sheet_feedback(
    question: Exercise, attempt: Attempt, verdict: AnswerVerdict, presentation: Presentation
) -> Html:
    if attempt.result == "right":
        return _render_answer("Everything is right.", outcome="right")
    if attempt.result == "wrong" and presentation.tries == "one":
        rows = (
            h.li(f"{capitalize_text(name_cell(mark.cell))}: {question.solution[mark.cell]}")
            for mark in verdict.marks
            if mark.verdict != "right"  # a carried number is not the right one either
        )
        return h.div(h.p("Right answers:"), h.ul(*rows), css="answer wrong", role="status")
    if verdict.outcome == "invalid" and presentation.tries == "one":
        invalid = [mark for mark in verdict.marks if mark.verdict == "invalid"]
        written = next((mark for mark in invalid if mark.given.strip()), None)
        if written is not None:
            return _render_answer(f"{capitalize_text(name_cell(written.cell))}: {written.message}")
        checked = attempt.checked == "checked"  # before a check, empty cells are no mistake
        return _render_answer(
            _describe_empty_cells(question.list_empty_cells(attempt.given)) if checked else ""
        )
    return h.EMPTY


def _describe_empty_cells(cells: Sequence[str]) -> str:
    """Return sentences that name the empty cells and say when the answer counts."""
    names = [name_cell(cell) for cell in cells[:MOST_NAMED_CELLS]]
    if len(cells) > MOST_NAMED_CELLS:
        names.append(f"{len(cells) - MOST_NAMED_CELLS} more")
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    be = "is" if len(cells) == 1 else "are"
    return f"{capitalize_text(listed)} {be} empty. Your answer counts once every cell is filled in."


def render_buttons(question: Question, attempt: Attempt, presentation: Presentation) -> Html:
    """Return the buttons that a learner can use now, or "" if there are none."""
    shown = []
    sheet = isinstance(question, Exercise)
    choice = isinstance(question, Choice)
    if is_question_closed(attempt, presentation):
        if presentation.next_label:
            shown.append(
                h.button(presentation.next_label, css="plain-button strong", data_act="next")
            )
    else:
        if not sheet and not choice:
            shown.append(h.button("Submit my answer", css="plain-button strong", data_act="answer"))
        if not sheet and not attempt.hints:
            shown.append(
                h.button(HELP_LABELS[presentation.help_kind], data_act=presentation.help_kind)
            )
        if attempt.can_reveal:
            shown.append(h.button("Show the solution", data_act="show"))
    return h.p(*shown, css="acts") if shown else h.EMPTY
