"""Whatever comes from outside is measured before it is understood.

A walk through all routes and readers with the worst input of each allowed size: at most 100 MB of
growth and half a second of the server's processor for any one request. What is costly to understand
(files for /evaluate, sheets of a class) is understood in processes of their own, which are bounded
by BYTES_FOR_WORK and SECONDS_FOR_WORK and are not counted here.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from time import process_time
from urllib.parse import quote, urlencode

import pytest
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy

from benchmarks._server import Server, serve
from ndcg_core.classroom.plans import read_plan
from ndcg_core.exercises.variants import from_link
from ndcg_core.lessons.course.course import unpack
from ndcg_core.libraries import read_number
from ndcg_core.numerals.numerals import read as read_cell
from ndcg_core.plain_data import plain
from ndcg_ui import components, limits, web
from ndcg_ui.acts.pages import PAGES
from ndcg_ui.boards.board import tidy_label
from ndcg_ui.boards.link import read_link
from ndcg_ui.classroom.routes import ROUTES
from ndcg_ui.conventions.question import read_question, understand
from ndcg_ui.evaluation.question import FIELDS as QUESTION
from ndcg_ui.worksheet.link import read_link as read_worksheet
from tests.ui.walk.browsing import Request, Visit, visiting
from tests.ui.walk.shapes import FILES, JSON, PLANS, RANKINGS, Shape
from tests.ui.walk.spending import MOST_MEGABYTES, MOST_SECONDS, Meter, Spent, pace

LONG = pytest.mark.thorough("a server of its own is asked for the worst some thousand times")
MEGABYTE = 10**6
HEADERS = 60_000
"""Bytes of headers that the server reads of one request."""
ROOM = 3_000 * MEGABYTE
"""Bytes that the server may have more than at its start: a test must not take the machine down."""

# --- Routes ---------------------------------------------------------------------------------------

PLAN = 'questions = ["own?ask=dcg&r=3,2,3,0,1"]'


@dataclass
class Place:
    """A server, and what a request to it may need: a room of a class, a folder of /evaluate."""

    server: Server
    steering: str = ""
    token: str = ""
    folder: str = field(default="0" * 33)

    @property
    def meter(self) -> Meter:
        """What it spends."""
        assert self.server.process
        return Meter(self.server.process.pid)

    def open_class(self) -> None:
        """Make a room and join it."""
        room = json.loads(_posted("/class/rooms", {"plan": PLAN}).send(self.server.url)[1])
        self.steering = f"{room['code']}.{room['steering']}"
        joined = _posted("/join/enter", {"code": room["code"]}).send(self.server.url)
        self.token = json.loads(joined[1])["token"]


def _posted(path: str, message: object) -> Request:
    return Request("POST", path, json.dumps(message).encode())


Requests = Iterator[tuple[str, Request]]


def floods(place: Place, method: str, path: str) -> Requests:
    """Headers and a query as long as the server reads them."""
    path = path.format(token=place.folder, kind="run", name="ndcg-evaluation.zip", path="x")
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
        yield name, Request(method, path, headers={name: value})
    yield "many headers", Request(method, path, headers={f"x-{n}": "" for n in range(6_000)})
    yield "many parameters", Request(method, f"{path}?" + "a=&" * (HEADERS // 3))
    yield "escapes", Request(method, f"{path}?r=" + "%ff" * (HEADERS // 3))


def page(place: Place, method: str, path: str) -> Requests:
    """A page's first screen: every parameter at once, and each."""
    yield from floods(place, method, path)
    for shape, text in RANKINGS.items():
        for names in (("r",), ("r", "judged"), PARAMETERS):
            each = min(limits.LONGEST_RANKING, HEADERS // len(names))
            link = {name: text(each) for name in names}
            query = urlencode(link, errors="replace")[:HEADERS]
            yield f"{shape} as {len(names)} parameters", Request(method, f"{path}?{query}")


def message(place: Place, method: str, path: str) -> Requests:
    """A message of a class, as long as one may be, and a byte longer."""
    yield from floods(place, method, path)
    most = limits.LONGEST_CLASS_MESSAGE
    if path in ("/class/plan", "/class/rooms"):
        most = limits.LONGEST_PLAN
        for name, shape in PLANS.items():
            for size in (20_000, most // 2):  # quotes and escapes take two bytes in JSON
                text = {"text": shape(size), "plan": shape(size)}
                yield f"{name}, {size}", _posted(path, text)
    headers = {"authorization": f"Bearer {place.token if 'join' in path else place.steering}"}
    for name, shape in JSON.items():
        for size in (most, most + 1):
            body = shape(size)[:size].encode()
            yield f"{name}, {size}", Request(method, path, body, headers)
            around = b'{"round":0,"vote":1,"number":1,"command":"start","code":"AAAAA","answer":'
            inside = shape(size - 200).encode()
            yield f"{name} inside", Request(method, path, around + inside + b"}", headers)
    cells = dict.fromkeys(("dcg", "idcg", "ndcg"), "log2(3)/" * 25 + "1")
    body = json.dumps({"round": 0, "vote": 1, "number": 2, "answer": cells}).encode()
    yield "workings", Request(method, path, body, headers)


def act(place: Place, method: str, path: str) -> Requests:
    """An act on a page, as long as one may be: its link, its record, its state, what was done."""
    yield from floods(place, method, path)
    page = path.rpartition("/")[2]
    most = PAGES[page].longest

    def asked(**message: object) -> Request:
        body = json.dumps({"link": {}, "act": {}, **message}, ensure_ascii=False)
        return Request(method, path, body.encode("utf-8", "replace")[:most])

    for name, shape in JSON.items():
        for size in (most, most + 1):
            yield f"{name}, {size}", Request(method, path, shape(size)[:size].encode())
        around, inside = '{"link":{},"record":%s,"state":{"x":%s},"act":{}}', shape(most // 2 - 100)
        yield f"{name} inside", Request(method, path, (around % (inside, inside)).encode()[:most])
    for name, text in RANKINGS.items():
        long = text(min(limits.LONGEST_RANKING, most // 8))
        for link in (
            {"r": long},
            {"r": long, "judged": long},
            dict.fromkeys(PARAMETERS, long[:900]),
        ):
            yield f"{name}, {len(link)} in the link", asked(link=link)
        yield f"{name}, typed", asked(act={"do": "type", "text": long})
    for link, acts in ACTS[page]:
        for name, record in RECORDS.items():
            for part in acts:
                for size in (4_000, 15_000):
                    done = {**dict.fromkeys(ACTED, record(size)), **part}
                    yield f"{name}, {part}", asked(link=link, record=record(size), act=done)
    documents = list(range(limits.MOST_DOCUMENTS))[::-1]
    grades = ",".join(str(n % 4) for n in documents)
    order = {"do": "arrange", "order": documents}
    side = [[n, f"D{n}", n % 4] for n in documents]
    on = {"ranking": side, "unretrieved": []}
    yield "an order", asked(link={"r": grades}, act=order)
    yield "a kept order", asked(link=LESSON, act={**order, "part": "board-1.board", "on": on})


ASKED = "000-exponential-at-ten/0"
LESSON = {"lesson": "gain", "unlock": "all", "step": "30"}
ACTED = ("values", "texts", "order", "on", "text", "value", "done", "seed", "option")
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
    "examples": [({"ask": "first"}, [{"part": "asked", "act": "compare", "form": ASKED}])],
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


def stream(place: Place, method: str, path: str) -> Requests:
    """What is asked for with a secret."""
    yield from floods(place, method, path)
    for secret in (
        place.token,
        place.steering,
        "a" * 200,
        "AAAAA." + "ﷺ".encode().decode("latin-1"),
    ):
        yield secret[:9], Request(method, path, headers={"authorization": f"Bearer {secret}"})


def ranking_file(place: Place, method: str, path: str) -> Requests:
    """A file made from a link."""
    yield from page(place, method, path)


def evaluated(place: Place, method: str, path: str) -> Requests:
    """A download of /evaluate, of the example or of a folder."""
    yield from floods(place, method, path)
    for data, token in (("shop", "example"), ("own", place.folder)):
        for ks in ("1,2,3,4,5,6", "9" * 5_000):
            where = f"/evaluate/taken/{token}/ndcg-report.html"
            query = f"?ks={ks}&beside=lightgbm&data={data}&job=job-1"
            yield f"{data} {len(ks)}", Request(method, where + query)


def file(place: Place, method: str, path: str) -> Requests:
    """A file for /evaluate; what it holds is walked below."""
    yield from floods(place, method, path)
    where = f"/evaluate/files/{place.folder}/run?name=" + quote("ﷺ" * 6_000)
    yield "a name that grows", Request(method, where, b"a 0 b 1\n")
    yield "a length", Request(method, where, headers={"content-length": "9" * 5_000})


WALK: Mapping[str, Callable[[Place, str, str], Requests]] = {
    **{f"GET /{path}": page for path in web.PAGES},
    "GET /assets/*": floods,
    "GET /fonts/*": floods,
    "GET /sandbox/*": floods,
    "GET /vendor/*": floods,
    "GET /take-along/*": ranking_file,
    "PUT /evaluate/files/{token}/{kind}": file,
    "GET /evaluate/taken/{token}/{name}": evaluated,
    "GET /join": floods,
    "GET /class": floods,
    "GET /class/wall": floods,
    "GET /class/questions": stream,
    "GET /class/events": stream,
    "GET /class/address": stream,
    "GET /class/answers": stream,
    "GET /class/session": stream,
    "GET /join/events": stream,
    "POST /acts/*": act,
    "POST /join/*": message,
    "POST /class/*": message,
    "GET /version": floods,
    "GET /metrics": floods,
}
"""How a route is walked, by its method and path; `*` stands for what names a version."""

STREAMLITS = ("/_stcore/health", "/_stcore/host-config", "/_stcore/upload_file/a/b", "/media/a")
"""Of Streamlit's own what a page asks for, beside its websocket."""


def routes() -> list[tuple[str, str]]:
    """Method and path of each route of ours."""
    pages = [
        (method, route.path)
        for route in web.routes()
        for method in sorted((route.methods or {"GET"}) - {"HEAD"})
    ]
    return [*pages, *((method, path) for method, path, _ in ROUTES)]


def walker(method: str, path: str) -> Callable[[Place, str, str], Requests] | None:
    """How a route is walked; None where nobody has said."""
    name = f"{method} {path}"
    return WALK.get(name) or next((w for key, w in WALK.items() if fnmatchcase(name, key)), None)


def walked() -> list[tuple[str, str]]:
    """Every route, but of the files whose names are versions one of each kind."""
    static = {}
    for method, path in routes():
        kind = (method, path.split("/")[1]) if walker(method, path) is floods else (method, path)
        static.setdefault(kind, (method, path))
    return list(static.values())


def test_every_route_is_walked():
    assert [route for route in routes() if walker(*route) is None] == []


# --- Links ------------------------------------------------------------------------------------

PARAMETERS = (
    *("r", "judged", "k", "gain", "discount", "base", "ideal", "hide", "scores", "got", "a", "b"),
    *("number", "skill", "level", "rank", "others", "task", "question", "part", "example", "sheet"),
    *("step", "ask", "lesson", "unlock", "skills", "difficulty", "paper", "seed", *QUESTION),
)
"""What any page reads from its link; the test below says what is missing."""
PARTS = ("drag", "predict", "source")
VISITED = [
    *((path, {}) for path in web.PAGES),
    *(("practice", {"part": part}) for part in PARTS),
    ("evaluate", {"data": "own"}),
    ("", {"lesson": "discount", "unlock": "all", "step": "30"}),
]


RUN = [one for one in VISITED if one[0] in ("code", "conventions", "evaluate", "worksheet")]
"""The pages that Streamlit draws: any other is one exhibit, which acts by requests."""


class Recorded(dict[str, str]):
    """A link that remembers what was read of it."""

    names: set[str] = set()  # noqa: RUF012

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: object = None) -> object:  # type: ignore[override]
        """Read one that may not be there."""
        self.names.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.names.add(str(name))
        return super().__contains__(name)


@pytest.mark.parametrize(("path", "query"), VISITED, ids=str)
def test_every_parameter_that_a_page_reads_is_walked(visit, monkeypatch, path, query):
    monkeypatch.setattr(Recorded, "names", set())
    read = QueryParamsProxy.to_dict
    monkeypatch.setattr(QueryParamsProxy, "to_dict", lambda self: Recorded(read(self)))
    visit(path, **query)
    visit(path, **query, r="3,2", skill="dcg")
    assert Recorded.names - set(PARAMETERS) == set()


# --- The walk -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Iterator[Place]:
    """A server that has shown every page before."""
    folder = tmp_path_factory.mktemp("walk")
    variables = os.environ | {
        "NDCG_CLASS_DATABASE": str(folder / "class.sqlite3"),
        "NDCG_CACHE": "none",
        "TMPDIR": str(folder),
    }
    with serve(variables=variables) as server:
        place = Place(server)
        for path, query in VISITED:
            for _ in range(2):
                with visiting(server.url, path, urlencode(query)) as visit:
                    place.folder = _folder(visit) or place.folder
        place.open_class()
        assert server.process
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        now = 1024 * int(status.split("VmSize:")[1].split()[0])
        resource.prlimit(
            server.process.pid, resource.RLIMIT_AS, (now + ROOM, resource.RLIM_INFINITY)
        )
        yield place


def _folder(visit: Visit) -> str:
    return visit.text().partition('"folder": "')[2].partition('"')[0]


def costly(
    place: Place, requests: dict[str, Callable[[], object]], at_once: int = 16
) -> dict[str, Spent]:
    """Those of some requests that cost too much: twice, for what is made once is no part of it.

    So many are measured at once: where all of them together cost no more than one may, each does.
    """
    found = {}
    for names in in_portions(list(requests), at_once):
        if together(place, [requests[name] for name in names]).fits:
            continue
        for name in names:
            spent = together(place, [requests[name]])
            if not spent.fits:
                spent = together(place, [requests[name]])
            if not spent.fits:
                found[name] = spent
    assert place.server.process
    assert place.server.process.poll() is None, "the server has ended"
    return found


def together(place: Place, requests: Sequence[Callable[[], object]]) -> Spent:
    """What some requests cost, one after the other."""
    return place.meter.spent(lambda: [request() for request in requests])


def in_portions(names: list[str], size: int) -> list[list[str]]:
    """The names in their order, so many at a time."""
    return [names[at : at + size] for at in range(0, len(names), size)]


@LONG
@pytest.mark.parametrize(("method", "path"), walked(), ids=str)
def test_no_request_takes_the_server_for_long(place, method, path):
    walk = walker(method, path)
    assert walk
    asked = {name: lambda r=r: r.send(place.server.url) for name, r in walk(place, method, path)}
    assert costly(place, asked) == {}


@LONG
@pytest.mark.parametrize("path", STREAMLITS)
def test_no_request_to_what_streamlit_serves_takes_it_for_long(place, path):
    requests = [*floods(place, "GET", path), *floods(place, "PUT", path)]
    asked = {f"{name} {r.method}": lambda r=r: r.send(place.server.url) for name, r in requests}
    assert costly(place, asked) == {}


@LONG
@pytest.mark.parametrize(("path", "query"), VISITED, ids=str)
def test_no_link_takes_the_server_for_long(place, path, query):
    def opening(link: Mapping[str, str]) -> Callable[[], None]:
        text = urlencode({**query, **link}, errors="replace")

        def open_page() -> None:
            with visiting(place.server.url, path, text):
                pass

        return open_page

    asked = {}
    for shape, text in RANKINGS.items():
        long, short = text(limits.LONGEST_RANKING), text(900)
        asked[f"{shape}, a ranking"] = opening({"r": long, "k": "7"})
        lists = {"r": long, "judged": long, "scores": long, "got": "0.777"}
        asked[f"{shape}, all lists"] = opening(lists)
        asked[f"{shape}, everything"] = opening(dict.fromkeys(PARAMETERS, long) | dict(query))
        asked[f"{shape}, an exercise"] = opening(
            {"skill": "mean", "r": short, "others": short, "judged": short, "level": "9"}
        )
    grades = ",".join(f"{7 * n % 19 / 8 + n / 100}" for n in range(20))
    exercise = {"r": grades, "judged": grades, "others": ";".join([grades] * 5), "k": "20"}
    for skill in ("dcg", "ndcg", "mean"):
        asked[f"a whole exercise in {skill}"] = opening({**exercise, "skill": skill, "level": "9"})
    assert costly(place, asked, at_once=4) == {}


@LONG
@pytest.mark.parametrize(("path", "query"), RUN, ids=str)
def test_no_value_of_a_component_or_field_takes_the_server_for_long(place, path, query):
    sent: dict[str, tuple[str, dict[str, str]]] = {}
    with visiting(place.server.url, path, urlencode(query)) as first:
        one_of_each = {name: id for id, name in reversed(first.components().items())}
        for name, id in one_of_each.items():
            for shape, value in _values(first, id, path).items():
                sent[f"{name}, {shape}"] = id, {"json_value": value}
        for id in first.fields():
            for number, (shape, text) in enumerate(RANKINGS.items()):
                size = (limits.LONGEST_RANKING, limits.LONGEST_MESSAGE // 8)[number % 5 == 0]
                value = text(size).encode("utf-8", "replace").decode()
                sent[f"{id}, {shape}, {size}"] = id, {"string_value": value}

    def visit(id: str, value: dict[str, str]) -> None:
        with visiting(place.server.url, path, urlencode(query)) as visit:
            if id in visit.shown:
                visit.answer(id, **value)

    for names in in_portions(list(sent), 4):
        if not together(place, [partial(visit, *sent[name]) for name in names]).fits:
            for name in names:
                spent = _again(place, path, query, *sent[name])
                assert spent.fits, (name, spent)


def _values(visit: Visit, id: str, path: str) -> dict[str, str]:
    """What a component may send: actions with JSON of all shapes in them, and on one page, since
    all components' values are read by the same function, JSON of all shapes without an action.
    """
    most = limits.LONGEST_MESSAGE - 10_000
    values = {
        f"an action of {name}": visit.action(shape(most // 3 - 1_000))
        for name, shape in JSON.items()
    }
    if path == "evaluate":
        values |= {name: shape(most) for name, shape in JSON.items()}
    return {name: value for name, value in values.items() if len(value) <= most}


def _again(
    place: Place, path: str, query: Mapping[str, str], id: str, value: Mapping[str, str]
) -> Spent:
    """What a value costs, in a visit of its own: a page may hang up on one that is too much."""
    for _ in range(2):
        with visiting(place.server.url, path, urlencode(query)) as visit:
            if id not in visit.shown:  # a list that was drawn by lot
                return Spent(0, 0)
            spent = place.meter.spent(lambda visit=visit: visit.answer(id, **value))
        if spent.fits:
            break
    return spent


def test_every_component_that_sends_something_is_on_a_page_that_is_walked(visit):
    folder = Path(components.__file__).parent
    sending = {
        path.parent.name
        for path in folder.glob("*/__init__.py")
        if "_change=exposed" in path.read_text()
    }
    seen = set()
    for path, query in VISITED:
        page = visit(path, **query)
        elements = (e.proto for e in page.app.main if e.type == "bidi_component")
        seen |= {element.component_name.rpartition(".")[2] for element in elements}
    assert sending - seen == set()


@LONG
def test_no_message_of_a_websocket_takes_the_server_for_long(place):
    most = limits.LONGEST_MESSAGE - 1_000
    raw = {
        "many widgets": _rerun(b"\x0a\x00" * (most // 2)),
        "many widgets with names": _rerun(
            b"".join(b"\x0a\x0b\x0a\x09$$%07d" % n for n in range(most // 14))
        ),
        "groups": b"\x0b" * most,
        "numbers": b"\x08\x01" * (most // 2),
        "no message": bytes(most),
    }
    asked: dict[str, Callable[[], object]] = {}
    for name, content in raw.items():

        def send(content: bytes = content) -> None:
            with visiting(place.server.url, "playground", "") as visit:
                visit.send_alone(content)

        asked[name] = send
    asked["a text"] = lambda: _send_text(place, "a" * most)
    assert costly(place, asked) == {}


def _send_text(place: Place, text: str) -> None:
    with visiting(place.server.url, "playground", "") as visit:
        visit.send_alone(text)


def _rerun(widgets: bytes) -> bytes:
    """A message that asks for a run of the playground with the states of these widgets."""
    from streamlit.proto.BackMsg_pb2 import BackMsg

    fields = BackMsg.DESCRIPTOR.fields_by_name
    run = fields["rerun_script"]
    states = run.message_type.fields_by_name["widget_states"].number
    named = BackMsg()
    named.rerun_script.page_name = "playground"
    inside = named.rerun_script.SerializeToString() + _delimited(states, widgets)
    return _delimited(run.number, inside)


def _delimited(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + _varint(rest) if rest else bytes([low])


@LONG
@pytest.mark.parametrize("shape", FILES)
def test_no_file_takes_the_server_for_long_whatever_its_worker_does(place, shape):
    content = FILES[shape]()
    with visiting(place.server.url, "evaluate", "data=own") as visit:
        folder = _folder(visit)
        for kind in ("qrels", "run"):
            request = Request("PUT", f"/evaluate/files/{folder}/{kind}?name=a", content)
            assert costly(place, {kind: lambda r=request: r.send(place.server.url)}) == {}
            drop = next(id for id, name in visit.components().items() if name == "drop")
            spent = place.meter.spent(lambda drop=drop: visit.answer(drop, json_value="{}"))
            assert spent.fits, spent


# --- The same readers in process, in a moment -------------------------------------------------

READERS: Mapping[str, tuple[Callable[[str], object], int, Mapping[str, Shape]]] = {
    "a ranking's link": (
        lambda text: read_link(dict.fromkeys(("r", "judged", "k", "base", "hide"), text)),
        limits.LONGEST_RANKING,
        RANKINGS,
    ),
    "the page of conventions": (
        lambda text: understand(read_question(dict.fromkeys(("r", "k", "judged", "scores"), text))),
        10 * limits.LONGEST_RANKING,
        RANKINGS,
    ),
    "a number somebody got": (read_number, MEGABYTE, RANKINGS),
    "an exercise in a link": (
        lambda text: from_link({"skill": "mean", "r": text, "others": text}),
        MEGABYTE,
        RANKINGS,
    ),
    "a worksheet's link": (
        lambda text: read_worksheet(dict.fromkeys(("skills", "number", "seed"), text)),
        MEGABYTE,
        RANKINGS,
    ),
    "a cell of a sheet": (read_cell.__wrapped__, 200, RANKINGS),
    "a name": (tidy_label, MEGABYTE, RANKINGS),
    "a file with progress": (
        lambda text: unpack(plain(json.loads(text))),
        limits.LONGEST_PROGRESS_FILE,
        JSON,
    ),
    "a plan": (read_plan, 20_000, PLANS),
}


@pytest.fixture
def _collected_as_on_the_server() -> Iterator[None]:
    """Else Python looks again and again through all that other tests have left."""
    before = gc.get_threshold()
    gc.set_threshold(*limits.OBJECTS_TO_COLLECT)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("_collected_as_on_the_server")
@pytest.mark.parametrize("reader", READERS)
def test_no_reader_takes_long_or_much_for_the_worst_that_it_may_be_given(reader):
    read, size, shapes = READERS[reader]
    for name, shape in shapes.items():
        text = shape(size)
        spent = _cost(read, text)
        assert spent.fits, (name, spent)


def _cost(read: Callable[[str], object], text: str) -> Spent:
    def attempt() -> None:
        with suppress(ValueError, RecursionError):
            read(text)

    began = process_time()
    attempt()
    seconds = process_time() - began
    if seconds > MOST_SECONDS:
        return Spent(seconds / pace(), 0)
    tracemalloc.start()
    attempt()
    peak = tracemalloc.get_traced_memory()[1] / MEGABYTE
    tracemalloc.stop()
    return Spent(seconds, peak)


def test_what_costs_too_much_is_seen():
    assert not Spent(MOST_SECONDS + 0.01, 0).fits
    assert not Spent(0, MOST_MEGABYTES + 1).fits
    assert _cost(lambda text: [text] * 20_000_000, "").megabytes > MOST_MEGABYTES
