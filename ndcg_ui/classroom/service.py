"""The actions on a class: make a room, join it, answer, command, delete."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from random import Random, SystemRandom
from secrets import compare_digest, token_urlsafe
from time import monotonic, time
from typing import Any

from ndcg_core.classroom.codes import draw_code, read_code
from ndcg_core.classroom.lesson_questions import NumberEntryQuestion
from ndcg_core.classroom.plans import Plan, read_plan
from ndcg_core.classroom.question import format_answer
from ndcg_core.classroom.references import find_question, find_similar_reference
from ndcg_core.classroom.room import MAX_BALLOT_NUMBER, SURE_CHOICES, Ballot, RefusedError, Room
from ndcg_core.classroom.sheets_and_orders import SheetQuestion
from ndcg_ui import limits
from ndcg_ui.classroom.shown.marking import Marker
from ndcg_ui.classroom.shown.screens import render_solution_steps
from ndcg_ui.classroom.store.database import open_database
from ndcg_ui.classroom.store.hub import Hub
from ndcg_ui.classroom.store.repository import (
    NOT_A_TEACHER,
    NOT_KNOWN,
    JoinEntry,
    Repository,
    RoomRecord,
    VoteEntry,
    WriteBatcher,
    require_joinable,
)
from ndcg_ui.classroom.store.settings import ClassSettings, is_local_address
from ndcg_ui.limits.rates import Clock, Rates
from ndcg_ui.limits.shares import BusyError, compute_client_key

TOO_FAST = "You are sending answers too fast. Wait a moment, and send your answer again."
MANY_JOIN = "Many people are joining right now. You will join in a moment."
MANY_GUESS = "Many wrong codes are being tried right now. Try your code again in a moment."
MANY_ROOMS = "Too many rooms were opened from your network. Wait a minute and try again."
MANY_REFUSED = "Too many requests for a room were refused. Wait a minute and try again."
NOT_NEAR = (
    "A class can only be started from the local network or with this app's key (NDCG_CLASS_KEY)."
)
WRONG_KEY = "This is not the key for starting a class here."
NO_DATABASE = "This server cannot hold classes, because it cannot store answers. See its log."
CODE_ATTEMPTS = 50


class RateLimit(Rates):
    """A rate limit for each key, with the message of a refusal."""

    def __init__(
        self,
        rate: tuple[float, float],
        sentence: str,
        longest_wait: float = 0,
        clock: Clock = monotonic,
    ) -> None:
        """Allow each key a burst, then a rate. Further uses wait up to `longest_wait` seconds.

        rate: the number of uses in a burst, and of uses per second after it
        """
        super().__init__(*rate, limits.ADDRESSES_KNOWN, clock)
        self.sentence = sentence
        self.longest_wait = longest_wait

    def take_tokens(self, key: str, weight: float = 1) -> float:
        """Take `weight` tokens of a key. Return the seconds to wait, or raise `BusyError`.

        If the wait is longer than `longest_wait`, the tokens are returned and the use is refused.
        """
        seconds = super().take_tokens(key, weight)
        if seconds > self.longest_wait + 1e-9:
            self.return_tokens(key, weight)
            raise BusyError(self.sentence)
        return seconds


class JoinGuard:
    """A limit on guesses of room codes.

    After many wrong codes, an address waits together with other guessers. After very many wrong
    codes from any addresses, everybody waits. Right codes wait as well, because otherwise the
    duration of a request would reveal whether a code is right.

    An attempt counts from its start, so simultaneous attempts have no advantage.
    """

    def __init__(
        self, clock: Clock = monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.sleep = sleep
        wait = limits.LONGEST_WAIT_TO_JOIN
        self.trusted = RateLimit(limits.GUESSES_TRUSTED, MANY_GUESS, 0, clock)
        self.of_address = RateLimit(limits.GUESSES_EACH, MANY_GUESS, wait, clock)
        self.of_all = {
            True: RateLimit(limits.GUESSES_OF_TRUSTED, MANY_GUESS, wait, clock),
            False: RateLimit(limits.GUESS_RATE, MANY_GUESS, wait, clock),
        }

    async def wait_for_turn(self, address: str = "") -> bool:
        """Wait for a turn to try a code. Return True if the address has made few guesses.

        Takes tokens, which `refund_attempt` gives back if the code was not wrong. `refund_attempt`
        needs the result. Raises `BusyError` if the wait would be too long.
        """
        trusted = True
        seconds = 0.0
        try:
            self.trusted.take_tokens(address)
        except BusyError:
            trusted = False
            seconds = self.of_address.take_tokens(address)
        try:
            seconds = max(seconds, self.of_all[trusted].take_tokens(""))
        except BusyError:
            (self.trusted if trusted else self.of_address).return_tokens(address)
            raise
        if seconds:
            await self.sleep(seconds)
        return trusted

    def refund_attempt(self, address: str = "", is_trusted: bool = True) -> None:
        """Give back the tokens of an attempt whose code was not wrong, so that it does not count.

        is_trusted: the result of `wait_for_turn`
        """
        (self.trusted if is_trusted else self.of_address).return_tokens(address)
        self.of_all[is_trusted].return_tokens("")


def hash_secret(secret: str) -> str:
    """Return a secret's SHA-256 digest, which is stored instead of the secret.

    >>> hash_secret("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class ClassService:
    """The actions on the classes in a database. Several processes may share the database."""

    def __init__(self, settings: ClassSettings) -> None:
        """Open the database. Raise `RefusedError` if `settings.trouble` is not empty.

        Raises `DatabaseUnavailableError` or ValueError as `open_database` does.
        """
        if settings.trouble:
            raise RefusedError(NO_DATABASE)
        self.settings = settings
        self.rng = SystemRandom()
        self.repository = Repository(open_database(settings.database))
        self.hub = Hub(self.repository)
        self.writes = WriteBatcher(self.repository)
        self.lookups: dict[str, asyncio.Task[RoomRecord | None]] = {}  # by code
        self.marker = Marker()
        self.guard = JoinGuard()
        self.joins_of_address = RateLimit(limits.JOINS_EACH, MANY_JOIN)
        self.joins_of_room = RateLimit(limits.JOIN_RATE, MANY_JOIN)
        self.answers = RateLimit(limits.ANSWER_RATE, TOO_FAST)
        self.rooms = RateLimit(limits.ROOM_OPENING_RATE, MANY_ROOMS)
        self.refusals = RateLimit(limits.REFUSAL_RATE, MANY_REFUSED)

    # --- Rooms -------------------------------------------------------------------------------

    def check_admission(self, key: str, address: str) -> None:
        """Raise `RefusedError` if a client may not open a room.

        After many refusals of the client, raises `BusyError` instead.
        """
        needed = self.settings.key
        has_key = compare_digest(key.encode(), needed.encode())
        if not (has_key if needed else is_local_address(address)):
            self.refusals.take_tokens(compute_client_key(address))
            raise RefusedError(WRONG_KEY if needed else NOT_NEAR)

    def open_room(self, plan: Plan, key: str = "", address: str = "") -> dict[str, str]:
        """Create a room, and return its "code" and two secrets.

        "steering" is the secret of the desk, and "showing" that of the wall. `find_room` needs the
        code and a dot in front of the secret. Raises `RefusedError` or `BusyError` if no room can
        be created, and ValueError if an image is missing.
        """
        self.check_admission(key, address)
        self.rooms.take_tokens(compute_client_key(address))
        now = time()
        plan.refuse_missing_images()
        self.repository.delete_expired_rooms(now)
        self._make_space(now)
        images = {name: plan.images[name] for name in plan.image_names.values()}
        if images and self.repository.count_image_bytes() > limits.MOST_IMAGE_BYTES:
            raise BusyError(
                "Together, the images of all rooms have reached the server’s limit. End an old "
                "class, or remove the images from your questions."
            )
        steering = token_urlsafe(24)
        showing = token_urlsafe(24)
        room = Room.from_questions(plan.questions)
        expires = now + 3600 * self.settings.hours
        salt = self.rng.randrange(2**31)
        digests = hash_secret(steering), hash_secret(showing)
        for _ in range(CODE_ATTEMPTS):
            code = draw_code(self.rng)
            record = RoomRecord(code, plan.text, room, 0, 0, salt, *digests, expires)
            if self.repository.store_room(record, now, images):
                return {"code": code, "steering": steering, "showing": showing}
        raise BusyError("No free room code was found. Try again, or end an old class.")

    def _make_space(self, now: float) -> None:
        """Delete unused rooms if a new one needs space. Raise `BusyError` if there are too few."""
        more = self.repository.count_rooms(now) - limits.MOST_ROOMS + 1
        if more > 0:
            before = now - limits.SECONDS_UNTIL_ABANDONED
            if len(self.repository.delete_unused_rooms(before, more)) < more:
                raise BusyError(
                    f"There are {limits.MOST_ROOMS} rooms, which is the limit. End an old class."
                )

    def find_room(self, secret: object, role: str = "") -> tuple[RoomRecord, str]:
        """Return the room with a secret, and the secret's role, which is "steering" or "showing".

        Raises `RefusedError` if no room has the secret in this role.

        secret: a text "CODE.secret"
        role: the required role; "" for any role
        """
        code, _, own = secret.partition(".") if isinstance(secret, str) else ("", "", "")
        plausible = len(code) == 5 and len(own) < 99
        record = self.repository.read_room(code, time()) if plausible else None
        roles = {record.steering: "steering", record.showing: "showing"} if record else {}
        actual = roles.get(hash_secret(own))
        if record is None or actual is None or role not in ("", actual):
            raise RefusedError(NOT_A_TEACHER)
        return record, actual

    def apply_command(self, secret: object, message: Mapping[str, Any]) -> dict[str, Any]:
        """Apply a teacher's command, and return the room's new "revision".

        Raises `RefusedError` if the secret is wrong or the command is not accepted.

        message: the "command", its "argument", and the "revision" of the room that the teacher saw
        """
        record, _ = self.find_room(secret, "steering")
        revision = message.get("revision")
        if type(revision) is not int:
            raise RefusedError("The message must contain the room’s revision, a whole number.")
        now = time()
        argument = resolve_argument(message, record.room, self.rng, now)
        command = (str(message.get("command")), revision, argument)
        room = self.repository.apply_command(record.code, record.steering, command, now)
        return {"revision": room.revision}

    def change_joining(self, secret: object, message: Mapping[str, Any]) -> dict[str, Any]:
        """Lock or unlock a room, or remove the learners who joined since a time.

        Returns the new state under "joining", or the number of learners under "removed". Raises
        `RefusedError` if the secret is wrong or the message is incomplete.

        message: the new state under "joining", or the time under "since", in seconds since 1970
        """
        record, _ = self.find_room(secret, "steering")
        joining = message.get("joining")
        since = message.get("since")
        who = (record.code, record.steering)
        if joining in ("open", "locked"):
            self.repository.set_joining(*who, joining, time())
            return {"joining": joining}
        if isinstance(since, (int, float)) and not isinstance(since, bool) and 0 < since < 1e12:
            return {"removed": self.repository.delete_learners_since(*who, float(since), time())}
        raise RefusedError(
            'Set "joining" to "open" or "locked". To remove learners, set "since" to a time in '
            "seconds since 1970. Learners who joined at that time or later are removed."
        )

    def delete_room(self, secret: object, message: Mapping[str, Any]) -> dict[str, Any]:
        """Delete a room and all its answers at once, and return a confirmation.

        The message is ignored. Raises `RefusedError` for a wrong secret.
        """
        self.repository.delete_room(self.find_room(secret, "steering")[0].code)
        return {"ended": "ended"}

    # --- Learners ----------------------------------------------------------------------------

    async def join_room(self, text: object, address: str = "") -> tuple[str, RoomRecord, int]:
        """Add a learner to the room with a code. Return their secret, the room and their number.

        Raises `RefusedError` if the learner cannot join, and `BusyError` if too many people try.

        text: the code as the learner typed it
        """
        code = read_code(text)
        network = compute_client_key(address)
        record = require_joinable(await self._find_room_by_code(code, network))
        self.joins_of_address.take_tokens(network)
        self.joins_of_room.take_tokens(code)
        token = token_urlsafe(24)
        number = await self.writes.store(JoinEntry(code, hash_secret(token)))
        assert isinstance(number, int)
        return token, record, number

    async def _find_room_by_code(self, code: str, network: str) -> RoomRecord | None:
        """Return the room with a code, or None. Simultaneous attempts at a code count as one.

        Waits after many wrong codes, and raises `BusyError` after too many.

        network: the key of the client for limits
        """
        task = self.lookups.get(code)
        if task is None:
            task = asyncio.create_task(self._read_room_by_code(code, network))
            self.lookups[code] = task
            task.add_done_callback(lambda _: self.lookups.pop(code))
        return await asyncio.shield(task)

    async def _read_room_by_code(self, code: str, network: str) -> RoomRecord | None:
        trusted = await self.guard.wait_for_turn(network)
        wrong = False
        try:
            record = await asyncio.to_thread(self.repository.read_room, code, time())
            wrong = record is None
            return record
        finally:
            if not wrong:
                self.guard.refund_attempt(network, trusted)

    async def store_answer(self, secret: str, message: Mapping[str, Any]) -> Ballot:
        """Store a learner's answer and return the stored ballot.

        The answer is marked in the background. Raises `RefusedError` if the answer is not accepted,
        and `BusyError` after too many answers.

        secret: the learner's secret, from `join_room`
        """
        learner = hash_secret(secret)
        self.answers.take_tokens(learner)
        reference, ballot = await self._read_ballot(learner, message)
        outcome = await self.writes.store(VoteEntry(learner, ballot))
        assert isinstance(outcome, Ballot)
        self.marker.mark_answers_ahead(reference, [outcome.answer])
        return outcome

    async def _read_ballot(self, learner: str, message: Mapping[str, Any]) -> tuple[str, Ballot]:
        """Return the reference of the question that a message answers, and the learner's ballot.

        The room's last known state is used, so the database may still refuse the ballot. Raises
        `RefusedError` if there is no such learner or the message is not an answer.

        learner: the digest of the learner's secret
        """
        followed = self.hub.followed.get(learner)
        if followed and followed.record:
            with suppress(RefusedError):  # the question may be newer than what was read
                return read_ballot(message, followed.record.room)
        record, _ = await asyncio.to_thread(self.find_room_of_learner, learner)
        return read_ballot(message, record.room)

    def find_room_of_learner(self, digest: str) -> tuple[RoomRecord, int]:
        """Return the room and the number of the learner whose secret has this digest.

        Raises `RefusedError` if there is no such learner.
        """
        if (found := self.repository.find_learner(digest, time())) is None:
            raise RefusedError(NOT_KNOWN)
        return found


read_stored_plan = lru_cache(maxsize=1000)(read_plan)
"""Return the plan with a text. Recent plans are cached."""


def read_ballot(message: Mapping[str, Any], room: Room) -> tuple[str, Ballot]:
    """Return the reference of the question that a message answers, and the learner's ballot.

    Raises `RefusedError` if the room has no such question or a field of the message is not valid.
    """
    id, vote, number = (
        _read_whole_number(message.get(name), name) for name in ("round", "vote", "number")
    )
    round = next((r for r in room.rounds if r.id == id and r.votes >= vote), None)
    if round is None or vote not in (1, 2):
        raise RefusedError("This room has no such question or vote. Reload the page.")
    sure = message.get("sure", "")
    if sure not in SURE_CHOICES:
        raise RefusedError("“sure” must be “sure”, “not sure” or empty.")
    question = find_question(round.question)
    try:
        answer = question.read_answer(message.get("answer"))
        if isinstance(question, (NumberEntryQuestion, SheetQuestion)):
            question.refuse_coarse_numbers(answer)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    return round.question, Ballot(id, vote, format_answer(answer), sure, number)


def _read_whole_number(value: object, name: str) -> int:
    """Return `value` if it is an int in range(MAX_BALLOT_NUMBER), else raise `RefusedError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MAX_BALLOT_NUMBER:
        raise RefusedError(f"{name} must be a whole number, 0 or more.")
    return value


def resolve_argument(message: Mapping[str, Any], room: Room, rng: Random, time: float = 0.0) -> str:
    """Return the argument of a teacher's command as the room stores it.

    The argument of "alone" becomes an additional question. The seconds of "countdown" become its
    end, counted from now or from the current end. Other arguments are cut to 20 characters. Raises
    `RefusedError` for a "step" beyond the last one.

    time: the current time, in seconds since 1970

    >>> room = Room.from_questions(["drag/1"]).apply_command("forward", 0)
    >>> resolve_argument({"command": "countdown", "argument": "60"}, room, Random(), 1000.0)
    '1060'
    """
    now = room.current_round
    argument = str(message.get("argument", ""))[:20]
    if now and message.get("command") == "alone":
        return find_similar_reference(now.question, rng, [round.question for round in room.rounds])
    if now and message.get("command") == "step" and argument.isdecimal():
        if int(argument) > len(render_solution_steps(now.question)):
            raise RefusedError("The solution has no more steps.")
        return str(int(argument))
    if now and message.get("command") == "countdown" and argument.isdecimal():
        seconds = min(int(argument), limits.LONGEST_COUNTDOWN)
        return str(round(max(now.ends, time) + seconds)) if seconds else "0"
    return argument
