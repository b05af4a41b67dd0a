"""`ndcg evaluate qrels.txt a.run b.run`: many queries, several systems, compared."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ndcg_core.evaluation.choices import OPTIONS, Choices
from ndcg_core.metric import number
from ndcg_core.metric.numbers import clipped
from ndcg_core.terminal.arguments import Parser, whole
from ndcg_core.terminal.scoring import as_json

if TYPE_CHECKING:
    from ndcg_core.evaluation import Results
    from ndcg_core.evaluation.pairs import Compared
    from ndcg_core.evaluation.results import Mean

CONVENTION = "trec_eval-ndcg_cut"
EXAMPLES = """one example a task:
  ndcg evaluate qrels.txt a.run b.run              NDCG@10 of both, and whether it differs
  ndcg evaluate qrels.txt a.run --k 5 10 all       at several cutoffs, and of the whole rankings
  ndcg evaluate qrels.txt a.run b.run --json       everything as JSON
  ndcg evaluate qrels.txt a.run b.run --each       each query as a line of CSV
  ndcg evaluate qrels.txt a.run --missing left-out --convention ranx-ndcg
  ndcg evaluate --example                          a bundled example: three systems, 60 queries

Files may be TREC's, CSV, TSV, Parquet or JSON, each also gzipped.
"""


def answer(arguments: Sequence[str], program: str) -> str:
    """What is printed for these arguments."""
    parser = _parser(program)
    options = parser.parse_args(arguments)
    if not options.example and len(options.files) < 2:
        parser.error("a file of judgments and at least one run are needed")
    results = _results(options)
    if options.each:
        return results.frame.write_csv().rstrip("\n")
    seed = _seed(options.seed)
    means, compared = results.means(seed), _compared(results, seed)
    if options.json:
        return as_json(record(results, means, compared))
    return _lines(results, means, compared)


def _parser(program: str) -> Parser:
    parser = Parser(program, "NDCG of many queries, for one system or several.", EXAMPLES)
    parser.add_argument("files", nargs="*", help="the judgments, then one run or more")
    parser.add_argument("--k", nargs="+", default=["10"], help="cutoffs; “all”: whole rankings")
    parser.add_argument("--convention", default=CONVENTION, metavar="NAME", help="whose rules")
    parser.add_argument("--example", action="store_true", help="the bundled example, and no files")
    parser.add_argument("--json", action="store_true", help="print JSON, numbers in full")
    parser.add_argument("--each", action="store_true", help="print each query, as CSV")
    parser.add_argument("--seed", default="20260101", help="of the random numbers; a whole number")
    for field in fields(Choices):
        default, options = str(field.default), OPTIONS[field.name]
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            default=default,
            metavar="CHOICE",
            help=f"{', '.join(options)}; otherwise {default}",
        )
    return parser


def _results(options: Namespace) -> "Results":
    try:
        from ndcg_core.evaluation import bundled, evaluate
    except ImportError as error:
        raise ValueError(str(error)) from None
    ks = [None if k == "all" else whole(k) for k in options.k]
    choices = Choices(**{field.name: getattr(options, field.name) for field in fields(Choices)})
    if options.example:
        example = bundled()
        return evaluate(example.qrels, list(example.runs), ks, options.convention, choices)
    return evaluate(options.files[0], options.files[1:], ks, options.convention, choices)


def _comparisons(compared: "Compared") -> list[str]:
    from ndcg_core.evaluation.pairs import no_comparison

    lines = [line for pair in compared.pairs for line in ("", *pair.sentences, *pair.warnings)]
    return lines + [line for two in compared.apart for line in ("", no_comparison(*two))]


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise ValueError(f"The seed is “{clipped(text)}”; it must be a whole number, 0 or more.")
    return int(text)


def _compared(results: "Results", seed: int) -> "Compared | None":
    from ndcg_core.evaluation import compare

    return compare(results, seed=seed) if len(results.systems) > 1 else None


def record(
    results: "Results", means: "tuple[Mean, ...]", compared: "Compared | None"
) -> dict[str, object]:
    """An evaluation as JSON has it."""
    return {
        "convention": results.convention.name,
        "choices": {field.name: getattr(results.choices, field.name) for field in fields(Choices)},
        "systems": [
            {
                "system": mean.system,
                "k": mean.k,
                "ndcg": mean.mean,
                "low": mean.interval.low,
                "high": mean.interval.high,
                "queries": mean.queries,
                "judged": mean.judged,
            }
            for mean in means
        ],
        "findings": [
            {"kind": f.kind, "where": f.where, "count": f.count, "sentence": f.sentence}
            for f in results.findings
        ],
        "pairs": [] if compared is None else [_pair(pair) for pair in compared.pairs],
        "apart": [] if compared is None else compared.apart,
    }


def _pair(pair: Any) -> dict[str, object]:
    names = [field.name for field in fields(pair) if field.name != "interval"]
    row = {"words" if name == "sentences" else name: getattr(pair, name) for name in names}
    return {**row, "low": pair.interval.low, "high": pair.interval.high}


def _lines(results: "Results", means: "tuple[Mean, ...]", compared: "Compared | None") -> str:
    width = max(6, *map(len, results.systems))
    lines = [f"{'system':{width}}  {'k':>5}  {'NDCG':>6}  {'95 % interval':>15}  judged  queries"]
    for mean in means:
        k = "all" if mean.k is None else str(mean.k)
        low, high = mean.interval
        interval = f"{number(low)} to {number(high)}" if low == low else "none"
        lines.append(
            f"{mean.system:{width}}  {k:>5}  {number(mean.mean, 4):>6}  {interval:>15}  "
            f"{number(mean.judged):>6}  {mean.queries:>7,}"
        )
    notes = [f"{results.convention.name}: {results.convention.title}."]
    notes += [finding.sentence for finding in results.findings]
    pairs = [] if compared is None else _comparisons(compared)
    return "\n".join([*lines, "", *notes, *pairs])
