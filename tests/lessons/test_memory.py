"""Memory alone passes no gate: the learner here stores every question and understands nothing.

The learner misses a question that is new, and sees its answer. Asked again, the learner looks for
what was right before: the same question, the same text, the same number, the same place, or what is
left after the options that were wrong before. The learner does not give up on the same day, so
every form of a question comes back, and the learner knows its answer by heart.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

import pytest

from ndcg_core.lessons.blocks.questions import Choice, NumberQuestion
from ndcg_core.lessons.blocks.sheet_questions import Audit, Exercise, Question
from ndcg_core.lessons.course.course import Gate, record_answer
from ndcg_core.lessons.course.due import choose_form
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.marking.verdicts import RIGHT, WRONG
from tests.conftest import ALL

GATES = [lesson for lesson in load_lessons() if lesson.check]
SEEDS = 1_000 if ALL else 20
ANSWERS_PER_DAY = 40


def list_displayed_options(question: Choice, times: int) -> list[str]:
    """Return the options in their displayed order, which starts elsewhere each time."""
    texts = [str(option.say.fill_in()) for option in question.options]
    first = times % len(texts)
    return [*texts[first:], *texts[:first]]


@dataclass
class Memory:
    """The forms of each gate question that a learner has seen, by the question's position."""

    dice: Random
    outcomes: dict[tuple[int, int], str]
    """Outcomes of remembered numbers, which are the same for every learner."""
    right_texts: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    wrong_texts: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    right_places: dict[int, int] = field(default_factory=dict)
    answers: dict[int, object] = field(default_factory=dict)
    seen: set[tuple[int, int]] = field(default_factory=set)
    """The forms whose answers the learner has seen, by position and number of the form."""

    def answer(self, place: int, question: Question, times: int, form: int) -> str:
        """Return the outcome of answering from memory, or a miss without a memory."""
        if (place, form) in self.seen:
            return RIGHT
        if place not in self.answers:
            return WRONG
        if not isinstance(question, Choice):
            if (place, times) not in self.outcomes:
                self.outcomes[place, times] = question.judge(self.answers[place]).outcome
            return self.outcomes[place, times]
        texts = list_displayed_options(question, times)
        chosen = self.dice.choice((self.by_text, self.by_elimination, self.by_place))
        first = chosen(place, texts)
        return str(question.options[(first + times) % len(texts)].verdict)

    def by_text(self, place: int, texts: list[str]) -> int:
        known = [n for n, text in enumerate(texts) if text in self.right_texts[place]]
        return known[0] if known else self.by_place(place, texts)

    def by_elimination(self, place: int, texts: list[str]) -> int:
        left = [n for n, text in enumerate(texts) if text not in self.wrong_texts[place]]
        return left[0] if len(left) == 1 else self.by_text(place, texts)

    def by_place(self, place: int, texts: list[str]) -> int:
        return min(self.right_places[place], len(texts) - 1)

    def see_answer(self, place: int, question: Question, times: int, form: int) -> None:
        """Store a question with its right answer, which the page shows after a miss."""
        self.seen.add((place, form))
        self.answers[place] = question.solution
        if isinstance(question, Choice):
            texts = list_displayed_options(question, times)
            right = (question.solution - times) % len(texts)
            self.right_texts[place].add(texts[right])
            self.wrong_texts[place] |= {text for text in texts if text != texts[right]}
            self.right_places[place] = right


@pytest.mark.parametrize("lesson", GATES, ids=[lesson.slug for lesson in GATES])
def test_memory_alone_passes_no_gate(lesson):
    questions = lesson.check.questions
    goals, counts = lesson.check.goals, lesson.check.form_counts
    passed = []
    outcomes: dict[tuple[int, int], str] = {}
    for seed in range(SEEDS):
        memory, gate = Memory(Random(seed), outcomes), Gate.start_with(len(questions))
        for _ in range(ANSWERS_PER_DAY):
            place, times = gate.current_index, gate.earlier_answer_count
            question, form = choose_form(questions[place], times), times % counts[place]
            outcome = memory.answer(place, question, times, form)
            memory.see_answer(place, question, times, form)
            outcome = RIGHT if outcome == RIGHT else WRONG
            gate = record_answer(gate, goals, outcome, form_counts=counts)
        if gate.state == "passed":
            passed.append(seed)
    assert not passed, f"{len(passed)} of {SEEDS} learners passed"


def test_every_repeated_question_has_another_form():
    for lesson in load_lessons():
        gate = lesson.check.questions if lesson.check else ()
        for question in (*gate, *lesson.later):
            assert question.others, f"{lesson.slug}/{question.id}"
            assert isinstance(question, Choice | NumberQuestion | Exercise | Audit)
