"""Boards in a lesson, to play with or to put in order, with their controls and values."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ndcg_core.lessons.blocks.kinds import PICTURES, Board, DragTask, Picture
from ndcg_core.lessons.blocks.wants import (
    COMPARISONS,
    UNMOVED_REPLY,
    format_measure_name,
    judge_order,
)
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.lessons.placeholders.settings import DOCUMENT_LETTERS
from ndcg_core.metric.pools import remove_retrieved
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.board import board as ranking
from ndcg_ui.components.board.board import Document, pack_board, unpack_board
from ndcg_ui.components.board.commands import apply_command as apply_command
from ndcg_ui.components.controls.controls import draw_segments, make_settings_part
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import (
    EMPTY,
    Html,
    button,
    div,
    draw_verdict,
    html,
    p,
    small,
    span,
)
from ndcg_ui.components.parts import Look, Measure, describe_board, make_form, make_markup
from ndcg_ui.components.picture.picture import STAGES, describe_picture
from ndcg_ui.exhibit.parts import Act, Part
from ndcg_ui.lesson_blocks.scene import Scene

CONTROLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "gain": ("Gain", ("linear", "exponential")),
    "discount": ("Divisor", ("log2(i+1)", "i", "none")),
    "threshold": ("Lowest relevant grade", (1, 2, 3)),
    "base": ("b", (2, 3, 4, 10)),
}
LIVE_MEASURES = ("cg", "dcg", "ndcg")
"""The values that change while a card is dragged."""


def make_controls(scene: Scene, block: Board, sheet: Sheet) -> list[Part]:
    """Return the controls of a board, if it has any."""
    if not block.controls:
        return []
    values = {name: str(_find_value(scene, block, name, sheet)) for name in block.controls}
    rows = []
    for name, value in values.items():
        label, choices = _list_choices(block, name, sheet)
        options = {text: STAGES.get(text, text) for text in map(str, choices)}
        rows.append(draw_segments(name, label, options, value, hidden=name == "picture"))
    return [make_settings_part(f"{block.name}.controls", rows, values)]


def store_choice(scene: Scene, block: Board, act: Mapping[str, Any]) -> None:
    """Store a choice from a control. Ignore a value that it does not offer."""
    name = act.get("name")
    text = act.get("value")
    if name not in block.controls:
        return
    choices = _list_choices(block, str(name), block.sheet)[1]
    chosen = next((choice for choice in choices if str(choice) == text), None)
    if chosen is not None:
        place = f"{block.name}.controls"
        scene.store_answer(place, {**scene.find_stored(place), str(name): chosen})


def apply_choices(scene: Scene, block: Board, sheet: Sheet) -> Sheet:
    """Return the sheet with the controls' values applied."""
    for name in block.controls:
        value = _find_value(scene, block, name, sheet)
        if name == "k":
            sheet = replace(sheet, k=int(value))
        elif name not in ("threshold", "picture"):
            sheet = replace(sheet, convention=replace(sheet.convention, **{name: value}))
    return sheet


def find_threshold(scene: Scene, block: Board) -> float:
    """Return the threshold that the learner chose."""
    if "threshold" not in block.controls:
        return block.threshold
    return float(_find_value(scene, block, "threshold", block.sheet))


def _list_choices(block: Board, name: str, sheet: Sheet) -> tuple[str, tuple[Any, ...]]:
    if name == "picture":
        stages = tuple(PICTURES)
        return "The picture", stages[: stages.index(block.picture) + 1] if block.picture else ()
    return CONTROLS.get(name, ("Cutoff k", tuple(range(1, len(sheet.grades) + 1))))


def _find_value(scene: Scene, block: Board, name: str, sheet: Sheet) -> Any:
    """Return a control's value, or the last option if the chosen one is gone."""
    own = {"k": sheet.k or len(sheet.grades), "threshold": int(block.threshold)}
    start: Any = (own | {"picture": block.picture}).get(name)
    if start is None:
        start = getattr(sheet.convention, name)
    chosen_before = scene.find_stored(f"{block.name}.controls").get(name, start)
    choices = _list_choices(block, name, sheet)[1]
    # The choice itself: a 2.0 that equals the choice 2 is not one of the options.
    return next((choice for choice in choices if choice == chosen_before), choices[-1])


def make_values_part(scene: Scene, block: Board, sheet: Sheet, threshold: float) -> Part:
    """Return the part that shows the ranking's measures."""
    if {"dcg", "idcg", "ndcg"} <= set(block.shows):
        drawn = tables.draw_fraction(sheet.trace, "plain")
    else:
        drawn = p(*_draw_values(block, sheet, threshold), css="values")
    return make_markup(f"{block.name}.values", drawn, scene.name_block(block.name))


def _draw_values(block: Board, sheet: Sheet, threshold: float) -> Iterator[Html]:
    for name in block.shows:
        css = name if name in ("dcg", "idcg") else ""
        number = tables.draw_total(
            name, calculate_sheet_measure(name, sheet, threshold), follows=name in LIVE_MEASURES
        )
        yield span(small(format_measure_name(name, sheet)), " ", number, css=css)


def make_current_sheet(scene: Scene, block: Board) -> Sheet:
    """Return the sheet of the board as the learner sees it."""
    return apply_choices(scene, block, make_sheet(block, _find_board(scene, block)))


NUMBERS = ("cg", "dcg", "idcg", "ndcg")
NUMBERS_OF_STAGES: Mapping[Picture, tuple[str, ...]] = {
    "gain": ("cg",),
    "dcg": ("dcg",),
    "ideal": ("dcg", "idcg"),
    "ndcg": ("dcg", "idcg", "ndcg"),
}
"""The numbers of a trace that a stage of the picture shows."""


def list_shown_numbers(block: Board) -> tuple[str, ...]:
    """Return the numbers of a trace that a board shows, by their names."""
    if block.picture:
        return NUMBERS_OF_STAGES.get(block.picture, ())
    return tuple(name for name in NUMBERS if name in block.shows)


def show_board(scene: Scene, block: Board, formula: bool = True) -> list[Part]:
    """Return the board with its controls, values and chart.

    formula: True to show the formula below the picture.
    """
    now = _find_board(scene, block)
    before = make_sheet(block, now)
    sheet = apply_choices(scene, block, before)
    board = _make_board(scene, block, now, sheet, formula)
    choices = make_controls(scene, block, before)
    if block.picture:
        return [board, *choices]
    if block.shows:
        choices.append(make_values_part(scene, block, sheet, find_threshold(scene, block)))
    return [*choices, board]


def act_on_board(scene: Scene, block: Board, piece: str, act: Act) -> None:
    """Apply an action to the board or its controls.

    A command names the board to which it applies, because undo and redo restore another one.
    """
    start = make_start_board(block)
    command = act.get("do")
    if piece == "controls":
        store_choice(scene, block, act)
    elif piece == "board":
        now = unpack_board(act.get("on"), start, block.mode)
        if command == "reset":
            now = start
        elif command == "arrange" or (command and block.mode == "edit"):
            now = apply_command(now, act)
        _store_board(scene, block, now)
    name, _, what = block.aim.partition(" ")
    if block.aim and scene.find_state(block.name) == "open":
        value = calculate_sheet_measure(
            name, apply_choices(scene, block, make_sheet(block, _find_board(scene, block)))
        )
        if COMPARISONS[what](value, name, block):
            scene.store_answer(block.name, True)


def make_start_board(block: Board) -> ranking.Board:
    """Return the board as the lesson first shows it."""
    sheet = block.sheet
    labels = list(sheet.labels or DOCUMENT_LETTERS)
    others = remove_retrieved(sheet.grades, sheet.judged) if sheet.judged else []
    labels += [DOCUMENT_LETTERS[n] for n in range(len(labels), len(sheet.grades) + len(others))]
    documents = tuple(
        Document(n, labels[n], int(grade) if float(grade).is_integer() else grade)
        for n, grade in enumerate((*sheet.grades, *others))
    )
    count = len(sheet.grades)
    return ranking.Board(documents[:count], documents[count:])


def reorder_board(block: Board, order: Iterable[int]) -> ranking.Board:
    """Return the lesson's own board in another order, given by original ranks."""
    start = make_start_board(block)
    return replace(start, ranking=tuple(start.ranking[rank - 1] for rank in order))


def make_sheet(block: Board, now: ranking.Board) -> Sheet:
    """Return a board's sheet under the lesson's convention."""
    sheet = block.sheet
    extra = tuple(document.grade for document in now.unretrieved)
    pool = (*now.grades, *extra) if extra else None
    grades = tuple(map(float, now.grades))
    labels = tuple(now.labels)
    return Sheet(grades, sheet.convention, sheet.k, labels, pool and tuple(map(float, pool)))


def _find_board(scene: Scene, block: Board) -> ranking.Board:
    """Return the board as the learner left it, or the lesson's own."""
    return unpack_board(scene.answers.get(_name_board(block)), make_start_board(block), block.mode)


def _store_board(scene: Scene, block: Board, board: ranking.Board) -> None:
    """Store a board if it differs from the lesson's."""
    packed = pack_board(board)
    before = scene.answers.get(_name_board(block))
    if packed != before and (before is not None or board != make_start_board(block)):
        scene.store_answer(_name_board(block), packed)


def _name_board(block: Board) -> str:
    return f"{block.name}.board"


def show_task(scene: Scene, block: DragTask) -> list[Part]:
    """Return a board to put in order. A solved task stays solved."""
    done = scene.find_state(block.name) == "done"
    praise = p(block.done.fill_in(), css="answer right", role="status") if done else EMPTY
    praised = make_markup(f"{block.name}.done", praise, scene.name_block(block.name))
    return [_make_question(scene, block), *show_board(scene, block.board, done), praised]


def act_on_task(scene: Scene, block: DragTask, piece: str, act: Act) -> None:
    """Apply an action to a task's board, or show its hint or solution."""
    if piece != "ask":
        act_on_board(scene, block.board, piece, act)
        if scene.find_state(block.name) == "open" and not _describe_missing(scene, block):
            scene.store_answer(block.name, find_order(scene, block.board))
    elif act.get("act") == "hint":
        scene.store_answer(f"{block.name}.hinted", True)
    elif act.get("act") == "show":
        _store_board(scene, block.board, reorder_board(block.board, block.solution))
        scene.store_answer(block.name, list(block.solution))


def find_order(scene: Scene, block: Board) -> list[int]:
    """Return the order of a board by the original ranks of its documents."""
    return [document.id + 1 for document in _find_board(scene, block).ranking]


def _describe_missing(scene: Scene, block: DragTask) -> str:
    order = find_order(scene, block.board)
    whole = sorted(order) == list(range(1, len(block.board.sheet.grades) + 1))
    # By the threshold that its values are shown for: what is said of P must be what is seen.
    board = replace(block.board, threshold=find_threshold(scene, block.board))
    return judge_order(block.wants, board, order) if whole else UNMOVED_REPLY


def _make_question(scene: Scene, block: DragTask) -> Part:
    """Return the task, the missing conditions and the help, all above the board."""
    hinted = scene.answers.get(f"{block.name}.hinted") is True
    done = scene.find_state(block.name) == "done"
    missing = _describe_missing(scene, block)
    stands = (
        html(draw_verdict("invalid", "not yet"), " ", missing)
        if missing != UNMOVED_REPLY
        else missing
    )
    status = p(
        draw_verdict("right", "done") if done else stands, role="status"
    )  # never empty: no jump
    help = button("Show me", data_act="show") if hinted else button("Hint", data_act="hint")
    drawn = div(
        p(block.ask.fill_in(), css="asks"),
        div(status, span(None if done else help), css="stands"),
        p(block.hint.fill_in(), css="hint", data_testid="hint") if hinted else None,
        css="question",
        data_testid="task",
        data_name=block.name,
        data_state="done" if done else "not yet",
        tabindex=-1,
    )
    return make_form(f"{block.name}.ask", drawn, scene.name_block(block.name))


MEASURES_OF_STAGES: Mapping[Picture, Measure] = {"gain": "cg", "ndcg": "ndcg"}
"""The measure that a stage of the picture ends with, if it is not DCG."""


def _choose_look(shows: Container[str]) -> tuple[Look, Measure]:
    """Return the look of a board and its last measure, given the measures that it shows."""
    if "ndcg" in shows:
        last: Measure = "ndcg"
    elif "dcg" in shows:
        last = "dcg"
    else:
        last = "cg"
    if "dcg" not in shows:
        return "bare", last
    return ("whole" if "idcg" in shows else "plain"), last


def _make_board(
    scene: Scene, block: Board, now: ranking.Board, sheet: Sheet, formula: bool
) -> Part:
    """Return the board without features that later lessons introduce."""
    group = scene.name_block(block.name)
    look, last = _choose_look(block.shows)
    picture = None
    if block.picture:
        stage: Picture = _find_value(scene, block, "picture", sheet)
        look = "whole" if stage == "ideal" else "plain"
        last = MEASURES_OF_STAGES.get(stage, "dcg")
        reasons = tuple(block.reasons[card.id] for card in now.ranking if block.reasons)
        picture = describe_picture(sheet.trace, stage, reasons, formula)
    data = describe_board(
        now,
        sheet.trace,
        group=group,
        mode=block.mode,
        look=look,
        speaks=last,
        picture=picture,
    )
    more = {"link": pack_board(now), "start": pack_board(make_start_board(block)), "ids": "own"}
    return Part("board", _name_board(block), data | more)
