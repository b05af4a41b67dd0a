"""The app behind nginx with TLS, by the configuration in docs/: pages, sockets, streams, files."""

import shutil
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from benchmarks._server import find_free_port
from ndcg_ui.classroom.service import MANY_GUESS
from tests.browser.classes import start_class
from tests.clock import PATIENCE

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NAME = "ndcg.example.edu"
"""The name in the example; tests' browsers look for it on this machine."""
MISSING = "nginx or openssl is not installed: `apt-get install nginx openssl` brings them."
AROUND = """daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 512; }}
http {{
    access_log {folder}/asked;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u;
    scgi_temp_path {folder}/s;
    include {folder}/ndcg.conf;
}}
"""
PHONE = {"width": 390, "height": 780, "ignore_https_errors": True}

pytestmark = pytest.mark.skipif(not (NGINX and shutil.which("openssl")), reason=MISSING)


@contextmanager
def run_nginx(folder, configuration, port):
    """Run nginx with a configuration on a port, with its files in a folder."""
    (folder / "ndcg.conf").write_text(configuration)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
    command = [NGINX, "-p", folder, "-e", folder / "errors", "-c", folder / "nginx.conf"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    while not is_listening(port):
        if process.poll() is not None:
            raise RuntimeError(process.stderr.read().decode() + (folder / "errors").read_text())
    yield
    process.terminate()
    process.wait(20)


def is_listening(port):
    """Return True if a process listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def app(make_server):
    """Return the server behind nginx, with the name in the example."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("NDCG_ALLOWED_HOSTS", NAME)
        return make_server()


@pytest.fixture(scope="module")
def proxy(app, tmp_path_factory):
    """Run nginx with the example's configuration, except for its ports and certificate."""
    folder, secure, plain = tmp_path_factory.mktemp("nginx"), find_free_port(), find_free_port()
    key, certificate = folder / "key.pem", folder / "cert.pem"
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1")
    command = [*made, "-subj", f"/CN={NAME}", "-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, capture_output=True)
    changed = EXAMPLE.read_text("utf-8")
    for written, ours in (
        ("127.0.0.1:8501", f"127.0.0.1:{app.port}"),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("/etc/ssl/ndcg.example.edu.pem", str(certificate)),
        ("/etc/ssl/ndcg.example.edu.key", str(key)),
    ):
        assert changed.count(written) == 1
        changed = changed.replace(written, ours)
    with run_nginx(folder, changed, secure):
        url, unencrypted = f"https://{NAME}:{secure}", f"http://127.0.0.1:{plain}"
        yield SimpleNamespace(url=url, plain=unencrypted, port=secure, folder=folder)


def test_nginx_forwards_pages_sockets_and_files(open_page, proxy, tmp_path):
    page = open_page("/", at=proxy, ignore_https_errors=True, wait="[data-testid=card]")
    page.goto(f"{proxy.url}/evaluate?data=own")
    page.wait_for_selector("[data-testid=drop]")
    judged = tmp_path / "qrels.txt"
    judged.write_text("".join(f"q{n} 0 d{n} 1\n" for n in range(150_000)))  # 2 MB: more than
    assert judged.stat().st_size > 2_000_000  # nginx's default limit
    page.locator("[data-kind=qrels] input").set_input_files(judged)
    page.get_by_text("A run is missing.").wait_for()


def test_events_arrive_at_once_and_the_class_address_uses_tls(open_page, proxy):
    desk, _, code = start_class(open_page, proxy, "3, 2", ignore_https_errors=True)
    assert desk.get_by_test_id("address").inner_text().startswith(f"https://{NAME}")
    phone = open_page(f"/join#{code}", at=proxy, wait="body[data-connection=here]", **PHONE)
    for phase in ("open", "closed", "revealed"):
        desk.keyboard.press("ArrowRight")
        for page in (desk, phone):
            page.wait_for_selector(f"body[data-phase={phase}]")
    secret = desk.evaluate("location.hash").partition(".")[2]
    desk.once("dialog", lambda dialog: dialog.accept())
    desk.get_by_role("button", name="End the class").click()
    phone.get_by_text("This class is over.").wait_for()
    assert secret
    assert secret not in (proxy.folder / "asked").read_text()


def test_plain_http_redirects_to_our_name_and_answers_enforce_tls(proxy):
    for host, status in ((NAME, 200), ("evil.example", 421)):
        answer = httpx.get(f"{proxy.plain}/playground?r=3,2", headers={"Host": host})
        assert answer.status_code == 301
        assert answer.headers["location"] == f"https://{NAME}/playground?r=3,2"
        address = f"https://127.0.0.1:{proxy.port}/"
        answer = httpx.get(address, headers={"Host": host}, verify=False)
        assert answer.status_code == status, answer.text[:200]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_learners_from_different_addresses_are_counted_separately(app, proxy):
    room = {"plan": 'questions = ["drag/1"]'}
    made = httpx.post(f"{app.url}/class/rooms", json=room, headers={"Host": NAME})
    assert made.status_code == 200, made.text

    wrong = map("".join, product("BCDFG", repeat=5))  # each its own: the same are one attempt

    def try_code(address, code):
        with httpx.Client(
            transport=httpx.HTTPTransport(local_address=address, verify=False), timeout=PATIENCE
        ) as learner:
            url = f"https://127.0.0.1:{proxy.port}/join/enter"
            return learner.post(url, json={"code": code}, headers={"Host": NAME}).text

    with ThreadPoolExecutor(65) as at_once:
        guesses = [at_once.submit(try_code, "127.0.0.2", next(wrong)) for _ in range(60)]
        assert any(MANY_GUESS in guess.result() for guess in as_completed(guesses))
        others = list(at_once.map(try_code, ["127.0.0.3"] * 5, wrong))
    assert not any(MANY_GUESS in answer for answer in others)
