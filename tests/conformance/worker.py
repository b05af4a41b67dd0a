"""Runs snippets, one a line of standard input, and says what each printed: one process a library.

A snippet comes as {"text": ...}; the answer is {"printed": ...} or {"error": "TypeError: ..."}.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import warnings


def run(text: str) -> dict[str, str]:
    """What the text of a snippet prints, in Python or in a shell."""
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            if text.startswith("cat >"):
                in_a_shell(text)
            else:
                exec(text, {})
    except BaseException as error:  # whatever a library raises is what it says
        return {"error": f"{type(error).__name__}: {error}"}
    return {"printed": out.getvalue()}


def in_a_shell(text: str) -> None:
    """Run the text in a new folder, as somebody would who pastes it."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["sh", "-c", text], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr)
    print(done.stdout)


def main() -> None:
    """Answer until nothing more comes. What a library writes by itself goes to standard error."""
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line)["text"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
