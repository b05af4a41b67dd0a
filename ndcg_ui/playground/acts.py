"""An act on the playground's board: from its link and what was done to the link and the exhibit
after it.

Nothing is remembered between two acts. An act may be repeated after any failure, asked for while a
card is still in the air, and answered by any process.
"""

from collections.abc import Mapping
from typing import Any

from ndcg_ui.parts.board.changes import change_state
from ndcg_ui.parts.board.link import state_of
from ndcg_ui.parts.exhibit.parts import Answer
from ndcg_ui.playground.rows import show_playground


def answer_playground(link: Mapping[str, str], act: Mapping[str, Any]) -> Answer:
    """Return the link after an act, and the exhibit that shows it.

    act: a command of `obey_command`; "set" with the name of a control and its text; or none, for
    the link as it is. A document's id in the answer is its place in `link`, or a higher number
    where the act has added it. An act that cannot be obeyed changes nothing, and the exhibit says
    why.

    >>> answer_playground({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    state = change_state(state_of(link), act)
    return Answer(state.link, show_playground(state))
