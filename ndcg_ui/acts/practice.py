"""Acts on the practice page: sheets, tasks by drag, predictions, where a number is from.

The exercise is the page's link; what is written into it is the tab's, and the record of how it went
the browser's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from ndcg_core.lessons.blocks.kinds import DragTask, Predict
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.acts.answer import Answer
from ndcg_ui.boards.settings import whole
from ndcg_ui.course.parts import KINDS
from ndcg_ui.course.scene import Scene
from ndcg_ui.exhibits.controls import segments, settings_part
from ndcg_ui.exhibits.parts import Part, Row, form, words
from ndcg_ui.html.builder import button, p, title
from ndcg_ui.practice import sheets, source
from ndcg_ui.practice.record import pack, unpack

PAGE, RECORD = "practice", "practice"
"""The page's path, and what the browser keeps its record as."""
Act = Mapping[str, Any]
HEADING = title(
    "Practice",
    "Fill in, drag or predict. Every answer is marked as you give it, and a wrong number is "
    "answered with what gives it, where that is known.",
)
PART, SHEETS = "part", "sheets"


def practice(link: Mapping[str, str], record: object, state: Act, act: Act) -> Answer:
    """Return the link, the record and what is shown after an act on the practice page.

    record: how it went so far, as `pack` makes it. act: has the name of its `part`, and what that
    part sends; or nothing, for the page of a link as it is. It has a `seed` for what is drawn by
    lot, so that the same request has the same answer.
    """
    before: list[Row] = []
    there = _opened(link, record, state, act)
    if act:
        before = there.rows
        with suppress(ValueError):
            there = _obeyed(there, act)
    return Answer(there.link, there.rows, there.state, pack(there.record), PAGE).beside(before)


class There(NamedTuple):
    """Where somebody is on the page, what is remembered of it, and what is shown."""

    link: Mapping[str, str]
    record: Any
    state: Act
    rows: list[Row]


@dataclass(frozen=True)
class Mode:
    """One way of practising: what it shows of a link, and what an act changes."""

    name: str
    show: Callable[[Mapping[str, str], Any, Act, Act], There]
    obey: Callable[[There, str, Act], tuple[Mapping[str, str], Any, Act]]


def _opened(link: Mapping[str, str], record: object, state: Act, act: Act) -> There:
    read = unpack(record)
    mode = link.get(PART, SHEETS)
    mode = mode if mode in MODES else SHEETS
    there = MODES[mode].show(link, read, state, act)
    own = {} if mode == SHEETS else {PART: mode}
    head: list[Row] = [[[words("title", HEADING, PAGE)]], [[_choice(mode)]]]
    return There({**own, **there.link}, there.record, there.state, [*head, *there.rows])


def _choice(chosen: str) -> Part:
    names = {name: mode.name for name, mode in MODES.items()}
    drawn = segments(PART, "What to practise", names, chosen, hidden=True)
    return settings_part("modes", [drawn], {PART: chosen})


def _obeyed(there: There, act: Act) -> There:
    name = str(act.get("part", ""))
    if name == "modes":
        link: Mapping[str, str] = {PART: str(act.get("value"))}
        return _opened(link, pack(there.record), {}, act)
    mode = MODES[there.link.get(PART, SHEETS)]
    link, record, state = mode.obey(there, name, act)
    own = {PART: there.link[PART]} if PART in there.link else {}
    return _opened({**own, **link}, pack(record), state, act)


# --- Sheets ------------------------------------------------------------------------------------


def _sheets(link: Mapping[str, str], record: Any, state: Act, act: Act) -> There:
    now = sheets.read(link, record, state, act.get("seed"))
    return There(now.link, record, now.state, now.rows)


def _on_sheet(there: There, name: str, act: Act) -> tuple[Mapping[str, str], Any, Act]:
    now = sheets.read(there.link, there.record, there.state, act.get("seed"))
    after = sheets.obey(now, name, act)
    return after.link, after.record, after.state


# --- Blocks as they stand in lessons -----------------------------------------------------------


@dataclass(frozen=True)
class BlockMode:
    """The blocks of one file, one after the other.

    practice  the name of the file; parameter: what a link calls the place in it
    another   what the button to the next one says; again: the one to begin anew, "" for none
    """

    practice: str
    parameter: str
    another: str
    again: str = ""

    @property
    def blocks(self) -> tuple[DragTask | Predict, ...]:
        """What can be put."""
        return load_practice()[self.practice].blocks

    def place(self, link: Mapping[str, str]) -> int:
        """Return the place of the block that a link names, from 0."""
        return max(0, min(whole(link.get(self.parameter, ""), 1), len(self.blocks)) - 1)

    def scene(self, place: int, state: Act) -> Scene:
        """Return the scene of a block; what was done in another one is not done in it."""
        answers = state.get("answers")
        here = state.get("block") == self.blocks[place].name and isinstance(answers, Mapping)
        return Scene(f"{PAGE}.{self.practice}", dict(answers) if here and answers else {})

    def show(self, link: Mapping[str, str], record: Any, state: Act, act: Act) -> There:
        """Show a block, and what leads on from it."""
        place = self.place(link)
        block, scene = self.blocks[place], self.scene(place, state)
        parts = KINDS[block.kind].parts(scene, block)
        beside = [part for part in parts if part.name.endswith((".values", ".chart", ".controls"))]
        board = [part for part in parts if part.kind == "board"]
        rows: list[Row] = [[[part]] for part in parts if part not in (*beside, *board)]
        if board:
            rows.insert(1, [board, beside])
        rows.append([[self._onward(scene.done(block.name))]])
        there = {self.parameter: str(place + 1)}
        return There(there, record, {"block": block.name, "answers": scene.answers}, rows)

    def obey(self, there: There, name: str, act: Act) -> tuple[Mapping[str, str], Any, Act]:
        """Do in a block what the learner did, or go on to another one."""
        place = self.place(there.link)
        block, scene = self.blocks[place], self.scene(place, there.state)
        if name == "onward":
            on = 1 if act.get("act") == "another" else 0
            link = {self.parameter: str((place + on) % len(self.blocks) + 1)}
            return link, there.record, {}
        KINDS[block.kind].obey(scene, block, name.partition(".")[2], act)
        state = {"block": block.name, "answers": scene.answers}
        return there.link, there.record, state

    def _onward(self, done: str) -> Part:
        strong = "plain-button strong" if done == "done" else "plain-button"
        again = button(self.again, data_act="again") if self.again else None
        drawn = p(button(self.another, css=strong, data_act="another"), again, css="acts")
        return form("onward", drawn, f"{PAGE}.onward")


DRAG = BlockMode("drag", "task", "Another task", "Start again")
PREDICT = BlockMode("predict", "question", "Next question")


# --- Where a number is from --------------------------------------------------------------------


def _source(link: Mapping[str, str], record: Any, state: Act, act: Act) -> There:
    return There(source.read(link), record, {}, source.rows(link))


def _ask_source(there: There, name: str, act: Act) -> tuple[Mapping[str, str], Any, Act]:
    return source.asked(there.link, act), there.record, {}


MODES: Mapping[str, Mode] = {
    SHEETS: Mode("Fill in a sheet", _sheets, _on_sheet),
    "drag": Mode("By drag", DRAG.show, DRAG.obey),
    "predict": Mode("Predict first", PREDICT.show, PREDICT.obey),
    "source": Mode("Where is this number from?", _source, _ask_source),
}
"""By what a link calls them."""
