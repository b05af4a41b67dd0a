"""The systems: their means, findings about the data, and bounds. Pure functions."""

from collections.abc import Sequence
from math import isnan

from ndcg_core.evaluation.comparing.second_convention import (
    ConventionStep,
    SecondConvention,
    get_convention_title,
)
from ndcg_core.evaluation.findings import Finding, format_count
from ndcg_core.evaluation.hosts import name_options
from ndcg_core.evaluation.scoring.intervals import INTERVAL_METHOD, Interval
from ndcg_core.evaluation.scoring.results import Mean
from ndcg_core.metric import CONVENTIONS
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup.builder import Html, span
from ndcg_ui.components.markup.tables import render_value
from ndcg_ui.pages.evaluate.values import (
    describe_cutoff,
    name_ndcg,
    render_bounds,
    render_cell,
    render_evaluation_table,
)
from ndcg_ui.pages.evaluate.working import EvaluationResults

MOST_FINDINGS = 40


def render_systems(evaluation: EvaluationResults, names: Sequence[str]) -> Html:
    """Return a table of the systems' mean NDCG at each cutoff, with intervals and bounds.

    The highest mean at each cutoff is highlighted. Further columns are the number of queries, the
    judged share, the range over unjudged documents, and the range over the orders of equal scores.
    A second convention has columns of its own.

    names: the two systems that the note about ties compares, or empty.
    """
    ks = evaluation.results.ks
    second = evaluation.second
    heads = [h.col("system")]
    for index, k in enumerate(ks):
        heads.append(h.col(f"mean {name_ndcg(k)}"))
        if second and _needs_column(second, ks[: index + 1]):
            heads.append(h.col(_name_column(second.rules, second.ks[k])))
    heads += map(h.col, ("queries", "judged", "unjudged: none to all relevant", "ties"))
    table = render_evaluation_table(
        "systems",
        "The systems",
        heads,
        (_render_system_row(evaluation, s) for s in evaluation.systems),
    )
    note = (
        f"Under each mean: its 95% confidence interval ({INTERVAL_METHOD}). Judged: the share "
        f"of judged documents {describe_cutoff(evaluation.k)}. "
        f"Unjudged: the range of mean {name_ndcg(evaluation.k)} if "
        "the unjudged documents were all irrelevant, all of the highest grade, or any mixture. "
        f"Ties: the range over every order of equal scores. {_describe_ties(evaluation, names)}"
    )
    warnings = dict.fromkeys(mean.warning for mean in evaluation.means if mean.warning)
    return h.html(
        h.h2("The systems"),
        h.tag("div", table, css="scrolls", tabindex=0),
        h.p(note, css="say"),
        h.join_pieces(h.p(warning, css="warning") for warning in warnings),
    )


def _name_column(convention_name: str, k: int | None) -> str:
    """Return the title of a second convention's column, with the cutoff if it applies."""
    return (
        f"{get_convention_title(convention_name)} {name_ndcg(k)}"
        if CONVENTIONS[convention_name].cutoff == "k"
        else get_convention_title(convention_name)
    )


def _needs_column(second: SecondConvention, ks: Sequence[int | None]) -> bool:
    """Return True if the last cutoff needs another column for the second convention.

    It needs none if the second convention failed, or if it uses the same cutoff for an earlier k.
    """
    return not second.problem and second.ks[ks[-1]] not in [second.ks[k] for k in ks[:-1]]


def _render_system_row(evaluation: EvaluationResults, system: str) -> Html:
    """Return a system's table row with its means, query count, judged share and ranges."""
    means = [m for m in evaluation.means if m.system == system]
    unknown = evaluation.unknown[system]
    cells = []
    for index, mean in enumerate(means):
        cells.append(_render_mean_cell(mean, evaluation.means))
        if evaluation.second and _needs_column(
            evaluation.second, evaluation.results.ks[: index + 1]
        ):
            cells.append(h.td(render_value(evaluation.second.means[system, mean.k])))
    judged = means[0].judged
    share = "–" if judged != judged else f"{judged:.1%}"
    cells += map(
        h.td,
        (
            f"{means[0].queries:,}",
            share,
            _render_range(unknown.grades),
            _render_range(unknown.ties),
        ),
    )
    return h.tr(h.row_head(system, css="name"), *cells, data_system=system)


def _render_mean_cell(mean: Mean, means: tuple[Mean, ...]) -> Html:
    """Return a cell with a mean and its interval, highlighted if no system has a higher mean."""
    best = max((m.mean for m in means if m.k == mean.k and m.queries), default=0.0)
    interval = span(render_bounds(mean.interval), css="interval")
    return h.td(render_value(mean.mean), interval, css="best" if mean.mean == best else "")


def render_other_measures(evaluation: EvaluationResults, names: tuple[str, str] | None) -> Html:
    """Return a table of means by other measures, and sentences about two systems, if any."""
    rows = []
    for index, system in enumerate(evaluation.systems):
        cells = (_render_mean_cell(means[index], means) for means in evaluation.beside.values())
        rows.append(h.tr(h.row_head(system, css="name"), *cells))
    heads = map(h.col, ("system", *(f"mean {name}" for name in evaluation.beside)))
    table = render_evaluation_table("others", "Means of the systems by other measures", heads, rows)
    more = h.html(
        "For the formulas of these measures, see ",
        h.tag("a", "Other measures", href="./measures"),
        ".",
    )
    made_up = evaluation.made_up
    sentences = made_up.get(names) or made_up.get(names[::-1], ()) if names else ()
    causes = h.ul(*map(h.li, sentences)) if sentences else h.EMPTY
    return h.html(h.tag("div", table, css="scrolls", tabindex=0), causes, h.p(more, css="say"))


def render_second_convention(second: SecondConvention, evaluation: EvaluationResults) -> Html:
    """Return a table of means after each change towards the second convention, or a problem.

    The problem is the reason why the second convention has no number for the files.
    """
    title = get_convention_title(second.rules)
    if second.problem:
        return h.html(
            h.h2(f"{title} has no number for these files", aria_level=3),
            h.render_problem(second.problem),
        )
    names = evaluation.systems
    here = get_convention_title(evaluation.results.convention.name)
    k = evaluation.k
    first = {m.system: m.mean for m in evaluation.means if m.k == k}
    rows = [
        h.tr(h.row_head(here, css="name"), *(render_cell(first[name], 4) for name in names)),
        *(_render_step(step, names) for step in second.steps),
        h.tr(
            h.row_head(title, css="name"),
            *(render_cell(second.means[name, k], 4) for name in names),
        ),
    ]
    heads = map(h.col, (f"one change at a time, mean {name_ndcg(k)}", *names))
    another = f"Why {title} prints another number"
    alike = f"{title} prints the same {name_ndcg(k)}"
    head = alike if second.agrees else another
    note = second.describe_agreement(name_ndcg(k))
    stops = second.explain_unscored_rankings(evaluation.results)
    return h.html(
        h.h2(head, aria_level=3),
        render_evaluation_table("chain", head, heads, rows),
        h.p(note, css="say") if note else None,
        *(h.p(sentence, css="warning", data_testid="stops") for sentence in stops),
    )


def _render_step(step: ConventionStep, names: tuple[str, ...]) -> Html:
    """Return a table row: the changed choice, and each system's mean and changed-query count."""
    cells = h.join_pieces(
        h.td(
            render_value(step.means[name], 4),
            span(format_count(step.changes[name], "query", "queries"), css="interval"),
        )
        for name in names
    )
    return h.tr(h.row_head(step.change, css="name"), cells, data_testid="chain-step")


# --- What was odd, and what nobody knows -------------------------------------------------------


def render_findings(findings: Sequence[Finding]) -> Html:
    """Return a list of findings about the data, or a sentence if there are none.

    Only the first `MOST_FINDINGS` are listed, and the others are counted.
    """
    if not findings:
        return h.p("Nothing unusual was found in the data.", css="say")
    more = len(findings) - MOST_FINDINGS
    lines = [_render_finding(finding) for finding in findings[:MOST_FINDINGS]]
    if more > 0:
        lines.append(h.li(f"{more} more findings."))
    return h.ul(*lines, css="findings", data_testid="findings")


def _render_finding(finding: Finding) -> Html:
    """Return a list item with a finding: its file, the fact and the treatment."""
    sentences = f" {finding.found} {name_options(finding.done, 'page')}"
    return h.li(
        h.b(finding.where, ":"), sentences, data_kind=finding.kind, data_choice=finding.choice
    )


def _render_range(interval: Interval) -> Html:
    """Return both ends of a range, or a single value if the ends are equal or unknown."""
    low, high = interval
    if low == high or isnan(low):
        return render_value(low)
    return h.html(render_value(low), " to ", render_value(high))


def _describe_ties(evaluation: EvaluationResults, names: Sequence[str]) -> str:
    """Return a sentence on the effect that ties can have on the order of two systems, or "".

    The result is "" if the effect is unknown, without a second system, and without ties.
    """
    if len(names) < 2:
        return ""
    first, second = (evaluation.unknown[name].ties for name in names)
    if isnan(first.low + second.low) or (first.low == first.high and second.low == second.high):
        return ""
    if first.low <= second.high and second.low <= first.high:
        return f"The ranges of {names[0]} and {names[1]} overlap: ties could reverse the result."
    return (
        f"The ranges of {names[0]} and {names[1]} do not overlap: ties cannot reverse the result."
    )
