"""New variants, found by search under the same proof as the stored ones."""

from collections.abc import Collection
from random import Random

from ndcg_core.exercises.separation import faults
from ndcg_core.exercises.skills import SKILLS, Skill
from ndcg_core.exercises.stored import variants_for
from ndcg_core.exercises.variants import Variant

GRADES = (0, 1, 2, 3)
TRIES = 12
"""So few that the page never waits: a stored list is as good."""


def is_fair(variant: Variant, level: int | Collection[int] | None = None) -> bool:
    """Whether every mistake in play can be told from the right answer and from the others."""
    return next(faults(variant, level), None) is None


def generate_variant(
    skill: str,
    rng: Random,
    tries: int = TRIES,
    besides: Collection[Variant] = (),
    level: int | None = None,
) -> Variant:
    """A new variant that is fair; one of the stored ones, if so many tries find none.

    besides  the variants that it must not be
    level    the level at which it will be handed out; None proves it at all of them

    >>> is_fair(generate_variant("dcg", Random(1)))
    True
    """
    known = SKILLS[skill]
    for _ in range(tries):
        variant = _drawn(known, rng)
        if variant not in besides and is_fair(variant, level):
            return variant
    stored = variants_for(skill)
    return rng.choice([variant for variant in stored if variant not in besides] or stored)


def _drawn(skill: Skill, rng: Random) -> Variant:
    n = rng.randint(4, 6)
    grades = tuple(float(rng.choice(GRADES)) for _ in range(n))
    if skill.id == "nothing-relevant":
        grades = (0.0,) * rng.randint(2, 9)
    return Variant(
        skill.id,
        grades,
        k=rng.randint(2, n - 1) if skill.cutoff == "cut" else 0,
        rank=rng.randint(3, n) if skill.id == "term" else 0,
        judged=(*grades, *_extra(rng)) if skill.pool == "judged" else None,
        others=_others(skill, rng),
    )


def _others(skill: Skill, rng: Random) -> tuple[tuple[float, ...], ...]:
    """Further queries, where a mean is asked for; one of them with nothing relevant."""
    if not skill.id.startswith("mean"):
        return ()
    empty = ((0.0,) * rng.randint(2, 4),) if skill.id == "mean-empty" else ()
    return (_extra(rng), *empty)


def _extra(rng: Random) -> tuple[float, ...]:
    """The grades of some further documents, one of them relevant."""
    return (float(rng.choice(GRADES[1:])), *(float(g) for g in rng.sample(GRADES, 2)))
