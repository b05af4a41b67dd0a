"""What libraries print, as semantic HTML. Pure; escapes what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

import ndcg_core as nc
from ndcg_core.libraries import (
    CHECKED,
    LIBRARIES,
    Chain,
    Group,
    Library,
    Ranking,
    Step,
    between,
    prints,
    read_number,
)
from ndcg_core.teaching import cell_name
from ndcg_ui.asking import origins
from ndcg_ui.comparing import Asked, write_asked


def value(number: float, digits: int = 4) -> str:
    """A library's number: rounded on screen, exact on hover and in `data-value`."""
    exact = nc.exact(number)
    shown = "no value" if number != number else nc.number(number, digits)
    return f'<data value="{exact}" data-value="{exact}" title="{exact}">{shown}</data>'


# --- Who prints what ---------------------------------------------------------------------------


def every_group(ranking: Ranking, found: Sequence[Group], asked: Asked, got: str) -> str:
    """Each number with the libraries that print it, and what separates it from the next."""
    items = []
    for place, group in enumerate(found):
        items.append(_group(group, asked, bool(got) and prints(group.value, got)))
        if place + 1 < len(found):
            items.append(_between(between(ranking, group, found[place + 1])))
    return f'<ul class="prints" data-testid="prints">{"".join(items)}</ul>'


def _group(group: Group, asked: Asked, mine: bool) -> str:
    names = "".join(f"<li>{_name(LIBRARIES[name], asked)}</li>" for name in group.ids)
    mark = '<span class="mine">your number</span>' if mine else ""
    return (
        f'<li class="prints-group{" is-mine" if mine else ""}" data-testid="prints-group">'
        f'<span class="prints-value">{value(group.value)}{mark}</span>'
        f'<ul class="prints-names">{names}</ul></li>'
    )


def _name(library: Library, asked: Asked) -> str:
    link = urlencode(write_asked(asked) | {"a": library.id})
    current = ' aria-current="true"' if library.id == asked.a else ""
    read = ' <span class="only-read">only read</span>' if library.checked == "read" else ""
    return (
        f'<a href="?{escape(link)}" target="_self" data-library="{library.id}"{current}>'
        f"{escape(library.title)}</a>{read}"
    )


def _between(found: Chain) -> str:
    words = "; ".join(escape(step.words) for step in found.steps)
    return f'<li class="prints-between" data-testid="prints-between">{words}</li>'


# --- "I got ____" ------------------------------------------------------------------------------


def answer(ranking: Ranking, found: Sequence[Group], got: str) -> str:
    """Who prints the number somebody got; else the nearest, and what else it may be."""
    names = [name for group in found if prints(group.value, got) for name in group.ids]
    if names:
        said = f"<b>{escape(got)}</b> is what {_listed(names)} {_print(names)} for this ranking."
    else:
        said = (
            f"No library here prints <b>{escape(got)}</b> for this ranking.{_nearest(found, got)}"
        )
    return f'<p class="answer" role="status" data-testid="answer">{said}{_origin(ranking, got)}</p>'


def _print(names: Sequence[str]) -> str:
    return "prints" if len(names) == 1 else "print"


def _listed(names: Sequence[str]) -> str:
    titles = [escape(LIBRARIES[name].title) for name in names]
    return titles[0] if len(titles) == 1 else f"{'; '.join(titles[:-1])} and {titles[-1]}"


def _nearest(found: Sequence[Group], got: str) -> str:
    numbers = [group for group in found if group.value == group.value]
    given = float(read_number(got))
    if not numbers or given != given:
        return ""
    near = min(numbers, key=lambda group: abs(group.value - given))
    title = escape(LIBRARIES[near.ids[0]].title)
    return f" The nearest is {value(near.value)} ({title})."


def _origin(ranking: Ranking, got: str) -> str:
    """What else gives this number: DCG instead of NDCG, or a known mistake."""
    try:
        found = origins(ranking.grades, got.replace(",", "."), ranking.k, ranking.judged)
    except ValueError:
        return ""
    other = [o for o in found if o.kind == "misconception" or o.cell != "ndcg"]
    return f" It can also be: {escape(other[0].message)}" if other else ""


# --- Two libraries -----------------------------------------------------------------------------


def steps_between(found: Chain, first: Library, second: Library) -> str:
    """From one library's number to another's, a change at a time."""
    rows = "".join(_step(step) for step in found.steps)
    silent = f"{found.silent} further choice{'s' if found.silent > 1 else ''}"
    differ = "differ" if found.silent > 1 else "differs"
    note = (
        f'<p class="say">{silent} {differ}, and change{"s" if found.silent == 1 else ""} nothing '
        "for this ranking.</p>"
        if found.silent
        else ""
    )
    return (
        '<table class="chain" data-testid="chain"><thead><tr><th scope="col">one change at a time'
        '</th><th scope="col">first cell that changes</th><th scope="col">NDCG</th></tr></thead>'
        f'<tbody><tr><th scope="row">{escape(first.title)}</th><td></td>'
        f"<td>{value(found.start)}</td></tr>{rows}</tbody>"
        f'<tfoot><tr><th scope="row">{escape(second.title)}</th><td></td>'
        f"<td>{value(found.end)}</td></tr></tfoot></table>{note}"
    )


def _step(step: Step) -> str:
    return (
        f'<tr data-testid="chain-step" data-cell="{step.cell}">'
        f'<th scope="row">{escape(step.words)}</th>'
        f"<td>{_cell(step)}</td><td>{value(step.value)}</td></tr>"
    )


def _cell(step: Step) -> str:
    if step.cell == "ndcg":
        return "the fraction itself"
    name = cell_name(step.cell).removesuffix(" of the ranking")
    if step.was is None or step.now is None:
        return f"{name}: {'is gone' if step.now is None else 'is added'}"
    return f"{name}: {_short(step.was)} becomes {_short(step.now)}"


def _short(number: float) -> str:
    return nc.short(number, 3)


# --- One library -------------------------------------------------------------------------------


def about(library: Library, ranking: Ranking) -> str:
    """Its number, version, trap and the rules that a ranking of one query does not show."""
    thread = (
        f' <a href="{escape(library.url)}" target="_blank" rel="noreferrer">'
        f"{escape(library.thread)}</a>"
        if library.url
        else f" {escape(library.thread)}"
    )
    facts = {
        "checked": CHECKED[library.checked],
        "trap": escape(library.trap) + (thread if library.thread else ""),
        "source": escape(library.convention.cite),
        "unjudged documents": escape(library.unjudged),
        "several queries": escape(library.averaging),
        "precision": escape(library.precision),
        "not determined": escape(library.unstable),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in facts.items() if text)
    return (
        f'<section class="library" data-testid="library" data-library="{library.id}">'
        f"<h3>{escape(library.title)} <small>{escape(library.package)} "
        f"{escape(library.version)}</small> {value(ranking.ndcg(library.id))}</h3>"
        f"<dl>{rows}</dl></section>"
    )
