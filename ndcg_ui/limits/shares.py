"""Fair shares of the server per client: open slots and processor time.

An address may hold as many slots as it leaves free for all others, so a greedy address leaves some.
Each address runs one long task and one short task at a time, and addresses take turns, so the long
queue of one address does not delay other addresses. Work runs in threads, or on the event loop if
it is known to be short.
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


class BusyError(Exception):
    """An error for a request that is refused because of too many requests or too much work."""


def parse_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an IP address, or return None. An IPv4 address mapped to IPv6 becomes IPv4."""
    try:
        ip = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def compute_client_key(address: str) -> str:
    """Return the key for an address's limits: the /64 network for IPv6, or the address itself.

    An IPv4 address mapped to IPv6 counts as the IPv4 address.

    >>> [compute_client_key(text) for text in ("192.168.1.7", "2a00:1:2:3:4:5:6:7", "testclient")]
    ['192.168.1.7', '2a00:1:2:3::/64', 'testclient']
    """
    ip = parse_ip(address)
    if isinstance(ip, IPv6Address):
        return str(ip_network((ip, 64), strict=False))
    return str(ip or address)


def read_client_key(scope: Scope) -> str:
    """Return the key for the limits of a request's client.

    Behind trusted proxies, uvicorn sets the client's address.
    """
    return compute_client_key((scope.get("client") or ("",))[0])


class OutOfTimeError(BusyError):
    """An error for a request that has used up its processor time. A retry continues the work."""


class Slots:
    """Slots that addresses share. An address's new total may not exceed the free slots.

    The slots are counted as free before the address takes them. A key identifies an address.
    """

    def __init__(self, count: int) -> None:
        """Start with all slots free."""
        self.count = count
        self.held_by_key = Counter[str]()

    @property
    def slots_taken(self) -> int:
        """The number of slots that all addresses hold."""
        return self.held_by_key.total()

    def has_room(self, key: str, weight: int = 1) -> bool:
        """Return True if an address may take `weight` more slots.

        >>> slots = Slots(4)
        >>> with slots.hold_slots("a"), slots.hold_slots("a"):
        ...     slots.has_room("a"), slots.has_room("b")
        (False, True)
        """
        return self.held_by_key[key] + weight <= self.count - self.slots_taken

    @contextmanager
    def hold_slots(self, key: str, weight: int = 1, busy_message: str = BUSY) -> Iterator[None]:
        """Hold `weight` slots of an address inside the `with` block, or raise `BusyError`.

        busy_message: the text of the error.
        """
        if not self.has_room(key, weight):
            raise BusyError(busy_message)
        self.held_by_key[key] += weight
        try:
            yield
        finally:
            self.held_by_key[key] -= weight
            if not self.held_by_key[key]:
                del self.held_by_key[key]


class WorkQueue:
    """A queue that runs work in a few threads, and lets addresses take turns.

    Named work that was short the last time runs on the event loop, because switching threads would
    take half as long as the work (docs/reference/benchmarks.md). Short work does not wait for the
    long work of its address, and is not charged for that work, because a class is one address, and
    not everybody should wait for one learner's check.

    Long work pauses while short work runs (`RequestTime`), because both share the interpreter.

    An address that has used up its processor time pauses between two tasks for as long as the tasks
    took, and longer after long work, as long as other addresses have work.
    """

    def __init__(
        self, clock: Clock = monotonic, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Start with an empty queue."""
        self.clock = clock
        self.sleep = sleep
        self.working = 0
        self.short_running = 0
        self.slots = Slots(limits.MAX_WAITING_WORK)
        self.spent = Rates(*limits.PROCESSOR_TIME_RATE, limits.ADDRESSES_KNOWN, clock)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.threads = asyncio.Semaphore(limits.WORK_THREADS)
        self.on_loop = asyncio.Lock()
        self.short = set[str]()
        self.pool = ThreadPoolExecutor(limits.WORK_THREADS, "work")

    @property
    def waiting_count(self) -> int:
        """The number of tasks in the queue that have not started."""
        return self.slots.slots_taken - self.working

    async def run_work(self, key: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run work when it is the address's turn, and return its result.

        Raises `BusyError` if too much work is waiting.

        key: the key of the address, from `read_client_key`
        """
        return await self.run_named_work("", key, partial(work, *args, **named))

    async def run_named_work(self, name: str, key: str, work: Callable[[], T]) -> T:
        """Run work like `run_work`, or on the event loop if work of this name was short last time.

        Work with the name "" always runs in a thread.
        """
        spent: list[float] = []
        with self.slots.hold_slots(key):
            here = name in self.short
            turn = f"{key}{SHORT}" if here else key
            async with self.locks.setdefault(turn, asyncio.Lock()):
                if seconds := self._compute_pause(turn):
                    await self.sleep(seconds)
                here = here and name in self.short  # another run may have taken long meanwhile
                async with self.on_loop if here else self.threads:
                    self.working += 1
                    self.short_running += here
                    try:
                        if here:
                            await asyncio.sleep(0)  # lets the loop read what has arrived meanwhile
                            return _run_timed(work, spent)
                        loop = asyncio.get_running_loop()
                        return await loop.run_in_executor(self.pool, _run_timed, work, spent)
                    finally:
                        self.working -= 1
                        self.short_running -= here
                        for seconds in spent:  # empty if the client left before the work began
                            self._charge_time(name, key, turn, seconds)

    def _charge_time(self, name: str, key: str, turn: str, seconds: float) -> None:
        """Charge processor time to an address, and remember if the named work was short.

        An address whose debt has reached the limit is not charged.

        key: the key of the address
        turn: the key for the turns of the address's short or long work
        """
        if name and seconds < limits.SECONDS_OF_SHORT_WORK:
            self.short.add(name)
        else:
            self.short.discard(name)
            turn = key
        if self.spent.take_tokens(turn, 0) < limits.LONGEST_DEBT:
            self.spent.take_tokens(turn, _compute_charge(seconds))

    def _compute_pause(self, turn: str) -> float:
        """Return an address's seconds to wait, or 0.0 if no other address worked recently.

        turn: the key for the turns of the address's short or long work
        """
        own = {turn.removesuffix(SHORT), f"{turn.removesuffix(SHORT)}{SHORT}"}
        every = reversed(self.spent.by_key.items())
        others = (rate for other, rate in every if other not in own)
        newest = next(others, None)
        alone = newest is None or self.clock() - newest.counted > limits.SECONDS_ALONE
        return 0.0 if alone else self.spent.take_tokens(turn, 0)


def _run_timed(work: Callable[[], T], spent: list[float]) -> T:
    """Run work and return its result. Append its processor time to `spent`."""
    began = thread_time()
    try:
        return work()
    finally:
        spent.append(thread_time() - began)


def _compute_charge(seconds: float) -> float:
    """Return the seconds to charge for work that took `seconds`: at least `seconds`.

    Work over `SECONDS_OF_SHORT_WORK` is charged more than its time, unless the time already
    reaches `LONGEST_DEBT`.

    >>> [round(_compute_charge(seconds), 3) for seconds in (0.002, 0.012, 0.35)]
    [0.002, 0.048, 1.0]
    """
    times = (seconds / limits.SECONDS_OF_SHORT_WORK) ** 2
    return max(seconds, min(times * seconds, limits.LONGEST_DEBT))


class RequestTime:
    """A counter of one request's processor time that ends the request beyond a limit.

    The steps of a request are cached where they are calculated, so that a retry continues where the
    last attempt stopped. A step that takes less than a millisecond was cached and is not counted.

    Between two steps, a thread pauses as long as short work runs on the event loop, up to a limit.
    """

    def __init__(self) -> None:
        """Start counting the processor time of this thread."""
        self.spent = 0.0
        self.paused = 0.0
        self.before = thread_time()

    def add_step_time(self) -> None:
        """Add the processor time of a finished step. Raise `OutOfTimeError` beyond the limit.

        Pauses first while short work is running on the event loop. A step of less than a
        millisecond is not added.
        """
        if work_queue.short_running and not _is_loop_running():
            self._pause_for_short_work()
        took = thread_time() - self.before
        self.spent += took * (took > 0.001)
        self.before += took
        if self.spent > limits.SECONDS_OF_A_REQUEST:
            raise OutOfTimeError(BUSY)

    def _pause_for_short_work(self) -> None:
        while work_queue.short_running and self.paused < limits.LONGEST_PAUSE:
            sleep(limits.SECONDS_OF_A_PAUSE)
            self.paused += limits.SECONDS_OF_A_PAUSE


def _is_loop_running() -> bool:
    """Return True if an event loop is running in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def collect_in_time(items: Iterable[T]) -> list[T]:
    """Return the items of a lazy iterable. Raise `OutOfTimeError` once a request's time is up."""
    collected = []
    time = RequestTime()
    for item in items:
        collected.append(item)
        time.add_step_time()
    return collected


work_queue = WorkQueue()
"""The queue of this process for actions, pages, downloads, questions and take-home pages."""
