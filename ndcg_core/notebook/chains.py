"""A chain in a notebook: one row for each change that changes the number."""

from ndcg_core.libraries.chains import Chain, ChainStep
from ndcg_core.marking.wording import cell_name
from ndcg_core.metric.numbers import number, short
from ndcg_core.notebook.html import Number, Table, shown


def html(chain: Chain) -> str:
    """The number at the start, then each change, its first cell and the number after it."""
    start: list[object] = ["start", "", Number(number(chain.start, 6))]
    rows = [start, *map(_row, chain.steps)]
    heads = ["change", "first cell that differs", "NDCG"]
    caption = f"From {number(chain.start, 6)} to {number(chain.end, 6)}"
    return shown([Table(caption, heads, rows)], _silent(chain.silent))


def _row(step: ChainStep) -> list[object]:
    cell = f"{cell_name(step.cell)}: {_value(step.was)} → {_value(step.now)}"
    return [step.words, cell, Number(number(step.value, 6))]


def _value(value: float | None) -> str:
    return "no row" if value is None else short(value)


def _silent(count: int) -> str:
    if not count:
        return ""
    what = "One further choice differs" if count == 1 else f"{count} further choices differ"
    return f"{what}, and {'changes' if count == 1 else 'change'} nothing for this ranking."
