"""A lesson: what it promises, its steps, and the questions that come back later."""

from collections.abc import Iterator
from dataclasses import dataclass

from ndcg_core.lessons.blocks.kinds import GATING, Block, Check
from ndcg_core.lessons.blocks.questions import Question
from ndcg_core.lessons.prose import Prose
from ndcg_core.misconceptions.misconception import Concept


@dataclass(frozen=True)
class Step:
    """One idea: a heading, and prose and live parts in the order in which they stand."""

    title: str
    parts: tuple[Prose | Block, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its live parts."""
        return tuple(part for part in self.parts if not isinstance(part, Prose))

    @property
    def gates(self) -> tuple[Block, ...]:
        """The live parts that have to be done before the next step opens."""
        return tuple(block for block in self.blocks if block.kind in GATING)


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    goal          what the learner can do afterwards
    out_of_scope  what it leaves to others
    needs         the slugs of the lessons it builds on
    sources       the source documents it uses
    teaches       the concepts that it introduces: mistakes about later ones are kept for later
    later         the questions that later lessons and the due list ask again
    part          1: what the calculation needs, one lesson after another; 2: each on its own
    """

    number: int
    slug: str
    title: str
    minutes: int
    goal: str
    out_of_scope: str
    needs: tuple[str, ...]
    sources: tuple[str, ...]
    teaches: tuple[Concept, ...]
    steps: tuple[Step, ...]
    later: tuple[Question, ...]
    part: int = 1

    @property
    def blocks(self) -> Iterator[Block]:
        """Every live part, in order."""
        return (block for step in self.steps for block in step.blocks)

    @property
    def check(self) -> Check | None:
        """The gate, if the lesson has one."""
        return next((block for block in self.blocks if isinstance(block, Check)), None)
