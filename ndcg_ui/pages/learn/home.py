"""The first screen: a list of search results to sort, its NDCG and a goal."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_ui.components.board.changes import change_state
from ndcg_ui.components.board.link import BoardState, read_state
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import describe_board, make_form, make_markup
from ndcg_ui.exhibit.parts import Action, Part, Row
from ndcg_ui.lesson_blocks.scene import Learner

GROUP = "learn"
GOAL = "goal"
QUERY = "Flight cancelled. Do I get my money back?"
RESULTS = (
    ("Cheap flights from €29", 0, "sells a new flight"),
    ("Delayed or cancelled? The words", 1, "explains the words only"),
    ("Airport parking booked ahead", 0, "about something else"),
    ("Refund form of one airline", 2, "helps if you flew with that airline"),
    ("Passenger rights on one page", 2, "helps if you read all of it"),
    ("Cancelled flight – your money back", 3, "answers it"),
)
"""The results of the search: title, grade and reason."""
REASONS = {title: reason for title, _, reason in RESULTS}
CARD_IDS = {title: index for index, (title, _, _) in enumerate(RESULTS)}
"""The id of each card by its title, so that a dropped card keeps the focus."""
FIRST_LINK = {"r": ",".join(f"{title}:{grade}" for title, grade, _ in RESULTS)}
SEARCH_ICON = h.Html(
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><g fill="none" '
    'stroke="currentColor" stroke-width="2"><circle cx="8.5" cy="8.5" r="6"/>'
    '<path d="M13 13l5 5"/></g></svg>'
)
MOVE_COUNTS: tuple[str, ...] = (
    "No move is",
    "One move is",
    "Two moves are",
    "Three moves are",
    "Four moves are",
    "Five moves are",
)
WORDS_OF_NDCG = ("normalized", "discounted", "cumulative", "gain")
SPELLED_OUT = h.join_pieces([h.html(h.b(word[0]), word[1:]) for word in WORDS_OF_NDCG], " ")
"""The words behind the letters of NDCG, each with its first letter in bold."""


def apply_home_action(learner: Learner, part: str, action: Action) -> None:
    """Apply an action on the first screen: move a card, toggle the calculation, or restart."""
    before = _read_board_state(action.get("on") or learner.state.get("board"))
    moves = _get_move_count(learner)
    if part == GOAL and action.get("act") == "how":
        learner.change_state(worked=not learner.state.get("worked") or None)
    elif part == GOAL and action.get("act") == "first":
        learner.change_state(board=None, moves=None)
    elif part == "board":
        command = {name: value for name, value in action.items() if name not in ("part", "on")}
        after = change_state(before, command) if command.get("do") == "arrange" else before
        moved = after.link != before.link
        is_start = after.link == _read_board_state(None).link
        count = 0 if is_start else moves + moved
        best = learner.state.get("best")
        learner.change_state(board=after.link, moves=count or None)
        if moved and not (isinstance(best, list) and best and best[0] >= after.trace.ndcg):
            learner.change_state(best=[after.trace.ndcg, count])


def build_home_rows(learner: Learner) -> list[Row]:
    """Return the rows of the first screen: the search results next to their NDCG and the goal."""
    state = _read_board_state(learner.state.get("board"))
    worked = bool(learner.state.get("worked"))
    data = describe_board(
        state.board, state.trace, group=GROUP, mode="move", layout="plain" if worked else "bare"
    )
    for index, document in enumerate(data["documents"]):
        reason = REASONS.get(document["label"], "")
        document["id"] = CARD_IDS.get(document["label"], len(CARD_IDS) + index)
        document["beside"] = h.EMPTY if worked else h.span(reason, css="reason")
    board = Part("board", "board", data | {"link": state.link, "ids": "own", "reasons": not worked})
    best = learner.state.get("best")
    number = make_markup("number", _render_number(state.trace, best), GROUP)
    goal = make_form(
        GOAL, _render_goal(state, _get_move_count(learner), best, worked), f"learn.{GOAL}"
    )
    title = make_markup("title", h.h1("Put the answer where people find it"), GROUP)
    search = make_markup("search", h.p(SEARCH_ICON, QUERY, css="search"), GROUP)
    return [[[title, search, board], [number, goal]]]


def _read_board_state(link: object) -> BoardState:
    """Read a link's board. Without a link, return the board of the example search results."""
    texts = link if isinstance(link, dict) and link else FIRST_LINK
    return read_state({str(k): text for k, text in texts.items() if isinstance(text, str)})


def _get_move_count(learner: Learner) -> int:
    """Return the stored number of moves, or 0."""
    moves = learner.state.get("moves")
    return moves if type(moves) is int and 0 <= moves < 10_000 else 0


def _render_number(trace: nc.Trace, best: Any) -> Html:
    """Return the NDCG of a ranking with a bar, and its meaning in words.

    best: the highest NDCG so far and its number of moves, or None.
    """
    reached = best[0] if isinstance(best, list) and best and type(best[0]) is float else 0.0
    tick = h.tag("u", style=f"--at:{reached:.4f}") if 0 < reached <= 1 else None
    share = h.tag("i", data_share="ndcg", style=f"--share:{trace.ndcg:.4f}")
    of = h.html(
        tables.render_total("dcg", trace.dcg), " of ", tables.render_total("idcg", trace.idcg)
    )
    return h.div(
        h.p(
            h.span(tables.render_total("ndcg", trace.ndcg), css="ndcg"),
            h.span(
                trace.at("NDCG"),
                ", ",
                SPELLED_OUT,
                ": the share that this order reaches",
                css="say",
            ),
            css="large",
        ),
        h.div(share, tick, css="meter", aria_hidden="true"),
        h.p(h.span("0"), h.span(of), h.b("1.000"), css="scale"),
        h.p(_render_meaning(trace), css="meaning"),
        css="reached",
        role="group",
        aria_label="NDCG",
    )


def _render_meaning(trace: nc.Trace) -> Html:
    """Return sentences about the share that an order reaches and the rank of the best result.

    If NDCG rounds to 1.000, the sentences say that no order scores higher.

    >>> "is at rank 2, where NDCG expects 63 of 100" in _render_meaning(nc.trace([0, 3]))
    True
    """
    if trace.ndcg > 0.9995:
        best = "Readers see the best results first and the advertisements last."
        return h.html(h.b("No order scores higher."), f" {best}")
    highest = max(term.grade for term in trace.ideal)
    rank = next(term.rank for term in trace.actual if term.grade == highest)
    position = "The answer is first. The results below it are not in their best order."
    if rank > 1:
        left = round(100 / trace.actual[rank - 1].discount)
        position = f"The answer is at rank {rank}, where NDCG expects {left} of 100 readers."
    share = f"{100 * trace.ndcg:.1f}% of what these results could give"
    return h.html("This order gives ", h.b(share), f". {position}")


def _render_goal(state: BoardState, moves: int, best: Any, has_calculation: bool) -> Html:
    """Return the goal of the first screen, the number of moves still needed, and the buttons.

    moves: the number of moves so far.
    best: the highest NDCG so far and its number of moves, or None.
    has_calculation: True if the page shows the calculation.
    """
    left = count_moves_left(state.board.grades)
    fewest = count_moves_left(_read_board_state(None).board.grades)
    asks = "Can you reach 1.000? How few moves do you need?"
    says = f"{MOVE_COUNTS[left]} enough."
    if not left:
        asks = f"1.000 in {moves} move{'' if moves == 1 else 's'}"
        says = "No fewer moves are enough."
        if moves > fewest:
            says = f"{MOVE_COUNTS[fewest]} enough. Try again?"
    elif not moves:
        says += " Begin with the result that you would read first."
    elif isinstance(best, list) and len(best) == 2 and type(best[0]) is float:
        says = f"Best so far: {nc.number(best[0])} in {best[1]}. From here {says.lower()}"
    send = h.button("Copy a link for a friend", data_copy_link="./")
    how = "Hide the calculation" if has_calculation else "How is that calculated?"
    is_pressed = str(has_calculation).lower()
    return h.div(
        h.div(
            h.p(h.b(asks), h.BREAK, h.span(says, css="say"), css="goal", role="status"),
            None if left else h.p(h.span(role="status", css="say"), " ", send, css="acts"),
            css="goal-row",
        ),
        h.p(
            h.button(how, css="link-button", data_act="how", aria_pressed=is_pressed),
            h.button("Restore the original order", css="link-button", data_act="first"),
            h.tag("a", "See every step", href=f"./playground?{urlencode(state.link)}"),
            css="acts",
        ),
        data_testid="goal",
        data_moves=moves,
    )


def count_moves_left(grades: Sequence[float]) -> int:
    """Return the smallest number of moves that sorts grades from high to low.

    >>> count_moves_left([0, 1, 0, 2, 2, 3]), count_moves_left([3, 2, 2, 1, 0, 0])
    (4, 0)
    """
    sorted_lengths: list[int] = []  # of the longest sorted selection that ends with each card
    for index, grade in enumerate(grades):
        before = (sorted_lengths[n] for n in range(index) if grades[n] >= grade)
        sorted_lengths.append(1 + max(before, default=0))
    return len(grades) - max(sorted_lengths)
