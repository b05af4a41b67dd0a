"""What answers are, each different one judged once."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from ndcg_core.classroom.asked import Verdict
from ndcg_core.classroom.papers import FillingIn
from ndcg_core.classroom.references import find
from ndcg_core.classroom.tally import Judge
from ndcg_ui import limits
from ndcg_ui.classroom.marking import Marker, judged

log = logging.getLogger("ndcg_ui")

MOST = 50_000


class Judging:
    """Verdicts by question and answer, worked out ahead in a thread of their own."""

    def __init__(self) -> None:
        """Begin with none."""
        self.known: dict[tuple[str, str], Verdict] = {}
        self.ahead: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self.lock = Lock()
        self.thread: Thread | None = None
        self.marker = Marker()

    def of(self, reference: str) -> Judge:
        """What judges the answers to a question."""
        return lambda answer: self.verdict(reference, answer)

    def verdict(self, reference: str, answer: str) -> Verdict:
        """What an answer is."""
        key = reference, answer
        verdict = self.known.get(key)  # read once: another thread may clear
        if verdict is None:
            with self.lock:  # one at a time, however many ask
                verdict = self.known.get(key)
                if verdict is None:
                    if len(self.known) >= MOST:
                        self.known.clear()
                    verdict = self.known[key] = self._judged(reference, answer)
        return verdict

    def _judged(self, reference: str, answer: str) -> Verdict:
        slow = isinstance(find(reference), FillingIn)
        return self.marker.judged(reference, answer) if slow else judged(reference, answer)

    def missing(self, reference: str, answers: Iterable[str]) -> list[str]:
        """The answers, each once, of which it is not known yet what they are."""
        return [text for text in dict.fromkeys(answers) if (reference, text) not in self.known]

    def soon(self, reference: str, answers: Iterable[str]) -> None:
        """Judge these when there is time, so that the wall need not wait for it."""
        for answer in self.missing(reference, answers):
            self.ahead.put((reference, answer))
        if self.thread is None:
            self.thread = Thread(target=self._work, daemon=True)
            self.thread.start()

    def _work(self) -> None:
        while True:
            try:
                self.verdict(*self.ahead.get(timeout=limits.SECONDS_UNTIL_IDLE))
            except Empty:
                self.rest()
            except Exception:  # it is our mistake, and the next answer can be judged all the same
                log.exception("an answer could not be judged")

    def rest(self) -> None:
        """Give back what judging holds, until something is to be judged again."""
        with self.lock:
            self.marker.end()
