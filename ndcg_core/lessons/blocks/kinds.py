"""The kinds of interactive blocks in a lesson."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from ndcg_core.lessons.blocks.pairs import SignFlipBlock, SystemPair
from ndcg_core.lessons.blocks.sheet_questions import Question
from ndcg_core.lessons.placeholders.expressions import OTHER_MEASURES
from ndcg_core.lessons.prose import NO_PROSE, Prose
from ndcg_core.libraries import Ranking
from ndcg_core.sheets.sheet import Sheet

BLOCK_MEASURES = ("cg", "dcg", "idcg", "ndcg", "shuffled", *OTHER_MEASURES)
BOARD_CONTROLS = ("k", "gain", "discount", "threshold", "base", "picture")
PictureStage = Literal["gain", "discount", "dcg", "ideal", "ndcg"]
PICTURES: Mapping[PictureStage, str] = {
    "gain": "Gain",
    "discount": "Discount",
    "dcg": "DCG",
    "ideal": "Ideal",
    "ndcg": "NDCG",
}
"""The stages of the picture in lessons 2 to 6, in their order."""
SketchKind = Literal["sum", "doublings"]
SKETCHES: tuple[SketchKind, ...] = get_args(SketchKind)
BoardMode = Literal["edit", "move", "show"]
BOARD_MODES: tuple[BoardMode, ...] = get_args(BoardMode)
LIBRARY_VIEWS = ("calls", "choices")


@dataclass(frozen=True)
class Board:
    """A board: a ranking, the measures next to it, and the settings that can be changed.

    shows      the measures next to the board
    controls   the settings that can be changed, besides the order
    picture    the last stage of the picture next to the cards, or ""
    reasons    the reason for each document's grade
    aim        the change of a measure that finishes the step, such as "idcg higher", or ""
    """

    name: str
    sheet: Sheet
    shows: tuple[str, ...]
    controls: tuple[str, ...] = ()
    mode: BoardMode = "move"
    threshold: float = 1
    picture: PictureStage | Literal[""] = ""
    reasons: tuple[str, ...] = ()
    aim: str = ""
    kind: str = "board"


@dataclass(frozen=True)
class DragTask:
    """A task to sort the documents of a board until the order meets every condition.

    wants     the conditions, see `wants.py`
    solution  an order that meets every condition, as the documents' ranks on the board
    alone     the text that the task needs outside its lesson, such as in a class; None if the task
              makes sense only in its lesson
    wall      the question in one short sentence for a class's wall; empty if `ask` is short
    """

    name: str
    board: Board
    ask: Prose
    wants: tuple[str, ...]
    solution: tuple[int, ...]
    hint: Prose
    done: Prose
    alone: Prose | None = None
    wall: Prose = NO_PROSE
    kind: str = "drag-task"


@dataclass(frozen=True)
class Prediction:
    """A question that asks for a guess of a number before the number is shown.

    reveal  the text after the prediction, with {{you}} and {{answer}}
    why     the explanation for any prediction
    alone   the text that the question needs outside its lesson, as in a `DragTask`
    wall    the question in one short sentence for a class's wall, as in a `DragTask`
    """

    name: str
    ask: Prose
    value: float
    low: float
    high: float
    step: float
    reveal: Prose
    why: Prose
    alone: Prose | None = None
    wall: Prose = NO_PROSE
    kind: str = "predict"

    @property
    def decimals(self) -> int:
        """The number of decimals of the slider's numbers, at most 3."""
        return sum(self.step < unit for unit in (1, 0.1, 0.01))


@dataclass(frozen=True)
class QuestionBlock:
    """A question in the middle of a lesson: a choice, a number, a sheet or an audit.

    alone  the text that the question needs outside its lesson, as in a `DragTask`; sheets and
           audits never need any
    """

    name: str
    question: Question
    kind: str
    alone: Prose | None = None


@dataclass(frozen=True)
class Replay:
    """A published calculation that a learner replays step by step.

    start   the index of the step that is shown first
    count   the number of steps that can be shown; topics of later lessons are left out
    """

    name: str
    example: str
    sheet: Sheet
    start: int
    count: int
    kind: str = "replay"


@dataclass(frozen=True)
class ComparisonTable:
    """A table of several rankings, or of one ranking under several conventions."""

    name: str
    rows: tuple[tuple[str, Sheet], ...]
    measures: tuple[str, ...]
    threshold: float = 1
    heading: str = "ranking"
    kind: str = "compare"


@dataclass(frozen=True)
class DiscountCurves:
    """A chart of each discount's weights by rank, with a patience that the learner sets."""

    name: str
    discounts: tuple[str, ...]
    ranks: int
    patience: float
    kind: str = "curves"


@dataclass(frozen=True)
class LibraryPair:
    """A comparison of two libraries that get the same ranking as input.

    shows  "calls" with their numbers, "choices" that lead from one number to the other, or both
    """

    name: str
    ranking: Ranking
    ids: tuple[str, ...]
    shows: tuple[str, ...] = LIBRARY_VIEWS
    kind: str = "libraries"


@dataclass(frozen=True)
class Note:
    """A short text with a title, apart from the lesson's own text."""

    name: str
    title: Prose
    text: Prose
    kind: str = "note"


@dataclass(frozen=True)
class Sketch:
    """A small drawing of an idea: a sum built block by block, or the doublings behind log2.

    draws   the idea: "sum" or "doublings"
    gains   the gains that the sum adds up, from rank 1
    """

    name: str
    draws: SketchKind
    gains: tuple[float, ...]
    kind: str = "sketch"


@dataclass(frozen=True)
class LessonCheck:
    """The questions at the end of a lesson. A learner who passes finishes the lesson.

    To pass, the learner gives one right answer per goal, and at least two, without a hint.

    goals   the goal that each question asks about, counted from 1
    taught  the title of the step that teaches the answer to each question, or ""
    """

    name: str
    questions: tuple[Question, ...]
    goals: tuple[int, ...]
    taught: tuple[str, ...] = ()
    kind: str = "check"

    @property
    def form_counts(self) -> tuple[int, ...]:
        """The number of forms of each question. A repeated question uses its next form."""
        return tuple(1 + len(question.others) for question in self.questions)


@dataclass(frozen=True)
class Lab:
    """The code lab in a lesson, with the ids of its tasks."""

    name: str
    tasks: tuple[str, ...]
    kind: str = "lab"


Block = (
    Board
    | DragTask
    | Prediction
    | QuestionBlock
    | Replay
    | ComparisonTable
    | SystemPair
    | Note
    | Sketch
    | LessonCheck
    | Lab
    | SignFlipBlock
    | DiscountCurves
    | LibraryPair
)
GATING_KINDS = (
    "predict",
    "choice",
    "number",
    "sheet",
    "audit",
    "drag-task",
    "check",
    "curves",
    "lab",
)
"""The kinds of blocks that must be completed to finish a step, besides boards with an `aim`."""
