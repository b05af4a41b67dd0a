"""Acts on the practice page: sheets, tasks by drag, predictions, where a number is from.

The exercise is the page's link; what is written into it is the tab's, and the record of how it went
the browser's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from ndcg_core.lessons.blocks.kinds import DragTask, Predict
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.acts.answer import Answer
from ndcg_ui.course.parts import KINDS
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.controls import segments, settings_part
from ndcg_ui.exhibits.parts import Act, Part, Row, form, words
from ndcg_ui.html.builder import button, p, title
from ndcg_ui.links import whole
from ndcg_ui.practice import sheets, source
from ndcg_ui.practice.exercise import Record, pack_record, unpack_record

PAGE = "practice"
HEADING = title(
    "Practice",
    "Fill in, drag or predict. Every answer is marked as you give it, and a wrong number is "
    "answered with what gives it, where that is known.",
)
PART, SHEETS = "part", "sheets"
Link = Mapping[str, str]


def practice(link: Link, record: object, state: Act, act: Act) -> Answer:
    """Return the link, the record and what is shown after an act on the practice page.

    record: how it went so far, as `pack` makes it. act: has the name of its `part`, and what that
    part sends; or nothing, for the page of a link as it is. It has a `seed` for what is drawn by
    lot, so that the same request has the same answer.
    """
    mode, now = _opened(link, unpack_record(record), state, act.get("seed"))
    before: list[Row] = []
    if act:
        before = _rows(mode, now)
        with suppress(ValueError):  # what cannot be done is not
            mode, now = _after(mode, now, act)
    there = now.link if mode == SHEETS else {PART: mode, **now.link}
    return Answer(there, _rows(mode, now), now.state, pack_record(now.record), PAGE).beside(before)


class Standing(Protocol):
    """Where somebody is in one way of practising, what is remembered of it, and what is shown."""

    @property
    def link(self) -> Link:
        """The parameters of a link to it."""

    @property
    def record(self) -> Record:
        """How it went so far, skill by skill."""

    @property
    def state(self) -> Act:
        """What the tab remembers."""

    @property
    def rows(self) -> list[Row]:
        """What is shown."""

    def after(self, part: str, act: Act) -> Standing:
        """Return where an act in a part leads."""


class Mode(NamedTuple):
    """One way of practising: its name, and what a link, a record, a state and a seed lead to."""

    name: str
    opened: Callable[[Link, Record, Act, object], Standing]


def _opened(link: Link, record: Record, state: Act, seed: object) -> tuple[str, Standing]:
    mode = link.get(PART, SHEETS)
    mode = mode if mode in MODES else SHEETS
    return mode, MODES[mode].opened(link, record, state, seed)


def _after(mode: str, now: Standing, act: Act) -> tuple[str, Standing]:
    if act.get("part") == "modes":
        return _opened({PART: str(act.get("value"))}, now.record, {}, act.get("seed"))
    return mode, now.after(str(act.get("part", "")), act)


def _rows(mode: str, now: Standing) -> list[Row]:
    names = {name: mode.name for name, mode in MODES.items()}
    choice = segments(PART, "What to practise", names, mode, hidden=True)
    modes = settings_part("modes", [choice], {PART: mode})
    return [[[words("title", HEADING, PAGE)]], [[modes]], *now.rows]


# --- Blocks as they stand in lessons -----------------------------------------------------------


@dataclass(frozen=True)
class Blocks:
    """The blocks of one file, one after the other.

    practice  the name of the file; parameter: what a link calls the place in it
    another   what the button to the next one says; again: the one to begin anew, "" for none
    """

    practice: str
    parameter: str
    another: str
    again: str = ""

    @property
    def all(self) -> tuple[DragTask | Predict, ...]:
        """What can be put."""
        return load_practice()[self.practice].blocks

    def opened(self, link: Link, record: Record, state: Act, seed: object) -> OneBlock:
        """Return the block that a link names; what was done in another one is not done in it."""
        place = max(0, min(whole(link.get(self.parameter, ""), 1), len(self.all)) - 1)
        now, answers = OneBlock(self, record, place), state.get("answers")
        here = state.get("block") == now.block.name and isinstance(answers, Mapping)
        return replace(now, answers=dict(answers) if here and answers else {})


@dataclass(frozen=True)
class OneBlock:
    """The block at a place, from 0, and what was answered in it."""

    blocks: Blocks
    record: Record
    place: int
    answers: Act = field(default_factory=dict)

    @property
    def block(self) -> DragTask | Predict:
        """The block itself."""
        return self.blocks.all[self.place]

    @property
    def scene(self) -> Scene:
        """A scene of it."""
        return Scene(f"{PAGE}.{self.blocks.practice}", self.answers)

    @property
    def link(self) -> Link:
        """The place, counted from 1."""
        return {self.blocks.parameter: str(self.place + 1)}

    @property
    def state(self) -> Act:
        """The block's name and the answers."""
        return {"block": self.block.name, "answers": self.answers}

    @property
    def rows(self) -> list[Row]:
        """The block, and what leads on from it; what a board comes to stands beside it."""
        parts = KINDS[self.block.kind].parts(self.scene, self.block)
        beside = [part for part in parts if part.name.endswith((".values", ".chart", ".controls"))]
        board = [part for part in parts if part.kind == "board"]
        rows: list[Row] = [[[part]] for part in parts if part not in (*beside, *board)]
        if board:
            rows.insert(1, [board, beside])
        return [*rows, [[self._onward()]]]

    def after(self, part: str, act: Act) -> OneBlock:
        """Do in the block what the learner did, or go on to another one."""
        if part == "onward":
            on = 1 if act.get("act") == "another" else 0
            place = (self.place + on) % len(self.blocks.all)
            return OneBlock(self.blocks, self.record, place)
        scene = self.scene
        KINDS[self.block.kind].obey(scene, self.block, part.partition(".")[2], act)
        return replace(self, answers=scene.answers)

    def _onward(self) -> Part:
        done = self.scene.done(self.block.name) == "done"
        strong = "plain-button strong" if done else "plain-button"
        again = button(self.blocks.again, data_act="again") if self.blocks.again else None
        another = button(self.blocks.another, css=strong, data_act="another")
        return form("onward", p(another, again, css="acts"), f"{PAGE}.onward")


# --- Where a number is from --------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """A ranking and a number, as a link or the fields have them."""

    texts: Link
    record: Record
    state: Act = field(default_factory=dict)

    @property
    def link(self) -> Link:
        """What is asked."""
        return source.read(self.texts)

    @property
    def rows(self) -> list[Row]:
        """The question and the answer."""
        return source.rows(self.texts)

    def after(self, part: str, act: Act) -> Source:
        """Fill in a field."""
        return replace(self, texts=source.asked(self.link, act))


MODES: Mapping[str, Mode] = {
    SHEETS: Mode("Fill in a sheet", sheets.opened),
    "drag": Mode("By drag", Blocks("drag", "task", "Another task", "Start again").opened),
    "predict": Mode("Predict first", Blocks("predict", "question", "Next question").opened),
    "source": Mode(
        "Where is this number from?", lambda link, record, state, seed: Source(link, record)
    ),
}
"""By what a link calls them."""
