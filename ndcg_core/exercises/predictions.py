"""Rankings whose NDCG is worth guessing before it is worked out."""

from dataclasses import dataclass

from ndcg_core.metric import ndcg


@dataclass(frozen=True)
class Prediction:
    """A question with a number for an answer, and a few numbers to see it against.

    shown   the grades on the screen; asked: the order whose NDCG is asked for
    lesson  what there is to see once the answer is out
    """

    question: str
    shown: tuple[float, ...]
    asked: tuple[float, ...]
    k: int
    lesson: str

    @property
    def answer(self) -> float:
        """NDCG@k of the order asked for."""
        return ndcg(self.asked, self.k)

    @property
    def beside(self) -> dict[str, float]:
        """The answer, and what the worst order of the same grades scores.

        >>> list(PREDICTIONS[0].beside)
        ['the answer', 'the worst order']
        """
        return {
            "the answer": self.answer,
            "the worst order": ndcg(sorted(self.asked), self.k),
        }


PREDICTIONS = (
    Prediction(
        "The ranking 3, 2, 3, 0, 1: what is its NDCG@5?",
        (3, 2, 3, 0, 1),
        (3, 2, 3, 0, 1),
        5,
        "One small inversion near the top and one at the end cost very little.",
    ),
    Prediction(
        "The same grades in the worst order, 0, 1, 2, 3, 3: what is NDCG@5?",
        (3, 2, 3, 0, 1),
        (0, 1, 2, 3, 3),
        5,
        "Even the worst order keeps every gain, only divided by more: it is far above 0.",
    ),
    Prediction(
        "The worst order again, and only the first two ranks count: what is NDCG@2?",
        (3, 2, 3, 0, 1),
        (0, 1, 2, 3, 3),
        2,
        "A small k leaves the good documents out altogether, and the floor drops away.",
    ),
    Prediction(
        "One perfect document, found at rank 2 of 0, 3, 0: what is NDCG@3?",
        (0, 3, 0),
        (0, 3, 0),
        3,
        "With a single relevant document NDCG is 1 / log2(i + 1): rank 2 costs more than a third.",
    ),
    Prediction(
        "Four documents, all of grade 1: what is NDCG@4?",
        (1, 1, 1, 1),
        (1, 1, 1, 1),
        4,
        "Where all grades are equal every order is ideal, however low the grades are.",
    ),
)
"""Predictions in the order in which they are asked."""
