"""A learner takes the course while the server is killed again and again; nothing may be lost.

    python -m benchmarks.kills
    python -m benchmarks.kills --kills 20 --seed 7

A scripted learner in a real Chromium does lessons: answers, fills in sheets, drags, predicts. The
server is killed (SIGKILL) at random moments and started again. What the page confirmed must be
there at the end, in the page and in the browser's storage, after a reload. Exits with 1 where
something is not, or where the learner cannot go on.
"""

import json
import random
import sys
import tempfile
from pathlib import Path
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

from benchmarks._chromium import chromium
from benchmarks._report import arguments_of, machine, table
from benchmarks._server import streamlit

PORTION = 10  # lessons that one learner takes; the eleventh is the code lab's
PATIENCE = 180_000  # ms for any one thing
ALIVE = (0.0, 2.0)  # how long the server lives, in times of what it took to start
DEAD = (0.0, 1.0)  # seconds until it is started again
STORED = "localStorage.getItem('ndcg-tutor:progress')"


class Killer(Thread):
    """Kills the server at random moments, and starts it again each time."""

    def __init__(self, server: Any, kills: int, dice: random.Random) -> None:
        """Kill `server` so many times."""
        super().__init__(daemon=True)
        self.server, self.kills, self.dice = server, kills, dice
        self.done, self.enough = 0, Event()
        self.peace = Lock()  # held by who wants the server to live

    def run(self) -> None:
        """Until it was often enough."""
        took = 2.0  # seconds; a slow machine is slow for the learner, too
        while self.done < self.kills and not self.enough.is_set():
            self.enough.wait(took * self.dice.uniform(*ALIVE))
            with self.peace:
                self.server.kill()
                self.done += 1
                self.enough.wait(self.dice.uniform(*DEAD))
                began = perf_counter()
                self.server.start()
                took = perf_counter() - began


class Student:
    """The scripted learner, and what the page has confirmed so far."""

    def __init__(self, browser: Any, url: str) -> None:
        """Open the course page."""
        from playwright.sync_api import expect

        from tests.browser import learner

        expect.set_options(timeout=PATIENCE)
        self.lessons = learner.LESSONS[:PORTION]
        self.page = browser.new_context(reduced_motion="reduce").new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(url)
        self.learner = learner.Learner(self.page)
        self.learner.start()
        self.confirmed: dict[str, list[str]] = {}

    def take(self, lesson: Any) -> None:
        """Do a lesson from its first step to its passed check, and go on to the next."""
        self.learner.finish(lesson)
        gates = [block.name for step in lesson.steps for block in step.gates]
        self.confirmed[lesson.slug] = [name for name in gates if name != lesson.check.name]
        self.learner.go_on()

    def lost(self) -> list[str]:
        """What was confirmed and is not there any more, after a reload."""
        self.page.reload()
        self.page.locator("[data-testid=bar], [data-testid=start]").first.wait_for()
        kept = json.loads(self.page.evaluate(STORED) or "{}").get("lessons", {})
        return [
            f"{slug}/{name}"
            for slug, names in self.confirmed.items()
            for name in names
            if name not in kept.get(slug, {}).get("answers", {})
        ] + [slug for slug in self.confirmed if kept.get(slug, {}).get("state") != "done"]


def learn(browser: Any, url: str, killer: Killer) -> tuple[int, int, list[str]]:
    """Learn until the killer is done: lessons taken, answers confirmed, and those that are lost."""
    taken, confirmed, lost = 0, 0, []
    while killer.is_alive():
        with killer.peace:  # a page cannot be opened without a server
            student = Student(browser, url)
        for lesson in student.lessons:
            if not killer.is_alive():
                break
            student.take(lesson)
            taken += 1
        with killer.peace:
            lost += student.lost()
        confirmed += sum(map(len, student.confirmed.values()))
    return taken, confirmed, lost


def main(arguments: list[str] | None = None) -> None:
    """Learn, kill and count."""
    parser = arguments_of(__doc__)
    parser.add_argument("--kills", type=int, default=100, help="of the server")
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    chosen = parser.parse_args(arguments)
    print(f"A learner and {chosen.kills} kills, seed {chosen.seed}; {machine()}")

    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = streamlit(Path(folder) / "log")
        server.start()
        killer = Killer(server, chosen.kills, random.Random(chosen.seed))
        began = perf_counter()
        try:
            killer.start()
            taken, confirmed, lost = learn(browser, server.url, killer)
        finally:
            killer.enough.set()
            killer.join()
            server.stop()
    seconds = perf_counter() - began
    heads = ("kills", "lessons", "answers", "lost", "seconds")
    print(table(heads, [[str(killer.done), taken, confirmed, len(lost), seconds]]))
    if lost:
        sys.exit("Lost: " + ", ".join(lost))


if __name__ == "__main__":
    main()
