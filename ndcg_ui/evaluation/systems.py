"""The table of systems, and what a second convention makes of them. Pure."""

from __future__ import annotations

from ndcg_core.evaluation.findings import counted
from ndcg_core.evaluation.results import Mean
from ndcg_core.metric import CONVENTIONS
from ndcg_ui.evaluation.beside import Beside, Step, title_of
from ndcg_ui.evaluation.stops import Stop
from ndcg_ui.evaluation.values import at, between, cell, value
from ndcg_ui.evaluation.working import Worked
from ndcg_ui.html.builder import (
    Html,
    col,
    every,
    h2,
    html,
    p,
    problem,
    row_head,
    span,
    table,
    td,
    tr,
)


def systems(worked: Worked) -> Html:
    """Mean NDCG of each system at each cutoff, with its interval; the best of a column stands out.

    A second convention has its column beside the first cutoff.
    """
    ks, other = worked.results.ks, worked.beside
    heads = [col("system")]
    for place, k in enumerate(ks):
        heads.append(col(f"mean {at(k)}", css=_css(worked, place)))
        if other and not other.problem:
            heads.append(col(_measure(other.rules, k), css=_css(worked, place)))
    heads.append(col("queries", css="wide"))
    rows = (_row(worked, system) for system in worked.results.systems)
    interval = "Under each mean: where it lies with a confidence of 95 % (bootstrap over queries)."
    return html(
        h2("The systems"),
        table(heads, rows, css="compared systems-table", data_testid="systems"),
        p(interval, css="say"),
    )


def _measure(rules: str, k: int | None) -> str:
    """What a convention's column is called; some cut where they will, whatever k is."""
    return f"{title_of(rules)} {at(k)}" if CONVENTIONS[rules].cutoff == "k" else title_of(rules)


def _row(worked: Worked, system: str) -> Html:
    means = [mean for mean in worked.means if mean.system == system]
    cells = []
    for place, mean in enumerate(means):
        css = _css(worked, place)
        cells.append(_mean(mean, worked.means, css))
        if worked.beside and not worked.beside.problem:
            cells.append(td(value(worked.beside.means[system, mean.k]), css=css))
    cells.append(td(f"{means[0].queries:,}", css="wide"))
    return tr(row_head(system, css="name"), *cells, data_system=system)


def _css(worked: Worked, place: int) -> str:
    """A narrow screen has room for two columns, and leaves out the others."""
    return "wide" if place >= (1 if worked.beside else 2) else ""


def _mean(mean: Mean, all_of_them: tuple[Mean, ...], css: str) -> Html:
    best = max((m.mean for m in all_of_them if m.k == mean.k and m.queries), default=0.0)
    return td(
        value(mean.mean),
        span(between(mean.interval), css="interval"),
        css=f"best {css}".strip() if mean.mean == best else css,
    )


def why_beside(other: Beside, worked: Worked) -> Html:
    """Which single choices lead from the first convention's means to the second's."""
    title = title_of(other.rules)
    if other.problem:
        return html(h2(f"{title} has no number here"), problem(other.problem))
    names = worked.results.systems
    here = title_of(worked.results.convention.name)
    k = worked.k
    first = {m.system: m.mean for m in worked.means if m.k == k}
    rows = [
        tr(row_head(here, css="name"), *(cell(first[name], 4) for name in names)),
        *(_step(step, names) for step in other.steps),
        tr(row_head(title, css="name"), *(cell(other.means[name, k], 4) for name in names)),
    ]
    heads = map(col, (f"one change at a time, mean {at(k)}", *names))
    same = f"They agree on {at(k)} of every query of these files." if other.agrees else ""
    another, alike = f"Why {title} prints another number", f"{title} prints the same {at(k)}"
    said = f"{_silent(other.silent, k)} {same}".strip()
    return html(
        h2(alike if other.agrees else another),
        table(heads, rows, css="compared chain-of-means", data_testid="chain"),
        p(said, css="say") if said else None,
        *(_stopped(title, count, stop, worked) for count, stop in other.stopped),
    )


def _stopped(title: str, count: int, stop: Stop, worked: Worked) -> Html:
    """For how many rankings the library itself has no number, and why for the first of them."""
    results = worked.results
    total = sum(int((results.at(name)["retrieved"] > 0).sum()) for name in results.systems)
    does = "itself stops at" if stop.stops else "itself has no one number for"
    which = f"{count:,} of these {counted(total, 'ranking')}"
    said = f"{title} {does} {which}, such as {stop.system} on “{stop.query}”: {stop.words}"
    return p(said, css="warning", data_testid="stops")


def _step(step: Step, names: tuple[str, ...]) -> Html:
    cells = every(
        td(
            value(step.means[name], 4),
            span(counted(step.changes[name], "query", "queries"), css="interval"),
        )
        for name in names
    )
    return tr(row_head(step.words, css="name"), cells, data_testid="chain-step")


def _silent(count: int, k: int | None) -> str:
    if not count:
        return ""
    differs = (
        "further choice differs, and changes"
        if count == 1
        else "further choices differ, and change"
    )
    return f"{count} {differs} no {at(k)} in these files."
