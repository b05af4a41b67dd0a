"""The rows of the page: a ranking in formulas, bars and a table, and advice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import ndcg_core as nc
from ndcg_core.lessons.references import Reference, load_sources
from ndcg_core.metric.worked import adds_up_after_rounding
from ndcg_ui.components.board.changes import change_state
from ndcg_ui.components.board.link import BoardState, read_state
from ndcg_ui.components.board.remarks import WORDS
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import describe_board, make_markup
from ndcg_ui.exhibit.parts import Answer, Part, Row
from ndcg_ui.pages.one_page.pitfalls import list_pitfalls

GROUP = LOOK = "one-page"
MOST_DOCUMENTS = 7
"""The largest number of documents that fits on a printed page."""
TOO_MANY = (
    "This page has room for {most} documents, and the link has {count}. The playground shows them "
    "all. Here is the first ranking instead."
)
LEAD = (
    "NDCG measures how good a ranking is. 1.000 is the best possible order, and 0 means that "
    "nothing "
    "useful was found. Five minutes to read."
)
LETTER_MEANINGS = (
    ("G", "Gain.", "The value of a document for its reader. Here, it is the grade, 0 to 3."),
    ("C", "Cumulative.", "Add the gains over the ranks, down to a cutoff k."),
    (
        "D",
        "Discounted.",
        h.html(
            "First divide each gain by ",
            h.span(Html("log<sub>2</sub>"), "(rank + 1)", css="whole"),
            ", because fewer readers reach a lower rank.",
        ),
    ),
    ("N", "Normalized.", "Divide by the DCG of the ideal order, best grades first."),
)
R_I = Html("<i>r<sub>i</sub></i>")
INDEX = h.html(
    "The sum runs over the ranks: ",
    Html("<i>i</i>"),
    " is a rank, and ",
    R_I,
    " is the grade at this rank. Some texts say “",
    Html("rel<sub><i>i</i></sub>"),
    " is the relevance at position ",
    Html("<i>p</i>"),
    "”. This is a slip: ",
    Html("<i>p</i>"),
    " is their ",
    Html("<i>k</i>"),
    ", where the sum ends.",
)
STRENGTHS = (
    "NDCG uses grades, not just “relevant” or “not relevant”.",
    "NDCG rewards rankings with the best documents near the top.",
    "NDCG runs from 0 to 1, so you can average over queries with different numbers of relevant "
    "documents.",
)
WEAKNESSES = (
    "NDCG needs graded judgments, and judges disagree.",
    "IDCG is expensive because of the judging, not the sorting. Every document that could be in "
    "the ideal order needs a grade.",
    "The logarithm is an assumption about readers, not a measurement.",
    "NDCG doesn’t penalize a bad document beyond the rank that it takes.",
)
WHEN_TO_USE = (
    "Several documents help, some more than others, and their order matters: search, "
    "recommendations, retrieval for a language model.",
    h.html("Only the first answer matters: use ", h.b("RR"), "."),
    h.html("Every relevant document must be found: use ", h.b("recall"), " or ", h.b("AP"), "."),
    h.html(
        "AP distinguishes only “relevant” and “not relevant”. So do ",
        h.b("MAP"),
        " and ",
        h.b("gMAP"),
        ", which average AP over queries, and ",
        h.b("MRR"),
        ", which equals MAP if each query has one relevant document.",
    ),
)
REFERENCES: Mapping[str, str | Html] = {
    "jarvelin-2002": "The measure.",
    "burges-2005": Html("The gain 2<sup>r</sup> − 1."),
    "wang-2013": "Why a logarithm.",
    "mcsherry-2008": "Documents with equal scores.",
    "voorhees-2000": "Judges disagree.",
    "smucker-2007": "Is a difference real?",
}
"""The topic of each reference, by its name in lessons/sources.toml."""


def answer_one_page_action(link: Mapping[str, str], action: Mapping[str, Any]) -> Answer:
    """Apply an action to the one-page summary. Return the new link and the page's rows.

    action: "arrange" with an order of the board's documents, or empty. Other actions change
    nothing.

    >>> answer_one_page_action({}, {"do": "arrange", "order": [0, 2, 1, 4, 3]}).link
    {'r': 'A:3,C:3,B:2,E:1,D:0'}
    """
    state = _read_state(link)
    if action.get("do") == "arrange":
        state = change_state(state, action)
    return Answer(_build_link_parameters(state), build_one_page_rows(state), look=LOOK)


def _read_state(link: Mapping[str, str]) -> BoardState:
    """Read a link's ranking. Replace a ranking that is too long, and add a problem."""
    state = read_state({"r": link["r"]} if "r" in link else {})
    count = len(state.board.ranking)
    if count <= MOST_DOCUMENTS:
        return state
    first = read_state({})
    return BoardState(
        first.board, first.settings, (TOO_MANY.format(most=MOST_DOCUMENTS, count=count),)
    )


def _build_link_parameters(state: BoardState) -> dict[str, str]:
    """Return the link parameters of a ranking, or none for the first ranking."""
    return {} if state.link == read_state({}).link else state.link


def build_one_page_rows(state: BoardState) -> list[Row]:
    """Return the rows of the one-page summary: formulas, an example, advice and pitfalls."""
    trace = state.trace
    data = describe_board(state.board, trace, group=GROUP, mode="move", layout="plain")
    board = Part("board", "board", data | {"link": _build_link_parameters(state)})
    return [
        [
            [make_markup("title", h.render_title("NDCG on one page", LEAD), GROUP)],
            [_make_buttons_part()],
        ],
        [[make_markup("problems", h.join_pieces(map(h.render_problem, state.problems)), GROUP)]],
        [[_make_letters_part()], [make_markup("formulas", _render_formulas(trace), GROUP)]],
        [[make_markup("example", _render_example_heading(len(trace.actual)), GROUP)]],
        [
            [board],
            [
                make_markup("fraction", tables.render_fraction(trace, "beside"), GROUP),
                make_markup("meaning", h.p(_describe_order(trace), css="meaning"), GROUP),
                make_markup("lengths", _render_lengths(trace), GROUP),
            ],
        ],
        [[make_markup("steps", _render_steps(trace), GROUP)]],
        [[make_markup("views", _render_arguments(), GROUP)]],
        [[make_markup("pitfalls", _render_pitfalls(), GROUP)]],
        [[make_markup("references", _render_references(), GROUP)]],
    ]


def _make_buttons_part() -> Part:
    """Return the part with the buttons that copy the link and print the page."""
    buttons = h.p(
        h.span(role="status", css="say"),
        h.button("Copy link", data_copy_link=True),
        h.button("Print two pages", data_print=GROUP),
        css="acts",
    )
    return make_markup("acts", buttons, GROUP)


def _make_letters_part() -> Part:
    """Return the part that explains the letters of NDCG."""
    rows = (
        h.html(h.dt(letter), h.dd(h.b(name), " ", text)) for letter, name, text in LETTER_MEANINGS
    )
    drawn = h.html(
        h.h2("The letters of NDCG, from last to first"),
        h.tag("dl", *rows, css="letters"),
        h.p(INDEX, css="say"),
    )
    return make_markup("letters", drawn, GROUP)


# --- The example --------------------------------------------------------------------------------


def _render_formulas(trace: nc.Trace) -> Html:
    """Return the definitions of DCG, IDCG and NDCG, each with the numbers of the ranking."""
    rows = (
        (
            _render_display_formula(nc.dcg_formula()),
            _render_sum(trace.actual, trace.dcg, "dcg"),
            "actual",
        ),
        (IDCG, _render_sum(trace.ideal, trace.idcg, "idcg"), "ideal"),
        (_render_display_formula(nc.ndcg_formula()), _render_quotient(trace), ""),
    )
    return h.div(
        *(
            h.div(h.p(formula), h.p(numbers, css="put-in"), css=side)
            for formula, numbers, side in rows
        ),
        css="definitions",
        data_testid="formulas",
    )


IDCG = h.html(
    Html("<math><mrow><mrow><mi>IDCG</mi><mtext>@</mtext><mi>k</mi></mrow><mo>=</mo><mi>DCG</mi>"),
    Html("<mtext>@</mtext><mi>k</mi></mrow></math> of the ideal order"),
)


def _render_display_formula(formula: nc.Formula) -> Html:
    """Return a formula in MathML, with its sum and fraction in full size."""
    return Html(f'<math displaystyle="true">{formula.markup}</math>')


def _render_sum(rows: Sequence[nc.Term], total: float, name: str) -> Html:
    """Return terms as a sum, with "≈" if the rounded terms add up differently.

    name: the name of the total, "dcg" or "idcg".
    """
    values = [row.value for row in rows]
    sign = "=" if adds_up_after_rounding(values, total) else "≈"
    terms = " + ".join(nc.short(value, 3) for value in values)
    return h.html(f"{terms} {sign} ", _render_live_value(name, total))


def _render_live_value(name: str, value: float) -> Html:
    """Return a number that the browser updates while a card is dragged."""
    return h.b(nc.number(value), css=name, data_live=name, title=nc.exact(value))


def _render_quotient(trace: nc.Trace) -> Html:
    """Return DCG / IDCG with its value, or with the value that the convention prescribes."""
    sign = ", by convention " if trace.by_convention else " = "
    dcg = _render_live_value("dcg", trace.dcg)
    idcg = _render_live_value("idcg", trace.idcg)
    return h.html(dcg, " / ", idcg, sign, _render_live_value("ndcg", trace.ndcg))


def _render_example_heading(count: int) -> Html:
    """Return the heading of the example, with the number of documents and instructions."""
    number = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven")[count]
    first = h.tag("a", "Restore the original order", href="./one-page", data_here=True)
    return h.html(
        h.h2(f"{number} document{'' if count == 1 else 's'}"),
        h.p(
            h.b("Drag a document, or focus its grip, press Space, and then press ↑ or ↓."),
            " ",
            first,
            css="say how",
        ),
    )


def _describe_order(trace: nc.Trace) -> str:
    """Return sentences about an order, with at most two pairs of neighbours to swap.

    >>> _describe_order(nc.trace([3, 2, 3, 0, 1], labels=list("ABCDE"))).partition(". ")[2]
    'C should be above B, and E above D.'
    """
    if not trace.idcg:
        return WORDS["nothing_relevant"].format(ndcg=nc.number(trace.ndcg, 1))
    pairs = [(low, high) for high, low in pairwise(trace.actual) if low.grade > high.grade]
    if not pairs:
        return "This is the best possible order."
    share = f"This order reaches {100 * trace.ndcg:.1f}% of what these documents can give."
    (first, second), *more = pairs
    others = "".join(f", and {lower.label} above {upper.label}" for lower, upper in more[:1])
    return f"{share} {first.label} should be above {second.label}{others}."


def _render_lengths(trace: nc.Trace) -> Html:
    """Return the terms of DCG and IDCG as two rows of bars, each laid end to end."""
    return h.div(
        _render_length_row(
            "actual", "DCG, term by term", "dcg", trace.dcg, trace.actual, trace.idcg
        ),
        _render_length_row("ideal", "IDCG", "idcg", trace.idcg, trace.ideal, trace.idcg),
        css="ends",
        data_testid="lengths",
    )


def _render_length_row(
    side: str, title: str, name: str, total: float, rows: Iterable[nc.Term], full_value: float
) -> Html:
    """Return a row of bars for the terms of an order, below a title and their total.

    side: "actual" or "ideal".
    name: the name of the total, "dcg" or "idcg".
    full_value: the value of a bar with the full width.
    """
    terms = [row.value for row in rows if row.value]
    starts = accumulate(terms, initial=0.0)
    pieces = (
        h.tag("i", style=f"--from:{start / full_value:.6g};--value:{term / full_value:.6g}")
        for start, term in zip(starts, terms, strict=False)
    )
    return h.div(
        h.p(h.span(title), _render_live_value(name, total)),
        h.div(*pieces, css="terms", aria_hidden="true"),
        css=side,
    )


def _render_steps(trace: nc.Trace) -> Html:
    """Return a table of the actual and the ideal order by rank."""
    heads = (
        h.col("rank"),
        h.col("document", css="name"),
        h.col("gain"),
        h.col("discount", css="wide discount"),
        h.col("term"),
        h.col("DCG so far"),
        h.col("ideal", css="wide name next"),
        h.col("term", css="wide"),
        h.col("IDCG so far", css="wide"),
    )
    last = len(trace.actual)
    rows = (
        _render_step(term, best, term.rank == last)
        for term, best in zip(trace.actual, trace.ideal, strict=True)
    )
    return h.table(heads, rows, css="compared both", data_testid="steps")


def _render_step(actual_term: nc.Term, ideal_term: nc.Term, is_last: bool) -> Html:
    """Return a rank's table row with the terms of the actual and the ideal order."""
    divisor = h.html(
        nc.divisor_at(actual_term.rank).mathml, f" = {nc.number(actual_term.discount)}"
    )
    return h.tr(
        h.row_head(actual_term.rank),
        h.td(actual_term.label, css="name"),
        h.td(nc.short(actual_term.gain)),
        h.td(divisor, css="wide discount"),
        h.td(_render_divided_gain(actual_term), css="actual"),
        h.td(_render_running_sum(actual_term, is_last), css="actual"),
        h.td(ideal_term.label, css="wide name next"),
        h.td(_render_divided_gain(ideal_term), css="wide ideal"),
        h.td(_render_running_sum(ideal_term, is_last), css="wide ideal"),
    )


def _render_divided_gain(term: nc.Term) -> Html:
    """Return a gain divided by its discount, with the result."""
    division = f"{nc.short(term.gain)} / {nc.number(term.discount)} = "
    return h.html(division, h.b(nc.number(term.value), title=nc.exact(term.value)))


def _render_running_sum(term: nc.Term, is_last: bool) -> Html:
    """Return the sum of the terms down to a rank, in bold at the last rank."""
    total = nc.number(term.cumulative)
    return h.b(total) if is_last else h.span(total)


# --- What to know -------------------------------------------------------------------------------


def _render_arguments() -> Html:
    """Return the arguments for and against NDCG, and advice on when to use NDCG."""
    views = {"For": STRENGTHS, "Against": WEAKNESSES, "When to use it": WHEN_TO_USE}
    return h.div(
        *(
            h.section(h.h2(title), h.ul(*map(h.li, sentences)))
            for title, sentences in views.items()
        ),
        css="views",
    )


def _render_pitfalls() -> Html:
    """Return the list of pitfalls with their numbers."""
    items = []
    for pitfall in list_pitfalls():
        css = "numbers many" if len(pitfall.numbers) > 3 else "numbers"
        text = h.p(h.b(pitfall.name), h.span(pitfall.text))
        items.append(h.li(text, h.p(*_render_numbers(pitfall.numbers), css=css)))
    return h.html(h.h2("Seven pitfalls"), h.ol(*items, css="pitfalls"))


def _render_numbers(numbers: Sequence[tuple[float, str | Html]]) -> Iterator[Html]:
    """Yield each number with its label."""
    for number, label in numbers:
        yield h.span(tables.render_value(number), h.small(label))


def _render_references() -> Html:
    """Return the list of references, and a line for paper that names the page."""
    sources = load_sources()
    listed = (_render_reference(sources[name], about) for name, about in REFERENCES.items())
    printed = h.p("Printed from “NDCG on one page”.", css="printed-from")
    return h.html(h.h2("References"), h.ul(*listed, css="paper-references"), printed)


def _render_reference(source: Reference, about: str | Html) -> Html:
    """Return a list item with a reference, its topic and its address."""
    link = h.tag("a", source.title, href=source.link)
    address = h.span(source.link.removeprefix("https://"), css="address")
    return h.li(f"{source.authors} ({source.year}). ", link, ". ", about, " ", address)
