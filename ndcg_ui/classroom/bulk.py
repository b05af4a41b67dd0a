"""What everybody in a room is sent of one change of it: read and judged once for all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from ndcg_core.classroom.ballots import Ballot
from ndcg_ui.classroom.messages import as_json
from ndcg_ui.classroom.rows import Kept
from ndcg_ui.classroom.school import School
from ndcg_ui.classroom.screens import learners_room, own

Stage = Literal["kept", "judged"]


class Bulk:
    """Everybody's own part of one revision of a room, read and judged once for all."""

    def __init__(self, kept: Kept, school: School) -> None:
        """Tell of `kept`, once somebody asks for it."""
        self.kept, self.school, self.now = kept, school, kept.room.now
        self.revealed = self.now is not None and self.now.phase == "revealed"
        self.shared = as_json(learners_room(kept.room))
        self.tasks: dict[Stage, asyncio.Task[dict[int, bytes]]] = {}
        self.waits = self.revealed  # for what is still to be judged

    def all(self, stage: Stage) -> asyncio.Task[dict[int, bytes]]:
        """The events by learner: with the answers as "kept", or with what is "judged" of them."""
        if stage not in self.tasks:
            self.tasks[stage] = asyncio.create_task(asyncio.to_thread(self._all, stage))
        return self.tasks[stage]

    async def of(self, number: int, stage: Stage) -> bytes:
        """One learner's event."""
        found = await asyncio.shield(self.all(stage))
        return found.get(number) or self._one(number, {}, stage)

    def _all(self, stage: Stage) -> dict[int, bytes]:
        by_learner: dict[int, dict[int, Ballot]] = {}
        if self.now is not None and self.now.votes:
            ballots = self.school.books.ballots(self.kept.code, self.now.id)
            for (_, vote, learner), ballot in ballots.items():
                by_learner.setdefault(learner, {})[vote] = ballot
            answers = (ballot.answer for ballot in ballots.values())
            if self.revealed and not self.school.judging.missing(self.now.question, answers):
                stage, self.waits = "judged", False
        return {number: self._one(number, own, stage) for number, own in by_learner.items()}

    def _one(self, number: int, ballots: Mapping[int, Ballot], stage: Stage) -> bytes:
        judge = self.school.judging.of(self.now.question if self.now else "")
        mine = own(self.kept, number, ballots, judge if stage == "judged" else None)
        return _joined(self.shared, as_json(mine))


def event(shared: object, mine: object) -> bytes:
    """An event: what everybody is sent, and what is the learner's own."""
    return _joined(as_json(shared), as_json(mine))


def _joined(shared: bytes, mine: bytes) -> bytes:
    return b'data: {"room":' + shared + b',"mine":' + mine + b"}\n\n"
