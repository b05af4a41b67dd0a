"""Widgets that show exhibits, and answer their actions in the kernel."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import anywidget
import traitlets

import ndcg_core as nc
from ndcg_core.metric.catalogue import find_convention
from ndcg_ui.components.board.alone import Ranking, change_board, make_board_answer
from ndcg_ui.components.board.board import Board as Cards
from ndcg_ui.components.board.link import build_board_link_parameters, read_board, read_state
from ndcg_ui.components.markup import tables
from ndcg_ui.components.parts import make_markup
from ndcg_ui.exhibit.links import Query
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import Answer, Row
from ndcg_ui.hosts.arguments import read_link
from ndcg_ui.hosts.messages import answer_message
from ndcg_ui.hosts.notebook.scripts import (
    LOADER,
    Script,
    build_shared_script,
    get_script,
    is_in_marimo,
)
from ndcg_ui.hosts.notebook.static import render_static

FAULT = "Something went wrong, and it is our fault, not yours. The notebook’s log has the reason."
NO_PAGE = "A notebook has no page “{}”. Open it in the app."
FirstScreen = tuple[dict[str, Any], list[Row]]


class Exhibit(anywidget.AnyWidget):
    """A widget that shows a page or a board in a notebook cell.

    Attributes
    ----------
    link : dict
        The parameters of the link to the exhibit in the app. They change with each action. Assign
        another link to show another state.
    page : str
        The name of the page.
    """

    _may_need: tuple[str, ...] = ("lab", "plotly")
    _esm = traitlets.Unicode().tag(sync=True)
    _code = anywidget.WidgetTrait().tag(sync=True)
    _start = traitlets.Any().tag(sync=True, to_json=lambda _, exhibit: exhibit._format_start())
    link = traitlets.Dict().tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)

    def __init__(self, page: ExhibitPage, link: Mapping[str, str]) -> None:
        self._own = page
        self._scripts: dict[str, Script] = {}
        self._begun: tuple[tuple[str, Query], FirstScreen] | None = None
        in_marimo = is_in_marimo()
        if in_marimo:  # it accepts a script only while a cell runs, and sends it when it is needed
            for name in self._may_need:
                get_script(name, self._scripts)
        super().__init__(
            _esm=build_shared_script() if in_marimo else LOADER,
            _code=None if in_marimo else get_script("code", self._scripts),
            page=page.name,
            link=page.build_first_screen(link)[0]["link"],
        )
        self.on_msg(self._receive_message)

    def _find_page(self, name: str) -> ExhibitPage:
        """Return the page called `name`. Raise ValueError with a sentence if there is none.

        name: the name of a page, or "" for the course
        """
        if name == self._own.name:
            return self._own
        from ndcg_ui.pages.menu import ACTING  # imported here: a board needs no other page

        if name and name not in ACTING:
            raise ValueError(NO_PAGE.format(name))
        return ACTING[name or "learn"]

    def _get_first_screen(self) -> FirstScreen:
        """Return the first message and the rows of the page for the link. Cache the last result."""
        key = (self.page, dict(self.link))
        if self._begun is None or self._begun[0] != key:
            self._begun = key, self._find_page(self.page).build_first_screen(self.link)
        return self._begun[1]

    def _format_start(self) -> str:
        return json.dumps(self._get_first_screen()[0])

    def _receive_message(self, _: Any, message: Any, buffers: Any) -> None:
        """Answer a message that a browser sent through the widget. Ignore other data.

        If answering fails, the browser gets a sentence, and the notebook's log gets the error.
        """
        if not isinstance(message, Mapping):
            return
        answer: dict[str, Any] = {"refused": FAULT}
        try:
            answer = self._answer_message(message)
        finally:
            self.send({"id": message.get("id"), "text": json.dumps(answer)})

    def _answer_message(self, message: Mapping[str, Any]) -> dict[str, Any]:
        match message:
            case {"module": "lab" | "plotly" as name}:
                return {"widget": f"anywidget:{get_script(name, self._scripts).model_id}"}
        return answer_message(message, self._find_page)

    @traitlets.validate("link")
    def _validate_link(self, proposal: Any) -> dict[str, str]:
        return read_link(proposal["value"])

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the widget and its static HTML, by media type, and their metadata.

        The HTML is saved with a notebook. GitHub and nbviewer show only the HTML.
        """
        bundle = super()._repr_mimebundle_(**options)
        assert bundle is not None  # only widgets without a view have none
        data, more = bundle
        data["text/html"] = render_static(self._get_first_screen()[1])
        return data, more

    def __repr__(self) -> str:
        title, _ = self._find_page(self.page).describe(self.link)
        return f"<{title}>"


class Playground(Exhibit):
    """A widget that shows the playground in a notebook cell."""

    @property
    def trace(self) -> nc.Trace:
        """The calculation of the ranking, with the settings of the playground."""
        return read_state(self.link).trace


class Board(Exhibit):
    """A widget that shows a board in a notebook cell.

    Attributes
    ----------
    k : int or None
        The cutoff. Assign another cutoff to score the same order again.
    convention : Convention or str
        The convention of the score, or its name. Assign another one to score the same order again.
    """

    _may_need = ()
    k = traitlets.Any()
    convention = traitlets.Any(nc.STANDARD)

    def __init__(self, board: Cards, k: int | None, convention: nc.Convention | str) -> None:
        # `super().__init__` reads both values when it builds the first screen.
        self.set_trait("k", k)
        self.set_trait("convention", convention)
        page = ExhibitPage(
            name="board",
            title="Board",
            describe=self._describe_link,
            answer_action=self._apply_action,
        )
        super().__init__(page, build_board_link_parameters(board))

    @property
    def ranking(self) -> Ranking:
        """The ranking as the board shows it now."""
        return Ranking(self._trace_board(change_board(self.link, {})))

    def _trace_board(self, board: Cards) -> nc.Trace:
        return board.trace_ranking(self.k, find_convention(self.convention))

    def _apply_action(
        self, link: Query, record: object, state: Mapping[str, Any], act: Mapping[str, Any]
    ) -> Answer:
        """Return the answer to an action: the changed board, and NDCG as a fraction.

        Raises ValueError with a sentence if the action cannot be applied or scored.
        """
        board = change_board(link, act)
        trace = self._trace_board(board)
        shown = make_board_answer(board, trace)
        fraction = make_markup("fraction", tables.render_fraction(trace), "board")
        return replace(shown, rows=[[[fraction]], *shown.rows])

    def _describe_link(self, link: Query) -> tuple[str, str]:
        trace = self._trace_board(change_board(link, {}))
        return f"Board: {trace.at('NDCG')} = {nc.number(trace.ndcg)}", ""

    @traitlets.validate("link")
    def _validate_link(self, proposal: Any) -> dict[str, str]:
        link = read_link(proposal["value"])
        if "r" not in link:
            raise ValueError('The link has no ranking. Add a ranking, as in {"r": "3,2,3,0,1"}.')
        board, problems = read_board(link)
        if problems:
            raise ValueError(" ".join(problems))
        self._trace_board(board)
        return build_board_link_parameters(board)

    @traitlets.validate("k", "convention")
    def _validate_setting(self, proposal: Any) -> Any:
        settings = {"k": self.k, "convention": self.convention}
        settings[proposal["trait"].name] = proposal["value"]
        convention = find_convention(settings["convention"])
        if self.link:
            change_board(self.link, {}).trace_ranking(settings["k"], convention)
        return proposal["value"]

    @traitlets.observe("k", "convention")
    def _resend_start(self, change: Any) -> None:
        """Send the board again with its new cutoff or convention."""
        if self.link:
            self._begun = None
            self.send_state("_start")
