"""The command `ndcg`: scores, libraries, checks of code, comparisons of systems, and quizzes.

ndcg 3 2 3 0 1 --k 5 --convention lightgbm
ndcg who 0.957 3 2 3 0 1
ndcg check my_package.metrics:ndcg_at_k
ndcg vectors vectors.json
ndcg evaluate qrels.txt a.run b.run
ndcg export moodle quiz.xml
ndcg site folder
ndcg app

`python -m ndcg_core` is the same command. The exit code is 1 only for a failed check of
`evaluate` or of a user's function. It is 2, with a sentence on standard error, for bad input, and 3
for a bug in this package.
"""

import gc
import os
import runpy
import sys
from collections.abc import Sequence
from importlib import import_module
from traceback import extract_tb

from ndcg_core.evaluation import require
from ndcg_core.metric.numbers import clip_text, escape_unprintable
from ndcg_core.terminal.arguments import has_piped_input

APP_PACKAGES = (
    "ndcg_ui",
    "streamlit",
    "plotly",
    "brython",
    "msgspec",
    "segno",
    "polars",
    "narwhals",
    "numpy",
)
COMMANDS = {
    "who": (".scoring", "run_who"),
    "check": (".checking", "run_check"),
    "vectors": (".checking", "run_vectors"),
    "evaluate": (".evaluating", "run_evaluate"),
    "export": (".exporting", "run_export"),
    "site": ("ndcg_ui.hosts.site.command", "run_command"),
}
"""The module and the function of each command. The module is imported on first use."""
CHECK_FAILED_CODE = 1
BAD_INPUT_CODE = 2
OUR_FAULT_CODE = 3
INTERRUPTED_CODE = 130
"""The exit code that shells expect after Ctrl+C."""


def run() -> int:
    """Run the command `ndcg` with the arguments of this process, and return the exit code.

    Garbage collection at the end of Python is skipped, which saves a tenth of the time.
    """
    code = main(sys.argv[1:])
    gc.freeze()
    return code


def main(arguments: Sequence[str], program: str = "ndcg") -> int:
    """Run a command, print its result, and return the exit code.

    Raises SystemExit for `--help` and for a bad option.

    The first word is one of `COMMANDS`, `app` or `help`. Any other word is a grade, a file or an
    option of the command without a name. Without arguments and piped input, the help is printed.
    """
    if list(arguments) in ([], ["help"]) and (arguments or not has_piped_input()):
        arguments = ["--help"]
    first, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    try:
        if first in ("app", "site"):
            require(APP_PACKAGES, f"The {first} needs", "app")
        if first != "app":
            module, name = COMMANDS.get(first, (".scoring", "run_ndcg"))
            command = getattr(import_module(module, __name__), name)
            if first in COMMANDS:
                arguments = rest
                program = f"{program} {first}"
            result = command(arguments, program)
            text, failed = result if isinstance(result, tuple) else (result, False)
            _print_text(text)
            return CHECK_FAILED_CODE if failed else 0
    except SystemExit:
        raise
    except KeyboardInterrupt:
        return INTERRUPTED_CODE
    except BaseException as error:  # a panic in Polars is not an `Exception`
        return _print_error(error)
    sys.argv = [f"{program} app", *rest]
    runpy.run_module("ndcg_ui", run_name="__main__")
    return 0


def _print_error(error: BaseException) -> int:
    """Print a sentence about an error on standard error, and return the exit code."""
    sentence = escape_unprintable(str(error))
    code = BAD_INPUT_CODE
    if isinstance(error, MemoryError):
        sentence = "This needs more memory than is available."
    elif isinstance(error, OSError):
        sentence = f"The answer cannot be written: {(error.strerror or sentence).lower()}."
    elif not isinstance(error, (ImportError, ValueError)):
        *_, last = extract_tb(error.__traceback__)
        at = f"{os.path.basename(last.filename)}, line {last.lineno}"
        code = OUR_FAULT_CODE
        name = f"{type(error).__name__}: {clip_text(sentence, 200)}"
        sentence = f"ndcg failed because of a bug, not because of your input ({name}; {at})."
    print(sentence, file=sys.stderr)
    return code


def _print_text(text: str) -> None:
    """Print a text, with unprintable characters escaped. Ignore a closed pipe.

    Characters that the output's encoding lacks are replaced by "?".
    """
    text = "\n".join(map(escape_unprintable, text.split("\n")))
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads the rest
