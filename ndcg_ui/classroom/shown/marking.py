"""Verdicts on answers: each different one is marked once, ahead of time in a thread of its own."""

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from ndcg_core.classroom.question import Verdict, invalid
from ndcg_core.classroom.references import find
from ndcg_core.classroom.tally import Judge, judge_of

log = logging.getLogger("ndcg_ui")

MOST_VERDICTS = 50_000


class Marker:
    """Verdicts by question and answer."""

    def __init__(self) -> None:
        """Begin with none; a thread is started when there is something to mark."""
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self.lock = Lock()
        self.pool = ThreadPoolExecutor(1, "marking")

    def of(self, reference: str) -> Judge:
        """The judge of the answers to a question."""
        return lambda answer: self.verdict(reference, answer)

    def verdict(self, reference: str, answer: str) -> Verdict:
        """The verdict on an answer, which is marked now if it was not before."""
        key = reference, answer
        verdict = self.verdicts.get(key)  # read once: another thread may clear
        if verdict is None:
            with self.lock:  # one at a time, however many ask
                verdict = self.verdicts.get(key)
                if verdict is None:
                    if len(self.verdicts) >= MOST_VERDICTS:
                        self.verdicts.clear()
                    verdict = self.verdicts[key] = verdict_on(reference, answer)
        return verdict

    def missing(self, reference: str, answers: Iterable[str]) -> list[str]:
        """The answers, each once, that have no verdict yet."""
        return [text for text in dict.fromkeys(answers) if (reference, text) not in self.verdicts]

    def mark_ahead(self, reference: str, answers: Iterable[str]) -> None:
        """Mark these when there is time, so that nobody need wait for it."""
        for answer in self.missing(reference, answers):
            self.pool.submit(self._ahead, reference, answer)

    def _ahead(self, reference: str, answer: str) -> None:
        try:
            self.verdict(reference, answer)
        except Exception:  # it is our mistake, and the next answer can be marked all the same
            log.exception("an answer could not be marked")


def verdict_on(reference: str, answer: str) -> Verdict:
    """The verdict on a stored answer.

    >>> verdict_on("own?ask=dcg&r=3,2,3,0,1", '{"dcg":"9"}').group
    'no-discount'
    """
    try:
        return judge_of(find(reference))(answer)
    except (ValueError, ArithmeticError) as error:
        return invalid(str(error))
