"""Learners and teachers who use real sockets, and the servers for them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import httpx

from benchmarks._server import Server, make_uvicorn_server
from tests.clock import PATIENCE

PLAN = """questions = ["own?ask=dcg&r=3,2,3,0,1", "own?ask=order&r=1,3,2", "predict/1"]"""
RIGHT = {"dcg": "6.148"}
WRONG = {"dcg": "9.000"}
"""A right and a wrong answer to the first question, whose value is 6.149."""
CLIENT = httpx.Client(timeout=PATIENCE, verify=False, headers={"Connection": "close"})
"""A client with a connection per message: httpcore may close a shared connection that
another thread has just taken. Looking for certificates takes 40 ms each time."""


def serve(address: str, log: Path) -> Server:
    """Start a server process whose classes are at `address`."""
    server = make_uvicorn_server(log, "tests.classroom.small_app:app", NDCG_CLASS_DATABASE=address)
    server.start()
    return server


@dataclass
class EventStream:
    """A stream of events that a thread reads."""

    url: str
    secret: str
    events: list[Any] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    changed: Condition = field(default_factory=Condition)

    def __post_init__(self) -> None:
        self.thread = Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        headers = {"Authorization": f"Bearer {self.secret}", "Accept-Encoding": "gzip, br"}
        with CLIENT.stream("GET", self.url, headers=headers, timeout=None) as answer:
            self.headers.update(answer.headers)
            for line in answer.iter_lines():
                with self.changed:
                    if line.startswith("data: "):
                        self.raw.append(line)
                        self.events.append(json.loads(line[6:]))
                    elif line.startswith("event: "):
                        self.events.append(line)
                    self.changed.notify_all()

    def wait_for_event(self, holds: Any) -> Any:
        """Return the first event, old or new, that meets a condition."""
        with self.changed:
            found = self.changed.wait_for(
                lambda: [event for event in self.events if holds(event)], PATIENCE
            )
        assert found, f"it never came; there came {self.events}"
        return found[0]

    def wait_for_revision(self, revision: int) -> Any:
        """Return the event of a revision of the room."""
        return self.wait_for_event(
            lambda e: isinstance(e, dict) and e["room"]["revision"] == revision
        )


@dataclass
class Person:
    """A client that sends messages with a secret."""

    url: str
    secret: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """Return the header with the secret, if there is one."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def post(self, path: str, message: Any) -> httpx.Response:
        """Send a message."""
        return CLIENT.post(self.url + path, json=message, headers=self.headers)

    def get(self, path: str) -> httpx.Response:
        """Request an address."""
        return CLIENT.get(self.url + path, headers=self.headers)


class Teacher(Person):
    """A teacher who makes a room and steers it."""

    def __init__(self, url: str, plan: str = PLAN, key: str = "") -> None:
        super().__init__(url)
        opened = self.post("/class/rooms", {"plan": plan, "key": key})
        assert opened.status_code == 200, opened.text
        room = opened.json()
        self.code = room["code"]
        self.revision = 0
        self.secret = f"{self.code}.{room['steering']}"
        self.showing = f"{self.code}.{room['showing']}"

    def command(self, name: str, **more: Any) -> None:
        """Give a command on the newest revision."""
        message = {"command": name, "revision": self.revision, **more}
        answer = self.post("/class/command", message)
        assert answer.status_code == 200, answer.text
        self.revision = answer.json()["revision"]

    def follow_wall(self, secret: str = "") -> EventStream:
        """Follow the room as its wall."""
        return EventStream(f"{self.url}/class/events?top={self.url}/ndcg/", secret or self.secret)


class Learner(Person):
    """A learner who joins a room and answers."""

    def __init__(self, url: str, code: str) -> None:
        super().__init__(url)
        joined = self.post("/join/enter", {"code": code})
        assert joined.status_code == 200, joined.text
        self.secret = joined.json()["token"]
        self.name = joined.json()["name"]
        self.number = 0

    def answer(self, answer: Any, round: int = 0, vote: int = 1, **more: Any) -> httpx.Response:
        """Send an answer."""
        self.number += 1
        message = {"round": round, "vote": vote, "answer": answer, "number": self.number, **more}
        return self.post("/join/answer", message)

    def follow(self) -> EventStream:
        """Follow the room as a learner."""
        return EventStream(f"{self.url}/join/events", self.secret)
