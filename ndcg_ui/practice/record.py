"""The learner's record, skill by skill, and the list that it asks for next. No Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from random import Random
from typing import Any

from ndcg_core.exercises.fading import levels
from ndcg_core.exercises.mastery import Progress, advance
from ndcg_core.exercises.separation import generate_variant
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import Variant, variants_for
from ndcg_ui.practice.exercise import Exercise

MOST = 1_000_000
"""Nobody has practised more often."""
Record = Mapping[str, Progress]


def credited(record: Record, before: Exercise, after: Exercise) -> Record:
    """Return the record after an exercise's result came out, once."""
    if before.result != "open" or after.result not in ("right", "wrong"):
        return record
    skill = after.variant.skill
    known = replace(record.get(skill, Progress()), top=levels(after.variant) - 1)
    return {**record, skill: advance(known, after.result, len(after.asked))}


def streak(record: Record) -> int:
    """Return how many exercises were right in a row, over the skills' best rows."""
    return max((progress.streak for progress in record.values()), default=0)


def pack(record: Record) -> dict[str, Any]:
    """Return the record as plain data for the browser to keep."""
    return {skill: asdict(progress) for skill, progress in record.items()}


def unpack(data: object) -> Record:
    """Read what a browser kept; what does not fit is left out.

    >>> unpack(pack({"cg": Progress(right=3)}))["cg"].right, unpack("nonsense")
    (3, {})
    """
    if not isinstance(data, Mapping):
        return {}
    types = {f.name: type(f.default) for f in fields(Progress)}
    record = {}
    for skill, kept in data.items():
        if skill in SKILLS and isinstance(kept, Mapping):
            good: dict[str, Any] = {
                name: kept[name]
                for name, kind in types.items()
                if type(kept.get(name)) is kind and _is_sound(name, kept[name])
            }
            record[skill] = Progress(**good)
    return record


def _is_sound(name: str, value: int | str) -> bool:
    """Whether a count or a state is one that practising leads to; a row may be one of misses."""
    if isinstance(value, str):
        return value in ("open", "passed")
    return (-MOST if name == "run" else 0) <= value <= MOST


def next_variant(choice: str, record: Record, seen: tuple[Variant, ...], rng: Random) -> Variant:
    """Return a list not seen lately, for the chosen skill or, mixed, for one that needs it.

    Every third is new, found under the same proof as the stored ones.
    """
    skill = choice if choice in SKILLS else _needed(record, rng)
    fresh = [variant for variant in variants_for(skill) if variant not in seen[-8:]]
    if not fresh or rng.random() < 1 / 3:
        level = record.get(skill, Progress()).level
        return generate_variant(skill, rng, besides=seen[-8:], level=level)
    return rng.choice(fresh)


def _needed(record: Record, rng: Random) -> str:
    """A skill at random, the lower levels more often."""
    weights = [1 / (1 + record.get(skill, Progress()).level) for skill in SKILLS]
    return rng.choices(list(SKILLS), weights)[0]
