"""An exercise with its entries and marks, the record, and the choice of the next list."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from random import Random
from typing import Any, Literal

from ndcg_core.exercises.fading import count_levels, fade_sheet
from ndcg_core.exercises.hinting import list_hints
from ndcg_core.exercises.mastery import Progress, advance_progress, find_outcome
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import (
    Variant,
    build_variant_link_parameters,
    list_practice_variants,
    load_worksheet_variants,
)
from ndcg_core.exercises.worksheets import find_printed_levels
from ndcg_core.marking.marks import Mark, mark
from ndcg_core.metric import STANDARD
from ndcg_core.plain_data import read_plain_texts
from ndcg_core.sheets.sheet import Sheet

MIXED_SKILLS = "mixed"


@dataclass(frozen=True)
class Exercise:
    """A practice list with the blanks of a level, the learner's entries and the result.

    number   the number of the attempt at this list, from 1
    texts    the text in each blank
    judged   the blanks that were marked at least once: only the first mark counts
    asked    the blanks for which a hint was requested, once for each hint
    result   "right" if the first mark of every blank was right, "wrong" if a first mark was wrong,
             "shown" if the solution was shown, otherwise "open"
    checked  "checked" once the learner has asked for a check of all blanks
    """

    variant: Variant
    level: int
    number: int
    texts: Mapping[str, str] = field(default_factory=dict)
    judged: frozenset[str] = frozenset()
    asked: tuple[str, ...] = ()
    result: Literal["open", "right", "wrong", "shown"] = "open"
    checked: Literal["not yet", "checked"] = "not yet"

    @property
    def form(self) -> str:
        """The name of this attempt's form, which does not change if the server restarts."""
        return f"{self.variant_name}/{self.level}/{self.number}"

    @property
    def variant_name(self) -> str:
        """The name of the variant, which is the same for all levels."""
        return "/".join(build_variant_link_parameters(self.variant).values())

    @cached_property
    def blank_sheet(self) -> Sheet:
        """The sheet without entries."""
        return fade_sheet(self.variant, self.level)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet with the learner's entries."""
        return self.blank_sheet.with_all({cell: text for cell, text in self.texts.items() if text})

    @cached_property
    def marks(self) -> list[Mark]:
        """The marks of the entries, and of empty blanks after a check.

        The marks are cached, because the page needs them several times.
        """
        has_empty = self.checked == "checked"
        blanks = set(self.blank_sheet.blanks)
        return [
            m
            for m in mark(self.sheet)
            if m.cell in blanks and (has_empty or self.texts.get(m.cell, "").strip())
        ]

    @property
    def is_done(self) -> bool:
        """True if every blank has an entry that is neither wrong nor invalid."""
        good = {m.cell for m in self.marks if m.verdict not in ("wrong", "invalid")}
        return good == set(self.blank_sheet.blanks)

    @property
    def hints(self) -> list[str]:
        """The sentences of all requested hints."""
        counts: dict[str, int] = {}
        sentences = []
        for cell in self.asked:
            sentences.append(list_hints(self.blank_sheet, cell)[counts.get(cell, 0)])
            counts[cell] = counts.get(cell, 0) + 1
        return sentences


def apply_entry(exercise: Exercise, entry: Mapping[str, Any]) -> Exercise:
    """Return the exercise after the learner edits the sheet, checks it or asks for a hint."""
    blanks = set(exercise.blank_sheet.blanks)
    why = entry.get("why")
    cell = str(entry.get("cell"))
    checked = "checked" if why == "check" else exercise.checked
    now = replace(exercise, texts=read_plain_texts(entry.get("texts"), blanks), checked=checked)
    if why == "hint" and cell in blanks:
        left = exercise.asked.count(cell) < len(list_hints(exercise.blank_sheet, cell))
        now = replace(now, asked=(*now.asked, cell) if left else now.asked)
    return _record_first_marks(now)


def _record_first_marks(exercise: Exercise) -> Exercise:
    """Return the exercise with a result from each blank's first mark. Ignore invalid entries."""
    first = [m for m in exercise.marks if m.cell not in exercise.judged and m.verdict != "invalid"]
    result = exercise.result
    if result == "open":
        if find_outcome(first) == "wrong":
            result = "wrong"
        elif exercise.is_done:
            result = "right"
    now = replace(exercise, judged=exercise.judged | {m.cell for m in first}, result=result)
    vars(now)["marks"] = exercise.marks  # the texts are the same, so the cached marks stay valid
    return now


MAX_STORED_COUNT = 1_000_000
"""Larger counts in a record are treated as corrupt."""
Record = Mapping[str, Progress]


MAX_SHOWN_LISTS = 40
"""The number of lists with a shown solution that each skill remembers."""


def is_credited(record: Record, exercise: Exercise) -> bool:
    """Return True if the result counts: the first try at a list whose solution was not shown."""
    progress = record.get(exercise.variant.skill, Progress())
    return exercise.number == 1 and exercise.variant_name not in progress.shown


def record_shown_list(record: Record, exercise: Exercise) -> Record:
    """Return the record with an exercise's list added to those whose solution was shown."""
    skill = exercise.variant.skill
    progress = record.get(skill, Progress())
    before = (name for name in progress.shown if name != exercise.variant_name)
    shown = (*before, exercise.variant_name)[-MAX_SHOWN_LISTS:]
    return {**record, skill: replace(progress, shown=shown)}


def record_result(record: Record, before: Exercise, after: Exercise) -> Record:
    """Return the record with the result of an exercise, if the result is new and counts."""
    if before.result != "open" or after.result not in ("right", "wrong"):
        return record
    if not is_credited(record, after):
        return record
    skill = after.variant.skill
    progress = replace(record.get(skill, Progress()), top=count_levels(after.variant) - 1)
    return {**record, skill: advance_progress(progress, after.result, len(after.asked))}


def find_longest_streak(record: Record) -> int:
    """Return the longest current run of correctly solved exercises in any skill, or 0."""
    return max((progress.streak for progress in record.values()), default=0)


def pack_record(record: Record) -> dict[str, Any]:
    """Convert a record to plain data for the browser."""
    packed = {skill: asdict(progress) for skill, progress in record.items()}
    for progress in packed.values():
        if not progress["shown"]:
            del progress["shown"]
    return packed


def unpack_record(data: object) -> Record:
    """Read a record from a browser's data. Ignore invalid data.

    >>> unpack_record(pack_record({"cg": Progress(right=3)}))["cg"].right, unpack_record("nonsense")
    (3, {})
    """
    if not isinstance(data, Mapping):
        return {}
    return {
        skill: _unpack_progress(entry)
        for skill, entry in data.items()
        if skill in SKILLS and isinstance(entry, Mapping)
    }


def _unpack_progress(entry: Mapping[str, Any]) -> Progress:
    """Read the progress in a skill from a browser's data. Ignore invalid data."""
    names = [field.name for field in fields(Progress) if field.name != "shown"]
    lists = entry.get("shown")
    shown = [name for name in lists if isinstance(name, str)] if isinstance(lists, list) else []
    return Progress(
        **{name: _read_count(name, entry.get(name)) for name in names},
        shown=tuple(shown[-MAX_SHOWN_LISTS:]),
    )


def _read_count(name: str, value: object) -> int:
    """Return a stored count, or 0 if it is invalid. Only the count "run" may be negative."""
    least = -MAX_STORED_COUNT if name == "run" else 0
    return value if type(value) is int and least <= value <= MAX_STORED_COUNT else 0


def choose_variant(
    choice: str, record: Record, recent_variants: tuple[Variant, ...], rng: Random
) -> Variant:
    """Choose a random variant, preferably one that was not seen recently.

    choice: a skill, or "mixed" for a skill that needs practice.

    With probability 1/3, it is a worksheet variant if that was proved fair at the learner's level.
    A proof takes up to a second, so none is made here.
    """
    skill = choice if choice in SKILLS else _choose_random_skill(record, rng)
    level = record.get(skill, Progress()).level
    own, more = (
        [variant for variant in lists if variant not in recent_variants[-8:]] or list(lists)
        for lists in (list_practice_variants(skill), load_worksheet_variants()[skill])
    )
    other = rng.choice(more)
    is_proved = min(level, count_levels(other) - 1) in find_printed_levels(other)
    return other if rng.random() < 1 / 3 and is_proved else rng.choice(own)


def _choose_random_skill(record: Record, rng: Random) -> str:
    """Choose a skill at random. Skills at a low level are more likely.

    A skill under another convention than the course's is chosen only if the record has it, because
    a later lesson introduces such skills.
    """
    own = [id for id, skill in SKILLS.items() if skill.convention == STANDARD or id in record]
    weights = [1 / (1 + record.get(skill, Progress()).level) for skill in own]
    return rng.choices(own, weights)[0]
