"""A worksheet as HTML for paper: exercises with boxes and codes, and the key."""

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby, starmap
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.exercises import statement
from ndcg_core.exercises.fading import format_displayed_total, format_right_value
from ndcg_core.exercises.variants import Variant
from ndcg_core.exercises.worksheets import WorksheetExercise
from ndcg_core.sheets.cells import TOTAL_CELLS, Cell
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.sheet.blank_sheets import name_total, render_sides
from ndcg_ui.exhibit.addresses import render_qr_code
from ndcg_ui.pages.worksheet.link import WorksheetChoices


def render_statement(variant: Variant) -> Html:
    """Return the grades of an exercise, and the rules for calculating: gain, discount, cutoff."""
    rules = (
        h.html(words, formula and formula.mathml)
        for words, formula in statement.iterate_rules(variant)
    )
    return h.html(
        h.p(statement.describe_grades(variant)), h.p(h.join_pieces(rules, "; "), ".", css="rules")
    )


QR_MASK = 2
"""The mask of every QR code. Each of the eight masks is readable at reading distance, and a fixed
mask is faster than a search for the best mask."""
PAPER_RULES = (
    f"{statement.WRITING_RULE} To have an exercise marked, scan its code or open its address in "
    "the app."
)


def render_exercises(choices: WorksheetChoices, origin: str) -> Html:
    """Return the learners' pages: lines for name and date, the rules, and the exercises.

    origin: the address of the app for phones.
    """
    drawn = starmap(
        partial(render_exercise, origin=origin), enumerate(choices.worksheet.exercises, 1)
    )
    name = h.div(_render_line("Name", "long"), _render_line("Date"), css="who")
    head = h.div(h.h2("NDCG worksheet"), h.p(f"Sheet {choices.worksheet.seed}"), css="paper-head")
    return _render_paper("exercises", choices, head, name, h.p(PAPER_RULES, css="how"), *drawn)


def render_key(choices: WorksheetChoices) -> Html:
    """Return the teacher's pages: the solution of every exercise, with each step."""
    drawn = starmap(render_solution, enumerate(choices.worksheet.exercises, 1))
    head = h.div(h.h2("Key"), h.p(f"Sheet {choices.worksheet.seed}"), css="paper-head")
    return _render_paper("key", choices, head, *drawn)


def render_exercise(number: int, exercise: WorksheetExercise, origin: str) -> Html:
    """Return an exercise as HTML for paper: its task, QR code and boxes to write in.

    origin: the address of the app for phones.
    """
    sheet = exercise.sheet
    target = build_exercise_address(exercise, origin)
    title = render_exercise_title(number, exercise)
    words = h.div(title, render_statement(exercise.variant), css="words")
    link = h.tag("a", target, href=target, css="address")
    picture = Html(render_qr_code(target, mask=QR_MASK))
    code = h.div(picture, css="code", role="img", aria_label="QR code of the address next to it")
    css = "to-write in-rows" if any("." in cell for cell in sheet.blanks) else "to-write"
    return h.section(
        h.div(words, link, code if picture else None, css="exercise-head"),
        h.div(render_sides(sheet, _render_box), _render_sums(sheet), css=css),
        css="exercise",
        data_testid="exercise",
    )


def render_exercise_title(number: int, exercise: WorksheetExercise) -> Html:
    """Return a heading with the number and the skill of an exercise."""
    return h.h3(f"{number}. {exercise.variant.practised_skill.title}")


def build_exercise_address(exercise: WorksheetExercise, origin: str) -> str:
    """Return the address of an exercise in the app.

    >>> from ndcg_core.exercises.variants import Variant
    >>> exercise = WorksheetExercise(Variant("cg", (3, 0, 2), k=2), "all")
    >>> build_exercise_address(exercise, "http://192.168.1.7:8501")
    'http://192.168.1.7:8501/practice?skill=cg&r=3,0,2&k=2&level=1'
    """
    return f"{origin}/practice?{urlencode(exercise.link, safe=',;')}"


def _render_paper(name: str, choices: WorksheetChoices, *content: object) -> Html:
    """Return content as the pages "exercises" or "key", which the browser prints by this name."""
    return h.div(
        *content,
        css=f"paper {choices.paper}",
        data_printed=name,
        data_paper=choices.paper,
        data_testid=f"paper-{name}",
    )


def _render_line(label: str, css: str = "") -> Html:
    """Return a label with a line to write on."""
    return h.span(label, h.span(css=f"line {css}".strip()))


def _render_box(cell: str) -> Html:
    """Return a box in which a learner writes the number of a cell."""
    return h.span(
        h.span("to fill in", css="for-screen-readers"), css="box", data_testid="box", data_cell=cell
    )


def _render_sums(sheet: Sheet) -> Html:
    """Return a table of a sheet's sums as numbers or boxes, or nothing without sums."""
    columns = list(_iterate_totals(sheet))
    if not columns:
        return h.EMPTY
    row = h.tr(*(h.td(content) for _, content in columns))
    return h.table(
        (h.col(name) for name, _ in columns), [row], caption="The sums", css="steps sums"
    )


def _iterate_totals(sheet: Sheet) -> Iterator[tuple[str, Html]]:
    """Yield each total's name and its box or number.

    A blank mean comes after a box for the NDCG of each other query.
    """
    for name in TOTAL_CELLS:
        if name == "mean" and "mean" in sheet.blanks:
            for number, query in enumerate(sheet.queries, 2):
                head = f"{query.trace.at('NDCG')}, query {number}"
                yield head, h.span(css="box", data_testid="box")
        title = f"{name_total(sheet, name)}{', query 1' if sheet.others and name != 'mean' else ''}"
        if name in sheet.blanks:
            yield title, _render_box(name)
        elif name in sheet.given:
            yield title, h.html(sheet.given[name])


COLUMN_NAMES = {"grade": "Grade", "gain": "Gain", "discount": "Discount", "term": "Term"}
SIDES = {"actual": "of the ranking", "ideal": "of the ideal order"}
ACTUAL_SKILLS = {"term", "dcg"}
IDEAL_SKILLS = {"ideal-order", "idcg"}
"""The skills that need only one order. "cg" needs no divisor. All others need both orders."""
_LINK_ATTRIBUTES = re.compile(r' (?:data-doc|tabindex)="[^"]*"')


def render_solution(number: int, exercise: WorksheetExercise) -> Html:
    """Return the solution of an exercise: the answers, and every step of the calculation."""
    sheet = exercise.sheet
    skill = exercise.variant.skill
    return h.section(
        render_exercise_title(number, exercise),
        render_statement(exercise.variant),
        h.ul(*_render_answers(sheet), css="answers"),
        *_render_worked_solution(sheet, skill),
        css="solution",
        data_testid="solution",
    )


def _render_answers(sheet: Sheet) -> Iterator[Html]:
    """Yield a list item with the right numbers for each column or sum that has blanks."""
    parsed = {cell: Cell.parse(cell) for cell in sheet.blanks}
    columns = groupby(parsed, lambda cell: (parsed[cell].side, parsed[cell].column))
    for (side, name), cells in columns:
        if side:
            values = (
                h.html(f"rank {parsed[cell].rank}: ", _render_answer(sheet, cell)) for cell in cells
            )
            yield h.li(f"{COLUMN_NAMES[name]} {SIDES[side]}, ", h.join_pieces(values, ", "))
        else:
            yield h.li(f"{name_total(sheet, name)} ", _render_answer(sheet, name))


def _render_answer(sheet: Sheet, cell: str) -> Html:
    """Return the right number of a cell, and the number from rounded terms if it differs."""
    exact = format_right_value(sheet, cell)
    rounded = format_displayed_total(sheet, cell)
    answer = h.b(exact, data_testid="answer", data_cell=cell)
    return answer if rounded == exact else h.html(answer, " or ", h.b(rounded, data_also=cell))


def _render_worked_solution(sheet: Sheet, skill: str) -> Iterator[Html]:
    """Yield the steps of a solution, query by query, and the mean of several queries."""
    trace = sheet.trace
    if not sheet.others:
        yield from _render_steps(trace, skill)
        return
    queries = [sheet, *sheet.queries]
    for number, query in enumerate(queries, 1):
        yield h.tag("h4", f"Query {number}")
        yield from _render_steps(query.trace, skill)
    added = " + ".join(nc.number(query.trace.ndcg) for query in queries)
    yield _render_worked_sum(
        "mean of NDCG", f"({added}) / {len(queries)} = {nc.number(sheet.mean)}"
    )


def _render_steps(trace: nc.Trace, skill: str) -> Iterator[Html]:
    """Yield the tables and sums of a calculation that a skill needs."""
    if skill == "cg":
        yield make_table_static(tables.render_gains(trace))
        yield _render_worked_sum(trace.at("CG"), tables.render_sum(nc.gains_formula(trace.actual)))
        return
    if skill not in IDEAL_SKILLS:
        yield make_table_static(tables.render_steps(trace))
        yield _render_worked_sum(trace.at("DCG"), tables.render_sum(nc.sum_formula(trace.actual)))
    if skill not in ACTUAL_SKILLS:
        yield make_table_static(tables.render_ideal(trace))
        yield _render_worked_sum(trace.at("IDCG"), tables.render_sum(nc.sum_formula(trace.ideal)))
    if skill not in ACTUAL_SKILLS | IDEAL_SKILLS:
        yield _render_worked_sum(trace.at("NDCG"), nc.ratio_formula(trace).mathml)


def _render_worked_sum(name: str, calculation: Html | str) -> Html:
    """Return a line with the name of a sum and its calculation."""
    return h.p(h.span(f"{name} = ", css="of"), calculation, css="formula")


def make_table_static(table: Html) -> Html:
    """Return a table without its Tab stop and without highlighting of linked rows.

    >>> make_table_static(Html('<tr class="cut" data-doc="0" data-rank="1" tabindex="0"></tr>'))
    '<tr class="cut" data-rank="1"></tr>'
    """
    return Html(_LINK_ATTRIBUTES.sub("", table))
