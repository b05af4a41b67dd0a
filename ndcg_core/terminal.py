"""NDCG in the terminal: the steps of one convention, or every library's number.

python -m ndcg_core 3 2 3 0 1 --k 5 --convention lightgbm
python -m ndcg_core 3 2 3 0 1 --all
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import NoReturn

from ndcg_core.libraries import LIBRARIES, Ranking, groups
from ndcg_core.metric import CONVENTIONS, Term, Trace, number, short

BAD_INPUT = 2
HEADS = ("rank", "document", "grade", "gain", "discount", "term")


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in a sentence, and leave with exit code 2."""
        print(f"{message[:1].upper()}{message[1:]}.", file=sys.stderr)
        print(f"See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def main(arguments: Sequence[str]) -> int:
    """Print what was asked for; 0, or 2 where the input cannot be scored."""
    asked = _parser().parse_args(arguments)
    try:
        print(_answer(asked))
    except ValueError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # `| head` has seen enough
        sys.stderr.close()
    return 0


def _parser() -> ArgumentParser:
    parser = _Parser(prog="python -m ndcg_core", description="NDCG, step by step.")
    parser.add_argument("grades", nargs="*", help="the grade at each rank, such as 3 2 3 0 1")
    parser.add_argument("--k", help="the cutoff; without it the whole list counts")
    parser.add_argument("--judged", nargs="+", help="the grades of all judged documents")
    parser.add_argument("--scores", nargs="+", help="the system's score for each grade")
    parser.add_argument("--convention", default="standard", help="a name; --list shows them")
    parser.add_argument("--all", action="store_true", help="what every library prints")
    parser.add_argument("--list", action="store_true", help="the names of the conventions")
    return parser


def _answer(asked: Namespace) -> str:
    if asked.list:
        return "\n".join(f"{name:30} {rules.title}" for name, rules in CONVENTIONS.items())
    ranking = Ranking(
        _numbers(asked.grades, "Grade"),
        None if asked.k is None else _whole(asked.k),
        None if asked.judged is None else _numbers(asked.judged, "Judged grade"),
        None if asked.scores is None else _numbers(asked.scores, "Score"),
    )
    if asked.convention not in CONVENTIONS:
        raise ValueError(
            f"There is no convention “{asked.convention}”; --list shows the {len(CONVENTIONS)} "
            "there are."
        )
    return every_library(ranking) if asked.all else steps(ranking.trace(asked.convention))


def _numbers(texts: Sequence[str], noun: str) -> tuple[float, ...]:
    pieces = [piece for text in texts for piece in text.replace(",", " ").split()]
    return tuple(_number(piece, f"{noun} {place}") for place, piece in enumerate(pieces, 1))


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{what} is “{text}”; it must be a number.") from None
    return int(value) if value.is_integer() else value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"The cutoff k is “{text}”; it must be a whole number.") from None


def steps(trace: Trace) -> str:
    """The two tables of a calculation and its fraction.

    >>> from ndcg_core.metric import trace
    >>> print(steps(trace([3, 0, 2])).splitlines()[1])
       1  D1            3      3     1.000   3.000    3.000
    """
    rules = trace.convention
    return "\n".join(
        [
            *_table(trace.actual, trace.beyond, f"DCG@{trace.k}"),
            "",
            *_table(trace.ideal, (), f"IDCG@{trace.k}"),
            "",
            f"NDCG@{trace.k} = {number(trace.dcg)} / {number(trace.idcg)} = {number(trace.ndcg, 6)}"
            + ("" if trace.idcg else ", by convention"),
            f"{rules.name}: {rules.title}. {rules.cite}.",
        ]
    )


def _table(counted: Sequence[Term], beyond: Sequence[Term], total: str) -> list[str]:
    heads = (*HEADS, total.partition("@")[0])
    lines = ["{:>4}  {:8} {:>6} {:>6} {:>9} {:>7} {:>8}".format(*heads)]
    lines += [_line(row, f"{number(row.value):>7} {number(row.cumulative):>8}") for row in counted]
    lines += [_line(row, "not counted") for row in beyond]
    earned = counted[-1].cumulative if counted else 0.0
    return [*lines, f"{total + ' =':>45} {number(earned):>8}"]


def _line(row: Term, end: str) -> str:
    return (
        f"{row.rank:>4}  {row.label[:8]:8} {short(row.grade):>6} {short(row.gain):>6} "
        f"{number(row.discount):>9} {end}"
    )


def every_library(ranking: Ranking) -> str:
    """Every library's number, the highest first.

    >>> print(every_library(Ranking((0, 0))).splitlines()[0])
    1.000000   LightGBM
    """
    lines = []
    for group in groups(ranking, LIBRARIES):
        value = number(group.value, 6)
        for place, name in enumerate(group.ids):
            note = " (only read, not run)" if LIBRARIES[name].checked == "read" else ""
            lines.append(f"{value if not place else '':10} {LIBRARIES[name].title}{note}")
    return "\n".join(lines)
