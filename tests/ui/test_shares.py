"""Limits of one address: its places, and its turns of work beside the server's loop."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from threading import Event, Thread, current_thread, main_thread
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import list_practice_variants, load_worksheet_variants
from ndcg_core.exercises.worksheets import Worksheet
from ndcg_core.marking.marks import Marking
from ndcg_core.quizzes import questions
from ndcg_ui import limits
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.parts import Answer
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import acts, downloads, refusals
from ndcg_ui.hosts.server.refusals import refuse_when_busy
from ndcg_ui.limits import shares
from ndcg_ui.limits.pace import report_step
from ndcg_ui.limits.rates import Rates
from ndcg_ui.limits.shares import (
    BusyError,
    OutOfTimeError,
    RequestTime,
    Slots,
    WorkQueue,
    collect_in_time,
)
from ndcg_ui.pages.practice.exercise import choose_variant
from tests.clock import Clock, run_in_thread

CLASS = 300
"""So many phones have one address."""


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), max_size=60))
def test_a_greedy_address_leaves_slots_for_others(asked):
    places, held = Slots(50), []
    for who, weight in asked:
        before = places.slots_taken
        try:
            place = places.hold_slots(f"10.0.0.{who}", weight)
            place.__enter__()
            held.append(place)
        except BusyError:
            assert places.held_by_key[f"10.0.0.{who}"] + weight > 50 - before
        assert places.has_room("10.0.1.1")
    for place in held:
        place.__exit__(None, None, None)
    assert (places.slots_taken, places.held_by_key) == (0, {})


def test_a_class_behind_one_address_gets_enough_slots_streams_and_turns():
    for count in (limits.MOST_VISITORS, limits.MOST_STREAMS, limits.MAX_WAITING_WORK):
        assert Slots(count).has_room("10.0.0.7", CLASS)


def test_a_greedy_address_delays_nobody_else():
    clock, order = Clock(), []
    line = WorkQueue(clock, clock.sleep)

    async def all_at_once():
        asked = ["greedy"] * 60 + ["learner"]
        await asyncio.gather(*(line.run_work(key, order.append, key) for key in asked))

    run_in_thread(all_at_once())
    assert order.index("learner") <= limits.WORK_THREADS
    assert order.count("greedy") == 60


def test_one_address_runs_one_job_and_several_run_at_once():
    line, release, begun = WorkQueue(), Event(), []

    def work(key):
        begun.append((key, current_thread() is main_thread()))
        release.wait(10)

    async def look():
        tasks = [asyncio.create_task(line.run_work(key, work, key)) for key in ("a", "a", "b", "c")]
        while len(begun) < limits.WORK_THREADS:
            await asyncio.sleep(0)
        seen = sorted(begun), line.waiting_count
        release.set()
        await asyncio.gather(*tasks)
        return *seen, line.waiting_count

    assert run_in_thread(look()) == ([("a", False), ("b", False)], 2, 0)


def spend_time(seconds):
    """Use the processor for some seconds. Return True if this was in another thread."""
    end = thread_time() + seconds
    while thread_time() < end:
        pass
    return current_thread().name.startswith("work")


def test_short_work_runs_on_the_loop_until_it_takes_long(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_OF_SHORT_WORK", 0.05)
    line = WorkQueue(Clock())

    async def look():
        took = [
            ("page", 0),
            ("page", 0),
            ("other", 0),
            ("page", 0.06),
            ("page", 0),
            ("", 0),
            ("", 0),
        ]
        return [
            await line.run_named_work(name, "a", partial(spend_time, seconds))
            for name, seconds in took
        ]

    assert run_in_thread(look()) == [True, False, True, False, True, True, True]


def test_short_work_does_not_wait_for_the_long_work_of_its_own_address():
    line, release = WorkQueue(), Event()
    line.short.add("drop")

    async def look():
        checks = [asyncio.create_task(line.run_work("class", release.wait, 10)) for _ in range(20)]
        while not line.working:
            await asyncio.sleep(0)
        drops = [line.run_named_work("drop", "class", lambda: "moved") for _ in range(20)]
        try:
            return await asyncio.wait_for(asyncio.gather(*drops), 5)
        finally:
            release.set()
            await asyncio.gather(*checks)

    assert run_in_thread(look()) == ["moved"] * 20


def test_short_work_does_not_pay_for_the_long_work_of_its_own_address(monkeypatch):
    monkeypatch.setattr(limits, "PROCESSOR_TIME_RATE", (0.02, 0.5))
    monkeypatch.setattr(limits, "SECONDS_OF_SHORT_WORK", 0.1)
    clock = Clock()
    line = WorkQueue(clock, clock.sleep)
    line.short.add("drop")

    async def look():
        await line.run_work("somebody else", spend_time, 0)
        await line.run_work("class", spend_time, 0.05)
        await line.run_named_work("drop", "class", lambda: None)
        before = clock.now
        await line.run_work("class", spend_time, 0)
        return before, clock.now

    drop, check = run_in_thread(look())
    assert (drop, check > 0) == (0, True)


def test_long_work_pauses_while_short_work_runs(monkeypatch):
    line = WorkQueue()
    line.short.add("drop")
    dropping = Event()
    pausing = Event()
    monkeypatch.setattr(shares, "work_queue", line)
    monkeypatch.setattr(shares, "sleep", lambda seconds: pausing.set())

    def check():
        dropping.wait(10)
        RequestTime().add_step_time()
        return "checked"

    def drop():
        dropping.set()
        return pausing.wait(10)

    async def look():
        checking = asyncio.create_task(line.run_work("class", check))
        while not line.working:
            await asyncio.sleep(0)
        has_paused = await line.run_named_work("drop", "class", drop)
        return has_paused, await checking, line.short_running

    assert run_in_thread(look()) == (True, "checked", 0)


def test_a_request_pauses_for_a_limited_time_and_never_on_the_loop(monkeypatch):
    pauses = []
    monkeypatch.setattr(shares.work_queue, "short_running", 1)
    monkeypatch.setattr(shares, "sleep", pauses.append)
    time = RequestTime()

    def count_three_parts():
        for _ in range(3):
            time.add_step_time()

    work = Thread(target=count_three_parts)  # without a loop, as a thread of the server
    work.start()
    work.join()
    assert sum(pauses) == pytest.approx(limits.LONGEST_PAUSE, abs=2 * limits.SECONDS_OF_A_PAUSE)

    async def count_on_loop():
        RequestTime().add_step_time()

    pauses.clear()
    run_in_thread(count_on_loop())
    assert pauses == []


def test_unfinished_work_does_not_count_as_short():
    line, release, begun = WorkQueue(), Event(), Event()

    async def look():
        work = lambda: begun.set() or release.wait(10)  # noqa: E731
        task = asyncio.create_task(line.run_named_work("act", "a", work))
        while not begun.is_set():
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        release.set()
        return line.short

    assert run_in_thread(look()) == set()


def test_the_loop_reads_requests_between_short_jobs():
    line, heard = WorkQueue(), list[int]()
    line.short.add("act")

    async def hear():
        for number in range(20):
            heard.append(number)
            await asyncio.sleep(0)

    async def look():
        work = (line.run_named_work("act", str(key), lambda: len(heard)) for key in range(10))
        *before, _ = await asyncio.gather(*work, hear())
        return before

    assert all(later > earlier for earlier, later in pairwise(run_in_thread(look())))


def test_a_greedy_address_pauses_half_the_time_unless_alone(
    monkeypatch,
):
    monkeypatch.setattr(limits, "PROCESSOR_TIME_RATE", (0.02, 0.5))
    monkeypatch.setattr(limits, "SECONDS_OF_SHORT_WORK", 0.1)

    def waits(*others):
        clock = Clock()
        line = WorkQueue(clock, clock.sleep)

        async def greedy():
            for other in others:
                await line.run_work(other, spend_time, 0)
            for _ in range(5):
                await line.run_work("greedy", spend_time, 0.02)

        run_in_thread(greedy())
        return clock.now

    assert waits() == 0
    assert 0.1 < waits("learner") < 1  # four of the five are to be paid for, each with 0.04 s


def test_full_queues_refuse_only_the_greedy_address(monkeypatch):
    places, threads, page = Slots(4), [], acts.ACTING["playground"]
    noted = lambda *all: threads.append(current_thread().name) or page.answer_action(*all)  # noqa: E731
    monkeypatch.setitem(acts.ACTING, "playground", replace(page, answer_action=noted))
    monkeypatch.setattr(acts.work_queue, "slots", places)
    monkeypatch.setattr(acts.work_queue, "short", set())
    monkeypatch.setattr(acts, "bytes_of_acts", Slots(1_500))
    monkeypatch.setattr(limits, "SECONDS_OF_SHORT_WORK", 10)
    asked = {"link": {"r": "3,2"}, "act": {}}
    app = Starlette(routes=server.list_routes())
    greedy, learner = (TestClient(app, client=(f"10.0.0.{n}", 1)) for n in (66, 7))
    with places.hold_slots("10.0.0.66"), places.hold_slots("10.0.0.66"):
        refused = greedy.post("/acts/playground", json=asked)
        assert (refused.status_code, refused.text) == (503, f"{refusals.BUSY}\n")
        assert refused.headers["retry-after"] == "1"
        assert greedy.get("/take-along/ranking.json?r=3").status_code == 503
        refused = greedy.get("/?x=busy")
        assert (refused.status_code, refused.headers["refresh"]) == (503, "2")
        assert refusals.BUSY in refused.text
        assert learner.post("/acts/playground", json=asked).status_code == 200
        assert learner.post("/acts/playground", json=asked).status_code == 200
        long = {**asked, "record": "x" * limits.SHORT_ACT}
        assert learner.post("/acts/playground", json=long).status_code == 200
        assert [name.startswith("work") for name in threads] == [True, False, True]
        assert b"exhibit-place" in learner.get("/?x=busy").content
    long = {**asked, "act": {"x": "x" * 2_000}}
    assert greedy.post("/acts/playground", json=long).status_code == 503
    assert greedy.post("/acts/playground", json=asked).status_code == 200


def test_a_request_stops_at_its_limit_and_the_retry_continues(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_OF_A_REQUEST", 0.01)
    known = set()

    def part(number):
        if number not in known:
            known.add(number)
            spend_time(0.02)
        return number

    reached = []
    for _ in range(5):
        with pytest.raises(OutOfTimeError):
            collect_in_time(map(part, range(5)))
        reached.append(len(known))
    assert reached == [1, 2, 3, 4, 5]
    assert collect_in_time(map(part, range(5))) == [0, 1, 2, 3, 4]


def test_a_slow_page_asks_for_a_retry_which_continues(monkeypatch):
    monkeypatch.setattr(limits, "SECONDS_OF_A_REQUEST", 0.01)
    known = set()

    def act(link, record, state, act):
        for number in range(3):
            if number not in known:
                known.add(number)
                spend_time(0.02)
            report_step()
        return Answer({}, [])

    page = ExhibitPage(
        name="slow", title="Slow", describe=lambda query: ("", ""), answer_action=act
    )
    app = Starlette(
        routes=[Route("/acts/slow", refuse_when_busy(acts._make_endpoint(page)), methods=["POST"])]
    )
    answers = [TestClient(app).post("/acts/slow", json={"link": {}, "act": {}}) for _ in range(4)]
    assert [one.status_code for one in answers] == [503, 503, 503, 200]
    assert answers[0].headers["retry-after"] == "0"
    page.answer_action({}, None, {}, {})  # a host without a limit is not stopped


def test_a_download_that_takes_too_long_is_requested_again(monkeypatch):
    async def run_out_of_time(*arguments):
        raise OutOfTimeError

    monkeypatch.setattr(shares.work_queue, "run_work", run_out_of_time)
    client = TestClient(Starlette(routes=downloads.list_routes()), follow_redirects=False)
    path = "/take-along/ndcg-quiz.xml?skills=cg"
    first, last = client.get(path), client.get(f"{path}&turn={downloads.MOST_TURNS}")
    assert first.status_code == 303
    assert first.headers["location"] == "./ndcg-quiz.xml?skills=cg&turn=1"
    assert (last.status_code, downloads.REQUESTED_AGAIN in last.text) == (503, True)
    assert last.headers["refresh"] == "0; url=./ndcg-quiz.xml?skills=cg&turn=1"


@pytest.mark.thorough("makes a quiz that takes several requests")
def test_a_long_quiz_is_completed_by_retries(monkeypatch):
    questions.clear_answer_caches()
    path = "/take-along/ndcg-quiz.xml?skills=cg,term&number=2&difficulty=all&seed=5"
    client = TestClient(Starlette(routes=downloads.list_routes()))
    whole = client.get(path)
    monkeypatch.setattr(limits, "SECONDS_OF_A_REQUEST", 0.02)
    monkeypatch.setattr(downloads, "MOST_TURNS", 2)
    questions.clear_answer_caches()
    pages = 0
    while (answer := client.get(path)).status_code == 503 and pages < 500:
        assert 1 <= len(answer.history) <= 2
        seconds, _, link = answer.headers["refresh"].partition("; url=")
        assert (seconds, "turn=1" in link, "requests it again" in answer.text) == ("0", True, True)
        path, pages = f"/take-along/{link}", pages + 1
    assert pages > 0
    assert (answer.status_code, answer.content) == (200, whole.content)
    assert {one.status_code for one in answer.history} <= {303}


def test_a_quiz_marks_one_number_between_pauses_and_none_twice(monkeypatch):
    marked, texts = [], Marking.mark_cell
    monkeypatch.setattr(Marking, "mark_cell", lambda *it: marked.append(it[1:]) or texts(*it))
    questions.clear_answer_caches()
    exercise = Worksheet(("dcg",), "last", 1).exercises[0]
    (cell,) = exercise.sheet.blanks
    for _ in questions.prepare_answers(exercise, cell):  # stopped after each number
        before = len(marked)
        with suppress(StopIteration):
            next(questions.prepare_answers(exercise, cell))
        assert len(marked) <= before + 1
    count = len(marked)
    assert count > 10
    questions.clear_answer_caches()
    assert questions.list_answers(exercise, cell)
    assert len(marked) == 2 * count


@pytest.mark.parametrize("skill", SKILLS)
def test_a_fair_worksheet_list_can_be_chosen(skill, monkeypatch):
    def drawn(fair):
        every = set(range(20)) if fair else set()
        monkeypatch.setattr(
            "ndcg_ui.pages.practice.exercise.find_printed_levels", lambda one: every
        )
        return {choose_variant(skill, {}, (), Random(seed)) for seed in range(60)}

    assert drawn(False) <= {*list_practice_variants(skill)}
    assert drawn(True) & {*load_worksheet_variants()[skill]}


# --- Rates -------------------------------------------------------------------------------------


def test_the_oldest_of_too_many_keys_is_removed():
    clock = Clock()
    rates = Rates(burst=1, steady=0.5, max_keys=3, clock=clock)
    for key in "abcad":  # a came again, so that b is the oldest
        rates.take_tokens(key)
    assert list(rates.by_key) == ["c", "a", "d"]
    for number in range(1_000):
        rates.take_tokens(str(number))
    assert len(rates.by_key) == 3


def test_each_key_has_its_own_burst_and_refill():
    clock = Clock()
    rates = Rates(burst=2, steady=0.5, max_keys=10, clock=clock)
    assert [rates.take_tokens("a") for _ in range(4)] == [0, 0, 2, 4]
    assert rates.take_tokens("b") == 0
    rates.return_tokens("a", 4)
    assert rates.take_tokens("a") == 0
    clock.now += 100
    assert [rates.take_tokens("a") for _ in range(3)] == [0, 0, 2]
