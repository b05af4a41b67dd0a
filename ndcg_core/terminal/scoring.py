"""`ndcg 3 2 3 0 1`: the steps of a calculation, or every library's number."""

from collections.abc import Sequence

from ndcg_core.libraries import LIBRARIES, Ranking, outcomes
from ndcg_core.metric import CONVENTIONS, Trace
from ndcg_core.terminal.parser import Parser, ranking
from ndcg_core.terminal.written import as_json, every_library, steps
from ndcg_core.version import __version__

EXAMPLES = """one example a task:
  ndcg 3 2 3 0 1                        the steps of DCG, IDCG and NDCG
  ndcg 3 2 3 --k 2 --convention letor   cut at 2, counted as LETOR counts
  ndcg 3 2 --k 2 --judged 3 2 3 0       with all judged documents, retrieved or not
  ndcg 3 2 3 --scores 0.2 0.9 0.9       ranked by a system's scores, ties and all
  ndcg 3 2 3 0 1 --all                  what every library prints
  ndcg grades.txt --json                grades from a file, the answer as JSON
  cut -f2 graded.tsv | ndcg --k 10      grades from standard input
  ndcg who 0.957 3 2 3 0 1              which libraries print 0.957
  ndcg evaluate --example               many queries, several systems (ndcg evaluate --help)
  ndcg --list                           the names of the conventions
  ndcg app                              the app, in a browser (needs ndcg-tutor[app])
"""


def answer(arguments: Sequence[str], program: str) -> str:
    """What is printed for these arguments."""
    asked = _parser(program).parse_args(arguments)
    if asked.list:
        return _conventions(asked.json)
    given = ranking(asked)
    if asked.all:
        return as_json(_outcomes(given)) if asked.json else every_library(given)
    trace = given.trace(asked.convention)
    return as_json(_record(trace)) if asked.json else steps(trace)


def _parser(program: str) -> Parser:
    parser = Parser(program, "NDCG, step by step.", EXAMPLES)
    parser.takes_a_ranking()
    parser.add_argument(
        "--convention", default="standard", metavar="NAME", help="whose rules; in any case"
    )
    parser.add_argument("--all", action="store_true", help="what every library prints")
    parser.add_argument("--list", action="store_true", help="the names of the conventions")
    parser.add_argument("--version", action="version", version=f"ndcg-tutor {__version__}")
    return parser


def _conventions(json: bool) -> str:
    if not json:
        return "\n".join(f"{name:30} {rules.title}" for name, rules in CONVENTIONS.items())
    every = CONVENTIONS.values()
    return as_json([{"name": c.name, "title": c.title, "cite": c.cite} for c in every])


def _record(trace: Trace) -> dict[str, object]:
    """A trace as JSON has it: the sums, and the rows of both orders."""
    return {
        "convention": trace.convention.name,
        "k": trace.k,
        "cg": trace.cg,
        "dcg": trace.dcg,
        "idcg": trace.idcg,
        "ndcg": trace.ndcg,
        "rows": trace.rows(),
    }


def _outcomes(given: Ranking) -> dict[str, object]:
    found = outcomes(given, LIBRARIES)
    said = {"refuses": found.refused, "not determined": found.undetermined}
    return {
        "prints": [{"ndcg": group.value, "libraries": group.ids} for group in found.groups],
        **{state: {one.library: one.words for one in these} for state, these in said.items()},
    }
