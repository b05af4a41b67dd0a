"""The fenced blocks of a lesson, read and checked. An unknown kind or key is refused."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ndcg_core import code_lab
from ndcg_core.content import ContentTable
from ndcg_core.examples.published import load_examples
from ndcg_core.examples.replay import steps
from ndcg_core.lessons.blocks import kinds
from ndcg_core.lessons.blocks.pairs import read_flips, read_systems
from ndcg_core.lessons.blocks.papers import Question, of_skill, read_audit, read_sheet, stored_lists
from ndcg_core.lessons.blocks.questions import (
    Choice,
    NumberQuestion,
    number_of,
    read_choice,
    read_number,
)
from ndcg_core.lessons.blocks.reading import Reader, among, one_of
from ndcg_core.lessons.blocks.wants import COMPARED, check_want, judge
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.libraries import LIBRARIES, Ranking
from ndcg_core.metric import DISCOUNTS

SHOWING = ("sheet", "audit")
"""Questions that show their own context, so that they can stand alone."""
FROM_SKILL = 4
"""The default number of stored lists of a skill that a check asks."""
FEWEST = 3
"""The least number of questions in a check, so that a missed one can come back later."""


def _board(table: ContentTable, name: str, reader: Reader) -> kinds.Board:
    sheet = reader.setting(table).sheet
    reasons = table.texts("reasons", [])
    if reasons and len(reasons) != len(sheet.grades):
        table.refuse("reasons must have one sentence for each document.", "reasons")
    board = kinds.Board(
        name,
        sheet,
        among(table, "shows", kinds.MEASURES, ["dcg", "idcg", "ndcg"]),
        among(table, "controls", kinds.CONTROLS, []),
        one_of(table, "mode", kinds.MODES, "move"),
        table.whole("threshold", 1),
        one_of(table, "picture", ("", *kinds.PICTURES), ""),
        reasons,
        table.text("aim", ""),
    )
    measure, _, what = board.aim.partition(" ")
    if board.aim and not (measure in kinds.MEASURES and what in COMPARED):
        table.refuse(f"aim must be a measure and one of {', '.join(COMPARED)}.", "aim")
    return board


def _task(table: ContentTable, name: str, reader: Reader) -> kinds.DragTask:
    board = _board(table, name, reader)
    wants = table.texts("wants")
    solution = tuple(int(rank) for rank in table.numbers("solution"))
    ranks = tuple(range(1, len(board.sheet.grades) + 1))
    if tuple(sorted(solution)) != ranks:
        table.refuse(f"solution must have each of the ranks 1 to {ranks[-1]} once.")
    try:
        for want in wants:
            check_want(want, board)
    except ValueError as error:
        table.refuse(str(error))
    if not judge(wants, board, ranks):
        table.refuse("the task is done before a document is moved.")
    if judge(wants, board, solution):
        table.refuse("the solution does not solve the task.")
    hint = reader.hint(table)
    ask = reader.prose(table, "ask")
    done = reader.prose(table, "done")
    alone = reader.alone(table)
    wall = reader.wall(table, ask, alone)
    return kinds.DragTask(name, board, ask, wants, solution, hint, done, alone, wall)


def _predict(table: ContentTable, name: str, reader: Reader) -> kinds.Predict:
    value = number_of(table, table.text("answer"), reader)
    low, high = table.numbers("between", [0, 1])
    step = float(table.value("step") or 0.01)
    if not low <= value <= high:
        table.refuse(f"the answer, {value:.3f}, is not between {low:g} and {high:g}.")
    ask, reveal = reader.prose(table, "ask"), reader.prose(table, "reveal")
    why = reader.prose(table, "why", "")
    alone = reader.alone(table)
    wall = reader.wall(table, ask, alone)
    return kinds.Predict(name, ask, value, low, high, step, reveal, why, alone, wall)


READERS: Mapping[str, Callable[[ContentTable, str, Reader], Question]] = {
    "choice": read_choice,
    "number": read_number,
    "sheet": read_sheet,
    "audit": read_audit,
}


def read_questions(table: ContentTable, id: str, reader: Reader) -> Iterator[Question]:
    """Yield the questions under [[items]] and those made from the skills of a check.

    A missed question comes back with other numbers. A sheet of a skill comes back as one of the
    skill's stored lists that no other question of the check uses; an item comes back about the next
    of its `rankings`, or as the next of its `forms`, each of which replaces keys of the item.
    """
    skills = table.texts("skills", [])
    count = table.whole("variants", FROM_SKILL)
    for nth in range(1, count + 1):
        for skill in skills:
            turns = range(nth, len(stored_lists(table, skill)) + 1, count)
            sheets = [of_skill(table, skill, n, f"{id}/{skill}-{nth}", reader) for n in turns]
            yield replace(sheets[0], others=tuple(sheets[1:]))
    faults = list[str]()
    for nth, item in enumerate(table.tables("items", "item"), 1):
        question = _read_item(item, f"{id}/{nth}", reader, faults)
        if question:
            yield question
    if faults:
        raise ValueError("\n".join(dict.fromkeys(faults)))


def _read_item(item: ContentTable, id: str, reader: Reader, faults: list[str]) -> Question | None:
    """Read an item with its other forms. Add a fault for each form that cannot be read."""
    questions: list[Question] = []
    try:
        kind = item.text("kind")
        if kind not in READERS:
            item.refuse(
                f"there is no kind of question {kind!r}. The kinds are {', '.join(READERS)}."
            )
        rows, forms = item.tables("rankings", "ranking"), item.tables("forms", "form")
        if rows and forms:
            item.refuse("an item has rankings or forms, not both.", "forms")
        item.whole("goal", 1)  # both are read by the check
        item.text("taught", "")
    except ValueError as error:
        faults += _locate_faults(error, item)
        return None
    copies = [item.copy(), *map(item.with_keys_of, forms)]
    pairs = [(item.copy(), row) for row in rows] or [(copy, copy) for copy in copies]
    for copy, about in pairs:
        try:
            questions.append(_read_about(kind, copy, about, id, reader))
        except (ValueError, LookupError, TypeError, ArithmeticError) as error:
            faults += _locate_faults(error, copy)
    return replace(questions[0], others=tuple(questions[1:])) if questions else None


def _read_about(
    kind: str, item: ContentTable, about: ContentTable, id: str, reader: Reader
) -> Question:
    """Read an item about a ranking: the table's own, or one of its `rankings`."""
    question = _read(kind, item, id, reader.about(reader.setting(about)))
    item.done()
    about.done()
    return question


def _locate_faults(error: Exception, item: ContentTable) -> list[str]:
    """Return the faults that an error names, each with its file and line."""
    file = item.place.partition(":")[0]
    return [
        line if line.startswith(file) else f"{item.place}: this cannot be read: {line}"
        for line in str(error).splitlines()
    ]


def _question(kind: str) -> Callable[[ContentTable, str, Reader], kinds.QuestionBlock]:
    def read(table: ContentTable, name: str, reader: Reader) -> kinds.QuestionBlock:
        alone = reader.alone(table) or (NO_PROSE if kind in SHOWING else None)
        return kinds.QuestionBlock(name, _read(kind, table, name, reader, alone), kind, alone)

    return read


def _read(
    kind: str, table: ContentTable, id: str, reader: Reader, alone: Prose | None = None
) -> Question:
    """Read a question with its short sentence. Sheets and audits have none."""
    question = READERS[kind](table, id, reader)
    wall = reader.wall(table, question.ask, alone)
    return (
        replace(question, wall=wall) if isinstance(question, (Choice, NumberQuestion)) else question
    )


def _replay(table: ContentTable, name: str, reader: Reader) -> kinds.Replay:
    slug = table.text("example")
    nth = table.whole("sheet", 1)
    example = next((e for e in load_examples() if e.slug == slug), None)
    if example is None or nth > len(example.sheets):
        table.refuse(f"there is no example {slug!r} with a sheet {nth}.")
    sheet = example.sheets[nth - 1]
    ids = [step.id for step in steps(sheet)]
    start = table.text("start", ids[0])
    end = table.text("end", ids[-1])
    for key, step in (("start", start), ("end", end)):
        if step not in ids:
            table.refuse(f"{key} is {step!r}. The steps are {', '.join(ids)}.")
    if ids.index(end) < ids.index(start):
        table.refuse(f"end is {end!r}, which comes before start, {start!r}.")
    return kinds.Replay(name, slug, sheet, ids.index(start), ids.index(end) + 1)


def _compare(table: ContentTable, name: str, reader: Reader) -> kinds.Compare:
    rows = []
    for row in table.tables("rows", "row"):
        rows.append((row.text("title"), reader.setting(row).sheet))
        row.done()
    if len(rows) < 2:
        table.refuse("a comparison has at least two [[rows]].")
    shows = among(table, "shows", kinds.MEASURES, ["dcg", "idcg", "ndcg"])
    heading = table.text("heading", "ranking")
    return kinds.Compare(name, tuple(rows), shows, table.whole("threshold", 1), heading)


def _curves(table: ContentTable, name: str, reader: Reader) -> kinds.Curves:
    discounts = among(table, "discounts", tuple(DISCOUNTS), ["log2(i+1)"])
    patience = float(table.value("patience") or 0.8)
    if not 0 < patience < 1:
        table.refuse("patience must be a share between 0 and 1.", "patience")
    return kinds.Curves(name, discounts, table.whole("ranks", 10), patience)


def _libraries(table: ContentTable, name: str, reader: Reader) -> kinds.Libraries:
    setting = reader.setting(table)
    ids = among(table, "ids", tuple(LIBRARIES), [])
    if len(ids) != 2:
        table.refuse("ids must name two libraries.", "ids")
    scores = table.numbers("scores", []) or None
    ranking = Ranking(setting.grades, setting.k, setting.judged, scores, setting.labels)
    for id in ids:
        ranking.ndcg(id)
    shows = among(table, "shows", kinds.SIDES_OF_LIBRARIES, list(kinds.SIDES_OF_LIBRARIES))
    return kinds.Libraries(name, ranking, ids, shows)


def _note(table: ContentTable, name: str, reader: Reader) -> kinds.Note:
    return kinds.Note(name, reader.prose(table, "title"), reader.prose(table, "text"))


def _check(table: ContentTable, name: str, reader: Reader) -> kinds.LessonCheck:
    first = table.whole("goal", 1)
    items = table.copy().tables("items", "item")
    goals = [item.whole("goal", 1) for item in items]
    first_taught = table.text("taught", "")
    taught = [item.text("taught", "") for item in items]
    questions = tuple(read_questions(table, name, reader))
    if len(questions) < FEWEST:
        table.refuse(f"a check has at least {FEWEST} questions.")
    of_skills = len(questions) - len(goals)
    return kinds.LessonCheck(
        name,
        questions,
        (*[first] * of_skills, *goals),
        (*[first_taught] * of_skills, *taught),
    )


def _lab(table: ContentTable, name: str, reader: Reader) -> kinds.Lab:
    ids = tuple(task.id for task in code_lab.TASKS)
    return kinds.Lab(name, among(table, "tasks", ids, list(ids)))


KINDS: Mapping[str, Callable[[ContentTable, str, Reader], kinds.Block]] = {
    "board": _board,
    "drag-task": _task,
    "predict": _predict,
    **{kind: _question(kind) for kind in READERS},
    "replay": _replay,
    "compare": _compare,
    "systems": read_systems,
    "note": _note,
    "flips": read_flips,
    "curves": _curves,
    "libraries": _libraries,
    "check": _check,
    "lab": _lab,
}
"""Every kind of block, besides `retrieval`, whose questions belong to later lessons."""


def read_block(kind: str, table: ContentTable, name: str, reader: Reader) -> kinds.Block:
    block = KINDS[kind](table, table.text("name", name), reader)
    table.done()
    return block
