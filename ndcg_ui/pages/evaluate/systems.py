"""The systems: their means, findings about the data, and bounds. Pure functions."""

from collections.abc import Sequence
from math import isnan

from ndcg_core.evaluation.comparing.second_convention import (
    ConventionStep,
    SecondConvention,
    find_convention_title,
)
from ndcg_core.evaluation.findings import Finding, count_noun
from ndcg_core.evaluation.scoring.intervals import INTERVAL_METHOD, Interval
from ndcg_core.evaluation.scoring.results import Mean
from ndcg_core.metric import CONVENTIONS
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html, span
from ndcg_ui.components.markup.tables import draw_value
from ndcg_ui.pages.evaluate.values import (
    at,
    describe_cutoff,
    draw_bounds,
    draw_cell,
    draw_comparison_table,
)
from ndcg_ui.pages.evaluate.working import EvaluationResults

MOST_FINDINGS = 40


def draw_systems(worked: EvaluationResults, names: Sequence[str]) -> Html:
    """Return the mean NDCG of each system at each cutoff, with intervals and bounds.

    The best value of a column is highlighted. Further columns are the judged share and the range
    over unjudged documents.

    A second convention has a column next to the first cutoff. names: the two systems to compare.
    """
    ks = worked.results.ks
    second = worked.second
    heads = [h.col("system")]
    for place, k in enumerate(ks):
        heads.append(h.col(f"mean {at(k)}"))
        if second and _is_different(second, ks[: place + 1]):
            heads.append(h.col(_name_measure(second.rules, second.ks[k])))
    heads += map(h.col, ("queries", "judged", "unjudged: none to all relevant", "ties"))
    table = draw_comparison_table(
        "systems", "The systems", heads, (_draw_row(worked, s) for s in worked.systems)
    )
    note = (
        f"Under each mean: its 95% confidence interval ({INTERVAL_METHOD}). Judged: the share "
        f"of judged documents {describe_cutoff(worked.k)}. "
        f"Unjudged: the range of mean {at(worked.k)} if "
        "the unjudged documents were all irrelevant, all of the highest grade, or any mixture. "
        f"Ties: the range over every order of equal scores. {_warn_of_ties(worked, names)}"
    )
    warnings = dict.fromkeys(mean.warning for mean in worked.means if mean.warning)
    return h.html(
        h.h2("The systems"),
        h.tag("div", table, css="scrolls", tabindex=0),
        h.p(note, css="say"),
        h.join_pieces(h.p(warning, css="warning") for warning in warnings),
    )


def _name_measure(rules: str, k: int | None) -> str:
    """Return a convention's column title. Some conventions have a cutoff of their own."""
    return (
        f"{find_convention_title(rules)} {at(k)}"
        if CONVENTIONS[rules].cutoff == "k"
        else find_convention_title(rules)
    )


def _is_different(second: SecondConvention, ks: Sequence[int | None]) -> bool:
    """Return True if the second convention's number at the last cutoff differs."""
    return not second.problem and second.ks[ks[-1]] not in [second.ks[k] for k in ks[:-1]]


def _draw_row(worked: EvaluationResults, system: str) -> Html:
    means = [m for m in worked.means if m.system == system]
    unknown = worked.unknown[system]
    cells = []
    for place, mean in enumerate(means):
        cells.append(_draw_mean(mean, worked.means))
        if worked.second and _is_different(worked.second, worked.results.ks[: place + 1]):
            cells.append(h.td(draw_value(worked.second.means[system, mean.k])))
    judged = means[0].judged
    share = "–" if judged != judged else f"{judged:.1%}"
    cells += map(
        h.td,
        (f"{means[0].queries:,}", share, _draw_range(unknown.grades), _draw_range(unknown.ties)),
    )
    return h.tr(h.row_head(system, css="name"), *cells, data_system=system)


def _draw_mean(mean: Mean, all_of_them: tuple[Mean, ...]) -> Html:
    best = max((m.mean for m in all_of_them if m.k == mean.k and m.queries), default=0.0)
    interval = span(draw_bounds(mean.interval), css="interval")
    return h.td(draw_value(mean.mean), interval, css="best" if mean.mean == best else "")


def draw_other_measures(worked: EvaluationResults, names: tuple[str, str] | None) -> Html:
    """Return the means by other measures, and why two systems differ by them."""
    rows = []
    for place, system in enumerate(worked.systems):
        cells = (_draw_mean(means[place], means) for means in worked.beside.values())
        rows.append(h.tr(h.row_head(system, css="name"), *cells))
    heads = map(h.col, ("system", *(f"mean {name}" for name in worked.beside)))
    table = draw_comparison_table("others", "The systems by other measures", heads, rows)
    more = h.html("For their formulas, see ", h.tag("a", "Other measures", href="./measures"), ".")
    said = worked.made_up.get(names, ()) if names else ()
    made_up = h.ul(*map(h.li, said)) if said else h.EMPTY
    return h.html(h.tag("div", table, css="scrolls", tabindex=0), made_up, h.p(more, css="say"))


def explain_second(second: SecondConvention, worked: EvaluationResults) -> Html:
    """Return the changes between the means of the first and the second convention."""
    title = find_convention_title(second.rules)
    if second.problem:
        return h.html(
            h.h2(f"{title} has no number for these files", aria_level=3),
            h.draw_problem(second.problem),
        )
    names = worked.systems
    here = find_convention_title(worked.results.convention.name)
    k = worked.k
    first = {m.system: m.mean for m in worked.means if m.k == k}
    rows = [
        h.tr(h.row_head(here, css="name"), *(draw_cell(first[name], 4) for name in names)),
        *(_draw_step(step, names) for step in second.steps),
        h.tr(
            h.row_head(title, css="name"), *(draw_cell(second.means[name, k], 4) for name in names)
        ),
    ]
    heads = map(h.col, (f"one change at a time, mean {at(k)}", *names))
    another = f"Why {title} prints another number"
    alike = f"{title} prints the same {at(k)}"
    head = alike if second.agrees else another
    note = second.describe_agreement(at(k))
    stops = second.list_stop_sentences(worked.results)
    return h.html(
        h.h2(head, aria_level=3),
        draw_comparison_table("chain", head, heads, rows),
        h.p(note, css="say") if note else None,
        *(h.p(sentence, css="warning", data_testid="stops") for sentence in stops),
    )


def _draw_step(step: ConventionStep, names: tuple[str, ...]) -> Html:
    cells = h.join_pieces(
        h.td(
            draw_value(step.means[name], 4),
            span(count_noun(step.changes[name], "query", "queries"), css="interval"),
        )
        for name in names
    )
    return h.tr(h.row_head(step.change, css="name"), cells, data_testid="chain-step")


# --- What was odd, and what nobody knows -------------------------------------------------------


def draw_findings(odd: Sequence[Finding]) -> Html:
    """Return the findings about the data, with their treatment."""
    if not odd:
        return h.p("Nothing unusual was found in these files.", css="say")
    more = len(odd) - MOST_FINDINGS
    lines = [_draw_finding(finding) for finding in odd[:MOST_FINDINGS]]
    if more > 0:
        lines.append(h.li(f"{more} more of these."))
    return h.ul(*lines, css="findings", data_testid="findings")


def _draw_finding(finding: Finding) -> Html:
    sentences = f" {finding.found} {finding.done}"
    return h.li(
        h.b(finding.where, ":"), sentences, data_kind=finding.kind, data_choice=finding.choice
    )


def _draw_range(span: Interval) -> Html:
    low, high = span
    return (
        draw_value(low)
        if low == high or low != low
        else h.html(draw_value(low), " to ", draw_value(high))
    )


def _warn_of_ties(worked: EvaluationResults, names: Sequence[str]) -> str:
    """Warn if the order of equal scores could reverse two systems, or return ""."""
    if len(names) < 2:
        return ""
    one, other = (worked.unknown[name].ties for name in names)
    if isnan(one.low + other.low) or (one.low == one.high and other.low == other.high):
        return ""
    if one.low <= other.high and other.low <= one.high:
        return f"The ranges of {names[0]} and {names[1]} overlap: ties could reverse the result."
    return (
        f"The ranges of {names[0]} and {names[1]} do not overlap: ties cannot reverse the result."
    )
