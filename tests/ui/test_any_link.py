"""No link of a visitor whom nobody knows writes a traceback into the log, whatever is in it.

What acts make of such links is tried by tests/acts/test_hostile.py.
"""

import logging
from random import Random

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.lessons import load_lessons
from ndcg_core.measures.descriptions import DESCRIPTIONS
from ndcg_ui.components.board import downloads
from ndcg_ui.components.board import link as board
from ndcg_ui.hosts import server
from ndcg_ui.lesson_blocks import scene
from ndcg_ui.pages.conventions import link as conventions
from ndcg_ui.pages.evaluate import link as evaluation
from ndcg_ui.pages.examples.link import load_examples_by_slug
from ndcg_ui.pages.measures import measures
from ndcg_ui.pages.menu import EXHIBITS
from ndcg_ui.pages.worksheet import link as worksheet
from tests.conftest import ALL

HOW_MANY = 40 if ALL else 1
"""So many links of each address."""
READ_BY = (board, measures, scene, worksheet, conventions, evaluation)
FIELDS = {field.name for module in READ_BY for field in module.FIELDS}
NAMES = sorted(FIELDS | {"skill", "others", "sheet", "example", "ask", "part", "replay", "c"})
LISTS = ("r", "judged", "scores", "start", "others")
NUMBERS = (
    *("0", "1", "2", "3", "0.5", "-1", "999", "1000", "1023", "1024", "1100", "1e15", "1e300"),
    *("1e308", "1.7e308", "1e309", "1e999", "5e-324", "1e-300", "nan", "inf", "-0", "9" * 400),
    *("1/3", "\u0663", "²", "½", "1_0", "0x10", "", ",", "\ud800", "\x1b[2J", "%00"),
)
WORDS = (
    *(
        *board.GAINS,
        *board.DISCOUNTS,
        *board.IDEALS,
        *DESCRIPTIONS,
        *SKILLS,
        *EXHIBITS,
        *load_examples_by_slug(),
    ),
    *(lesson.slug for lesson in load_lessons()),
    *("NDCG,AP", "ERR,nERR", "Q,RBP", "all", "sheets", "drag", "predict", "left-out"),
)
WHOLE = (*(",".join([number] * 60) for number in ("1000", "1023", "1e306", "5e-324")), "A:1,A:2")


def draw_text(random, name):
    if name in LISTS:
        grades = ",".join(random.choices(NUMBERS, k=random.randrange(1, 5)))
        return random.choice((grades, *WHOLE, f"A:{random.choice(NUMBERS)} B:3"))
    return random.choice((random.choice(NUMBERS), random.choice(WORDS)))


def draw_link(random):
    names = {*random.sample(NAMES, random.randrange(4)), random.choice(("r", "judged", "gain"))}
    return {name: draw_text(random, name) for name in sorted(names)}


def encode_link(link):
    """Return a link without characters that an address cannot have."""
    return {name: text.replace("\ud800", "") for name, text in link.items()}


@pytest.fixture
def log(caplog):
    """Record the log, and check at the end that it has no error."""
    caplog.set_level(logging.ERROR)
    yield caplog
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, (errors[0].getMessage(), errors[0].exc_text)


def test_no_link_to_the_streamlit_page_logs_a_traceback(log, visit):
    shown = visit("evaluate")
    for seed in range(HOW_MANY):
        shown.go("evaluate", encode_link(draw_link(Random(f"evaluate {seed}"))))


def test_no_address_of_the_server_logs_a_traceback(log):
    client = TestClient(Starlette(routes=server.list_routes()), raise_server_exceptions=True)
    random = Random(0)
    addresses = [route.path for route in server.list_routes() if "GET" in (route.methods or ())]
    for path in addresses * HOW_MANY:
        query = draw_link(random) | {"number": random.choice(("1", "0", "1e300", "9" * 400, "x"))}
        for name in ("token", "kind", "name"):
            path = path.replace(
                f"{{{name}}}", random.choice(("x", "..", "1e300", *downloads.FILES))
            )
        answer = client.get(path, params=encode_link(query))
        assert answer.status_code < 500 or _asks_for_patience(answer), (path, query)


def _asks_for_patience(answer):
    """Return True for the answer that a machine under load gives to long work, such as a quiz."""
    return answer.status_code == 503 and "Retry-After" in answer.headers
