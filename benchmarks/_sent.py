"""What a browser sends, and what is done with it: a course, an answer, a command, an act."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import ndcg_core as nc
from benchmarks._hostile import Hostile, small
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.variants import from_link, load_variants, to_link
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import answered, judged, unpack_attempt
from ndcg_core.lessons.course.course import next_lesson, pack, state_of, unpack
from ndcg_core.libraries import LIBRARIES, Ranking, chain, groups, who_prints
from ndcg_core.plain_data import plain
from ndcg_ui.acts.pages import PAGES
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.commands import obey
from ndcg_ui.boards.downloads import ranking_json, steps_csv
from ndcg_ui.boards.link import read_link, write_link
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.conventions.question import number_got, read_question, understand
from ndcg_ui.practice import exercise

Thunk = Callable[[], object]


# --- What is kept in a browser -----------------------------------------------------------------


@cache
def questions() -> tuple[Question, ...]:
    """Every question of the course."""
    found = [question for lesson in load_lessons() for question in lesson.later]
    checks = [lesson.check for lesson in load_lessons() if lesson.check]
    return (*found, *(question for check in checks for question in check.questions))


def course(h: Hostile) -> dict[str, Any]:
    """A way through the course as a browser may say that it was."""
    lesson = h.one(load_lessons())
    given = {"given": h.sent(), "result": h.one(("right", "open", "shown")), "tried": h.sent()}
    gate = h.near({"queue": [0, 1, 2], "run": 1, "asked": 2, "hint": "shown", "state": "open"})
    record = h.near({"reached": 3, "state": "done", "gate": gate, "answers": {"choice-1": given}})
    kept = {"version": 1, "answers": 3, "last": lesson.slug, "lessons": {lesson.slug: record}}
    return h.near(kept | {"memories": {"discount/x": {"right": 0, "due": h.sent()}}})


def walk(data: object) -> None:
    known = unpack(data)
    for lesson in load_lessons()[:3]:
        known.record(lesson)
        state_of(known, load_lessons(), lesson)
    next_lesson(known, load_lessons())
    pack(known)


def _try(question: Question, given: object, kept: object) -> None:
    attempt = unpack_attempt(kept)
    judged(question, attempt)
    judged(question, answered(question, attempt, given))


def attempt(h: Hostile) -> Thunk:
    question = h.one(questions())
    like = {
        "given": h.sent(),
        "result": h.one(("right", "wrong", "open")),
        "misses": 1,
        "tried": [1],
    }
    return partial(_try, question, plain(h.sent()), plain(h.near(like)))


# --- A board, an exercise, a link ---------------------------------------------------------------

BOARD = Board(read_ranking("A:3 B:2 C:3 D:0 E:1"), read_ranking("F:3"))
ORDER = {
    "do": "arrange",
    "order": [1, 0, 2, 4, 3],
    "at": 2,
    "grade": 2,
    "label": "x",
    "to": "judged",
}
DOES = ("arrange", "grade", "rename", "add", "remove", "type", "set", "reset", "fly")


def obeyed(command: Mapping[str, Any]) -> None:
    board = obey(BOARD, command)
    found = board.trace(3, nc.STANDARD)
    ranking_json(board, found).encode()
    steps_csv(found).encode()
    assert read_link(write_link(board, _settings()))[0].grades == board.grades


@cache
def _settings() -> Any:
    return read_link({})[1]


def _entered(done: exercise.Exercise, entry: Mapping[str, Any]) -> None:
    after = exercise.entered(done, entry)
    exercise.credited({}, done, after)
    assert all(mark.message is not None for mark in after.marks)
    assert after.hints is not None


OPEN = {"unlock": "all", "step": "30"}
LINKS: tuple[tuple[str, dict[str, str]], ...] = (
    *(("playground", {}), ("learn", {}), ("examples", {}), ("examples", {"ask": "first"})),
    *(("practice", {"part": part}) for part in ("sheets", "drag", "predict", "source")),
    *(("learn", {"lesson": lesson.slug, **OPEN}) for lesson in load_lessons()),
)
"""The pages that act by requests, and what may be done on each."""
ACTS = 3
"""So many acts follow one another, each on what the one before has led to."""


def acted(h: Hostile, page: str, link: Mapping[str, str]) -> None:
    """Do on a page what nobody means, with a record and a state that nobody has."""
    record: object = h.one((course(h), h.near({"cg": h.near({"level": 9, "top": 3, "run": -1})})))
    asked: dict[str, Any] = {"link": link, "state": h.near(_state(h)), "record": record}
    for _ in range(ACTS):
        shown = _answer(page, asked | {"act": {}})
        like = _act(h, [part for row in shown["rows"] for column in row for part in column])
        asked |= _answer(page, asked | {"act": h.near(like) | {"part": like["part"]}})
        if h.random.random() < 0.3:
            asked["state"] = h.near(asked["state"])


def _answer(page: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the server makes of what was sent."""
    sent = plain(asked, PAGES[page].longest)
    answer = PAGES[page].act(sent["link"], sent["record"], sent["state"], sent["act"]).plain
    read: dict[str, Any] = json.loads(json.dumps(answer))
    return {"state": {}, "record": None, **read}


def _state(h: Hostile) -> dict[str, Any]:
    """What a tab may say that it remembers."""
    due = {"item": "gain/later-1", "number": 3, "attempt": h.near({"result": "wrong"})}
    answers = {"drag-task-1": h.sent(), "drag-task-1.board": h.sent(), "predict-1": h.sent()}
    practised = {"choice": "cg", "seen": h.sent(), "at": 1, "number": 2, "texts": {}, "asked": []}
    block = {"block": h.one(("drag-task-1", "predict-1")), "answers": h.near(answers)}
    return {
        "due": h.near(due),
        "reset": "",
        "said": "x",
        "board": h.sent(),
        "named": h.sent(),
        "of": "000-exponential-at-ten/0",
    } | (h.one((practised, block)))


def _act(h: Hostile, parts: list[dict[str, Any]]) -> dict[str, Any]:
    """An act on one of the parts, with what stands in it, so that it is not dropped at once."""
    part = h.one(parts)
    data = part["data"]
    html = str(data.get("html", ""))
    there = {
        name: h.one(re.findall(rf'data-{name}="([^"]*)"', html) or [""])
        for name in ("act", "form", "lesson", "to", "row", "option")
    }
    fields = re.findall(r' name="([^"]+)"', html) or ["number"]
    cells = dict.fromkeys(re.findall(r'data-cell="([^"]+)"', html), h.text())
    entry = {"why": h.one(("left", "check", "hint")), "texts": cells, "cell": h.one([*cells, "x"])}
    values = {name: h.text() for name in fields} | {"text": "{}", "slug": "gain"}
    command = {"on": data.get("link"), **ORDER, "do": h.one(DOES), "text": h.text()}
    chosen = {"name": h.one(fields), "value": h.text(), "seed": h.sent()}
    replay = {"at": h.one((2, 99, -1)), "replayed": data.get("replayed", "")}
    named = {"form": data["form"]} if "form" in data else {}
    done = {"done": ["order", h.sent(), "ndcg"], "values": h.near(values)}
    return {**there, **named, **entry, **command, **chosen, **replay, **done, "part": part["name"]}


def exercise_entry(h: Hostile) -> Thunk:
    done = h.one(_exercises())
    texts = {name: h.text() for name in done.blank.blanks}
    like = {"texts": texts, "why": h.one(("check", "hint", "left")), "cell": done.blank.blanks[0]}
    return partial(_entered, done, plain(h.near(like)))


@cache
def _exercises() -> tuple[exercise.Exercise, ...]:

    variants = load_variants()[::9]
    return tuple(exercise.Exercise(variant, levels(variant) - 1, 1) for variant in variants)


def link(h: Hostile) -> dict[str, str]:
    names = ("r", "judged", "k", "gain", "base", "discount", "ideal", "hide", "others", "skill")
    return {name: h.text() for name in names if h.random.random() < 0.5}


def exercise_link(h: Hostile) -> dict[str, str]:
    good = {"skill": h.one(("cg", "dcg", "term", "mean", "ndcg", "x")), "r": "3,2,0", "k": "2"}
    return good | {name: text for name, text in link(h).items() if h.random.random() < 0.5}


def faded(link: Mapping[str, str]) -> None:
    variant = from_link(link)
    paper = fade(variant, 1)
    for name in paper.blanks:
        hints(paper, name)
    to_link(variant)


def compared(h: Hostile) -> Thunk:
    asked = read_question({name: h.text() for name in ("r", "k", "judged", "scores", "got")})
    return lambda: (number_got(asked), understand(asked, Ranking((2.0, 1.0))))


def printed(h: Hostile) -> Thunk:
    grades = tuple(map(float, small(h)))
    scores = h.one((None, tuple(float(h.random.randrange(3)) for _ in grades)))
    asked = Ranking(grades, h.one((None, 1, 3, 9)), None, scores)
    one, other = h.one(list(LIBRARIES)), h.one(list(LIBRARIES))
    return lambda: (
        who_prints(asked, h.text(), [one]),
        groups(asked, [one, other]),
        chain(asked, one, other),
    )
