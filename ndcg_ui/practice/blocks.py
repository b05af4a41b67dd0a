"""Practice on blocks as they stand in lessons, one at a time: tasks by drag, and predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from ndcg_core.lessons.blocks.kinds import DragTask, Predict
from ndcg_core.lessons.practice import load_practice
from ndcg_ui.boards.settings import whole
from ndcg_ui.components.ask import ask
from ndcg_ui.components.events import Acknowledged, Event, Inbox
from ndcg_ui.course import boards, predictions
from ndcg_ui.course.learning import BlockStates
from ndcg_ui.course.scene import Scene
from ndcg_ui.html.builder import Html, button, p
from ndcg_ui.page.keys import key
from ndcg_ui.page.link import Query


@dataclass(frozen=True)
class BlockPractice:
    """What the session holds of a part of the page; kept in one go.

    place    the block that is put, from 0
    answers  what was given for the block; states: what else is known of it
    """

    place: int = 0
    answers: Mapping[str, Any] = field(default_factory=dict)
    states: BlockStates = field(default_factory=BlockStates)
    inbox: Inbox = field(default_factory=Inbox)


@dataclass
class PracticeScene(Scene):
    """The scene of the block that is put on the practice page."""

    page: str
    now: BlockPractice

    def put(self, place: int) -> None:
        """Put a block; what was done in it before is not done now. Kept like any change."""
        self.now = BlockPractice(place, inbox=self.now.inbox)

    @property
    def answers(self) -> Mapping[str, Any]:
        """What was given for the block."""
        return self.now.answers

    @property
    def state(self) -> BlockStates:
        """What else the session knows of it."""
        return self.now.states

    def change_state(self, **changes: Any) -> None:
        """Change it; kept at the end of `taking`, or by `keep`."""
        self.now = replace(self.now, states=replace(self.state, **changes))

    def give(self, name: str, given: Any) -> None:
        """Put what was given among the answers; kept likewise."""
        self.now = replace(self.now, answers={**self.answers, name: given})

    def key(self, name: str) -> str:
        """The session key of a part."""
        return key(self.page, name)

    @contextmanager
    def taking(self, key: str) -> Iterator[Event]:
        """Take the event of the component `key`, keep what is done meanwhile, and acknowledge it.

        Draw nothing inside: a run that is cut off there keeps nothing.
        """
        event = self.now.inbox.take(key)
        yield event
        self.now = replace(self.now, inbox=self.now.inbox.acknowledging(key, event))
        self.keep()

    def acknowledged(self, key: str) -> Acknowledged:
        """Return the last event of the component `key` that has had its effect."""
        return self.now.inbox.acknowledged(key)

    def keep(self) -> None:
        """Keep all of it, by one assignment."""
        st.session_state[key(self.page, "state")] = self.now


@dataclass(frozen=True)
class BlockPart:
    """A part of the practice page: the blocks of one file, one after the other.

    practice   the name of the file; parameter: what a link calls the place in it
    draw_one   what draws a block of it, here as in a lesson
    another    what the button to the next one says; again: the one to begin anew, "" for none
    """

    practice: str
    parameter: str
    draw_one: Callable[[Scene, Any], None]
    another: str
    again: str = ""

    @property
    def page(self) -> str:
        """Where its state and its components stand in the session."""
        return f"practice.{self.practice}"

    @property
    def blocks(self) -> tuple[DragTask | Predict, ...]:
        """What can be put."""
        return load_practice()[self.practice].blocks

    def adopt(self, query: Query) -> str:
        """Take over the block that a link names."""
        place = min(whole(query.get(self.parameter, ""), 1), len(self.blocks)) - 1
        scene = self._scene()
        scene.put(place)
        scene.keep()
        return ""

    def link(self) -> dict[str, str]:
        """Return the parameters of a link to the block on the screen."""
        return {self.parameter: str(self._scene().now.place + 1)}

    def draw(self) -> None:
        """Draw the block, and what leads on from it."""
        scene, buttons = self._scene(), key(self.page, "next")
        with scene.taking(buttons) as event:
            if event.get("act") in ("another", "again"):
                on = 1 if event["act"] == "another" else 0
                scene.put((scene.now.place + on) % len(self.blocks))
        block = self.blocks[scene.now.place]
        with st.container(key="practice-block"):
            self.draw_one(scene, block)
        scene.keep()
        drawn = self._buttons(scene.done(block.name))
        ask(drawn, key=buttons, acknowledged=scene.acknowledged(buttons))

    def _buttons(self, done: str) -> Html:
        strong = "plain-button strong" if done == "done" else "plain-button"
        again = button(self.again, data_act="again") if self.again else None
        return p(button(self.another, css=strong, data_act="another"), again, css="acts")

    def _scene(self) -> PracticeScene:
        now = st.session_state.get(key(self.page, "state"), BlockPractice())
        return PracticeScene(self.page, now)


DRAG = BlockPart("drag", "task", boards.task, "Another task", "Start again")
PREDICT = BlockPart("predict", "question", predictions.draw, "Next question")
