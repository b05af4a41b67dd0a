"""A class that two processes serve, and a server that stops."""

import pytest

from tests.classroom.people import RIGHT, Learner, Teacher, serve


@pytest.mark.thorough("two servers are started")
def test_two_processes_serve_one_class(database_address, tmp_path):
    running = [serve(database_address, tmp_path / f"log {n}") for n in range(2)]
    try:
        here, there = running
        teacher = Teacher(here.url)
        learner = Learner(there.url, teacher.code)
        follow = learner.follow()
        wall = teacher.follow_wall()
        follow.wait_for_revision(0)
        teacher.command("forward")
        follow.wait_for_revision(1)
        assert learner.answer(RIGHT).status_code == 200
        wall.wait_for_event(lambda event: event.get("answered") == 1)
    finally:
        for server in running:
            server.stop()


def test_a_stopped_server_ends_despite_open_streams_and_logs_no_secret(tmp_path):
    server = serve(str(tmp_path / "class.sqlite3"), tmp_path / "log")
    try:
        teacher = Teacher(server.url)
        learner = Learner(server.url, teacher.code)
        follow = learner.follow()
        wall = teacher.follow_wall()
        follow.wait_for_revision(0)
        wall.wait_for_event(lambda event: event.get("joined") == 1)
        process = server.process
        process.terminate()
        process.wait(5)
    finally:
        server.stop()
    for secret in (learner.secret, teacher.secret, teacher.showing):
        assert secret not in server.log.read_text()
