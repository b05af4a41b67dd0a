"""A browser may send anything as a record, a state or an act: a page has an answer to it."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ndcg_core.lessons import load_lessons
from ndcg_ui.pages.menu import EXHIBITS
from tests.acts.shown import Shown
from tests.conftest import ALL
from tests.lessons.conftest import VARIED
from tests.selection import select_rows
from tests.ui.test_any_link import draw_link

OPEN = {"unlock": "all", "step": "30"}
LINKS: tuple[tuple[str, dict[str, str]], ...] = (
    *((page, {}) for page in EXHIBITS),
    ("examples", {"ask": "first"}),
    *(("practice", {"part": part}) for part in ("sheets", "drag", "predict")),
    *(("code", {}), ("conventions", {"a": "lightgbm"}), ("worksheet", {"number": "1"})),
    *(("learn", {"lesson": lesson.slug, **OPEN}) for lesson in load_lessons()),
)
"""The pages that act by requests, and what may be done on each."""
ACTS = 3
"""So many acts follow one another, each on what the one before has led to."""
TEXTS = ("", " ", "3, 2", "A:3 B:2", "0.957", "7/log2(3)", "1e999", "9" * 400, "nan", "\ud800")
TEXTS += ("A\x00B", "<b>&\"'</b>", "(" * 300, "a" * 3000, "open", "passed", "−1", "check")
ODD = (0, 1, -1, 99, 2.5, 10**30, True, None, float("nan"), float("inf"))
HUGE = ([[1]] * 100, {f"n{n}": "x" for n in range(200)}, "9" * 3_000)
DOES = ("arrange", "grade", "rename", "add", "remove", "type", "set", "reset", "fly")
ORDER = {"order": [1, 0, 2, 4, 3], "at": 2, "grade": 2, "label": "x", "to": "judged"}


class RandomInput:
    """A stream of random values that is the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, choices: Sequence[Any]) -> Any:
        return self.random.choice(choices)

    def draw_any(self, depth: int = 3) -> Any:
        kind = self.random.randrange(4) if depth else 0
        if kind == 2:
            return [self.draw_any(depth - 1) for _ in range(self.random.randrange(4))]
        if kind == 3:
            return {self.choose(TEXTS): self.draw_any(depth - 1) for _ in range(2)}
        return self.choose((*ODD, *TEXTS, *HUGE))

    def mutate(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data with some parts replaced by random values and some left out."""
        return {
            name: self.draw_any() if self.random.random() < 0.3 else value
            for name, value in data.items()
            if self.random.random() < 0.9
        }

    def send_random_actions(self, page: str, link: Mapping[str, str]) -> None:
        """Send random actions to a page, with a random record and state."""
        skills = self.mutate({"cg": self.mutate({"level": 9, "top": 3, "run": -1})})
        shown = Shown(page, **self.choose((link, draw_link(self.random) | link)))
        shown.record = self.choose(
            (self._draw_course(), self._draw_course(), skills, self.draw_any())
        )
        shown.state = self._draw_state()
        for _ in range(ACTS):
            shown.act()
            act = self._draw_action(list(shown.parts.values()))
            shown.act(act.pop("part"), **self.mutate(act))
            if self.random.random() < 0.3:
                shown.state = self.mutate(shown.state)

    def _draw_course(self) -> dict[str, Any]:
        """Return a learner's progress as a browser may report it."""
        slug = self.choose(load_lessons()).slug
        given = {
            "given": self.draw_any(),
            "result": self.choose(("right", "open")),
            "tried": self.draw_any(),
        }
        gate = self.mutate(
            {"queue": [0, 1], "run": 1, "asked": 2, "hint": "shown", "state": "open"}
        )
        kept = {"reached": 3, "state": "done", "gate": gate, "answers": {"choice-1": given}}
        memories = {"discount/x": {"right": 0, "due": self.draw_any()}}
        course = {"version": 1, "answers": 3, "last": slug, "lessons": {slug: self.mutate(kept)}}
        return self.mutate(course | {"memories": memories})

    def _draw_state(self) -> dict[str, Any]:
        """Return a state that a tab may send."""
        due = {"item": "gain/later-1", "number": 3, "attempt": self.mutate({"result": "wrong"})}
        answers = dict.fromkeys(("drag-task-1", "drag-task-1.board", "predict-1"), self.draw_any())
        practised = {"choice": "cg", "seen": self.draw_any(), "at": 1, "number": 2, "texts": {}}
        block = {
            "block": self.choose(("drag-task-1", "predict-1")),
            "answers": self.mutate(answers),
        }
        kept = {"due": self.mutate(due), "reset": "", "said": "x", "board": self.draw_any()}
        named = {"named": self.draw_any(), "of": "000-exponential-at-ten/0"}
        return kept | named | self.choose((practised, block))

    def _draw_action(self, parts: list[dict[str, Any]]) -> dict[str, Any]:
        """Return an action on a part, with the part's own contents so that it is not dropped."""
        part = self.choose(parts)
        data = part["data"]
        html = str(data.get("html", ""))
        there = {
            name: self.choose(re.findall(rf'data-{name}="([^"]*)"', html) or [""])
            for name in ("act", "form", "lesson", "to", "row", "option")
        }
        fields = re.findall(r' name="([^"]+)"', html) or ["number"]
        cells = dict.fromkeys(re.findall(r'data-cell="([^"]+)"', html), self.choose(TEXTS))
        values = {name: self.choose(TEXTS) for name in fields} | {"text": "{}", "slug": "gain"}
        return {
            **there,
            **({"form": data["form"]} if "form" in data else {}),
            **{"why": self.choose(("left", "check", "hint")), "texts": cells},
            **{"cell": self.choose([*cells, "x"]), "on": data.get("link"), **ORDER},
            **{"do": self.choose(DOES), "text": self.choose(TEXTS), "name": self.choose(fields)},
            **{
                "value": self.choose(TEXTS),
                "seed": self.draw_any(),
                "at": self.choose((2, 99, -1)),
            },
            **{"replayed": data.get("replayed", ""), "done": ["order", self.draw_any(), "ndcg"]},
            **{"values": self.mutate(values), "part": part["name"]},
        }


TRIED = select_rows(
    LINKS, lambda row: {row[1].get("lesson")} <= {None, *VARIED}, "blocks of like kinds"
)


@pytest.mark.parametrize(("page", "link"), TRIED, ids=str)
@settings(max_examples=40 if ALL else 8)
@given(st.integers(0, 2**32))
def test_a_malformed_action_never_crashes_a_page(page, link, seed):
    RandomInput(seed).send_random_actions(page, link)
