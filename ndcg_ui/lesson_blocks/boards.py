"""Boards in a lesson, to explore or to put in order, with their controls and measures."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ndcg_core.lessons.blocks.kinds import PICTURES, Board, DragTask, PictureStage
from ndcg_core.lessons.blocks.wants import (
    COMPARISONS,
    UNMOVED_REPLY,
    explain_wrong_order,
    format_measure_name,
)
from ndcg_core.lessons.placeholders.expressions import calculate_sheet_measure
from ndcg_core.lessons.placeholders.settings import DOCUMENT_LETTERS
from ndcg_core.metric.pools import remove_retrieved
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.board import board as ranking
from ndcg_ui.components.board.board import Document, pack_board, unpack_board
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.controls.controls import DISCOUNT_NAMES, make_settings_part, render_segments
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import (
    EMPTY,
    Html,
    button,
    div,
    html,
    p,
    render_verdict,
    small,
    span,
)
from ndcg_ui.components.parts import Look, Measure, describe_board, make_form, make_markup
from ndcg_ui.components.picture.picture import STAGES, describe_picture
from ndcg_ui.exhibit.parts import Action, Part
from ndcg_ui.lesson_blocks.scene import Scene

CONTROLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "gain": ("Gain", ("linear", "exponential")),
    "discount": ("Divisor", ("log2(i+1)", "i", "none")),
    "threshold": ("Lowest relevant grade", (1, 2, 3)),
    "base": ("b", (2, 3, 4, 10)),
}
LIVE_MEASURES = ("cg", "dcg", "ndcg")
"""The values that change while a card is dragged."""


def make_board_controls(scene: Scene, block: Board, sheet: Sheet) -> list[Part]:
    """Return a list with the part for a board's controls, or [] if the board has none."""
    if not block.controls:
        return []
    values = {name: str(_get_control_value(scene, block, name, sheet)) for name in block.controls}
    names = {**STAGES, **DISCOUNT_NAMES}
    rows = []
    for name, value in values.items():
        label, choices = _describe_control(block, name, sheet)
        options = {text: names.get(text, text) for text in map(str, choices)}
        rows.append(render_segments(name, label, options, value, is_label_hidden=name == "picture"))
    return [make_settings_part(f"{block.name}.controls", rows, values)]


def store_choice(scene: Scene, block: Board, action: Mapping[str, Any]) -> None:
    """Store the option that the learner chose in a control. Ignore any other value."""
    name = action.get("name")
    text = action.get("value")
    if name not in block.controls:
        return
    choices = _describe_control(block, str(name), block.sheet)[1]
    chosen = next((choice for choice in choices if str(choice) == text), None)
    if chosen is not None:
        place = f"{block.name}.controls"
        scene.store_answer(place, {**scene.get_mapping(place), str(name): chosen})


def apply_choices(scene: Scene, block: Board, sheet: Sheet) -> Sheet:
    """Return the sheet with the cutoff, gain, discount and base that the learner chose."""
    for name in block.controls:
        value = _get_control_value(scene, block, name, sheet)
        if name == "k":
            sheet = replace(sheet, k=int(value))
        elif name not in ("threshold", "picture"):
            sheet = replace(sheet, convention=replace(sheet.convention, **{name: value}))
    return sheet


def get_threshold(scene: Scene, block: Board) -> float:
    """Return the threshold from the control, or the block's own if there is no control."""
    if "threshold" not in block.controls:
        return block.threshold
    return float(_get_control_value(scene, block, "threshold", block.sheet))


def _describe_control(block: Board, name: str, sheet: Sheet) -> tuple[str, tuple[Any, ...]]:
    """Return the label of a control and its options."""
    if name == "picture":
        stages = tuple(PICTURES)
        return "The picture", stages[: stages.index(block.picture) + 1] if block.picture else ()
    return CONTROLS.get(name, ("Cutoff k", tuple(range(1, len(sheet.grades) + 1))))


def _get_control_value(scene: Scene, block: Board, name: str, sheet: Sheet) -> Any:
    """Return a control's chosen or else initial option, or the last if that is not offered."""
    own = {"k": sheet.k or len(sheet.grades), "threshold": int(block.threshold)}
    start: Any = (own | {"picture": block.picture}).get(name)
    if start is None:
        start = getattr(sheet.convention, name)
    chosen_before = scene.get_mapping(f"{block.name}.controls").get(name, start)
    choices = _describe_control(block, name, sheet)[1]
    # Return the option, not the stored value: a stored 2.0 equals the option 2, but reads "2.0".
    return next((choice for choice in choices if choice == chosen_before), choices[-1])


def make_values_part(scene: Scene, block: Board, sheet: Sheet, threshold: float) -> Part:
    """Return the part that shows the values of a board's measures."""
    if {"dcg", "idcg", "ndcg"} <= set(block.shows):
        drawn = tables.render_fraction(sheet.trace, "plain")
    else:
        drawn = p(*_render_values(block, sheet, threshold), css="values")
    return make_markup(f"{block.name}.values", drawn, scene.name_block(block.name))


def _render_values(block: Board, sheet: Sheet, threshold: float) -> Iterator[Html]:
    """Yield the HTML of each measure's name and value."""
    for name in block.shows:
        css = name if name in ("dcg", "idcg") else ""
        number = tables.render_total(
            name,
            calculate_sheet_measure(name, sheet, threshold),
            follows_preview=name in LIVE_MEASURES,
        )
        yield span(small(format_measure_name(name, sheet)), " ", number, css=css)


def make_current_sheet(scene: Scene, block: Board) -> Sheet:
    """Return the sheet of the learner's board, with the values of its controls applied."""
    return apply_choices(scene, block, make_sheet(block, _load_board(scene, block)))


NUMBERS = ("cg", "dcg", "idcg", "ndcg")
NUMBERS_OF_STAGES: Mapping[PictureStage, tuple[str, ...]] = {
    "gain": ("cg",),
    "dcg": ("dcg",),
    "ideal": ("dcg", "idcg"),
    "ndcg": ("dcg", "idcg", "ndcg"),
}
"""The numbers of a trace that a stage of the picture shows."""


def list_shown_totals(block: Board) -> tuple[str, ...]:
    """Return the names of the totals that a board shows, such as "dcg" and "ndcg"."""
    if block.picture:
        return NUMBERS_OF_STAGES.get(block.picture, ())
    return tuple(name for name in NUMBERS if name in block.shows)


def make_board_parts(scene: Scene, block: Board, has_formula: bool = True) -> list[Part]:
    """Return the parts of a board: its controls, its measures and the board itself.

    With a picture, the board comes first and its measures are left out.

    has_formula: True to show the formula below the picture.
    """
    current = _load_board(scene, block)
    before = make_sheet(block, current)
    sheet = apply_choices(scene, block, before)
    board = _make_board_part(scene, block, current, sheet, has_formula)
    choices = make_board_controls(scene, block, before)
    if block.picture:
        return [board, *choices]
    if block.shows:
        choices.append(make_values_part(scene, block, sheet, get_threshold(scene, block)))
    return [*choices, board]


def apply_board_action(scene: Scene, block: Board, part_name: str, action: Action) -> None:
    """Apply an action to a board or to its controls, and store the result.

    An action contains the board to which its command applies, because undo and redo restore an
    earlier board. A board with an aim is done once its measure meets the aim. Raises ValueError
    for a command that does not fit.
    """
    start = make_start_board(block)
    command = action.get("do")
    if part_name == "controls":
        store_choice(scene, block, action)
    elif part_name == "board":
        board = unpack_board(action.get("on"), start, block.mode)
        if command == "reset":
            board = start
        elif command == "arrange" or (command and block.mode == "edit"):
            board = apply_command(board, action)
        _store_board(scene, block, board)
    name, _, comparison = block.aim.partition(" ")
    if block.aim and scene.get_block_progress(block.name) == "open":
        value = calculate_sheet_measure(
            name, apply_choices(scene, block, make_sheet(block, _load_board(scene, block)))
        )
        if COMPARISONS[comparison](value, name, block):
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


def make_reordered_start_board(block: Board, order: Iterable[int]) -> ranking.Board:
    """Return a block's initial board, with its documents in the given order of initial ranks."""
    start = make_start_board(block)
    return replace(start, ranking=tuple(start.ranking[rank - 1] for rank in order))


def make_sheet(block: Board, board: ranking.Board) -> Sheet:
    """Return the sheet of a board's ranking, with the lesson's cutoff and convention."""
    sheet = block.sheet
    extra = tuple(document.grade for document in board.unretrieved)
    pool = (*board.grades, *extra) if extra else None
    grades = tuple(map(float, board.grades))
    labels = tuple(board.labels)
    return Sheet(grades, sheet.convention, sheet.k, labels, pool and tuple(map(float, pool)))


def _load_board(scene: Scene, block: Board) -> ranking.Board:
    """Return the learner's stored board of a block, or the block's initial board if none."""
    return unpack_board(
        scene.answers.get(_build_board_key(block)), make_start_board(block), block.mode
    )


def _store_board(scene: Scene, block: Board, board: ranking.Board) -> None:
    """Store a board if it differs from the stored one or, if none is stored, the initial one."""
    packed = pack_board(board)
    before = scene.answers.get(_build_board_key(block))
    if packed != before and (before is not None or board != make_start_board(block)):
        scene.store_answer(_build_board_key(block), packed)


def _build_board_key(block: Board) -> str:
    """Return the name under which a learner's board is stored and its part is drawn."""
    return f"{block.name}.board"


def make_task_parts(scene: Scene, block: DragTask) -> list[Part]:
    """Return the parts of a drag task: its question, its board, and praise once it is done."""
    done = scene.get_block_progress(block.name) == "done"
    praise = p(block.done.fill_in(), css="answer right", role="status") if done else EMPTY
    praised = make_markup(f"{block.name}.done", praise, scene.name_block(block.name))
    return [_make_question_part(scene, block), *make_board_parts(scene, block.board, done), praised]


def apply_task_action(scene: Scene, block: DragTask, part_name: str, action: Action) -> None:
    """Apply an action to a drag task's board, or show the task's hint or solution.

    The first order that meets all conditions is stored as the answer.
    """
    if part_name != "ask":
        apply_board_action(scene, block.board, part_name, action)
        if scene.get_block_progress(block.name) == "open" and not _describe_unmet_condition(
            scene, block
        ):
            scene.store_answer(block.name, list_original_ranks(scene, block.board))
    elif action.get("act") == "hint":
        scene.store_answer(f"{block.name}.hinted", True)
    elif action.get("act") == "show":
        _store_board(scene, block.board, make_reordered_start_board(block.board, block.solution))
        scene.store_answer(block.name, list(block.solution))


def list_original_ranks(scene: Scene, block: Board) -> list[int]:
    """Return the original ranks of a board's documents, in the learner's order."""
    return [document.id + 1 for document in _load_board(scene, block).ranking]


def _describe_unmet_condition(scene: Scene, block: DragTask) -> str:
    """Return a sentence about the first unmet condition of a drag task, or "" if all are met."""
    order = list_original_ranks(scene, block.board)
    is_complete = sorted(order) == list(range(1, len(block.board.sheet.grades) + 1))
    # The sentence must use the threshold for which the learner sees P@k.
    board = replace(block.board, threshold=get_threshold(scene, block.board))
    return explain_wrong_order(block.wants, board, order) if is_complete else UNMOVED_REPLY


def _make_question_part(scene: Scene, block: DragTask) -> Part:
    """Return the part with a drag task's question, first unmet condition and help button."""
    hinted = scene.answers.get(f"{block.name}.hinted") is True
    done = scene.get_block_progress(block.name) == "done"
    missing = _describe_unmet_condition(scene, block)
    state: Html | str
    if done:
        state = render_verdict("right", "done")
    elif missing == UNMOVED_REPLY:
        state = missing
    else:
        state = html(render_verdict("invalid", "not yet"), " ", missing)
    status = p(state, role="status")  # never empty, so that the board does not jump
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


MEASURES_OF_STAGES: Mapping[PictureStage, Measure] = {"gain": "cg", "ndcg": "ndcg"}
"""The last measure of a stage of the picture, if the measure is not DCG."""


def _choose_look(shown_measures: Container[str]) -> tuple[Look, Measure]:
    """Return a board's look for the shown measures, and the last of CG, DCG and NDCG in them.

    The measure is CG if none of the three is shown.
    """
    if "ndcg" in shown_measures:
        last: Measure = "ndcg"
    elif "dcg" in shown_measures:
        last = "dcg"
    else:
        last = "cg"
    if "dcg" not in shown_measures:
        return "bare", last
    return ("whole" if "idcg" in shown_measures else "plain"), last


def _make_board_part(
    scene: Scene, block: Board, board: ranking.Board, sheet: Sheet, has_formula: bool
) -> Part:
    """Return the part of a board, with its picture or with a look for the measures it shows.

    has_formula: True to show the formula below the picture
    """
    group = scene.name_block(block.name)
    look, last = _choose_look(block.shows)
    picture = None
    if block.picture:
        stage: PictureStage = _get_control_value(scene, block, "picture", sheet)
        look = "whole" if stage == "ideal" else "plain"
        last = MEASURES_OF_STAGES.get(stage, "dcg")
        reasons = tuple(block.reasons[card.id] for card in board.ranking if block.reasons)
        picture = describe_picture(sheet.trace, stage, reasons, has_formula)
    data = describe_board(
        board,
        sheet.trace,
        group=group,
        mode=block.mode,
        layout=look,
        announced_measure=last,
        picture=picture,
    )
    more = {"link": pack_board(board), "start": pack_board(make_start_board(block)), "ids": "own"}
    return Part("board", _build_board_key(block), data | more)
