"""Actions on the practice page: sheets, sorting tasks and predictions.

The link holds the exercise, the tab holds the entries, and the browser holds the record of results.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from ndcg_core.lessons.blocks.kinds import DragTask, Prediction
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.components.controls.controls import make_settings_part, render_segments
from ndcg_ui.components.markup.builder import button, p, render_title, tag
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.exhibit.parts import Action, Answer, Part, PlainData, Row
from ndcg_ui.lesson_blocks.kinds import KINDS
from ndcg_ui.lesson_blocks.scene import Scene
from ndcg_ui.pages.practice import sheets
from ndcg_ui.pages.practice.exercise import Record, pack_record, unpack_record

PAGE = "practice"
HEADING = render_title(
    "Practice",
    "Fill in a sheet, drag documents or predict a value. Each answer is marked at once. If the "
    "cause of a wrong number is known, the feedback names the cause.",
)
PART = "part"
SHEETS = "sheets"
Link = Mapping[str, str]


def answer_practice_action(link: Link, record: object, state: PlainData, action: Action) -> Answer:
    """Apply an action. Return the practice page's new link, rows, tab's state and record.

    record: the results so far, from `pack_record`.

    action: the name of a part of the page in "part" and the data of that part's action, or empty.
    Its "seed" is for random choices, so that the same request has the same answer.
    """
    moved_rows = _make_conventions_link_rows(link)
    mode = _read_mode(link.get(PART))
    practice = MODES[mode](
        {} if moved_rows else link, unpack_record(record), state, action.get("seed")
    )
    before: list[Row] = []
    if action:
        before = _build_rows(mode, practice)
        with suppress(ValueError):  # an impossible action changes nothing
            if action.get("part") != "modes":
                practice = practice.apply_action(str(action.get("part", "")), action)
            else:
                mode = _read_mode(action.get("value"))
                practice = MODES[mode]({}, practice.record, {}, action.get("seed"))
    there = practice.link if mode == SHEETS else {PART: mode, **practice.link}
    rows = _build_rows(mode, practice, moved_rows)
    return Answer(there, rows, practice.state, pack_record(practice.record), PAGE).omit_shown_parts(
        before
    )


def _make_conventions_link_rows(link: Link) -> list[Row]:
    """Return rows with a link to the conventions page for an old link, otherwise no rows.

    The practice page once found the source of a number.
    """
    if link.get(PART) != "source":
        return []
    ranking = link.get("r", "")
    further = link.get("judged", "")
    judged = f"{ranking}, {further}" if further else ""
    asked = {"r": ranking, "k": link.get("k"), "judged": judged, "got": link.get("number")}
    query = urlencode({name: text for name, text in asked.items() if text})
    there = tag("a", "Which library?", href=f"./conventions?{query}", data_testid="moved")
    return [[[make_markup("moved", p("The page ", there, " finds the source of a number."), PAGE)]]]


def _read_mode(name: object) -> str:
    """Return a name of `MODES`, or the default for any other value."""
    return name if isinstance(name, str) and name in MODES else SHEETS


def _build_rows(mode: str, practice: "OpenPractice", moved_rows: Sequence[Row] = ()) -> list[Row]:
    """Return the rows of the practice page: the choice of a mode and the open exercise."""
    choice = render_segments(PART, "Kind of exercise", MODE_NAMES, mode, is_label_hidden=True)
    modes = make_settings_part("modes", [choice], {PART: mode})
    return [[[make_markup("title", HEADING, PAGE)]], *moved_rows, [[modes]], *practice.rows]


# --- Blocks, shown as in lessons ----------------------------------------------------------------


@dataclass(frozen=True)
class BlockFile:
    """The blocks of a practice file, in order.

    practice   the name of the file
    parameter  the name of the block's number in a link
    another    the label of the button for the next block
    again      the label of the button to start again, or "" without a button
    """

    practice: str
    parameter: str
    another: str
    again: str = ""

    @property
    def blocks(self) -> tuple[DragTask | Prediction, ...]:
        """All blocks of the practice file."""
        return load_practice()[self.practice].blocks

    def open_block(self, link: Link, record: Record, state: PlainData, seed: object) -> "OpenBlock":
        """Return the block of a link, with its answers from the tab's state, if any.

        seed: not used, because blocks are not chosen at random.
        """
        number = parse_positive_or_default(link.get(self.parameter, ""), 1)
        opened = OpenBlock(self, record, min(number, len(self.blocks)) - 1)
        answers = state.get("answers")
        if state.get("block") == opened.block.name and isinstance(answers, Mapping):
            return replace(opened, answers=dict(answers))
        return opened


@dataclass(frozen=True)
class OpenBlock:
    """The block on the screen, with the learner's answers.

    index    the index of the block in its file
    answers  the answers by name, as in a lesson
    """

    file: BlockFile
    record: Record
    index: int
    answers: PlainData = field(default_factory=dict)

    @property
    def block(self) -> DragTask | Prediction:
        """The block as the practice file describes it."""
        return self.file.blocks[self.index]

    @property
    def scene(self) -> Scene:
        """A new scene with the learner's answers."""
        return Scene(f"{PAGE}.{self.file.practice}", self.answers)

    @property
    def link(self) -> Link:
        """The block's number, from 1, as link parameters."""
        return {self.file.parameter: str(self.index + 1)}

    @property
    def state(self) -> PlainData:
        """The tab's state: the block's name and the answers."""
        return {"block": self.block.name, "answers": self.answers}

    @property
    def rows(self) -> list[Row]:
        """The rows of the block, with a button for the next block and any button to start again."""
        parts = KINDS[self.block.kind].make_parts(self.scene, self.block)
        return [[[part]] for part in (*parts, self._make_onward_part())]

    def apply_action(self, part: str, action: Action) -> "OpenBlock":
        """Return the block after an action, which can start it again or move to the next block."""
        if part == "onward":
            step = 1 if action.get("act") == "another" else 0
            index = (self.index + step) % len(self.file.blocks)
            return OpenBlock(self.file, self.record, index)
        scene = self.scene
        KINDS[self.block.kind].apply_action(scene, self.block, part.partition(".")[2], action)
        return replace(self, answers=scene.answers)

    def _make_onward_part(self) -> Part:
        """Return the part with the button for the next block and any button to start again."""
        is_done = self.scene.get_block_progress(self.block.name) == "done"
        strong = "plain-button strong" if is_done else "plain-button"
        again = button(self.file.again, data_act="again") if self.file.again else None
        another = button(self.file.another, css=strong, data_act="another")
        return make_form("onward", p(another, again, css="acts"), f"{PAGE}.onward")


MODE_NAMES = {
    SHEETS: "Fill in a sheet",
    "drag": "By drag",
    "predict": "Predict first",
}
"""The ways to practise, by their names in links."""
OpenPractice = sheets.CurrentExercise | OpenBlock
"""An exercise or block on the screen: link, record, state, rows, and the next one after an
action."""
MODES: Mapping[str, Callable[[Link, Record, PlainData, object], OpenPractice]] = {
    SHEETS: sheets.open_exercise,
    "drag": BlockFile("drag", "task", "Another task", "Start again").open_block,
    "predict": BlockFile("predict", "question", "Next question").open_block,
}
"""The function that opens an exercise from a link, a record, a tab's state and a seed."""
