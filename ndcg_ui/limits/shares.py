"""Fair shares of the server per client: open slots and processor time.

An address may hold as many slots as it leaves free for all others, so a greedy address leaves some.
Each address has one piece of work at a time, and addresses take turns, so the long queue of one
address does not delay the others. Work runs in threads, or on the event loop if it is known to be
short.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic, sleep, thread_time
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from starlette.types import Scope

from ndcg_ui import limits
from ndcg_ui.limits.rates import Clock, Rates

P = ParamSpec("P")
T = TypeVar("T")
SHORT = " short"
"""The suffix of an address in the key for the turns of its short work."""
BUSY = "Too many requests at once. Try again in a moment."


class Busy(Exception):
    """An error that says that more work waits than can be done in time."""


def read_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, or return None. An IPv4 address mapped into IPv6 becomes IPv4."""
    try:
        ip = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def find_network(address: str) -> str:
    """Return the key under which an address is counted. For IPv6 it is the machine's network.

    >>> find_network("192.168.1.7"), find_network("2a00:1:2:3:4:5:6:7"), find_network("testclient")
    ('192.168.1.7', '2a00:1:2:3::/64', 'testclient')
    """
    ip = read_ip(address)
    if isinstance(ip, IPv6Address):
        return str(ip_network((ip, 64), strict=False))
    return str(ip or address)


def find_client(scope: Scope) -> str:
    """Return the key that identifies a client. Behind trusted proxies, uvicorn sets the address."""
    return find_network((scope.get("client") or ("",))[0])


class NotYet(Busy):
    """An error that says that a request used up its time. The next request continues."""


class Slots:
    """Slots with a limit per address, so that some stay free for all others."""

    def __init__(self, count: int) -> None:
        """Start with all slots free."""
        self.count = count
        self.of = Counter[str]()

    @property
    def slots_taken(self) -> int:
        """The number of slots taken."""
        return self.of.total()

    def has_room(self, key: str, weight: int = 1) -> bool:
        """Return True if there is room for one more from an address.

        >>> places = Slots(4)
        >>> with places.hold_slots("a"), places.hold_slots("a"):
        ...     places.has_room("a"), places.has_room("b")
        (False, True)
        """
        return self.of[key] + weight <= self.count - self.slots_taken

    @contextmanager
    def hold_slots(self, key: str, weight: int = 1, full: str = BUSY) -> Iterator[None]:
        """Hold one slot, or several for heavy work. Raise `Busy` without room."""
        if not self.has_room(key, weight):
            raise Busy(full)
        self.of[key] += weight
        try:
            yield
        finally:
            self.of[key] -= weight
            if not self.of[key]:
                del self.of[key]


class WorkQueue:
    """A fair queue of work. A few threads outside the server's loop do the work.

    Named work that was short the last time runs on the event loop, because switching threads would
    take half as long as the work (docs/reference/benchmarks.md). It does not wait for the long work
    of its own address, and does not pay for it, because a class is one address, and not everybody
    should wait for one learner's check.

    Long work pauses while short work runs (`RequestTime`), because both share the interpreter.

    An address that has used up its processor time pauses between two pieces of work for as long as
    they took, and longer after long work, as long as other addresses have work.
    """

    def __init__(
        self, clock: Clock = monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Start with an empty queue."""
        self.clock = clock
        self.sleep = sleep
        self.working = 0
        self.short_running = 0
        self.places = Slots(limits.PLACES_IN_LINE)
        self.spent = Rates(*limits.PROCESSOR_TIME_RATE, limits.ADDRESSES_KNOWN, clock)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.threads = asyncio.Semaphore(limits.WORK_THREADS)
        self.on_loop = asyncio.Lock()
        self.short = set[str]()
        self.pool = ThreadPoolExecutor(limits.WORK_THREADS, "work")

    @property
    def waiting(self) -> int:
        """The number of waiting pieces of work."""
        return self.places.slots_taken - self.working

    async def run_work(self, key: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of `work` in its turn. Raise `Busy` if too much waits."""
        return await self.run_named_work("", key, partial(work, *args, **named))

    async def run_named_work(self, name: str, key: str, work: Callable[[], T]) -> T:
        """Run work like `run_work`. Work that was short last time runs on the event loop."""
        spent: list[float] = []
        with self.places.hold_slots(key):
            here = name in self.short
            turn = f"{key}{SHORT}" if here else key
            async with self.locks.setdefault(turn, asyncio.Lock()):
                if seconds := self._find_pause(turn):
                    await self.sleep(seconds)
                here = here and name in self.short  # it may have taken long meanwhile
                async with self.on_loop if here else self.threads:
                    self.working += 1
                    self.short_running += here
                    try:
                        if here:
                            await asyncio.sleep(0)  # whatever has come meanwhile is read in between
                            return _time_work(work, spent)
                        loop = asyncio.get_running_loop()
                        return await loop.run_in_executor(self.pool, _time_work, work, spent)
                    finally:
                        self.working -= 1
                        self.short_running -= here
                        for seconds in spent:  # none where who asked has gone before it began
                            self._charge_time(name, key, turn, seconds)

    def _charge_time(self, name: str, key: str, turn: str, seconds: float) -> None:
        if name and seconds < limits.SECONDS_OF_SHORT_WORK:
            self.short.add(name)
        else:
            self.short.discard(name)
            turn = key
        if self.spent.take_token(turn, 0) < limits.LONGEST_DEBT:
            self.spent.take_token(turn, _compute_charge(seconds))

    def _find_pause(self, turn: str) -> float:
        """Return the seconds that an address must wait if another address was here recently."""
        own = {turn.removesuffix(SHORT), f"{turn.removesuffix(SHORT)}{SHORT}"}
        every = reversed(self.spent.by_key.items())
        others = (rate for other, rate in every if other not in own)
        newest = next(others, None)
        alone = newest is None or self.clock() - newest.counted > limits.SECONDS_ALONE
        return 0.0 if alone else self.spent.take_token(turn, 0)


def _time_work(work: Callable[[], T], spent: list[float]) -> T:
    """Return the result of `work`, and append its processor time to a list."""
    began = thread_time()
    try:
        return work()
    finally:
        spent.append(thread_time() - began)


def _compute_charge(seconds: float) -> float:
    """Return the time charged for a piece of work. Long work is charged more.

    >>> [round(_compute_charge(seconds), 3) for seconds in (0.002, 0.012, 0.35)]
    [0.002, 0.048, 1.0]
    """
    times = (seconds / limits.SECONDS_OF_SHORT_WORK) ** 2
    return max(seconds, min(times * seconds, limits.LONGEST_DEBT))


class RequestTime:
    """The processor time that one request may take for parts that are not cached yet.

    The parts are cached where they are calculated, so that a retry continues where the last attempt
    stopped. A part that takes less than a millisecond was cached.

    Between two parts, a thread pauses as long as short work runs on the event loop, up to a limit.
    """

    def __init__(self) -> None:
        """Start to count."""
        self.spent = 0.0
        self.paused = 0.0
        self.before = thread_time()

    def count_part(self) -> None:
        """Count the time since the previous part. Raise `NotYet` if too much is used."""
        if line.short_running and not _is_on_loop():
            self._give_way()
        took = thread_time() - self.before
        self.spent += took * (took > 0.001)
        self.before += took
        if self.spent > limits.SECONDS_OF_A_REQUEST:
            raise NotYet(BUSY)

    def _give_way(self) -> None:
        while line.short_running and self.paused < limits.LONGEST_PAUSE:
            sleep(limits.SECONDS_OF_A_PAUSE)
            self.paused += limits.SECONDS_OF_A_PAUSE


def _is_on_loop() -> bool:
    """Return True if this thread runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def calculate_in_time(parts: Iterable[T]) -> list[T]:
    """Calculate parts for as long as one request may take. Raise `NotYet` after that."""
    done = []
    time = RequestTime()
    for part in parts:
        done.append(part)
        time.count_part()
    return done


line = WorkQueue()
"""The queue of this process for actions, pages, downloads, questions and take-home pages."""
