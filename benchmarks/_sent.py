"""What a browser sends, and what is done with it: a course, an answer, a command, a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from ndcg_ui.boards.history import History

import ndcg_core as nc
from benchmarks._arguments import small
from benchmarks._hostile import Hostile
from ndcg_core.exercises.fading import fade, levels
from ndcg_core.exercises.hinting import hints
from ndcg_core.exercises.links import from_link, to_link
from ndcg_core.exercises.stored import load_variants
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.course.attempts import answered, judged, unpack_attempt
from ndcg_core.lessons.course.course import next_lesson, pack, state_of, unpack
from ndcg_core.libraries import LIBRARIES, Ranking, chain, groups, who_prints
from ndcg_core.plain_data import plain
from ndcg_ui.boards.board import Board
from ndcg_ui.boards.downloads import ranking_json, steps_csv
from ndcg_ui.boards.link_text import read_link, write_link
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.conventions.question import cut, got, understand
from ndcg_ui.practice import exercise, record

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

BOARD = History.of(Board(read_ranking("A:3 B:2 C:3 D:0 E:1"), read_ranking("F:3")))
ORDER = {
    "do": "arrange",
    "order": [1, 0, 2, 4, 3],
    "at": 2,
    "grade": 2,
    "label": "x",
    "to": "judged",
}
DOES = ("arrange", "grade", "rename", "add", "remove", "undo", "redo", "reset", "fly")


def obeyed(command: Mapping[str, Any]) -> None:
    board = BOARD.obeying(command).now
    found = board.trace(3, nc.STANDARD)
    ranking_json(board, found).encode()
    steps_csv(found).encode()
    assert read_link(write_link(board, _settings()))[0].grades == board.grades


@cache
def _settings() -> Any:
    return read_link({})[1]


def _entered(done: exercise.Exercise, entry: Mapping[str, Any]) -> None:
    after = exercise.entered(done, entry)
    record.credited({}, done, after)
    assert all(mark.message is not None for mark in after.marks)
    assert after.hints is not None


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
    asked = cut({name: h.text() for name in ("r", "k", "judged", "scores", "got")})
    return lambda: (got(asked), understand(asked, Ranking((2.0, 1.0))))


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
