"""The readers of a lesson's fenced blocks. An unknown kind or key raises ValueError."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ndcg_core import code_lab
from ndcg_core.content import ContentTable
from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import list_replay_steps
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.pairs import read_sign_flip_block, read_system_pair
from ndcg_core.lessons.blocks.questions import (
    Choice,
    NumberQuestion,
    calculate_number,
    read_choice,
    read_number_question,
)
from ndcg_core.lessons.blocks.reading import Reader, read_option, read_options
from ndcg_core.lessons.blocks.sheet_questions import (
    Question,
    list_skill_variants,
    make_skill_exercise,
    read_audit,
    read_sheet_exercise,
)
from ndcg_core.lessons.blocks.wants import COMPARISONS, check_condition, explain_wrong_order
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.metric import DISCOUNTS

SHEET_KINDS = ("sheet", "audit")
"""Questions that show their own context, so that they can stand alone."""
QUESTIONS_FROM_SKILL = 4
"""The default number of questions that a check asks about each of its skills."""
MIN_QUESTIONS = 3
"""The least number of questions in a check, so that a missed one can come back later."""
DEFAULT_PATIENCE = 0.8


def _read_board(table: ContentTable, name: str, reader: Reader) -> kinds.Board:
    """Read a board. Raise ValueError for a bad aim or a wrong number of reasons.

    A board has one reason for each document, or none at all.
    """
    sheet = reader.read_setting(table).sheet
    reasons = table.pop_texts("reasons", [])
    if reasons and len(reasons) != len(sheet.grades):
        table.refuse("reasons must have one sentence for each document.", "reasons")
    board = kinds.Board(
        name,
        sheet,
        read_options(table, "shows", kinds.BLOCK_MEASURES, ["dcg", "idcg", "ndcg"]),
        read_options(table, "controls", kinds.BOARD_CONTROLS, []),
        read_option(table, "mode", kinds.BOARD_MODES, "move"),
        table.pop_whole_number("threshold", 1),
        read_option(table, "picture", ("", *kinds.PICTURES), ""),
        reasons,
        table.pop_text("aim", ""),
    )
    measure, _, comparison = board.aim.partition(" ")
    if board.aim and not (measure in kinds.BLOCK_MEASURES and comparison in COMPARISONS):
        table.refuse(f"aim must be a measure and one of {', '.join(COMPARISONS)}.", "aim")
    return board


def _read_drag_task(table: ContentTable, name: str, reader: Reader) -> kinds.DragTask:
    """Read a sorting task. Raise ValueError if its start is right or its solution is wrong."""
    board = _read_board(table, name, reader)
    wants = table.pop_texts("wants")
    solution = tuple(int(rank) for rank in table.pop_numbers("solution"))
    ranks = tuple(range(1, len(board.sheet.grades) + 1))
    if tuple(sorted(solution)) != ranks:
        table.refuse(f"solution must have each of the ranks 1 to {ranks[-1]} once.")
    try:
        for want in wants:
            check_condition(want, board)
    except ValueError as error:
        table.refuse(str(error))
    if not explain_wrong_order(wants, board, ranks):
        table.refuse("the task is done before a document is moved.")
    if explain_wrong_order(wants, board, solution):
        table.refuse("the solution does not solve the task.")
    hint = reader.read_hint(table)
    ask = reader.read_prose(table, "ask")
    done = reader.read_prose(table, "done")
    alone = reader.read_standalone_text(table)
    wall = reader.read_wall_text(table, ask, alone)
    return kinds.DragTask(name, board, ask, wants, solution, hint, done, alone, wall)


def _read_prediction(table: ContentTable, name: str, reader: Reader) -> kinds.Prediction:
    """Read a prediction. Raise ValueError if the answer is outside the slider's range."""
    value = calculate_number(table, table.pop_text("answer"), reader)
    low, high = table.pop_numbers("between", [0, 1])
    step = float(table.pop_value("step") or 0.01)
    if not low <= value <= high:
        table.refuse(f"the answer, {value:.3f}, is not between {low:g} and {high:g}.")
    ask = reader.read_prose(table, "ask")
    reveal = reader.read_prose(table, "reveal")
    why = reader.read_prose(table, "why", "")
    alone = reader.read_standalone_text(table)
    wall = reader.read_wall_text(table, ask, alone)
    return kinds.Prediction(name, ask, value, low, high, step, reveal, why, alone, wall)


QUESTION_READERS: Mapping[str, Callable[[ContentTable, str, Reader], Question]] = {
    "choice": read_choice,
    "number": read_number_question,
    "sheet": read_sheet_exercise,
    "audit": read_audit,
}


def read_questions(table: ContentTable, id: str, reader: Reader) -> Iterator[Question]:
    """Yield the questions made from a table's skills, and the questions under [[items]].

    Raises ValueError with all faults of the items after the readable ones.

    A missed question is repeated with other numbers. A question about a skill then uses a variant
    that no other question of the check uses. An item uses its next ranking under `rankings`, or its
    next form under `forms`; a form replaces keys of the item.
    """
    skills = table.pop_texts("skills", [])
    count = table.pop_whole_number("variants", QUESTIONS_FROM_SKILL)
    for nth in range(1, count + 1):
        for skill in skills:
            turns = range(nth, len(list_skill_variants(table, skill)) + 1, count)
            sheets = [
                make_skill_exercise(table, skill, n, f"{id}/{skill}-{nth}", reader) for n in turns
            ]
            yield replace(sheets[0], others=tuple(sheets[1:]))
    faults = list[str]()
    for nth, item in enumerate(table.pop_tables("items", "item"), 1):
        question = _read_item(item, f"{id}/{nth}", reader, faults)
        if question:
            yield question
    if faults:
        raise ValueError("\n".join(dict.fromkeys(faults)))


def _read_item(item: ContentTable, id: str, reader: Reader, faults: list[str]) -> Question | None:
    """Read an item and its other forms, or return None if no form can be read.

    A sentence for each fault is appended to `faults`.
    """
    questions: list[Question] = []
    try:
        kind = item.pop_text("kind")
        if kind not in QUESTION_READERS:
            item.refuse(
                f"there is no kind of question {kind!r}. The kinds are "
                f"{', '.join(QUESTION_READERS)}."
            )
        rows = item.pop_tables("rankings", "ranking")
        forms = item.pop_tables("forms", "form")
        if rows and forms:
            item.refuse("an item has rankings or forms, not both.", "forms")
        item.pop_whole_number("goal", 1)  # both are read by the check
        item.pop_text("taught", "")
    except ValueError as error:
        faults += _split_faults(error, item)
        return None
    copies = [item.copy_unread(), *map(item.merge, forms)]
    pairs = [(item.copy_unread(), row) for row in rows] or [(copy, copy) for copy in copies]
    for copy, ranking in pairs:
        try:
            questions.append(_read_question_about(kind, copy, ranking, id, reader))
        except (ValueError, LookupError, TypeError, ArithmeticError) as error:
            faults += _split_faults(error, copy)
    return replace(questions[0], others=tuple(questions[1:])) if questions else None


def _read_question_about(
    kind: str, item: ContentTable, ranking: ContentTable, id: str, reader: Reader
) -> Question:
    """Read an item as a question about the ranking in the table `ranking`."""
    question = _read_question(kind, item, id, reader.with_setting(reader.read_setting(ranking)))
    item.refuse_unread()
    ranking.refuse_unread()
    return question


def _split_faults(error: Exception, item: ContentTable) -> list[str]:
    """Split the message of an error into faults, each with its file and line."""
    file = item.location.partition(":")[0]
    return [
        line if line.startswith(file) else f"{item.location}: this cannot be read: {line}"
        for line in str(error).splitlines()
    ]


def _make_question_reader(kind: str) -> Callable[[ContentTable, str, Reader], kinds.QuestionBlock]:
    """Return a function that reads one kind of question in the middle of a lesson."""

    def read_question(table: ContentTable, name: str, reader: Reader) -> kinds.QuestionBlock:
        """Read a question of a lesson, and the text that it needs outside the lesson."""
        alone = reader.read_standalone_text(table) or (NO_PROSE if kind in SHEET_KINDS else None)
        return kinds.QuestionBlock(
            name, _read_question(kind, table, name, reader, alone), kind, alone
        )

    return read_question


def _read_question(
    kind: str, table: ContentTable, id: str, reader: Reader, alone: Prose | None = None
) -> Question:
    """Read a question. A choice or number question gets the short text for a class's wall.

    alone: the text that the question needs outside its lesson, as in a `DragTask`.
    """
    question = QUESTION_READERS[kind](table, id, reader)
    wall = reader.read_wall_text(table, question.ask, alone)
    return (
        replace(question, wall=wall) if isinstance(question, (Choice, NumberQuestion)) else question
    )


def _read_replay(table: ContentTable, name: str, reader: Reader) -> kinds.Replay:
    """Read a replay of a published example. Raise ValueError for an invalid example or steps."""
    slug = table.pop_text("example")
    nth = table.pop_whole_number("sheet", 1)
    example = next((e for e in load_examples() if e.slug == slug), None)
    if example is None or nth > len(example.sheets):
        table.refuse(f"there is no example {slug!r} with a sheet {nth}.")
    sheet = example.sheets[nth - 1]
    ids = [step.id for step in list_replay_steps(sheet)]
    start = table.pop_text("start", ids[0])
    end = table.pop_text("end", ids[-1])
    for key, step in (("start", start), ("end", end)):
        if step not in ids:
            table.refuse(f"{key} is {step!r}. The steps are {', '.join(ids)}.")
    if ids.index(end) < ids.index(start):
        table.refuse(f"end is {end!r}, which comes before start, {start!r}.")
    return kinds.Replay(name, slug, sheet, ids.index(start), ids.index(end) + 1)


def _read_comparison_table(table: ContentTable, name: str, reader: Reader) -> kinds.ComparisonTable:
    """Read a table of rankings. Raise ValueError if there are fewer than two."""
    rows = []
    for row in table.pop_tables("rows", "row"):
        rows.append((row.pop_text("title"), reader.read_setting(row).sheet))
        row.refuse_unread()
    if len(rows) < 2:
        table.refuse("a comparison has at least two [[rows]].")
    shows = read_options(table, "shows", kinds.BLOCK_MEASURES, ["dcg", "idcg", "ndcg"])
    heading = table.pop_text("heading", "ranking")
    return kinds.ComparisonTable(
        name, tuple(rows), shows, table.pop_whole_number("threshold", 1), heading
    )


def _read_discount_curves(table: ContentTable, name: str, reader: Reader) -> kinds.DiscountCurves:
    """Read a chart of discounts. Raise ValueError unless the patience is between 0 and 1."""
    discounts = read_options(table, "discounts", tuple(DISCOUNTS), ["log2(i+1)"])
    patience = table.pop_value("patience")
    if patience is None:
        patience = DEFAULT_PATIENCE
    if not isinstance(patience, float) or not 0 < patience < 1:
        table.refuse("patience must be a share between 0 and 1.", "patience")
    return kinds.DiscountCurves(name, discounts, table.pop_whole_number("ranks", 10), patience)


def _read_library_pair(table: ContentTable, name: str, reader: Reader) -> kinds.LibraryPair:
    """Read a pair of libraries. Raise ValueError unless both have a number for the ranking.

    Also raises ValueError if the table does not name two libraries.
    """
    setting = reader.read_setting(table)
    ids = read_options(table, "ids", tuple(LIBRARIES), [])
    if len(ids) != 2:
        table.refuse("ids must name two libraries.", "ids")
    scores = table.pop_numbers("scores", []) or None
    ranking = Ranking(setting.grades, setting.k, setting.judged, scores, setting.labels)
    for id in ids:
        ranking.calculate_ndcg(id)
    shows = read_options(table, "shows", kinds.LIBRARY_VIEWS, list(kinds.LIBRARY_VIEWS))
    return kinds.LibraryPair(name, ranking, ids, shows)


def _read_note(table: ContentTable, name: str, reader: Reader) -> kinds.Note:
    """Read a text with a title."""
    return kinds.Note(name, reader.read_prose(table, "title"), reader.read_prose(table, "text"))


def _read_sketch(table: ContentTable, name: str, reader: Reader) -> kinds.Sketch:
    """Read a drawing. Raise ValueError for an unknown kind of drawing."""
    trace = reader.read_setting(table).sheet.trace
    written = table.pop_text("draws")
    draws = next((idea for idea in kinds.SKETCHES if idea == written), None)
    if draws is None:
        table.refuse(f"draws must be one of {', '.join(kinds.SKETCHES)}.", "draws")
    return kinds.Sketch(name, draws, tuple(term.gain for term in trace.actual))


def _read_check(table: ContentTable, name: str, reader: Reader) -> kinds.LessonCheck:
    """Read a check. Raise ValueError if there are too few questions."""
    first = table.pop_whole_number("goal", 1)
    items = table.copy_unread().pop_tables("items", "item")
    goals = [item.pop_whole_number("goal", 1) for item in items]
    first_taught = table.pop_text("taught", "")
    taught = [item.pop_text("taught", "") for item in items]
    questions = tuple(read_questions(table, name, reader))
    if len(questions) < MIN_QUESTIONS:
        table.refuse(f"a check has at least {MIN_QUESTIONS} questions.")
    of_skills = len(questions) - len(goals)
    return kinds.LessonCheck(
        name,
        questions,
        (*[first] * of_skills, *goals),
        (*[first_taught] * of_skills, *taught),
    )


def _read_lab(table: ContentTable, name: str, reader: Reader) -> kinds.Lab:
    """Read a code lab with all tasks, or with the tasks that the table names."""
    ids = tuple(task.id for task in code_lab.TASKS)
    return kinds.Lab(name, read_options(table, "tasks", ids, list(ids)))


BLOCK_READERS: Mapping[str, Callable[[ContentTable, str, Reader], kinds.Block]] = {
    "board": _read_board,
    "drag-task": _read_drag_task,
    "predict": _read_prediction,
    **{kind: _make_question_reader(kind) for kind in QUESTION_READERS},
    "replay": _read_replay,
    "compare": _read_comparison_table,
    "systems": read_system_pair,
    "note": _read_note,
    "sketch": _read_sketch,
    "flips": read_sign_flip_block,
    "curves": _read_discount_curves,
    "libraries": _read_library_pair,
    "check": _read_check,
    "lab": _read_lab,
}
"""The reader of each kind of block. `retrieval` has none: its questions are for later lessons."""


def read_block(kind: str, table: ContentTable, name: str, reader: Reader) -> kinds.Block:
    """Read a block. Raise ValueError with the line if a key is wrong or unknown.

    kind: a key of `BLOCK_READERS`. name: the block's name if the table has none.
    """
    block = BLOCK_READERS[kind](table, table.pop_text("name", name), reader)
    table.refuse_unread()
    return block
