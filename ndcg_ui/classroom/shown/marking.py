"""Verdicts on answers. Each different answer is marked once, in a background thread."""

import logging
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from ndcg_core.classroom.question import Verdict, make_invalid_verdict
from ndcg_core.classroom.references import find_question
from ndcg_core.classroom.tally import Judge, make_judge

log = logging.getLogger("ndcg_ui")

MOST_VERDICTS = 50_000


class Marker:
    """A cache of verdicts by question and answer, and a thread that marks answers in advance."""

    def __init__(self) -> None:
        """Start with an empty cache, and with a thread that marks answers in the background."""
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self.lock = Lock()
        self.pool = ThreadPoolExecutor(1, "marking")

    def make_cached_judge(self, reference: str) -> Judge:
        """Return a function that marks answers to a question. It uses and fills the cache."""
        return lambda answer: self.find_verdict(reference, answer)

    def find_verdict(self, reference: str, answer: str) -> Verdict:
        """Return the cached verdict on an answer. Mark the answer first if it has none."""
        key = (reference, answer)
        verdict = self.verdicts.get(key)  # read once, because another thread may clear the cache
        if verdict is None:
            with self.lock:  # so that an answer is marked only once
                verdict = self.verdicts.get(key)
                if verdict is None:
                    if len(self.verdicts) >= MOST_VERDICTS:
                        self.verdicts.clear()
                    verdict = judge_stored_answer(reference, answer)
                    self.verdicts[key] = verdict
        return verdict

    def list_unmarked_answers(self, reference: str, answers: Iterable[str]) -> list[str]:
        """Return the distinct answers that have no verdict yet."""
        return [text for text in dict.fromkeys(answers) if (reference, text) not in self.verdicts]

    def mark_answers_ahead(self, reference: str, answers: Iterable[str]) -> None:
        """Start marking the answers without a verdict in a background thread."""
        for answer in self.list_unmarked_answers(reference, answers):
            self.pool.submit(self._mark_in_background, reference, answer)

    def _mark_in_background(self, reference: str, answer: str) -> None:
        try:
            self.find_verdict(reference, answer)
        except Exception:  # a bug with one answer must not stop the marking of others
            log.exception("an answer could not be marked")


def judge_stored_answer(reference: str, answer: str) -> Verdict:
    """Return the verdict on a stored answer. An unreadable answer has an invalid verdict.

    >>> judge_stored_answer("own?ask=dcg&r=3,2,3,0,1", '{"dcg":"9"}').group
    'no-discount'
    """
    try:
        return make_judge(find_question(reference))(answer)
    except (ValueError, ArithmeticError) as error:
        return make_invalid_verdict(str(error))
