"""What a short run says is sent together, whole and in order; nothing else waits."""

import asyncio

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from ndcg_ui.web.in_one_go import InOneGo, begins, ends, parse
from tests.clock import run
from tests.ui.messages import tells

NEVER, AT_ONCE = 1000.0, 0.0


BEGIN = tells("board", new_session={"page_script_hash": "p"})
RUNS = tells("board", session_status_changed={"script_is_running": True})
CHANGE = tells("board", delta={"new_element": {"text": {"body": "0.972"}}})
END = tells("board", script_finished=ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
RESTS = tells(session_status_changed={"script_is_running": False})
RUN = [BEGIN, RUNS, CHANGE, END]


def sending(scene, seconds=NEVER):
    """Let `scene` happen to one connection; return what its page was sent."""
    sent = []

    async def send(message):
        await asyncio.sleep(0)
        sent.append(message)

    async def happens():
        in_one_go = InOneGo(send, seconds=seconds)
        await scene(in_one_go, sent)
        in_one_go.leave()

    run(happens())
    return sent


def test_a_run_of_a_part_is_sent_once_it_has_ended():
    async def scene(say, sent):
        for message in RUN[:-1]:
            await say(message)
            assert sent == []
        await say(END)
        assert sent == RUN
        await say(RESTS)

    assert sending(scene) == [*RUN, RESTS]


def test_two_runs_one_after_the_other_are_two():
    async def scene(say, sent):
        for message in [*RUN, RESTS, *RUN[:-1]]:
            await say(message)
        assert sent == [*RUN, RESTS]
        await say(END)

    assert sending(scene) == [*RUN, RESTS, *RUN]


def test_a_whole_page_s_run_does_not_wait():
    begin = tells(new_session={"page_script_hash": "p"})

    async def scene(say, sent):
        for place, message in enumerate([begin, RUNS, CHANGE], 1):
            await say(message)
            assert len(sent) == place

    assert sending(scene) == [begin, RUNS, CHANGE]


def test_what_has_waited_long_enough_is_sent_and_what_follows_comes_behind_it():
    async def scene(say, sent):
        await say(BEGIN)
        await say(RUNS)
        while not sent:
            await asyncio.sleep(0)
        await say(CHANGE)  # while the first ones are on their way
        assert sent == [BEGIN, RUNS, CHANGE]
        await say(END)

    assert sending(scene, AT_ONCE) == RUN


def test_a_run_that_gave_way_to_a_newer_one_waits_no_longer_than_its_time():
    async def scene(say, sent):
        await say(BEGIN)
        await say(BEGIN)
        assert sent == []
        await say(END)

    assert sending(scene) == [BEGIN, BEGIN, END]


def test_a_connection_that_is_closed_amid_a_run_has_sent_what_it_had():
    close = {"type": "websocket.close", "code": 1011}

    async def scene(say, sent):
        await say(BEGIN)
        await say(close)
        assert sent == [BEGIN, close]

    assert sending(scene) == [BEGIN, close]


def test_a_page_that_has_gone_is_no_error():
    troubles = []

    async def gone(message):
        raise OSError("closed")

    async def scene():
        asyncio.get_running_loop().set_exception_handler(lambda _, found: troubles.append(found))
        say = InOneGo(gone, seconds=AT_ONCE)
        await say(BEGIN)
        while say.flushing is None:
            await asyncio.sleep(0)
        await say.flushing

    run(scene())
    assert troubles == []


def test_what_is_no_message_of_streamlits_is_passed_on():
    others = [
        {"type": "websocket.accept"},
        {"type": "websocket.send", "bytes": b"\xff\xff"},
        {"type": "websocket.send", "text": "hello"},
        {"type": "websocket.close", "code": 1000},
    ]

    async def scene(say, sent):
        for message in others:
            await say(message)

    assert sending(scene) == others
    assert not any(ends(parse(one)) or begins(parse(one)) for one in others)


def test_the_beginning_of_a_part_s_run_and_the_end_of_any_are_told_from_the_rest():
    assert [begins(parse(message)) for message in RUN] == [True, False, False, False]
    assert [ends(parse(message)) for message in RUN] == [False, False, False, True]
