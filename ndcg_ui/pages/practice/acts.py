"""Actions on the practice page: sheets, sorting tasks and predictions.

The link holds the exercise, the tab holds the entries, and the browser holds the record of results.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from ndcg_core.lessons.blocks.kinds import DragTask, Predict
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.components.controls.controls import draw_segments, make_settings_part
from ndcg_ui.components.markup.builder import button, draw_title, p, tag
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.exhibit.links import parse_positive_or_default
from ndcg_ui.exhibit.parts import Action, Answer, Part, Row
from ndcg_ui.lesson_blocks.kinds import KINDS
from ndcg_ui.lesson_blocks.scene import Scene
from ndcg_ui.pages.practice import sheets
from ndcg_ui.pages.practice.exercise import Record, pack_record, unpack_record

PAGE = "practice"
HEADING = draw_title(
    "Practice",
    "Fill in a sheet, drag documents or predict a value. Each answer is marked at once. If the "
    "cause of a wrong number is known, the feedback names it.",
)
PART = "part"
SHEETS = "sheets"
Link = Mapping[str, str]


def answer_practice(link: Link, record: object, state: Action, act: Action) -> Answer:
    """Return the link, the record and the rows after an action on the practice page.

    record: the results so far, from `pack_record`. act: the name of its `part` and the data of that
    part, or nothing for the page of a link. It has a `seed` for random draws, so that the same
    request has the same answer.
    """
    moved = _link_to_conventions(link)
    mode = _read_mode(link.get(PART))
    now = MODES[mode]({} if moved else link, unpack_record(record), state, act.get("seed"))
    before: list[Row] = []
    if act:
        before = _show_rows(mode, now)
        with suppress(ValueError):  # what cannot be done is not
            if act.get("part") != "modes":
                now = now.apply_action(str(act.get("part", "")), act)
            else:
                mode = _read_mode(act.get("value"))
                now = MODES[mode]({}, now.record, {}, act.get("seed"))
    there = now.link if mode == SHEETS else {PART: mode, **now.link}
    rows = _show_rows(mode, now, moved)
    return Answer(there, rows, now.state, pack_record(now.record), PAGE).omit_shown_parts(before)


def _link_to_conventions(link: Link) -> list[Row]:
    """Return a link to the conventions page for an old link that asked here about a number."""
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
    return name if isinstance(name, str) and name in MODES else SHEETS


def _show_rows(mode: str, now: "Practised", moved: Sequence[Row] = ()) -> list[Row]:
    choice = draw_segments(PART, "Kind of exercise", MODE_NAMES, mode, hidden=True)
    modes = make_settings_part("modes", [choice], {PART: mode})
    return [[[make_markup("title", HEADING, PAGE)]], *moved, [[modes]], *now.rows]


# --- Blocks as they stand in lessons -----------------------------------------------------------


@dataclass(frozen=True)
class Blocks:
    """The blocks of one file in their order.

    practice  the name of the file; parameter: the name of the position in a link
    another   the button for the next block; again: the button to start again, or ""
    """

    practice: str
    parameter: str
    another: str
    again: str = ""

    @property
    def all(self) -> tuple[DragTask | Predict, ...]:
        return load_practice()[self.practice].blocks

    def open_block(self, link: Link, record: Record, state: Action, seed: object) -> "OneBlock":
        """Return the block of a link. Another block's answers are dropped."""
        place = max(
            0, min(parse_positive_or_default(link.get(self.parameter, ""), 1), len(self.all)) - 1
        )
        now = OneBlock(self, record, place)
        answers = state.get("answers")
        here = state.get("block") == now.block.name and isinstance(answers, Mapping)
        return replace(now, answers=dict(answers) if here and answers else {})


@dataclass(frozen=True)
class OneBlock:
    """A block of the file (from 0), and the answers in it."""

    blocks: Blocks
    record: Record
    place: int
    answers: Action = field(default_factory=dict)

    @property
    def block(self) -> DragTask | Predict:
        return self.blocks.all[self.place]

    @property
    def scene(self) -> Scene:
        return Scene(f"{PAGE}.{self.blocks.practice}", self.answers)

    @property
    def link(self) -> Link:
        """The block's number, from 1, as link parameters."""
        return {self.blocks.parameter: str(self.place + 1)}

    @property
    def state(self) -> Action:
        return {"block": self.block.name, "answers": self.answers}

    @property
    def rows(self) -> list[Row]:
        """The rows of the block, with the link to the next one."""
        parts = KINDS[self.block.kind].make_parts(self.scene, self.block)
        return [[[part]] for part in (*parts, self._make_onward())]

    def apply_action(self, part: str, act: Action) -> "OneBlock":
        """Return the block after an action in it, or the next block."""
        if part == "onward":
            on = 1 if act.get("act") == "another" else 0
            place = (self.place + on) % len(self.blocks.all)
            return OneBlock(self.blocks, self.record, place)
        scene = self.scene
        KINDS[self.block.kind].apply_action(scene, self.block, part.partition(".")[2], act)
        return replace(self, answers=scene.answers)

    def _make_onward(self) -> Part:
        done = self.scene.get_state(self.block.name) == "done"
        strong = "plain-button strong" if done else "plain-button"
        again = button(self.blocks.again, data_act="again") if self.blocks.again else None
        another = button(self.blocks.another, css=strong, data_act="another")
        return make_form("onward", p(another, again, css="acts"), f"{PAGE}.onward")


MODE_NAMES = {
    SHEETS: "Fill in a sheet",
    "drag": "By drag",
    "predict": "Predict first",
}
"""The ways to practise, by their names in links."""
Practised = sheets.CurrentExercise | OneBlock
"""An exercise or block on the screen: link, record, state, rows, and the next one after an
action."""
MODES: Mapping[str, Callable[[Link, Record, Action, object], Practised]] = {
    SHEETS: sheets.open_exercise,
    "drag": Blocks("drag", "task", "Another task", "Start again").open_block,
    "predict": Blocks("predict", "question", "Next question").open_block,
}
"""The function that opens an exercise from a link, a record, a tab's state and a seed."""
