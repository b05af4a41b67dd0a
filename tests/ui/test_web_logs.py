"""The log: no secret in it, and its errors counted."""

import logging
from uuid import uuid4

import pytest
from streamlit.logger import get_logger
from streamlit.testing.v1 import AppTest

from ndcg_ui.hosts.server import documents
from ndcg_ui.hosts.server.logs import (
    MANY_REFUSED,
    NO_ERROR,
    RecordFactory,
    RefusalFilter,
    filter_repetitions,
    refusals,
)
from tests.clock import PATIENCE, Clock


@pytest.fixture
def records():
    """Make all loggers use our log records until the end of the test."""
    before = logging.getLogRecordFactory()
    ours = RecordFactory()
    ours.install()
    ours.install()  # as a server does that is started again in the same process
    yield ours
    logging.setLogRecordFactory(before)


def format_line(logger, *line):
    """Return the text that a logger writes for a line, with any handler."""
    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    logger.addHandler(handler)
    logger.warning(*line)
    logger.removeHandler(handler)
    return lines[0]


def test_session_ids_are_not_logged_and_only_errors_are_counted(records):
    session = str(uuid4())
    logger = get_logger("streamlit.runtime.websocket_session_manager")
    line = format_line(logger, "Session with id %s is already connected!", session)
    assert line == "Session with id (not shown) is already connected!"
    logger = logging.getLogger("ndcg_ui.test")
    logger.warning("a warning")
    logger.error("ASGI callable returned without completing handshake.")  # a refusal
    logger.error("an error")
    logger.critical("worse")
    assert records.errors == 2


def test_a_request_is_logged_once(monkeypatch):
    uvicorns, streamlits = logging.StreamHandler(), logging.StreamHandler()
    access = logging.getLogger("uvicorn.access")
    monkeypatch.setattr(access, "handlers", [uvicorns, streamlits])
    filter_repetitions()
    assert access.handlers == [uvicorns]


def test_a_crash_shows_a_sentence_and_logs_a_traceback(caplog):
    def page():
        from ndcg_ui.hosts.server import show_friendly_error

        assert show_friendly_error(RuntimeError("secret detail"))

    app = AppTest.from_function(page, default_timeout=PATIENCE).run()
    assert not app.exception
    (said,) = app.error
    assert "it is our fault, not yours" in said.value
    assert "secret" not in said.value
    assert "RuntimeError: secret detail" in caplog.text


def test_a_fault_in_a_lesson_is_explained_to_its_author(monkeypatch, caplog, tmp_path):
    fault = ValueError("my-lesson.md, line 3: no such block.\nThere are …")
    (said,) = documents.explain_error(fault)
    assert "it is our fault, not yours" in said
    caplog.clear()
    monkeypatch.setenv("NDCG_LESSONS", str(tmp_path))
    assert documents.explain_error(fault) == str(fault).splitlines()
    assert caplog.text == ""
    (said,) = documents.explain_error(KeyError("x"))
    assert "it is our fault, not yours" in said


@pytest.mark.parametrize("path", ["/_stcore/upload_file/ab12-s_x/a"])
def test_uvicorns_log_does_not_contain_a_folders_name(records, path):
    access = logging.getLogger("uvicorn.access")
    line = format_line(access, '%s - "%s %s HTTP/%s" %d', "127.0.0.1:5", "PUT", path, "1.1", 200)
    assert "ab12" not in line
    assert line.startswith('127.0.0.1:5 - "PUT ')
    assert line.endswith("200")


def test_a_thousand_refused_connections_write_one_line_a_minute():
    clock = Clock()
    refusals, lines = RefusalFilter(clock), []
    uvicorns = logging.getLogger("ndcg_ui.test.uvicorn")
    handler = logging.Handler()
    handler.emit = lambda record: lines.append((record.levelname, record.getMessage()))
    uvicorns.addHandler(handler)
    uvicorns.addFilter(refusals)
    uvicorns.setLevel(logging.INFO)
    uvicorns.propagate = False
    for _ in range(1_000):
        uvicorns.info('%s - "WebSocket %s" %d', "127.0.0.1:5", "/_stcore/stream", 503)
        uvicorns.info('%s - "WebSocket %s" 403', "127.0.0.1:5", "/_stcore/stream")
        uvicorns.error(NO_ERROR)
    assert lines == [("WARNING", MANY_REFUSED)]
    uvicorns.info('%s - "WebSocket %s" [accepted]', "127.0.0.1:5", "/_stcore/stream")
    uvicorns.error("an error")
    assert [level for level, _ in lines[1:]] == ["INFO", "ERROR"]
    clock.now += 59
    uvicorns.error(NO_ERROR)
    assert lines[3:] == []
    clock.now += 1
    uvicorns.error(NO_ERROR)
    assert lines[3:] == [("WARNING", MANY_REFUSED)]


def test_refusals_are_filtered_in_uvicorns_log():
    filter_repetitions()
    assert refusals in logging.getLogger("uvicorn.error").filters
