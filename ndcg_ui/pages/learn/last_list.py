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
from ndcg_core.metric.swaps import calculate_swap_changes
from ndcg_core.plain_data import read_plain_texts
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html, button, div, html, p, render_title, span, tag
from ndcg_ui.components.parts import describe_board, make_form, make_markup
from ndcg_ui.components.questions.forms import (
    render_lesson_bar,
    render_lesson_link,
    render_page_link,
)
from ndcg_ui.exhibit.parts import Action, Part, PlainData
from ndcg_ui.lesson_blocks import boards
from ndcg_ui.lesson_blocks.scene import (
    CLOCK_CHOICES,
    CourseLink,
    Learner,
    Page,
    PageScene,
    format_course_link,
    read_course_link,
)
from ndcg_ui.pages.learn import ten

PAGE: Page = "last-list"
TEN_AFTER = "Answer ten items again, and see what you learned"


def make_last_list_parts(learner: Learner) -> list[Part]:
    """Return the parts of the last list: the board during a try, else result and buttons."""
    scene = PageScene(learner, PAGE)
    link = learner.link
    if run := scene.get_mapping("run"):
        asks = (
            "Best documents first. Drag a card, or focus its grip, press Space, and then press "
            "↑ or ↓."
        )
        heading = render_title(f"“{load_last_list().query}”", asks)
        head = make_markup("head", div(heading, data_place=PAGE, tabindex=-1), scene.prefix)
        board = boards.make_board_parts(scene, load_last_list().board)[-1]
        return [head, _hide_grades(board), _make_bar_part(scene, run)]
    result = get_last_result_link(scene)
    shown = [make_markup("head", _render_heading(link), scene.prefix)]
    if result:
        shown += [
            make_markup("result", _render_result(result, link), scene.prefix),
            _make_result_board(result, scene.prefix),
        ]
    to_ten = bool(result) and ten.find_next_test(learner) == "after"
    return [
        *shown,
        make_form("choice", _render_start_buttons(result, to_ten), scene.prefix),
        _make_bar_part(scene, run),
    ]


def apply_last_list_action(learner: Learner, part: str, action: Action) -> None:
    """Apply an action on the last list: start the clock, move a card, or stop the clock."""
    scene = PageScene(learner, PAGE)
    block = load_last_list().board
    run = scene.get_mapping("run")
    now = action.get("now")
    if action.get("act") == "start" and type(now) is int:
        seconds = read_course_link({"seconds": str(action.get("seconds"))}).seconds
        scene.store_answer(f"{block.name}.board", None)
        scene.store_answer(
            "run", {"seconds": seconds, "ends": now + 1000 * seconds if seconds else 0}
        )
    elif run and part == f"{block.name}.board":
        boards.apply_board_action(scene, block, "board", action)
    elif run and action.get("act") == "over":
        seconds = read_course_link({"seconds": str(run.get("seconds"))}).seconds
        order = tuple(boards.list_original_ranks(scene, block))
        scene.store_answer("last", format_course_link(CourseLink(beat=order, seconds=seconds)))
        scene.store_answer("run", None)


def get_last_result_link(scene: PageScene) -> CourseLink | None:
    """Return a link with the learner's last result, or None if there is no result."""
    link = read_course_link(read_plain_texts(scene.get_mapping("last"), ("beat", "seconds")))
    return link if link.beat else None


def trace_linked_order(link: CourseLink) -> Trace:
    """Return the trace of the last list in the order of a link."""
    return reorder_documents(load_last_list().board.sheet, link.beat).trace


def describe_result(link: CourseLink) -> str:
    """Return the NDCG and the time of a link's result in words.

    >>> describe_result(CourseLink(beat=(3, 7, 5, 2, 6, 1, 4, 8), seconds=30))
    'NDCG 1.000 in 30 seconds'
    """
    time = f"in {CLOCK_CHOICES[link.seconds]}" if link.seconds else "without a clock"
    return f"NDCG {number(trace_linked_order(link).ndcg)} {time}"


def _render_heading(link: CourseLink) -> Html:
    """Return the title of the last list, and a friend's result if the link has one."""
    count = len(load_last_list().board.sheet.grades)
    lead = (
        f"{count} results for “{load_last_list().query}”, in a bad order. Bring the best to the "
        "top before the time is over. You set the time yourself."
    )
    friend = f"A friend reached {describe_result(link)}. Can you beat that?" if link.beat else None
    beat = p(friend, css="note", data_testid="beat") if friend else None
    return div(render_title("The last list of part one", lead), beat, css="lesson-head")


def _render_result(result: CourseLink, friend: CourseLink) -> Html:
    """Return the learner's result, a comparison with any friend's, and the calculation."""
    sentences = [f"You reached {describe_result(result)}."]
    if friend.beat:
        mine, theirs = (
            (round(trace_linked_order(link).ndcg, 9), -(link.seconds or inf))
            for link in (result, friend)
        )
        outcome = "That is the same." if mine == theirs else "That beats your friend."
        sentences.append(outcome if mine >= theirs else "Your friend is still ahead.")
    sentences.append(_describe_best_swap(trace_linked_order(result)))
    return div(
        p(" ".join(sentences), css="answer right", role="status"),
        tables.render_fraction(trace_linked_order(result), "plain"),
        data_testid="reached",
    )


def _describe_best_swap(trace: Trace) -> str:
    """Return a sentence about the two documents whose swap raises NDCG most, if any does.

    >>> _describe_best_swap(trace_linked_order(CourseLink(beat=(3, 7, 5, 2, 6, 1, 4, 8))))
    'No swap of two documents would raise NDCG.'
    """
    swaps = enumerate(calculate_swap_changes(trace, trace.k))
    most, at, other = max((raise_, i, j) for i, row in swaps for j, raise_ in enumerate(row[:i]))
    if most <= 0:
        return "No swap of two documents would raise NDCG."
    upper, lower = (
        f"“{row.label}” (grade {short(row.grade)}, rank {row.rank})"
        for row in (trace.actual[other], trace.actual[at])
    )
    return (
        f"Of all swaps of two documents, swapping {upper} and {lower} would raise NDCG most, "
        f"to {number(trace.ndcg + most)}."
    )


HIDDEN_BOARD_DATA: PlainData = {
    "ideal": [],
    "idcg": None,
    "empty": "",
    "previews": False,
    "reasons": True,
}
HIDDEN_CARD_DATA: PlainData = {"gain": 0, "shown": "?", "level": 0}
"""The values of a board, and of its documents, while the grades are hidden."""


def _hide_grades(board: Part) -> Part:
    """Return a board without grades, with the text of each document."""
    reasons = load_last_list().board.reasons
    documents = [
        {**card, **HIDDEN_CARD_DATA, "beside": span(reasons[card["id"]], css="reason")}
        for card in board.data["documents"]
    ]
    return board._replace(data={**board.data, **HIDDEN_BOARD_DATA, "documents": documents})


def _make_result_board(result: CourseLink, group: str) -> Part:
    """Return a board that shows the learner's order next to the ideal order."""
    board = boards.make_reordered_start_board(load_last_list().board, result.beat)
    return Part(
        "board",
        "reached",
        describe_board(board, trace_linked_order(result), group=group, mode="show"),
    )


def _render_start_buttons(result: CourseLink | None, has_ten_link: bool) -> Html:
    """Return buttons that start the clock, and links to the next pages.

    result: the learner's result, or None.

    has_ten_link: True to link to the ten items after part one.
    """
    times = (
        button(text.capitalize(), data_act="start", data_seconds=seconds)
        for seconds, text in CLOCK_CHOICES.items()
    )
    asks = "Try again with this time:" if result else "How much time do you want?"
    chosen = html(p(asks, css="asks"), p(*times, css="acts"))
    later = next(lesson for lesson in load_lessons() if lesson.part == 2)
    part_two = render_lesson_link(later, f"Part two begins with “{later.title}”")
    if not result:
        return div(chosen, p(part_two), css="question")
    link = f"?{urlencode(format_course_link(replace(result, page=PAGE)), safe=',')}"
    copy = button("Copy a link for a friend", css="plain-button strong", data_copy_link=link)
    return div(
        p(copy, " ", span(role="status", css="say"), css="acts"),
        p("The link contains your result. Your friend gets the same list and tries to beat you."),
        chosen,
        p(f"You can now {load_last_list().able}."),
        p(render_page_link(ten.PAGE, TEN_AFTER)) if has_ten_link else None,
        p(part_two),
        css="question",
    )


def _make_bar_part(scene: PageScene, run: PlainData) -> Part:
    """Return the bar with a link to all lessons and, during a try, the clock and “Done”.

    run: the stored data of the try, or empty.
    """
    ends = run.get("ends")
    seconds = run.get("seconds")
    timed = {"data_ends": ends, "data_seconds": seconds} if ends else {}
    visible = tag("output", aria_hidden="true")
    spoken = tag("output", css="for-screen-readers")
    clock = span(tag("i"), visible, spoken, css="clock", data_testid="clock", **timed)
    stop = button("Done", css="plain-button strong", data_act="over")
    drawn = (
        render_lesson_bar(clock, stop, data_form=f"{PAGE}-{ends}") if run else render_lesson_bar()
    )
    return make_form("bar", drawn, f"{scene.prefix}.bar", PAGE if run else "")
