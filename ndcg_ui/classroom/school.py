"""What can be done with classes: make a room, join it, answer, command, download, delete."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from random import SystemRandom
from threading import Event, Thread
from time import time
from typing import Any

from ndcg_core.classroom.ballots import Ballot
from ndcg_core.classroom.codes import draw_code, read_code
from ndcg_core.classroom.plans import Plan, read_plan
from ndcg_core.classroom.room import Refused, Room
from ndcg_ui import limits
from ndcg_ui.classroom import secrets
from ndcg_ui.classroom.books import Books
from ndcg_ui.classroom.doors import (
    MANY_JOIN,
    MANY_PLANS,
    MANY_REFUSED,
    MANY_ROOMS,
    TOO_FAST,
    Doors,
    Guesses,
)
from ndcg_ui.classroom.entering import LOCKED, NO_ROOM, NOT_KNOWN, Join, Vote
from ndcg_ui.classroom.hub import Hub
from ndcg_ui.classroom.judging import Judging
from ndcg_ui.classroom.keeping import Busy, Keeping
from ndcg_ui.classroom.postgresql import PostgreSQL
from ndcg_ui.classroom.rows import Kept
from ndcg_ui.classroom.sent import ballot_sent
from ndcg_ui.classroom.settings import Settings, caller, from_environment
from ndcg_ui.classroom.sqlite import SQLite
from ndcg_ui.classroom.steering import argument_of

NOT_HERE = "Rooms can be made from the local network only, or with this app's key (NDCG_CLASS_KEY)."
WRONG_KEY = "This is not the key with which rooms are made here."
NO_STEERING = "This is not your room, or it is over."
TRIES = 50
Role = str


@dataclass(frozen=True)
class Opened:
    """A new room and its two secrets: one that steers, one that only shows."""

    code: str
    steering: str
    showing: str


class School:
    """All classes of this process and of those that share its books."""

    def __init__(self, settings: Settings) -> None:
        """Open the books that the settings name."""
        self.settings, self.rng = settings, SystemRandom()
        remote = settings.database.startswith(("postgresql://", "postgres://"))
        database = PostgreSQL(settings.database) if remote else SQLite(settings.database)
        self.books = Books(database)
        self.hub = Hub(self.books, getattr(database, "changes", None))
        self.keeping = Keeping(self.books, self.hub.note)
        self.code_of: dict[str, str] = {}  # by the digest of a learner's secret
        self.trying: dict[str, asyncio.Task[Kept | None]] = {}  # codes that are being looked up
        self.judging, self.guesses = Judging(), Guesses()
        self.arrivals = Doors(limits.JOINS_EACH, limits.JOINS_EACH_A_SECOND, MANY_JOIN)
        self.joins = Doors(limits.JOINS, limits.JOINS_A_SECOND, MANY_JOIN)
        self.answers = Doors(limits.ANSWERS, limits.ANSWERS_A_SECOND, TOO_FAST)
        self.rooms = Doors(limits.ROOMS, limits.ROOMS_A_SECOND, MANY_ROOMS)
        self.plans = Doors(limits.PLANS, limits.PLANS_A_SECOND, MANY_PLANS)
        self.refused = Doors(limits.NOT_ALLOWED, limits.NOT_ALLOWED_A_SECOND, MANY_REFUSED)
        self.listen = getattr(database, "listen", None)
        self.listening: Thread | None = None
        self.over = Event()

    # --- Rooms -------------------------------------------------------------------------------

    def admit(self, key: str, address: str) -> None:
        """Refuse who may not make a room; that uses up nothing of what those need who may."""
        if not self.settings.may_make_rooms(key, address):
            self.refused.through(caller(address))
            raise Refused(WRONG_KEY if self.settings.key else NOT_HERE)

    def open_room(self, plan: Plan, key: str = "", address: str = "") -> Opened:
        """Make a room; `Refused` with a sentence for who may not, `Busy` for too many."""
        self.admit(key, address)
        self.rooms.through(caller(address))
        now = time()
        self.sweep()
        self._make_way(now)
        steering, showing = secrets.drawn(), secrets.drawn()
        room, expires = Room.of(plan.questions), now + self.settings.seconds
        salt = self.rng.randrange(2**31)
        digests = secrets.digest(steering), secrets.digest(showing)
        for _ in range(TRIES):
            code = draw_code(self.rng)
            kept = Kept(code, plan.text, room, 0, 0, salt, *digests, expires)
            if self.books.open(kept, now):
                return Opened(code, steering, showing)
        raise Busy("No code is free; end a room that is over.")

    def _make_way(self, now: float) -> None:
        """Have an abandoned room give way to a new one, where there are as many as can be."""
        more = self.books.count(now) - limits.MOST_ROOMS + 1
        if more > 0:
            before = now - limits.SECONDS_UNTIL_ABANDONED
            if len(self.books.give_way(before, more)) < more:
                raise Busy(f"There are {limits.MOST_ROOMS} rooms already; end one that is over.")

    def room_of(self, secret: object, role: Role = "") -> tuple[Kept, Role]:
        """The room whose secret "CODE.secret" is, and whether it is for "steering" or "showing".

        role: the only one that is enough. `Refused` for what is no room's secret.
        """
        code, _, own = secret.partition(".") if isinstance(secret, str) else ("", "", "")
        kept = self.books.room(code, time()) if len(code) == 5 and len(own) < 99 else None
        found = secrets.digest(own)
        roles = {kept.steering: "steering", kept.showing: "showing"} if kept else {}
        if kept is None or found not in roles or role not in ("", roles[found]):
            raise Refused(NO_STEERING)
        return kept, roles[found]

    def command(self, secret: object, given: Mapping[str, Any]) -> Room:
        """Obey a command of who steers; `Refused` where it changes nothing."""
        kept, _ = self.room_of(secret, "steering")
        command, revision = str(given.get("command")), given.get("revision")
        if isinstance(revision, bool) or not isinstance(revision, int):
            raise Refused("Say on which revision of the room the command is given.")
        argument = argument_of(given, kept.room, self.rng)
        return self.books.command(kept.code, kept.steering, (command, revision, argument), time())

    def change_joining(self, secret: object, given: Mapping[str, Any]) -> dict[str, Any]:
        """Lock a room or open it ("joining"), or remove who joined from a time on ("since")."""
        kept, _ = self.room_of(secret, "steering")
        joining, since = given.get("joining"), given.get("since")
        if joining in ("open", "locked"):
            self.books.set_joining(kept.code, kept.steering, joining, time())
            return {"joining": joining}
        if isinstance(since, (int, float)) and not isinstance(since, bool) and 0 < since < 1e12:
            count = self.books.remove_since(kept.code, kept.steering, float(since), time())
            return {"removed": count}
        raise Refused('Say "open" or "locked", or the time since when those joined who are to go.')

    def delete(self, secret: object) -> None:
        """Delete a room and all answers in it at once."""
        self.books.delete(self.room_of(secret, "steering")[0].code)

    def sweep(self) -> None:
        """Delete the rooms whose time is over."""
        self.books.sweep(time())

    # --- Learners ----------------------------------------------------------------------------

    async def join(self, text: object, address: str = "") -> tuple[str, str, int]:
        """Join the room of a code: the learner's secret, the code and their number."""
        code = read_code(text)
        kept = await self._room_of_code(code, caller(address))
        if kept is None:
            raise Refused(NO_ROOM)
        if kept.joining == "locked":
            raise Refused(LOCKED)
        self.arrivals.through(caller(address))
        self.joins.through(code)
        token = secrets.drawn()
        number = await self.keeping.enter(Join(code, secrets.digest(token)))
        assert isinstance(number, int)
        return token, code, number

    async def _room_of_code(self, code: str, address: str) -> Kept | None:
        """The room of a code; all who try the same code at once are one attempt."""
        task = self.trying.get(code)
        if task is None:
            task = self.trying[code] = asyncio.create_task(self._tried(code, address))
            task.add_done_callback(lambda _: self.trying.pop(code))
        return await asyncio.shield(task)

    async def _tried(self, code: str, address: str) -> Kept | None:
        await self.guesses.turn(address)
        wrong = False
        try:
            kept = await asyncio.to_thread(self.books.room, code, time())
            wrong = kept is None
            return kept
        finally:
            if not wrong:
                self.guesses.was_right(address)

    async def answer(self, token: str, given: Mapping[str, Any]) -> Ballot:
        """Keep an answer; `Refused` with a sentence where it is not taken."""
        known = secrets.digest(token)
        self.answers.through(known)
        reference, ballot = await self._read(known, given)
        outcome = await self.keeping.enter(Vote(known, ballot))
        assert isinstance(outcome, Ballot)
        self.judging.soon(reference, [outcome.answer])
        return outcome

    async def _read(self, known: str, given: Mapping[str, Any]) -> tuple[str, Ballot]:
        """What was sent, by the room as it is listened to: whether it is taken, the books say."""
        watched = self.hub.rooms.get(self.code_of.get(known, ""))
        if watched and watched.kept:
            with suppress(Refused):  # the question may be newer than what was listened to
                return ballot_sent(watched.kept.room, given)
        kept = await asyncio.to_thread(self._room_of_learner, known)
        return ballot_sent(kept.room, given)

    def _room_of_learner(self, known: str) -> Kept:
        who = self.books.learner(known, time())
        kept = self.books.room(who[0], time()) if who else None
        if kept is None:
            raise Refused(NOT_KNOWN)
        if len(self.code_of) >= limits.ADDRESSES_KNOWN:
            self.code_of.clear()
        self.code_of[known] = kept.code
        return kept

    # --- The process -------------------------------------------------------------------------

    def start(self) -> None:
        """Listen to what other processes do, where the database tells of it."""
        if self.listen and self.listening is None:
            loop = asyncio.get_running_loop()

            def tell(code: str) -> None:
                loop.call_soon_threadsafe(self.hub.touch)

            self.listening = Thread(target=self.listen, args=(tell, self.over), daemon=True)
            self.listening.start()

    def stop(self) -> None:
        """Listen no more, and judge no more."""
        self.over.set()
        self.judging.rest()


@lru_cache(maxsize=1000)
def plan_of(text: str) -> Plan:
    """A room's plan."""
    return read_plan(text)


@lru_cache(maxsize=1)
def school() -> School:
    """The school of this process; its books are opened when they are first needed."""
    return School(from_environment())


def was_used() -> bool:
    """Whether this process has opened the books."""
    return school.cache_info().currsize > 0
