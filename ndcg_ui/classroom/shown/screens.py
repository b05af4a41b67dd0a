"""The data of a room for phones and the wall: the shared part and each learner's part.

A solution is a replay of the calculation on the documents' cards, step by step.

Until the solution is shown, nothing in this data depends on the right answer.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil
from time import time
from typing import Any

import ndcg_core as nc
from ndcg_core.classroom.codes import name_learner
from ndcg_core.classroom.images import read_image_name
from ndcg_core.classroom.lesson_questions import (
    AuditQuestion,
    GuessQuestion,
    NumberEntryQuestion,
    OptionQuestion,
)
from ndcg_core.classroom.open_texts import MAX_ANSWER_LENGTH, OpenQuestion
from ndcg_core.classroom.own_questions import REFERENCE_START, read_own_question
from ndcg_core.classroom.pictures import list_rankings
from ndcg_core.classroom.plans import Plan
from ndcg_core.classroom.question import ClassQuestion
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.room import Ballot, Room, Round
from ndcg_core.classroom.sheets_and_orders import OrderQuestion, SheetQuestion
from ndcg_core.classroom.tally import Judge
from ndcg_core.exercises.fading import format_right_value
from ndcg_core.exercises.statement import describe_zero_rule
from ndcg_core.html_builder import extract_text
from ndcg_core.lessons.blocks.kinds import Prediction
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.marking.wording import capitalize_text
from ndcg_core.sheets.cells import TOTAL_CELLS, Cell
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.classroom.store.repository import RoomRecord
from ndcg_ui.components.board.board import (
    Board,
    Document,
    compute_grade_level,
    describe_cards,
    make_default_label,
)
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import EMPTY, Html
from ndcg_ui.components.player.replay import Replay
from ndcg_ui.components.questions.forms import (
    Presentation,
    format_grades,
    render_answer_form,
    render_printed_sheet,
)
from ndcg_ui.components.sheet.blank_sheets import (
    SIDE_TITLES,
    describe_unmarked_sheet,
    name_total,
    render_sides,
)
from ndcg_ui.lesson_blocks.sliders import render_range_field


@lru_cache(maxsize=500)
def build_question_data(reference: str) -> Mapping[str, Any]:
    """Return a question's kind, its texts as HTML, and the data of its component.

    about    the facts of the question
    picture  the wall's version of the facts, if it differs
    story    the question's text, if the wall's sentence and picture lack a fact of it
    image    the name, size and description of the teacher's own image, if there is one
    """
    question = find_question(reference)
    texts = {"kind": question.kind, "ask": question.ask, "wall": question.wall}
    shown = texts | {"about": _render_rankings(question)} | _describe_form(question, reference)
    shown |= _describe_image(reference)
    return shown | {"story": question.ask if _wall_lacks_facts(shown) else ""}


def _describe_image(reference: str) -> dict[str, Any]:
    """Return the image of a teacher's own question, or {} if the question has none."""
    own = read_own_question(reference) if reference.startswith(REFERENCE_START) else None
    if own is None or not own.image:
        return {}
    image = read_image_name(own.image)
    size = {"width": image.width, "height": image.height}
    return {"image": {"name": image.name, "alt": own.alt, **size}}


FACT_PATTERN = re.compile(
    r"(?:log2|log10|ln|linear|exponential|threshold)\b|[-−]?\d+(?:\.\d+)?", re.I
)
"""A number, or a word that names a gain, a logarithm or a threshold."""


def find_facts(*texts: str) -> set[str]:
    """Return the facts in HTML texts: the numbers, and the names of rules.

    >>> sorted(find_facts('<p>Linear gain, NDCG@3 of <b>3</b><b>2</b> is 0.972.</p>'))
    ['0.972', '2', '3', 'linear']
    """
    plain = extract_text(" ".join(texts).replace("<", " <"))
    return {fact.lower() for fact in FACT_PATTERN.findall(plain)}


def _wall_lacks_facts(question_data: Mapping[str, Any]) -> bool:
    """Return True if the wall lacks a number or rule that the question's text contains."""
    picture = question_data.get("picture", question_data["about"])
    options = question_data.get("options", ())
    wall = find_facts(question_data["wall"], picture, *options)
    return not find_facts(question_data["ask"]) <= wall


def _render_rankings(question: ClassQuestion) -> Html:
    """Return a question's rankings as chips, or "" without rankings.

    Chips beyond a sheet's cutoff are paler.
    """
    cutoff = question.sheet.trace.k if isinstance(question, SheetQuestion) else 0
    rows = [
        render_ranking(name, grades, 0 if name == "all judged" else cutoff)
        for name, grades in list_rankings(question)
    ]
    return h.div(*rows, css="rankings") if rows else EMPTY


def render_ranking(name: str, grades: Sequence[str], cutoff: int = 0) -> Html:
    """Return a ranking as chips, from rank 1 on.

    cutoff: the last rank that counts; 0 for all

    >>> render_ranking("X", ["3"])[:56]
    '<p class="ranking"><b>X</b><span class="chips" role="img'
    """
    chips = _render_chips(grades, cutoff or len(grades))
    row = h.span(*chips, css="chips", role="img", aria_label=f"grades {', '.join(grades)}")
    return h.p(h.b(name) if name else EMPTY, row, css="ranking")


def _render_chips(grades: Sequence[str], cutoff: int) -> Iterator[Html]:
    numbers = [0.0 if grade == "?" else float(grade.replace("−", "-")) for grade in grades]
    for rank, (grade, number) in enumerate(zip(grades, numbers, strict=True), 1):
        css = "chip" if rank <= cutoff else "chip beyond"
        yield h.span(grade, css=css, data_level=compute_grade_level(number, max(numbers)))


def render_mean_order(places: Sequence[Sequence[str]]) -> Html:
    """Return the grades at each place as chips in a row. Tied documents share a frame.

    places: the grades of the documents at each place

    >>> 'class="tied"' in render_mean_order([["3", "2"], ["0"]])
    True
    """
    chips = iter(_render_chips([grade for place in places for grade in place], 100))
    drawn = [[next(chips) for _ in place] for place in places]
    row = (h.span(*place, css="tied") if len(place) > 1 else place[0] for place in drawn)
    names = ", ".join(" and ".join(place) for place in places)
    return h.p(h.span(*row, css="chips", role="img", aria_label=f"grades {names}"), css="ranking")


def _describe_form(question: ClassQuestion, reference: str) -> dict[str, Any]:
    """Return a question's answer form, sheet or board, and any facts to show above it.

    Returns {} for a question of another kind.
    """
    if isinstance(question, OptionQuestion):
        return {"options": question.options, "form": _render_form(question)}
    if isinstance(question, SheetQuestion):
        blank = describe_unmarked_sheet(question.sheet, "class", reference)
        more = {"picture": _render_sheet(question)} if _has_steps(question) else {}
        chips = h.html(_render_rankings(question), render_rules(question.sheet))
        return {"about": chips, "sheet": blank, **more}
    if isinstance(question, NumberEntryQuestion):
        return {"form": _render_form(question)}
    if isinstance(question, AuditQuestion):
        return {
            "about": render_printed_sheet(question.question.printed_sheet),
            "form": _render_form(question),
        }
    if isinstance(question, OrderQuestion):
        drawn = {"about": render_rules(question.sheet), "picture": _render_documents(question)}
        return drawn | {"board": _describe_board(question.sheet) | _find_reader_setting(question)}
    if isinstance(question, OpenQuestion):
        field = h.tag("textarea", name="text", rows=3, maxlength=MAX_ANSWER_LENGTH)
        return {"form": h.p(h.label("Your answer ", field), css="fields")}
    if isinstance(question, GuessQuestion):
        near = h.p(f"A guess within {nc.short(question.tolerance)} is close enough.", css="rules")
        about = h.html(_render_rankings(question), near)
        return {"about": about, "form": _render_slider(question.question)}
    return {}


def _render_form(question: OptionQuestion | NumberEntryQuestion | AuditQuestion) -> Html:
    """Return a question's empty answer form."""
    return render_answer_form(question.question, Attempt(), Presentation(""))


def _render_slider(guess: Prediction) -> Html:
    """Return a guess's slider as HTML, set to the middle of its range."""
    middle = f"{(guess.low + guess.high) / 2:.{guess.decimals}f}"
    ends = (guess.low, guess.high, guess.step)
    field = h.label("Your guess ", render_range_field("number", ends, middle, guess.decimals))
    return h.p(field, h.tag("output"), css="fields")


def render_facts(sheet: Sheet) -> Html:
    """Return a sheet's grades, judged grades, further queries and rules as HTML."""
    grades = [f"Grades {format_grades(sheet.grades)}"]
    if sheet.judged:
        grades.append(f"all judged grades {format_grades(sheet.judged)}")
    grades += [f"another query has the grades {format_grades(others)}" for others in sheet.others]
    return h.html(h.p("; ".join(grades), ".", css="say"), render_rules(sheet))


def render_rules(sheet: Sheet) -> Html:
    """Return a sheet's rules as HTML: gain, discount (unless only CG is blank) and cutoff."""
    convention = sheet.convention
    heads = {cell.split(".")[0] for cell in sheet.blanks}
    gain = h.html("Gain ", nc.gain_formula(convention).mathml)
    discount = h.html(", discount ", nc.discount_formula(convention).mathml)
    cutoff = f", k = {sheet.trace.k}.".replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    zero_rule = describe_zero_rule(sheet)
    more = f" {capitalize_text(zero_rule)}." if zero_rule else ""
    return h.p(gain, EMPTY if heads == {"cg"} else discount, cutoff, more, css="rules")


def _has_steps(question: SheetQuestion) -> bool:
    """Return True if a question's sheet gives more than its grades, or has blanks in rows."""
    sheet = question.sheet
    given = any(not cell.startswith("actual.grade.") for cell in sheet.given)
    return given or any(Cell.parse(cell).side for cell in sheet.blanks)


def _render_sheet(question: SheetQuestion, is_solved: bool = False) -> Html:
    """Return the wall's picture of a sheet: its lists, rows, sums and rules.

    is_solved: True to fill the blanks with the right numbers
    """
    sheet = question.sheet

    def render_blank(cell: str) -> Html:
        return h.span(format_right_value(sheet, cell) if is_solved else "", css="chip blank")

    grades = [f"actual.grade.{rank}" for rank in range(1, len(sheet.grades) + 1)]
    is_whole = all(cell in sheet.given for cell in grades)  # the rows show the whole list
    alone = not (sheet.judged or sheet.others)
    lists = EMPTY if is_whole and alone else _render_rankings(question)
    cells = {*sheet.given, *sheet.blanks}
    sums = [
        h.span(
            name_total(sheet, name),
            " ",
            render_blank(name) if name in sheet.blanks else h.b(sheet.given[name]),
        )
        for name in TOTAL_CELLS
        if name in cells
    ]
    facts = h.div(
        lists, render_sides(sheet, render_blank), h.p(*sums, css="sums") if sums else EMPTY
    )
    return h.html(h.div(facts, css="facts"), render_rules(sheet))


@lru_cache(maxsize=500)
def render_filled_sheet(reference: str) -> Html:
    """Return the wall's picture of a solved sheet, or "" for a question without steps."""
    question = find_question(reference)
    if not isinstance(question, SheetQuestion) or not _has_steps(question):
        return EMPTY
    return _render_sheet(question, is_solved=True)


def _find_reader_setting(question: OrderQuestion) -> dict[str, bool]:
    """Return {"readers": True} if the lesson shows readers on the cards, otherwise {}."""
    return {"readers": True} if question.task.board.picture == "discount" else {}


MOST_IN_A_COLUMN = 8
"""The greatest number of documents to order in one column of the wall."""


def _render_documents(question: OrderQuestion) -> Html:
    """Return the documents to order, with their grades and, in some lessons, readers.

    More than `MOST_IN_A_COLUMN` documents are split into columns of the same height.
    """
    sheet = question.sheet
    grades = sheet.grades
    left = [f"{100 / row.discount:.0f} of 100 readers" for row in sheet.trace.actual]
    rows = (
        _render_card(
            label,
            grade,
            max(grades),
            left[at] if _find_reader_setting(question) and at < len(left) else "",
        )
        for at, (label, grade) in enumerate(zip(name_documents(sheet), grades, strict=False))
    )
    columns = ceil(len(grades) / MOST_IN_A_COLUMN)
    in_columns = {"style": f"--rows: {ceil(len(grades) / columns)}"} if columns > 1 else {}
    css = "crowd ranked columned" if in_columns else "crowd ranked"
    return h.html(h.tag("ol", *rows, css=css, **in_columns), render_rules(sheet))


def name_documents(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of a sheet's documents, by default A, B, C ..."""
    return sheet.labels or tuple(make_default_label(place) for place in range(len(sheet.grades)))


def _describe_board(sheet: Sheet) -> dict[str, Any]:
    """Return a board to order as data for the browser, without the ideal order and the score."""
    labels = name_documents(sheet)
    documents = [Document(n, labels[n], grade) for n, grade in enumerate(sheet.grades)]
    board = Board(tuple(documents))
    data = describe_cards(board, board.trace_ranking(sheet.k, sheet.convention))
    untold: dict[str, Any] = {"ideal": [], "idcg": None, "empty": "", "now": None, "remarks": []}
    return data | untold | {"mode": "move", "group": "class", "epoch": "class"}


def describe_room(
    room: Room, plan: Plan | None = None, has_just_arrived: bool = False
) -> dict[str, Any]:
    """Return the data that all learners in a room share.

    plan: the plan whose title and site are included, or None to leave both empty
    has_just_arrived: True to include all solved questions, not only the current one
    """
    now = room.current_round
    message = {
        **_describe_phase(now, room.at, len(room.rounds), room.revision),
        "holds": room.must_hide_solution,
        "title": plan.title if plan else "",
        "site": plan.site if plan else "",
        "solved": [
            (round.id, round.question, place)
            for place, round in enumerate(room.rounds, 1)
            if round.solved and (has_just_arrived or round is now)
        ],
    }
    if now and now.vote and now.ends:
        message["left"] = round(max(0.0, now.ends - time()), 1)
    return message


@lru_cache(maxsize=200)
def _describe_phase(
    round: Round | None, index: int, count: int, revision: int
) -> Mapping[str, Any]:
    where = {"revision": revision, "place": index + 1, "count": count}
    if round is None:
        return where | {"phase": "waiting"}
    return where | {
        "round": round.id,
        "phase": round.phase,
        "vote": round.vote,
        "votes": round.votes,
        "alone": round.after is not None,
        "question": build_question_data(round.question),
        **(_describe_solution(round) if round.phase == "revealed" else {"solution": ""}),
    }


def _describe_solution(round: Round) -> dict[str, Any]:
    """Return the solution or the current step of its replay, and the number of steps.

    "right" has the right options if the question has options.
    """
    steps = render_solution_steps(round.question)
    solution = (
        steps[round.step - 1] if 0 < round.step <= len(steps) else render_solution(round.question)
    )
    question = find_question(round.question)
    right = {"right": question.solution} if isinstance(question, OptionQuestion) else {}
    return {"solution": solution, "step": round.step, "steps": len(steps), **right}


def describe_learner(
    record: RoomRecord, number: int, ballots: Mapping[int, Ballot], judge: Judge | None
) -> dict[str, Any]:
    """Return a learner's name and answers by vote, with verdicts once the solution is shown.

    judge: a function that returns the verdicts, or None if they are not ready yet
    """
    now = record.room.current_round
    votes = sorted(ballots.items())
    message = {
        "name": name_learner(number, record.salt),
        "ballots": {
            vote: {
                "answer": json.loads(ballot.answer),
                "sure": ballot.sure,
                "number": ballot.number,
            }
            for vote, ballot in votes
        },
        "verdicts": {},
    }
    if judge and now and now.phase == "revealed":
        verdicts = {vote: judge(ballot.answer) for vote, ballot in votes}
        message["verdicts"] = {
            vote: {"outcome": verdict.outcome, "message": verdict.message}
            for vote, verdict in verdicts.items()
        }
    return message


# --- The solution --------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def render_solution_steps(reference: str) -> tuple[Html, ...]:
    """Return the HTML of each step of a solution's replay, or () without a replay.

    >>> len(render_solution_steps("own?ask=cg&r=3,0,2"))
    4
    >>> len(render_solution_steps("own?ask=idcg&r=3,0,2"))
    5
    >>> render_solution_steps("predict/1")
    ()
    """
    question = find_question(reference)
    steps = [
        h.div(
            h.h3(replay.step.title),
            h.p(replay.formula, css="worked"),
            _render_sides(replay, sides),
            css="replay",
        )
        for replay, sides in _list_replay_stops(question)
    ]
    return (*steps[:-1], h.html(steps[-1], h.p(Html(question.worked_solution)))) if steps else ()


@lru_cache(maxsize=500)
def render_solution(reference: str) -> Html:
    """Return a question's solution: a sentence, and any documents with their terms."""
    question = find_question(reference)
    boards = [_render_sides(replay, sides) for replay, sides in _list_replay_stops(question)[-1:]]
    return h.html(h.p(Html(question.worked_solution)), *boards)


def _list_replay_stops(question: ClassQuestion) -> list[tuple[Replay, Sequence[str]]]:
    """Return the replay at each step to show and the sides to show, or [] without a replay."""
    sheet = _find_sheet_to_replay(question)
    if sheet is None:
        return []
    replay = Replay(sheet)
    sides = _find_sides(sheet.blanks or ("ndcg",))
    stops = (at for at, step in enumerate(replay.steps) if step.side in sides)
    return [(replay.go_to(at), sides) for at in stops]


def _find_sheet_to_replay(question: ClassQuestion) -> Sheet | None:
    """Return the sheet whose calculation is a question's solution, or None if there is none."""
    if isinstance(question, SheetQuestion):
        return question.sheet
    gains = ("dcg", "ndcg", "order")
    if not isinstance(question, OrderQuestion):
        return None
    if any(want.split()[0] in gains for want in question.task.wants):
        named = replace(question.sheet, labels=name_documents(question.sheet))
        return replace(question, sheet=named).reorder_sheet(question.solution)
    return None


def _find_sides(blanks: Sequence[str]) -> Sequence[str]:
    """Return the sides that the blanks depend on: "actual", "ideal", or "" for the quotient.

    >>> [list(_find_sides([cell])) for cell in ("mean", "actual.term.2", "idcg", "query")]
    [['actual', 'ideal', ''], ['actual'], ['ideal'], []]
    """
    heads = {cell.split(".")[0] for cell in blanks}
    if heads & {"ndcg", "mean"}:
        return ("actual", "ideal", "")
    sides = ["actual"] if heads & {"actual", "dcg", "cg"} else []
    return [*sides, "ideal"] if heads & {"ideal", "idcg"} else sides


def _render_sides(replay: Replay, sides: Sequence[str]) -> Html:
    begun = ["actual", "ideal"] if replay.ideal_state == "ordered" else ["actual"]
    return h.div(*(_render_side(replay, side) for side in begun if side in sides), css="boards")


def _render_side(replay: Replay, side: str) -> Html:
    """Return a side's documents as cards, with the terms calculated so far and their sum."""
    trace = replay.sheet.trace
    rows = trace.actual if side == "actual" else trace.ideal
    beyond = trace.beyond if side == "actual" else trace.ideal_beyond
    here = replay.step.rank if replay.step.side == side else 0
    most = max(row.grade for row in (*rows, *beyond))
    cards = []
    for row in rows:
        css = "now" if row.rank == here else ""
        cards.append(_render_card(row.label, row.grade, most, _format_term(row, replay, side), css))
    cards += [_render_card(row.label, row.grade, most, "not counted", "beyond") for row in beyond]
    documents = h.tag("ol", *cards, css="crowd", data_testid=f"replay-{side}")
    return h.div(h.small(SIDE_TITLES[side]), documents, _render_total(replay, side))


def _render_card(label: str, grade: float, highest: float, term: str, css: str = "") -> Html:
    chip = h.span(nc.short(grade), css="chip", data_level=compute_grade_level(grade, highest))
    more = {"css": css} if css else {}
    hidden = h.span(" grade ", css="for-screen-readers")
    words = h.span(h.b(label), h.span(term, css="term-value"), css="words")
    return h.li(words, hidden, chip, **more)


def _format_term(row: nc.Term, replay: Replay, side: str) -> str:
    """Return a term's calculation, or the gain for CG, or "" before the replay reaches it."""
    if row.rank > replay.find_last_rank(side):
        return ""
    if replay.sheet.blanks == ("cg",):
        return nc.short(row.gain)
    return f"{nc.short(row.gain)} / {nc.number(row.discount)} = {nc.number(row.value)}"


def _render_total(replay: Replay, side: str) -> Html:
    """Return the last sum of a side that is calculated so far, or "" if there is none."""
    names = ("cg", "dcg") if side == "actual" else ("idcg",)
    done = [name for name in names if name in replay.calculated_cells]
    if not done:
        return EMPTY
    trace = replay.sheet.trace
    name = done[-1]
    value = getattr(trace, name)
    rows = trace.actual if side == "actual" else trace.ideal
    printed = sum(round(row.gain if name == "cg" else row.value, 3) for row in rows)
    rounded = round(printed, 3) != round(value, 3)  # the printed terms have another sum
    return h.p(
        h.b(f"{trace.at(name.upper())} = {nc.number(value)}"),
        h.small(" (added up before rounding)") if rounded else EMPTY,
    )
