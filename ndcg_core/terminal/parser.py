"""Options that several commands have, and how they say what is wrong."""

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import NoReturn

from ndcg_core.libraries import Ranking
from ndcg_core.terminal.reading import numbers, whole

NUMBERS = "numbers, the name of a file that holds them, or - for standard input"


class Parser(ArgumentParser):
    """Says what is wrong in a sentence, and leaves with exit code 2."""

    def __init__(self, program: str, description: str, examples: str) -> None:
        super().__init__(
            prog=program,
            description=description,
            epilog=examples,
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Print the sentence; exit code 2."""
        print(f"{message[:1].upper()}{message[1:]}.", file=sys.stderr)
        print(f"See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(2)

    def takes_a_ranking(self) -> None:
        """Add the grades and what belongs to them."""
        self.add_argument(
            "grades", nargs="*", help=f"the grade at each rank, such as 3 2 3 0 1: {NUMBERS}"
        )
        self.add_argument("--k", help="the cutoff; without it the whole list counts")
        self.add_argument("--judged", nargs="+", help="the grades of all judged documents")
        self.add_argument("--scores", nargs="+", help="the system's score for each grade")
        self.add_argument("--json", action="store_true", help="print JSON, numbers in full")


def ranking(asked: Namespace) -> Ranking:
    """The ranking that `takes_a_ranking` was given; from standard input where there is none."""
    return Ranking(
        numbers(asked.grades or ["-"], "Grade"),
        None if asked.k is None else whole(asked.k),
        None if asked.judged is None else numbers(asked.judged, "Judged grade"),
        None if asked.scores is None else numbers(asked.scores, "Score"),
    )
