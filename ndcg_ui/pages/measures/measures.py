"""The page of measures: a ranking's values, and the smallest disagreement of two measures."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.content import load_toml
from ndcg_core.evaluation.findings import format_count
from ndcg_core.libraries import LIBRARIES
from ndcg_core.measures import Measure, Ranked, Traced, describe_mistakes, find_measure, rank_grades
from ndcg_core.measures.descriptions import DESCRIPTIONS, MeasureDescription, find_number_sources
from ndcg_core.measures.disagreement import (
    TRIED_GRADES,
    Disagreement,
    depends_on_order,
    find_smallest_disagreement,
)
from ndcg_core.metric.checks import prepare_grades
from ndcg_core.metric.numbers import clip_text
from ndcg_core.numerals.numerals import read_printed_number
from ndcg_ui import limits
from ndcg_ui.components.board.board import Board, compute_grade_level
from ndcg_ui.components.board.commands import apply_command
from ndcg_ui.components.board.link import (
    CUTOFF,
    DEFAULT_RANKING_SHOWN,
    build_board_link_parameters,
    read_board,
)
from ndcg_ui.components.board.ranking_text import format_ranking
from ndcg_ui.components.controls.controls import (
    make_settings_part,
    render_number_field,
    render_text_field,
)
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.parts import describe_board, make_markup
from ndcg_ui.exhibit.links import (
    Field,
    format_fields,
    make_field_reader,
    parse_positive,
    read_fields,
)
from ndcg_ui.exhibit.parts import Answer, Part, Row

GROUP = "measures"
FIRST_RANKING = (
    "Opening hours:0,Freeze it in slices:3,Why bread goes stale:2,Our story:0,Sourdough:1"
)
FIRST_POOL = f"{FIRST_RANKING},Toast it:2"
WORDS = load_toml(__file__, "measures.toml")
MOST_BARS = 10
"""The number of ranks for which a measure's row has a bar."""
BAR_HEIGHT = 26
"""The height of the highest bar in pixels."""


def _parse_measure_ids(text: str) -> tuple[str, ...]:
    """Parse the ids of at most two measures. Raise ValueError for unknown or too many ids."""
    ids = tuple(dict.fromkeys(id for id in text.split(",") if id))
    unknown = [id for id in ids if id not in DESCRIPTIONS]
    if unknown or len(ids) > 2:
        raise ValueError(
            f"The link's two measures are “{clip_text(text, 30)}”; they must be two of "
            f"{', '.join(DESCRIPTIONS)}."
        )
    return ids


FIELDS = (
    CUTOFF,
    Field(
        "rel",
        1,
        make_field_reader(
            "lowest relevant grade",
            f"it must be a whole number from 1 to {limits.LARGEST_WHOLE_NUMBER}",
            parse_positive,
        ),
    ),
    Field("two", ("NDCG", "AP"), _parse_measure_ids, ",".join),
    Field("got", "", lambda text: text.strip()[:40]),
)
"""The fields of the link, besides those of the board: `r` (ranking) and `judged` (pool)."""
CONTROLS = {field.name: field for field in FIELDS}


@dataclass(frozen=True)
class MeasuresView:
    """The state of the page of measures. The link has all but `problems` and `refused`.

    rel       the lowest relevant grade, for binary measures
    two       the ids of the measures to compare, at most two
    got       an entered number, as it was typed
    problems  a sentence for each invalid parameter or refused text
    refused   the name of the control whose text was refused
    """

    board: Board
    k: int | None
    rel: int
    two: tuple[str, ...]
    got: str
    problems: tuple[str, ...] = ()
    refused: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if the grades are not valid for all measures."""
        prepare_grades(self.board.grades, "exponential")
        judged = [document.grade for document in self.board.documents]
        prepare_grades(judged, "exponential", "judged grade")

    @property
    def link(self) -> dict[str, str]:
        """The link parameters of this view."""
        return build_board_link_parameters(self.board) | format_fields(FIELDS, vars(self))

    @cached_property
    def ranking(self) -> Ranked:
        """The grades, the judged pool, the cutoff and the threshold for all measures."""
        pool = [document.grade for document in self.board.documents]
        return rank_grades(self.board.grades, pool, self.k, self.rel)

    def get_measure(self, id: str) -> Measure:
        """Return the measure with this id, with the page's cutoff if the measure has cutoffs."""
        measure = DESCRIPTIONS[id].measure
        return measure.with_choices(self.ranking.cut if measure.has_cutoff else None)


def read_view(query: Mapping[str, str]) -> MeasuresView:
    """Read the view of a link. Invalid parameters get defaults and a sentence."""
    # An empty "two" means that no measure is ticked. Any other empty parameter means its default.
    texts = {name: text for name, text in query.items() if text or name == "two"}
    values, problems = read_fields(FIELDS, texts)
    try:
        first = {} if "r" in query else {"judged": FIRST_POOL}
        board, more = read_board({"r": FIRST_RANKING, **first, **query})
        return MeasuresView(board, **values, problems=(*problems, *more))
    except ValueError as error:
        board = read_board({"r": FIRST_RANKING, "judged": FIRST_POOL})[0]
        return MeasuresView(
            board, **values, problems=(*problems, f"{error} {DEFAULT_RANKING_SHOWN}")
        )


def add_or_remove_measure(ids: tuple[str, ...], id: str, is_on: bool) -> tuple[str, ...]:
    """Return measures' ids with one added or removed. Raise ValueError for unknown ids.

    At most the last two ids are kept.

    is_on: True to add the measure, False to remove it
    """
    others = tuple(other for other in ids if other != id)
    return _parse_measure_ids(",".join((*others, id)[-2:] if is_on else others))


def answer_measures_action(link: Mapping[str, str], action: Mapping[str, Any]) -> Answer:
    """Apply an action to the page of measures. Return the new link and the page's rows.

    action: a command of `apply_command`, "set" with the name of a control and its text (for a
    checkbox "on" or ""), or empty. An action that cannot be applied changes nothing, and the page
    gives the reason.

    >>> answer_measures_action({"r": "3,0,2"}, {"do": "arrange", "order": [2, 1, 0]}).link
    {'r': 'C:2,B:0,A:3'}
    """
    view = read_view(link)
    if action:
        try:
            view = replace(_apply_action(view, action), problems=())
        except ValueError as error:
            refused = str(action.get("name", "r" if action.get("do") == "type" else ""))
            view = replace(view, problems=(str(error),), refused=refused)
    return Answer(view.link, build_measures_rows(view), look="measures")


def _apply_action(view: MeasuresView, action: Mapping[str, Any]) -> MeasuresView:
    """Return the view after an action. Raise ValueError if the action cannot be applied."""
    match action:
        case {"do": "set", "name": str(name), "value": str(text)} if name in CONTROLS:
            return replace(view, **{name: CONTROLS[name].parse_typed_text(text)})
        case {"do": "set", "name": str(name), "value": str(on)}:
            return replace(view, two=add_or_remove_measure(view.two, name, bool(on)))
    return replace(view, board=apply_command(view.board, action))


def build_measures_rows(view: MeasuresView) -> list[Row]:
    """Return the rows of the page of measures: fields, a board, values and calculations."""
    trace = view.board.trace_ranking(view.k, nc.STANDARD)
    board = describe_board(view.board, trace, group=GROUP, layout="bare") | {"link": view.link}
    chosen = [DESCRIPTIONS[id] for id in view.two]
    details = [
        [make_markup(f"steps-{description.id}", _render_measure_details(view, description), GROUP)]
        for description in chosen
    ]
    disagreement = make_markup("disagree", _render_disagreement(view), GROUP)
    return [
        [[make_markup("title", h.render_title("Other measures", WORDS["lead"]), GROUP)]],
        [[_make_controls(view)]],
        [[make_markup("problems", h.join_pieces(map(h.render_problem, view.problems)), GROUP)]],
        [[make_markup("whose", _render_number_origins(view), GROUP)]],
        [
            [Part("board", "board", board), disagreement],
            [_make_measures_part(view)],
        ],
        details or [[]],
    ]


def _make_controls(view: MeasuresView) -> Part:
    """Return the part with the fields for the ranking, cutoff, threshold and a number."""
    values = {
        "k": str(view.k or ""),
        "rel": str(view.rel),
        "got": view.got,
        "r": format_ranking(view.board.ranking),
    }
    fields = [
        render_number_field("k", "Cutoff k", values["k"], 1, 200, placeholder="all"),
        render_number_field("rel", "Lowest relevant grade", values["rel"], 1, 1_000),
        render_text_field("r", "Grades, from rank 1 on", values["r"]),
        render_text_field("got", "Number to identify", view.got, placeholder="0.556"),
    ]
    return make_settings_part("controls", fields, values, view.refused)


def _make_measures_part(view: MeasuresView) -> Part:
    """Return a part with a row for each measure, grouped into graded and binary ones."""
    groups = (
        ("Measures of graded relevance", "grade 3 counts more than grade 1", False),
        ("Measures of binary relevance", f"grade {view.rel} or higher is relevant", True),
    )
    drawn = []
    for head, note, binary in groups:
        rows = [
            _render_measure_row(view, description)
            for description in DESCRIPTIONS.values()
            if description.measure.is_binary == binary
        ]
        heading = h.div(h.h2(head), h.span(note, css="mute"), css="measures-head")
        drawn.append(h.section(heading, *rows, aria_label=head))
    drawn.append(h.p(WORDS["bars"].format(ranks=MOST_BARS), css="say"))
    form = h.tag("form", *drawn, autocomplete="off", css="markup measures", data_testid="measures")
    ticks = {id: "on" if id in view.two else "" for id in DESCRIPTIONS}
    return Part("controls", "table", {"html": form, "values": ticks, "refused": "", "ahead": True})


def _render_measure_row(view: MeasuresView, description: MeasureDescription) -> h.Html:
    """Return a measure's row: checkbox, name, value, bars of the first ranks, and a sentence."""
    measure = view.get_measure(description.id)
    traced = measure.trace_ranked(view.ranking)
    is_on = description.id in view.two
    box = h.tag("input", type="checkbox", name=description.id, value="on", checked=is_on)
    gain = h.small("gain 2^g − 1") if measure.chosen else None
    name = h.span(replace(measure, chosen={}).name, gain, css="measures-name")
    exact = nc.exact(traced.value)
    testid = f"value-{description.id}"
    value = h.b(nc.number(traced.value), css="measures-value", data_testid=testid, data_value=exact)
    return h.div(
        h.label(box, name),
        value,
        _render_bars(traced),
        h.span(description.insert_numbers(view.ranking, description.sentence), css="measures-says"),
        css="measures-row on" if is_on else "measures-row",
        data_measure=description.id,
    )


def _render_bars(traced: Traced) -> h.Html:
    """Return a small bar chart of the first ranks' contributions to a measure."""
    terms = [row.term for row in traced.rows[:MOST_BARS]]
    highest = max((*map(abs, terms), 1e-12))
    heights = (round(BAR_HEIGHT * abs(term) / highest) for term in terms)
    bars = (
        h.tag("i", css="minus" if term < 0 else "", style=f"height:{height}px")
        for term, height in zip(terms, heights, strict=True)
    )
    listed = ", ".join(map(nc.number, terms)) or "nothing"
    return h.span(*bars, css="measures-bars", role="img", aria_label=f"by rank: {listed}")


@lru_cache(maxsize=512)
def _find_smallest_disagreement_cached(first: str, second: str) -> Disagreement | None:
    """Return the smallest disagreement between two measures, given by name, or None."""
    return find_smallest_disagreement(find_measure(first), find_measure(second))


@lru_cache(maxsize=64)
def _depends_on_order_cached(name: str) -> bool:
    """Return True if the value of a measure depends on the order of the documents."""
    return depends_on_order(find_measure(name))


def _apply_settings(measure: Measure, k: int | None, rel: int) -> Measure:
    """Return a measure with the cutoff and threshold, if the measure has these settings."""
    graded = measure.with_choices(rel=rel) if measure.is_binary else measure
    return graded.with_choices(k) if measure.has_cutoff else graded


def _render_disagreement(view: MeasuresView) -> h.Html:
    """Render the smallest pair of rankings on which two measures disagree, with the reasons.

    Returns advice if fewer than two measures are chosen, and a reason if the two never disagree.
    """
    if len(view.two) < 2:
        return h.p(WORDS["tick"], css="say")
    first, second = (_apply_settings(DESCRIPTIONS[id].measure, view.k, view.rel) for id in view.two)
    most = int(max(TRIED_GRADES)) + 1  # from this grade on, none of the documents tried is relevant
    rel = min(view.rel, most)
    tried = [_apply_settings(DESCRIPTIONS[id].measure, view.k, rel).name for id in view.two]
    found = _find_smallest_disagreement_cached(*tried)
    if found is None:
        names = zip((first.name, second.name), tried, strict=True)
        blind = next((name for name, other in names if not _depends_on_order_cached(other)), "")
        why = WORDS["blind"].format(name=blind) if blind else WORDS["never"]
        return h.section(h.h2(f"{first.name} and {second.name} never disagree"), h.p(why))
    sides = (
        _render_disagreeing_ranking("Ranking X", found.x, found.first[0], found.second[0], 0),
        _render_disagreeing_ranking("Ranking Y", found.y, found.first[1], found.second[1], 1),
    )
    fewer = format_count(len(found.x) - 1, "document")
    return h.section(
        h.h2(f"{first.name} and {second.name} disagree on these"),
        h.div(*sides, css="measures-two"),
        h.p(found.explanation),
        h.p(WORDS["smallest"].format(fewer=fewer), css="say"),
        css="measures-disagree",
        data_testid="disagree",
    )


def _render_disagreeing_ranking(
    name: str, order: tuple[float, ...], first: Traced, second: Traced, winner: int
) -> h.Html:
    """Return a ranking with its values by two measures.

    winner: the index of the measure that prefers this ranking, 0 or 1.
    """
    chips = (h.span(nc.short(g), css="chip", data_level=compute_grade_level(g, 3)) for g in order)
    lines = [
        h.html(h.span(traced.name), h.b(nc.number(traced.value))) for traced in (first, second)
    ]
    drawn = (
        h.div(line, css="line won" if index == winner else "line")
        for index, line in enumerate(lines)
    )
    says = f"grades {', '.join(map(nc.short, order))}"
    return h.div(h.h3(name), h.div(*chips, css="chips", role="img", aria_label=says), *drawn)


def _render_measure_details(view: MeasuresView, description: MeasureDescription) -> h.Html:
    """Return a measure's calculation on the ranking, with facts, questions and programs."""
    measure = view.get_measure(description.id)
    traced = measure.trace_ranked(view.ranking)
    name = replace(measure, chosen={}).name
    heads = map(h.col, ("rank", "document", "grade", *traced.columns, "adds"))
    labels = view.board.labels
    rows = (
        h.tr(
            h.row_head(row.rank),
            h.td(labels[row.rank - 1], css="name"),
            h.td(nc.short(row.grade or 0)),
            *(h.td(nc.short(step)) for step in row.steps),
            h.td(h.b(nc.number(row.term))),
            data_doc=row.rank - 1,
            data_rank=row.rank,
            tabindex=0 if row.rank == 1 else -1,
        )
        for row in traced.rows
    )
    by_rule = WORDS["by_rule"] if traced.is_by_rule else ""
    cut = "" if view.k or not measure.has_cutoff else WORDS["no_cutoff"].format(k=view.ranking.k)
    facts = {head: getattr(description, fact) for fact, head in WORDS["facts"].items()}
    return h.section(
        h.h2(f"{description.measure.title}: {name} = {nc.number(traced.value)}"),
        h.p(f"{name} = {description.formula}{by_rule}.{cut}", css="measures-formula"),
        h.div(
            h.table(heads, rows, css="compared", aria_label=f"The steps of {name}"), css="scrolls"
        )
        if traced.rows
        else None,
        *(
            h.p(h.b(f"{head}: "), description.insert_numbers(view.ranking, fact))
            for head, fact in facts.items()
        ),
        *(_render_question(question) for question in description.asked),
        _render_programs(description) if description.programs else None,
        data_testid=f"steps-{description.id}",
    )


def _render_programs(description: MeasureDescription) -> h.Html:
    """Return the programs that print a measure, with their results for unusual rankings."""
    lines = []
    for program in description.programs:
        odd = [f"{WORDS['edges'][edge]}: {does}" for edge, does in program.edges.items()]
        known = f" prints {program.prints.format(k='k')}. {WORDS['how'][program.how]}. "
        lines.append(h.p(h.b(program.name), known, program.note, h.tag("br"), "; ".join(odd)))
    do = "do" if len(lines) > 1 else "does"
    heading = h.tag("summary", f"What {format_count(len(lines), 'program')} {do}")
    return h.tag("details", heading, *lines, h.p(description.missing))


def _render_question(question: Mapping[str, Any]) -> h.Html:
    """Return a common question about a measure, its answer, and links to the case and source."""
    case = {name: text for name, text in question["case"].items() if name != "by"}
    source = h.tag("a", question.get("thread", ""), href=question.get("url"))
    return h.tag(
        "details",
        h.tag("summary", question["question"]),
        h.p(question["answer"]),
        h.p(
            h.tag("a", "Show this case", href=f"./measures?{urlencode(case)}"),
            h.join_pieces((h.html(" · asked at "), source)) if "url" in question else None,
        ),
    )


def _render_number_origins(view: MeasuresView) -> h.Html:
    """Return the measures and programs that print an entered number, or nothing without one.

    Returns a sentence if the text is not a number, or if no measure gives the number.
    """
    if not view.got:
        return h.Html("")
    try:
        written = read_printed_number(view.got)
    except ValueError as error:
        return h.render_problem(f"The number to identify: {error}")
    found = find_number_sources(view.ranking, written)
    lines = [] if found else [h.p(WORDS["nobody"])]
    for source in found:
        known = (
            f"{label}: {', '.join(names)}."
            for how, label in WORDS["how"].items()
            if (names := [program.name for program in source.programs if program.how == how])
        )
        notes = (program.note for program in source.programs if program.note)
        mistakes = (
            [describe_mistakes(source.mistakes, "The author", is_sure=False)]
            if source.mistakes
            else []
        )
        lines.append(h.p(h.b(source.name), " ", " ".join((*known, *notes, *mistakes))))
    libraries = WORDS["libraries"].format(count=len(LIBRARIES))
    link = {name: text for name, text in view.link.items() if name in ("r", "judged", "k", "got")}
    page = h.tag("a", "Which library?", href=f"./conventions?{urlencode(link)}")
    lines.append(h.p("The page ", page, libraries))
    return h.section(h.h2(f"Who prints {view.got}?"), *lines, data_testid="whose")
