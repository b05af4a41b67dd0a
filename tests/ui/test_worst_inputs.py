"""Whatever comes from outside is measured before it is understood: readers, routes, worst inputs.

Any one request may cost at most 100 MB of growth and half a second of processor time, and twice the
text at most twice the work. What is costly to understand (files for /evaluate, sheets of a class)
is understood in processes of their own, which are bounded and not counted here.
"""

from __future__ import annotations

import asyncio
import gc
import json
import time
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

import pytest
from starlette.applications import Starlette

from ndcg_core.classroom.plans import read_plan
from ndcg_core.exercises.variants import from_link
from ndcg_core.lessons.course.course import unpack
from ndcg_core.libraries import read_number
from ndcg_core.numerals.numerals import read as read_cell
from ndcg_core.plain_data import plain
from ndcg_ui import limits, server
from ndcg_ui.acts.pages import PAGES
from ndcg_ui.boards.board import tidy_label
from ndcg_ui.boards.link import read_link
from ndcg_ui.boards.ranking_text import read_ranking
from ndcg_ui.classroom.life import service
from ndcg_ui.classroom.routes import ROUTES
from ndcg_ui.conventions.question import read_question, understand
from ndcg_ui.worksheet.link import read_link as read_worksheet
from tests.selection import first, some
from tests.work import work

LONG = pytest.mark.thorough("the worst is asked some thousand times")
MEGABYTE = 10**6

# --- Texts, JSON and plans that are costly to read, each of a given length --------------------

Shape = Callable[[int], str]


def filled(start: str, again: str, end: str = "") -> Shape:
    """A text of n characters: the first part, then the second over and over."""
    return lambda n: start + again * ((n - len(start)) // len(again)) + end


TEXTS: Mapping[str, Shape] = {
    "spaces after a name": filled("A:1", " "),
    "one long word": filled("", "a"),
    "commas": filled("", ","),
    "brackets": filled("", "["),
    "a grade, then one long word": filled("A:1 ", "B"),
    "names without an end": filled("", "A "),
    "grades": filled("", "3 "),
    "grades and commas": filled("", "3,"),
    "decimal commas": filled("", "0,5 "),
    "names and grades": filled("", "A:3 "),
    "colons": filled("", ":"),
    "equals signs": filled("", "a ="),
    "options": filled("array(", ", dtype="),
    "quotes": filled("", "'\""),
    "closing brackets": filled("", "]"),
    "nested lists": filled("[", "[3],"),
    "calls": filled("", "np.array("),
    "lines": filled("", "3\n"),
    "lines of two": filled("", "A\t3\n"),
    "tabs": filled("", "A\t"),
    "a printed Series": filled("", "1  3\n", "dtype: int64"),
    "footers": filled("", "Name: dtype: Length: "),
    "one long number": filled("", "9"),
    "a number in other digits": filled("", "٣"),
    "an exponent": filled("1e", "9"),
    "minus signs": filled("", "−-"),
    "surrogates": filled("", "\ud800"),
    "brackets in a working": filled("", "(1+"),
    "powers": filled("", "2^"),
}


def _board(n: int, label: str = "x" * 36) -> str:
    return ",".join(f"{label}{i}:{7 * i % 41 / 8}" for i in range(200))[:n]


RANKINGS: Mapping[str, Shape] = {
    **TEXTS,
    "a full board": _board,
    "a full board of huge grades": lambda n: _board(n, "L").replace(":", ":1e29"),
    "names that grow when they are normalised": lambda n: _board(n, "\ufdfa" * 36),
    "one character that grows": filled("", "\ufdfa"),
}
JSON: Mapping[str, Shape] = {
    "nested lists": filled("", "["),
    "nested tables": filled("", '{"a":'),
    "empty lists": filled("[", "[],", "0]"),
    "small tables": filled("[", '{"":0},', "0]"),
    "the same key": filled("{", '"a":0,', '"a":0}'),
    "many keys": lambda n: "{" + ",".join(f'"{number:x}":0' for number in range(n // 10)) + "}",
    "one long number": filled("", "9"),
    "floats": filled("[", "1e9,", "0]"),
    "escapes": filled('"', "\\ud800", '"'),
    "wide characters": filled('"\\ud83d\\ude00', "a", '"'),
}
PLANS: Mapping[str, Shape] = {
    "dotted keys": filled("a", ".a", "=1"),
    "a table's dotted name": filled("[a", ".a", "]"),
    "many tables": filled("", "[[a]]\n"),
    "tables in tables": filled("", "[a.b.c.d.e.f.g.h]\n[[a]]\n"),
    "lists in lists": filled("questions = ", "["),
    "tables in a line": filled("a = ", "{a="),
    "many keys": lambda n: "\n".join(f"{number:x} = 1" for number in range(n // 10)),
    "one long number": filled("a = ", "9"),
    "one long text": filled('title = "', "a", '"'),
    "escapes": filled('title = "', "\\u0041", '"'),
    "questions": filled("questions = [", '"drag/1",', "]"),
    "questions that grow": filled('questions = ["own?ask=dcg&r=', "\ufdfa", '"]'),
    "comments": filled("", "#\n"),
}

# --- What one request costs this process ------------------------------------------------------

MOST_MEGABYTES, MOST_SECONDS = 100.0, 0.5
"""What any one request may cost: growth of the memory at its peak, and processor time."""
QUICK = 0.42
"""Seconds of a loop of five million additions on a machine on which MOST_SECONDS holds."""
SELF = Path("/proc/self")


class Spent(NamedTuple):
    """The processor's seconds, as on a quick machine, and the megabytes at the peak."""

    seconds: float
    megabytes: float

    @property
    def fits(self) -> bool:
        """Whether any one request may cost so much."""
        return self.seconds <= MOST_SECONDS and self.megabytes <= MOST_MEGABYTES


def spent(do: Callable[[], object]) -> Spent:
    """What a call costs at its second time, if its first time costs too much.

    What is worked out once, such as a table of divisors, is no part of a request.
    """
    once = _spent(do)
    return once if once.fits else _spent(do)


def _spent(do: Callable[[], object]) -> Spent:
    before, began = _megabytes("VmRSS"), time.process_time()
    with suppress(ValueError, RecursionError):
        do()
    seconds = time.process_time() - began
    slower = _slowness() if seconds > MOST_SECONDS else 1.0
    return Spent(seconds / slower, _megabytes("VmHWM") - before)


def _megabytes(name: str) -> float:
    """Memory of this process, where /proc tells it; its peak begins anew with each reading."""
    if not (SELF / "clear_refs").exists():
        return 0.0
    found = int((SELF / "status").read_text().split(f"{name}:")[1].split()[0]) / 1024
    (SELF / "clear_refs").write_text("5")
    return found


def _slowness() -> float:
    """How much slower than a quick machine this one is just now, and never less than one."""
    total, began = 0, time.process_time()
    for number in range(5_000_000):
        total += number
    return max(1.0, (time.process_time() - began) / QUICK)


@pytest.fixture(autouse=True)
def _collected_as_on_the_server() -> Iterator[None]:
    """Else Python looks again and again through all that other tests have left."""
    before = gc.get_threshold()
    gc.set_threshold(*limits.OBJECTS_TO_COLLECT)
    yield
    gc.set_threshold(*before)


def test_what_costs_too_much_is_seen():
    assert not Spent(MOST_SECONDS + 0.01, 0).fits
    assert not Spent(0, MOST_MEGABYTES + 1).fits
    if _megabytes("VmRSS"):
        assert _spent(lambda: b"x" * 150 * MEGABYTE).megabytes > MOST_MEGABYTES


# --- Readers ----------------------------------------------------------------------------------


class Reader(NamedTuple):
    """A reader, how long the text may be that reaches it, and the worst such texts."""

    read: Callable[[str], object]
    longest: int
    shapes: Mapping[str, Shape]


READERS: Mapping[str, Reader] = {
    "a ranking": Reader(read_ranking, limits.LONGEST_RANKING, RANKINGS),
    "a ranking's link": Reader(
        lambda text: read_link(dict.fromkeys(("r", "judged", "k", "base", "hide"), text)),
        limits.LONGEST_RANKING,
        RANKINGS,
    ),
    "the page of conventions": Reader(
        lambda text: understand(read_question(dict.fromkeys(("r", "k", "judged", "scores"), text))),
        10 * limits.LONGEST_RANKING,
        RANKINGS,
    ),
    "a number somebody got": Reader(read_number, MEGABYTE, RANKINGS),
    "an exercise in a link": Reader(
        lambda text: from_link({"skill": "cg", "r": text, "k": "2"}), MEGABYTE, RANKINGS
    ),
    "further queries in a link": Reader(
        lambda text: from_link({"skill": "mean", "r": "3,2", "others": text}), MEGABYTE, RANKINGS
    ),
    "a worksheet's link": Reader(
        lambda text: read_worksheet(dict.fromkeys(("skills", "number", "seed"), text)),
        MEGABYTE,
        RANKINGS,
    ),
    "a cell of a sheet": Reader(read_cell.__wrapped__, 200, RANKINGS),
    "a name": Reader(tidy_label, MEGABYTE, RANKINGS),
    "a file with progress": Reader(
        lambda text: unpack(plain(json.loads(text))), limits.LONGEST_PROGRESS_FILE, JSON
    ),
    "what a component sends": Reader(
        lambda text: plain(json.loads(text)), limits.LONGEST_MESSAGE, JSON
    ),
    "a plan": Reader(read_plan, 20_000, PLANS),
}
OF_TEXT = [name for name, reader in READERS.items() if reader.shapes is RANKINGS]
CUT = [name for name in OF_TEXT if name != "a worksheet's link"]
"""Readers that look at no more of a text than may be read."""


@pytest.mark.parametrize("name", READERS)
def test_no_reader_takes_long_or_much_for_the_worst_that_it_may_be_given(name):
    reader = READERS[name]
    texts = {shape: make(reader.longest) for shape, make in reader.shapes.items()}
    costs = {shape: spent(lambda text=text: reader.read(text)) for shape, text in texts.items()}
    assert {shape: cost for shape, cost in costs.items() if not cost.fits} == {}


def instructions(read: Callable[[str], object], text: str) -> int:
    """The work of reading a text, whether it is read or refused."""

    def attempt() -> None:
        with suppress(ValueError):
            read(text)

    attempt()  # what is worked out once is no part of it
    return work(attempt)


@pytest.mark.parametrize("name", OF_TEXT)
@pytest.mark.parametrize("shape", first(8, TEXTS, "one more shape of text"))
def test_twice_the_text_is_at_most_twice_the_work(name, shape):
    costs = [instructions(READERS[name].read, TEXTS[shape](n)) for n in (600, 1200, 2400)]
    for half, whole in pairwise(costs):
        assert whole <= 2.2 * half + 1000, costs


@pytest.mark.parametrize("name", CUT)
@pytest.mark.parametrize("shape", list(TEXTS)[:4])
def test_a_text_of_a_megabyte_costs_no_more_than_one_that_may_be_read(name, shape):
    read, make = READERS[name].read, TEXTS[shape]
    longest = instructions(read, make(limits.LONGEST_RANKING))
    assert instructions(read, make(MEGABYTE)) <= longest + 3 * MEGABYTE


# --- Routes -----------------------------------------------------------------------------------

HEADERS = 60_000
"""Bytes of headers that the server reads of one request."""
PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'
PARAMETERS = (
    *("r", "judged", "k", "gain", "discount", "base", "ideal", "hide", "scores", "got", "a", "b"),
    *("number", "skill", "level", "rank", "others", "task", "question", "part", "example", "sheet"),
    *("step", "ask", "lesson", "unlock", "skills", "difficulty", "paper", "seed", "data", "ks"),
)
"""What pages read from their links."""


class Request(NamedTuple):
    """A request over HTTP."""

    path: str
    body: bytes = b""
    headers: Mapping[str, str] = {}


class Class(NamedTuple):
    """The secrets of a room: its teacher's, and a learner's."""

    steering: str = ""
    token: str = ""


Requests = Iterator[tuple[str, Request]]


def floods(path: str, room: Class) -> Requests:
    """Headers and a query as long as the server reads them."""
    path = path.format_map({"token": "0" * 33, "kind": "run", "file": "a.zip", "name": "a.zip"})
    for name, value in {
        "accept-encoding": "gzip;q=0," * (HEADERS // 9),
        "range": "bytes=" + "0-1," * (HEADERS // 4 - 3),
        "cookie": "a=1;" * (HEADERS // 4),
        "authorization": "Bearer " + "a." * (HEADERS // 2 - 10),
        "x-forwarded-for": "1," * (HEADERS // 2),
        "accept": "text/html," * (HEADERS // 10),
        "if-none-match": '"a",' * (HEADERS // 4),
        "host": "[" + ":" * (HEADERS - 10),
        "origin": "http://[" + ":" * (HEADERS - 10),
    }.items():
        yield name, Request(path, headers={name: value})
    yield "many headers", Request(path, headers={f"x-{n}": "" for n in range(6_000)})
    yield "many parameters", Request(f"{path}?" + "a=&" * (HEADERS // 3))
    yield "escapes", Request(f"{path}?r=" + "%ff" * (HEADERS // 3))


def page(path: str, room: Class) -> Requests:
    """A page's first screen, or a file made from a link: every parameter at once, and each."""
    yield from floods(path, room)
    for shape, text in RANKINGS.items():
        for names in (("r",), ("r", "judged"), PARAMETERS):
            each = min(limits.LONGEST_RANKING, HEADERS // len(names))
            query = urlencode(dict.fromkeys(names, text(each)), errors="replace")[:HEADERS]
            yield f"{shape} as {len(names)} parameters", Request(f"{path}?{query}")


def message(path: str, room: Class) -> Requests:
    """A message of a class, as long as one may be, and a byte longer."""
    yield from floods(path, room)
    most = limits.LONGEST_CLASS_MESSAGE
    if path in ("/class/plan", "/class/rooms"):
        most = limits.LONGEST_PLAN
        for name, shape in PLANS.items():
            for size in (20_000, most // 2):  # quotes and escapes take two bytes in JSON
                text = json.dumps({"text": shape(size), "plan": shape(size)})
                yield f"{name}, {size}", Request(path, text.encode())
    headers = {"authorization": f"Bearer {room.token if 'join' in path else room.steering}"}
    around = b'{"round":0,"vote":1,"number":1,"command":"start","code":"AAAAA","answer":'
    for name, shape in JSON.items():
        for size in (most, most + 1):
            yield f"{name}, {size}", Request(path, shape(size)[:size].encode(), headers)
        inside = shape(most - 200).encode()
        yield f"{name} inside", Request(path, around + inside + b"}", headers)
    cells = dict.fromkeys(("dcg", "idcg", "ndcg"), "log2(3)/" * 25 + "1")
    body = json.dumps({"round": 0, "vote": 1, "number": 2, "answer": cells}).encode()
    yield "workings", Request(path, body, headers)


def stream(path: str, room: Class) -> Requests:
    """What is asked for with a secret."""
    yield from floods(path, room)
    for secret in (room.token, room.steering, "a" * 200, "AAAAA.ﷺ"):
        yield secret[:9], Request(path, headers={"authorization": f"Bearer {secret}"})


def upload(path: str, room: Class) -> Requests:
    """A file for /evaluate; what it holds is examined in `test_evaluate_hostile.py`."""
    yield from floods(path, room)
    where = f"/evaluate/files/{'0' * 33}/run"
    yield "a name that grows", Request(f"{where}?name=" + quote("ﷺ" * 6_000), b"a 0 b 1\n")
    yield "a length", Request(where, headers={"content-length": "9" * 5_000})


LESSON = {"lesson": "gain", "unlock": "all", "step": "30"}
LISTS = ("values", "texts", "order", "on", "text", "value", "done", "seed", "option")
"""What an act may have that is a list, a text or has names of its own."""
ACTS: Mapping[str, list[tuple[dict[str, str], list[dict[str, object]]]]] = {
    "playground": [({}, [{"do": "arrange"}, {"do": "type"}])],
    "learn": [
        ({}, [{"part": "tools", "act": "import"}, {"part": "board", "do": "arrange"}]),
        (
            LESSON,
            [
                {"part": "sheet-1.sheet", "why": "check", "form": "sheet-1"},
                {"part": "board-1.board"},
            ],
        ),
    ],
    "practice": [
        ({"skill": "ndcg", "r": "3,2,3,0,1"}, [{"part": "sheet", "why": "check"}]),
        ({"part": "drag"}, [{"part": "drag-task-1.board", "do": "arrange"}]),
        ({"part": "source"}, [{"part": "question", "do": "type"}]),
    ],
    "examples": [
        (
            {"ask": "first"},
            [{"part": "asked", "act": "compare", "form": "000-exponential-at-ten/0"}],
        )
    ],
}
"""Links of each page, and acts on the parts that are there."""
RECORDS: Mapping[str, Callable[[int], object]] = {
    "lessons": lambda n: {"version": 1, "lessons": {f"s{k}": {} for k in range(n)}},
    "memories": lambda n: {"version": 1, "memories": {f"s/{k}": {} for k in range(n)}},
    "due": lambda n: {"memories": {f"gain/later-1{k}": {"due": 0} for k in range(n // 2)}},
    "answers": lambda n: {"lessons": {"gain": {"answers": {f"a{k}": k for k in range(n)}}}},
    "a list": lambda n: [1] * n,
    "a text": lambda n: "3 " * n,
}


def act(path: str, room: Class) -> Requests:
    """An act on a page, as long as one may be: its link, its record, its state, what was done."""
    yield from floods(path, room)
    page = path.rpartition("/")[2]
    most = PAGES[page].longest

    def sent(**message: object) -> Request:
        body = json.dumps({"link": {}, "act": {}, **message}, ensure_ascii=False)
        return Request(path, body.encode("utf-8", "replace")[:most])

    for name, shape in JSON.items():
        for size in (most, most + 1):
            yield f"{name}, {size}", Request(path, shape(size)[:size].encode())
        around, inside = '{"link":{},"record":%s,"state":{"x":%s},"act":{}}', shape(most // 2 - 100)
        yield f"{name} inside", Request(path, (around % (inside, inside)).encode()[:most])
    for name, text in RANKINGS.items():
        long = text(min(limits.LONGEST_RANKING, most // 8))
        for link in (
            {"r": long},
            {"r": long, "judged": long},
            dict.fromkeys(PARAMETERS, long[:900]),
        ):
            yield f"{name}, {len(link)} in the link", sent(link=link)
        yield f"{name}, typed", sent(act={"do": "type", "text": long})
    for link, acts in ACTS[page]:
        for name, record in RECORDS.items():
            for part in acts:
                for size in (4_000, 15_000):
                    done = {**dict.fromkeys(LISTS, record(size)), **part}
                    yield f"{name}, {part}", sent(link=link, record=record(size), act=done)
    documents = list(range(limits.MOST_DOCUMENTS))[::-1]
    order = {"do": "arrange", "order": documents}
    on = {"ranking": [[n, f"D{n}", n % 4] for n in documents], "unretrieved": []}
    yield "an order", sent(link={"r": ",".join(str(n % 4) for n in documents)}, act=order)
    yield "a kept order", sent(link=LESSON, act={**order, "part": "board-1.board", "on": on})


WALK: Mapping[str, Callable[[str, Class], Requests]] = {
    **{f"GET /{path}": page for path in server.PAGES},
    "GET /take-along/*": page,
    "PUT /evaluate/files/*": upload,
    "POST /acts/*": act,
    "POST /join/*": message,
    "POST /class/*": message,
    **{f"GET /class/{part}": stream for part in ("questions", "events", "address")},
    **{f"GET /class/{part}": stream for part in ("answers", "session")},
    "GET /join/events": stream,
    "GET /*": floods,
}
"""How a route is walked, by its method and path; the first that fits counts."""


def walker(method: str, path: str) -> Callable[[str, Class], Requests] | None:
    """How a route is walked; None where nobody has said."""
    name = f"{method} {path}"
    return next((walk for key, walk in WALK.items() if fnmatchcase(name, key)), None)


def routes() -> list[tuple[str, str]]:
    """Method and path of each route; of files whose names are versions, one of each kind."""
    every = [
        (method, route.path)
        for route in server.routes()
        for method in sorted((route.methods or {"GET"}) - {"HEAD"})
    ]
    kinds: dict[Any, tuple[str, str]] = {}
    for method, path in [*every, *((method, path) for method, path, _ in ROUTES)]:
        static = walker(method, path) is floods
        kinds.setdefault((method, path.split("/")[1] if static else path), (method, path))
    return list(kinds.values())


def test_every_route_is_walked():
    assert [route for route in routes() if walker(*route) is None] == []


class App:
    """The app's routes behind its middleware, asked as a server asks them."""

    def __init__(self, pool: ThreadPoolExecutor, runner: asyncio.Runner) -> None:
        self.pool, self.runner = pool, runner
        self.app = Starlette(routes=server.routes(), middleware=server.middleware())

    def ask(self, method: str, request: Request) -> bytes:
        """The answer to a request; of a stream without an end what it says first."""
        return self.pool.submit(self.runner.run, self._answer(method, request)).result()

    async def _answer(self, method: str, request: Request) -> bytes:
        path, _, query = request.path.partition("?")
        headers = {"host": "localhost", **request.headers}
        scope = {"type": "http", "method": method, "path": unquote(path), "scheme": "http"}
        scope |= {"query_string": query.encode(), "root_path": "", "http_version": "1.1"}
        scope |= {"server": ("localhost", 80), "client": ("127.0.0.1", 50_000)}
        scope["headers"] = [(name.encode(), text.encode()) for name, text in headers.items()]
        waiting, answer = [{"type": "http.request", "body": request.body}], b""

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal answer
            answer += message.get("body", b"")

        await self.app(scope, receive, send)
        return answer


@pytest.fixture
def app(tmp_path, monkeypatch, visit) -> Iterator[App]:
    """The app with a database of classes of this test's own."""
    visit()  # components are declared once Streamlit has begun
    monkeypatch.setenv("NDCG_CLASS_DATABASE", str(tmp_path / "class.sqlite3"))
    service.cache_clear()
    with ThreadPoolExecutor(1) as pool:  # a browser's tests may have a loop in this thread
        runner = asyncio.Runner()
        yield App(pool, runner)
        pool.submit(runner.close).result()
    service.cache_clear()


def opened(app: App) -> Class:
    """A room with one learner, whose streams end after what they say first."""
    plan = Request("/class/rooms", json.dumps({"plan": PLAN}).encode())
    room = json.loads(app.ask("POST", plan))
    join = Request("/join/enter", json.dumps({"code": room["code"]}).encode())
    joined = json.loads(app.ask("POST", join))
    service().hub.end()
    return Class(f"{room['code']}.{room['steering']}", joined["token"])


EVERY_TIME = (("POST", "/join/enter"), ("GET", "/metrics"))


@pytest.mark.parametrize(
    ("method", "path"), some(routes(), EVERY_TIME.__contains__, LONG.args[0]), ids=str
)
def test_no_request_takes_the_server_for_long(app, method, path):
    walk, room = walker(method, path), opened(app)
    assert walk
    costs = {name: spent(lambda one=one: app.ask(method, one)) for name, one in walk(path, room)}
    assert {name: cost for name, cost in costs.items() if not cost.fits} == {}


# --- Pages that Streamlit draws ---------------------------------------------------------------

DRAWN = ("code", "conventions", "evaluate", "worksheet")


@LONG
@pytest.mark.parametrize("path", DRAWN)
def test_no_link_and_no_field_of_a_page_takes_the_server_for_long(visit, path):
    costs = {}
    page = visit(path)
    fields = [field.key for field in page.app.text_input]
    for shape, text in RANKINGS.items():
        long = text(limits.LONGEST_RANKING).encode("utf-8", "replace").decode()
        for names in (("r",), ("r", "judged", "scores"), PARAMETERS):
            link = dict.fromkeys(names, long)
            costs[f"{shape} as {len(names)} parameters"] = spent(
                lambda link=link: visit(path, **link)
            )
        for key in fields:
            field = page.app.text_input(key=key)
            costs[f"{shape} in {key}"] = spent(lambda f=field, t=long: (f.set_value(t), page.run()))
    assert {name: cost for name, cost in costs.items() if not cost.fits} == {}
