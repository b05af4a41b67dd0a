"""The end of part one: a list to sort against the clock, and a friend's result to beat.

While the clock runs, the cards have no grades. The learner judges the results by reading them, as
in real life.
"""

from dataclasses import replace
from math import inf
from urllib.parse import urlencode

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.blocks.wants import reorder_documents
from ndcg_core.lessons.last_list import load_last_list
from ndcg_core.metric import Trace, number, short
from ndcg_core.metric.swaps import list_swaps
from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html, button, div, html, p, span, tag, title
from ndcg_ui.components.parts import board_data, form, markup
from ndcg_ui.components.questions.forms import bar, link_to, to_page
from ndcg_ui.exhibit.parts import Act, Part
from ndcg_ui.lesson_blocks import boards
from ndcg_ui.lesson_blocks.scene import (
    SECONDS,
    Learner,
    Page,
    PageScene,
    Place,
    read_place,
    write_place,
)
from ndcg_ui.pages.learn import ten

PAGE: Page = "last-list"
TEN_AFTER = "Answer ten items again, and see what you learned"


def show_last_list(learner: Learner) -> list[Part]:
    """Return the list while the clock runs, else the learner's result and the one to beat."""
    scene = PageScene(learner, PAGE)
    place = learner.place
    if run := scene.recall("run"):
        asks = "Best documents first. Drag a card, or press Space on its grip and then arrow keys."
        heading = title(f"“{load_last_list().query}”", asks)
        head = markup("head", div(heading, data_place=PAGE, tabindex=-1), scene.place)
        board = boards.show_board(scene, load_last_list().board)[-1]
        return [head, _hide_grades(board), _bar(scene, run)]
    own = last_place(scene)
    shown = [markup("head", _head(place), scene.place)]
    if own:
        shown += [markup("result", _result(own, place), scene.place), _board(own, scene.place)]
    to_ten = bool(own) and ten.next_form(learner) == "after"
    return [*shown, form("choice", _choice(own, to_ten), scene.place), _bar(scene, run)]


def obey_last_list(learner: Learner, part: str, act: Act) -> None:
    """Start the clock, move a card, or stop the clock."""
    scene = PageScene(learner, PAGE)
    block = load_last_list().board
    run, now = scene.recall("run"), act.get("now")
    if act.get("act") == "start" and type(now) is int:
        seconds = read_place({"seconds": str(act.get("seconds"))}).seconds
        scene.give(f"{block.name}.board", None)
        scene.give("run", {"seconds": seconds, "ends": now + 1000 * seconds if seconds else 0})
    elif run and part == f"{block.name}.board":
        boards.obey_board(scene, block, "board", act)
    elif run and act.get("act") == "over":
        seconds = read_place({"seconds": str(run.get("seconds"))}).seconds
        order = tuple(boards.order_of(scene, block))
        scene.give("last", write_place(Place(beat=order, seconds=seconds)))
        scene.give("run", None)


def last_place(scene: PageScene) -> Place | None:
    """Return the last result as a place to link to, or None."""
    place = read_place(read_plain_texts(scene.recall("last"), ("beat", "seconds")))
    return place if place.beat else None


def trace_of(place: Place) -> Trace:
    """Return the trace of a link's order."""
    return reorder_documents(load_last_list().board.sheet, place.beat).trace


def in_time(place: Place) -> str:
    """Return an order's NDCG and its time.

    >>> in_time(Place(beat=(3, 7, 5, 2, 6, 1, 4, 8), seconds=30))
    'NDCG 1.000 in 30 seconds'
    """
    time = f"in {SECONDS[place.seconds]}" if place.seconds else "without a clock"
    return f"NDCG {number(trace_of(place).ndcg)} {time}"


def _head(place: Place) -> Html:
    count = len(load_last_list().board.sheet.grades)
    lead = (
        f"{count} results for “{load_last_list().query}”, in a bad order. Bring the best to the "
        "top before the time is over; you set it yourself."
    )
    friend = f"A friend reached {in_time(place)}. Can you beat that?" if place.beat else None
    beat = p(friend, css="note", data_testid="beat") if friend else None
    return div(title("The last list of part one", lead), beat, css="lesson-head")


def _result(own: Place, friend: Place) -> Html:
    """Return the result, the result to beat, and the learner's new skills."""
    sentences = [f"You reached {in_time(own)}."]
    if friend.beat:
        mine, theirs = (
            (round(trace_of(place).ndcg, 9), -(place.seconds or inf)) for place in (own, friend)
        )
        outcome = "That is the same." if mine == theirs else "That beats your friend."
        sentences.append(outcome if mine >= theirs else "Your friend is still ahead.")
    sentences.append(_cost_most(trace_of(own)))
    return div(
        p(" ".join(sentences), css="answer right", role="status"),
        tables.fraction(trace_of(own), "plain"),
        data_testid="reached",
    )


def _cost_most(trace: Trace) -> str:
    """Return the two documents with the costliest ranks.

    >>> _cost_most(trace_of(Place(beat=(3, 7, 5, 2, 6, 1, 4, 8))))
    'No swap of two documents would be better.'
    """
    swaps = enumerate(list_swaps(trace, trace.k))
    most, at, other = max((raise_, i, j) for i, row in swaps for j, raise_ in enumerate(row[:i]))
    if most <= 0:
        return "No swap of two documents would be better."
    low, high = (
        f"“{row.label}” with grade {short(row.grade)} at rank {row.rank}"
        for row in (trace.actual[at], trace.actual[other])
    )
    better = number(trace.ndcg + most)
    return f"These two cost most: {low}, and {high}. If you swapped them, NDCG would be {better}."


UNTOLD: Act = {"ideal": [], "idcg": None, "empty": "", "previews": False, "reasons": True}
UNKNOWN: Act = {"gain": 0, "shown": "?", "level": 0}
"""The values of a board, and of its documents, while the grades are hidden."""


def _hide_grades(board: Part) -> Part:
    """Return a board without grades. Each document shows its text."""
    reasons = load_last_list().board.reasons
    documents = [
        {**card, **UNKNOWN, "beside": span(reasons[card["id"]], css="reason")}
        for card in board.data["documents"]
    ]
    return board._replace(data={**board.data, **UNTOLD, "documents": documents})


def _board(own: Place, group: str) -> Part:
    """Return the learner's order next to the ideal one."""
    board = boards.in_order(load_last_list().board, own.beat)
    return Part("board", "reached", board_data(board, trace_of(own), group=group, mode="show"))


def _choice(own: Place | None, to_ten: bool) -> Html:
    """Return the choice of a time, and of the next steps after a result.

    to_ten: True to link to the ten items after part one
    """
    times = (
        button(text.capitalize(), data_act="start", data_seconds=seconds)
        for seconds, text in SECONDS.items()
    )
    asks = "Try again with this time:" if own else "How much time do you want?"
    chosen = html(p(asks, css="asks"), p(*times, css="acts"))
    later = next(lesson for lesson in load_lessons() if lesson.part == 2)
    part_two = link_to(later, f"Part two begins with “{later.title}”")
    if not own:
        return div(chosen, p(part_two), css="question")
    link = f"?{urlencode(write_place(replace(own, page=PAGE)), safe=',')}"
    copy = button("Copy a link for a friend", css="plain-button strong", data_copy_link=link)
    return div(
        p(copy, " ", span(role="status", css="say"), css="acts"),
        p("The link contains your result. Your friend gets the same list and tries to beat you."),
        chosen,
        p(f"You can now {load_last_list().able}."),
        p(to_page(ten.PAGE, TEN_AFTER)) if to_ten else None,
        p(part_two),
        css="question",
    )


def _bar(scene: PageScene, run: Act) -> Part:
    """Return the bar with the way back, and the remaining time while the clock runs."""
    ends, seconds = run.get("ends"), run.get("seconds")
    timed = {"data_ends": ends, "data_seconds": seconds} if ends else {}
    seen, said = tag("output", aria_hidden="true"), tag("output", css="for-screen-readers")
    clock = span(tag("i"), seen, said, css="clock", data_testid="clock", **timed)
    stop = button("Done", css="plain-button strong", data_act="over")
    drawn = bar(clock, stop, data_form=f"{PAGE}-{ends}") if run else bar()
    return form("bar", drawn, f"{scene.place}.bar", PAGE if run else "")
