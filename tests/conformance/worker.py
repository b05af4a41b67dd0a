"""Runs snippets, a JSON list of texts from standard input, and says as JSON what each printed.

The answer to each is {"printed": ...} or {"error": "TypeError: ..."}.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import warnings


def run_snippet(text: str) -> dict[str, str]:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            if text.startswith("cat >"):
                run_in_shell(text)
            else:
                exec(text, {})
    except BaseException as error:  # any exception of a library is its answer
        return {"error": f"{type(error).__name__}: {error}"}
    return {"printed": out.getvalue()}


def run_in_shell(text: str) -> None:
    """Run the text as a shell script in a new folder."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["sh", "-c", text], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr)
    print(done.stdout)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a library's own output goes to standard error
    answers.write(json.dumps([run_snippet(text) for text in json.load(sys.stdin)]))
    answers.flush()
