"""`ndcg who 0.957 3 2 3 0 1`: which libraries print a number for a ranking."""

from collections.abc import Sequence

from ndcg_core.metric import number
from ndcg_core.terminal.parser import Parser, ranking
from ndcg_core.terminal.written import as_json, name
from ndcg_core.who import Printers, who_prints

EXAMPLES = """one example a task:
  ndcg who 0.957 3 2 3 0 1              who prints 0.957 for these grades
  ndcg who 0.667 2 3 --k 1              at a cutoff
  ndcg who 0.972 grades.txt --json      grades from a file, the answer as JSON
"""


def answer(arguments: Sequence[str], program: str) -> str:
    """What is printed for these arguments."""
    parser = Parser(program, "Which libraries print a number for a ranking.", EXAMPLES)
    parser.add_argument("printed", help="what you got, with the digits you got")
    parser.takes_a_ranking()
    asked = parser.parse_args(arguments)
    given = ranking(asked)
    found = who_prints(given.grades, asked.printed, given.k, given.judged, given.scores)
    if asked.json:
        return as_json({"printed": asked.printed, "libraries": found.rows()})
    return _lines(found)


def _lines(found: Printers) -> str:
    if not found:
        return f"None of the libraries prints {found.printed} for this ranking."
    return "\n".join(f"{number(found.ranking.ndcg(id), 6):10} {name(id)}" for id in found)
