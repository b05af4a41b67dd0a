"""What an answer is; sheets are marked in a process of their own.

One may take a fifth of a second, which would be taken from everybody whose answer is to be kept.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from subprocess import PIPE, Popen

from ndcg_core.classroom.asked import Verdict
from ndcg_core.classroom.references import find
from ndcg_core.classroom.tally import judge_of
from ndcg_core.html_builder import html

log = logging.getLogger("ndcg_ui")

MODULE = "ndcg_ui.classroom.marking"
ROOT = Path(__file__).parents[2]
POLITENESS = 10
"""By so much it gives way to the server, as `nice` counts."""


def judged(reference: str, answer: str) -> Verdict:
    """What an answer, as it is kept, is.

    >>> judged("own?ask=dcg&r=3,0,2", '{"dcg":"5"}').group
    'no-discount'
    """
    try:
        return judge_of(find(reference))(answer)
    except (ValueError, ArithmeticError) as error:
        return Verdict("invalid", "unreadable", html(error))


class Marker:
    """Another process that marks; it is started when it is needed, and ends with this one."""

    def __init__(self) -> None:
        """Begin without it."""
        self.process: Popen[str] | None = None

    def judged(self, reference: str, answer: str) -> Verdict:
        """What an answer is; marked here where the other process cannot be had."""
        for _ in range(2):  # the first one may have ended since it was last asked
            try:
                return self._asked(reference, answer)
            except (OSError, ValueError):
                self.end()
        log.warning("no process could be started to mark sheets; they are marked in the server's")
        return judged(reference, answer)

    def _asked(self, reference: str, answer: str) -> Verdict:
        process = self.process = self.process or _started()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps([reference, answer]) + "\n")
        process.stdin.flush()
        outcome, group, message = json.loads(process.stdout.readline())
        return Verdict(outcome, group, message)

    def end(self) -> None:
        """End it; it is started again when it is needed."""
        process, self.process = self.process, None
        if process:
            process.kill()
            with suppress(OSError), process:  # what it was not told any more cannot be written
                pass
            process.wait()


def _started() -> Popen[str]:
    """The process; a key that ends the server in a terminal does not reach it."""
    known = os.environ.get("PYTHONPATH", "")
    return Popen(
        [sys.executable, "-m", MODULE],
        stdin=PIPE,
        stdout=PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), known)))},
        start_new_session=True,
    )


def main() -> None:
    """Mark what is asked for, a line each, until nobody is there to ask."""
    with suppress(OSError, AttributeError):
        os.nice(POLITENESS)
    for line in sys.stdin:
        print(json.dumps(astuple(judged(*json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
