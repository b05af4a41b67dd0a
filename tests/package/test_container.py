"""The app's container, built and used, where podman or docker has the base image that it names.

Where no registry is reached, any image will do that has Python 3.11, pip and useradd:

    debootstrap --variant=minbase --include=python3,python3-pip,ca-certificates bookworm root
    rm root/usr/lib/python3.11/EXTERNALLY-MANAGED
    ln -s /usr/bin/python3 root/usr/local/bin/python
    tar -C root -c . | podman import - localhost/python:3.11
    export NDCG_CONTAINER_BASE=localhost/python:3.11 NDCG_TESTS=all
    .venv/bin/pytest tests/package/test_container.py

NDCG_CONTAINER_BUILD holds further options for `build`, such as `-v` with a certificate pip needs.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from tests.clock import PATIENCE
from tests.package.installed import ROOT

RECIPE = (ROOT / "Dockerfile").read_text("utf-8")
(PINNED,) = re.findall(r"^ARG BASE=(\S+)$", RECIPE, re.MULTILINE)
BASE = os.environ.get("NDCG_CONTAINER_BASE", PINNED)
HELP = f"No podman or docker with {BASE} here: pull it, or see tests/package/test_container.py."
NAME, KEY = "ndcg.example.edu", "a key of the tests"
HARDENED = shlex.split(
    "--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges --memory 2g"
)
"""As in docs/serving.md."""

thorough = pytest.mark.thorough("an image is built, for minutes")


def ran(*command: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{(done.stdout + done.stderr)[-4000:]}"
    return done


def has_the_base(tool: str) -> bool:
    """Whether a container tool works here and has the base image."""
    command = [tool, "image", "inspect", BASE]
    return bool(shutil.which(tool)) and not subprocess.run(command, capture_output=True).returncode


@dataclass(frozen=True)
class Container:
    """A running container, and where it is reached."""

    tool: str
    name: str

    @property
    def url(self) -> str:
        return f"http://{ran(self.tool, 'port', self.name, '8501').stdout.strip()}"

    def ask(self, path: str, **message: str) -> httpx.Response:
        """What it answers under its name: to a message, or to a visitor."""
        how = {"json": message} if message else {}
        method, headers = "POST" if message else "GET", {"Host": NAME}
        return httpx.request(method, self.url + path, headers=headers, timeout=PATIENCE, **how)

    def inside(self, *command: str) -> subprocess.CompletedProcess[str]:
        line = [self.tool, "exec", self.name, *command]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    def inspect(self, part: str) -> str:
        return ran(self.tool, "inspect", "--format", part, self.name).stdout.strip()

    def wait(self) -> None:
        """Wait until the image's own HEALTHCHECK finds it healthy."""
        kind, *command = json.loads(self.inspect("{{json .Config.Healthcheck.Test}}"))
        assert kind == "CMD"
        deadline = time.monotonic() + PATIENCE
        while (check := self.inside(*command)).returncode:
            assert time.monotonic() < deadline, check.stderr


@pytest.fixture(scope="module")
def tool() -> str:
    usable = next(filter(has_the_base, ("podman", "docker")), None)
    return usable or pytest.skip(HELP)


@pytest.fixture(scope="module")
def build(tool):
    """Build a stage of the Dockerfile: its image and what the tool said."""
    more = shlex.split(os.environ.get("NDCG_CONTAINER_BUILD", ""))
    form = ["--format", "docker"] if tool == "podman" else []

    def built(*target: str) -> tuple[str, str]:
        image = f"ndcg-test-{target[-1] if target else 'whole'}"
        told = ["--build-arg", f"BASE={BASE}", "-t", image]
        done = ran(tool, "build", *form, *target, *told, *more, ".")
        return image, done.stdout + done.stderr

    return built


@pytest.fixture(scope="module")
def image(build):
    return build("--target", "app")


@pytest.fixture
def run(tool, image) -> Iterator:
    """Start containers that share a volume, as docs/serving.md does; all are removed in the end."""
    volume, started = f"ndcg-test-{uuid.uuid4().hex}", []

    def begun() -> Container:
        container = Container(tool, f"ndcg-test-{uuid.uuid4().hex}")
        started.append(container)
        told = ["-e", f"NDCG_CLASS_KEY={KEY}", "-e", f"NDCG_ALLOWED_HOSTS={NAME}"]
        where = ["-p", "127.0.0.1::8501", "-v", f"{volume}:/var/lib/ndcg"]
        ran(tool, "run", "-d", "--name", container.name, *HARDENED, *where, *told, image[0])
        container.wait()
        return container

    yield begun
    for container in started:
        subprocess.run([tool, "rm", "-f", container.name], capture_output=True, check=False)
    subprocess.run([tool, "volume", "rm", volume], capture_output=True, check=False)


def test_the_base_is_pinned_and_may_be_another():
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+\.\d+-\S+@sha256:[0-9a-f]{64}", PINNED)
    assert re.findall(r"^FROM (.+)$", RECIPE, re.MULTILINE) == [
        "${BASE} AS app",
        "app AS postgresql",
    ]


@thorough
def test_it_is_healthy_under_a_name_and_makes_rooms_for_who_has_the_key(run, image):
    assert "HEALTHCHECK is not supported" not in image[1]
    container = run()
    first = container.ask("/")
    assert first.status_code == 200
    assert "NDCG, step by step" in first.text
    written = ran(container.tool, "logs", container.name)
    assert "external" not in (written.stdout + written.stderr).lower()  # asked of the internet
    room = {"plan": 'questions = ["drag/1"]'}
    assert container.ask("/class/rooms", **room).status_code == 409
    made = container.ask("/class/rooms", **room, key=KEY)
    assert made.status_code == 200, made.text
    assert container.inside("id", "-u").stdout.strip() != "0"
    assert container.inside("touch", "/opt/ndcg/more").returncode  # nothing can be changed


@thorough
def test_a_room_outlives_its_container(run, tool):
    old = run()
    code = old.ask("/class/rooms", plan='questions = ["drag/1"]', key=KEY).json()["code"]
    ran(tool, "stop", old.name)
    assert old.inspect("{{.State.ExitCode}}") == "0"
    ran(tool, "rm", old.name)
    assert run().ask("/join/enter", code=code).json()["code"] == code


@thorough
def test_the_second_stage_brings_what_postgresql_needs(build, tool):
    image, _ = build()
    ran(tool, "run", "--rm", image, "python", "-c", "import psycopg")
