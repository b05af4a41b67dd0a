"""Requests of the browser, run by Node: repetitions, random pauses, and the note meanwhile."""

import pytest

from tests.ui.scenes import CLOCK, make_scene_runner, needs_node, read_module

SERVER = f"""
import {{ askUntilAnswered, isAsking, Refused }} from "./asking.js";
import {{ mountBand }} from "./band.js";
{CLOCK}
const body = [];
globalThis.document = Object.assign(new EventTarget(), {{
  createElement: () => ({{}}),
  body: {{ append: (line) => body.push(line) }},
}});
const browser = new EventTarget();
globalThis.addEventListener = (name, go) => browser.addEventListener(name, go);
const lies = {{ onLine: true }};
Object.defineProperty(globalThis, "navigator", {{ value: lies, configurable: true }});
const connect = (is) => {{
  lies.onLine = is;
  browser.dispatchEvent(new Event(is ? "online" : "offline"));
}};
mountBand();
document.dispatchEvent(new Event("readystatechange"));
const band = () => body[0].textContent;

// Answers in turn, the last one for ever; null is a network that fails.
let asked = [];
const answers = (...all) => async () => {{
  asked.push(clock.now);
  const [status, text, headers] = all[Math.min(asked.length, all.length) - 1] ?? [];
  if (!status) throw new TypeError("no network");
  return new Response(text, {{ status, headers }});
}};
const PLAIN = {{ "Content-Type": "text/plain; charset=utf-8" }};
const PAGE = {{ "Content-Type": "text/html" }};
const outcome = (send, waits) => {{
  const done = {{ value: undefined }};
  askUntilAnswered(send, undefined, waits).then(
    (value) => (done.value = value),
    (error) => (done.value = error instanceof Refused ? error.message : `not refused: ${{error}}`),
  );
  return done;
}};
let result;
"""
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    modules = {
        "asking.js": read_module("exhibit/asking.js"),
        "band.js": read_module("components/markup/band.js"),
    }
    return make_scene_runner(tmp_path, modules, SERVER)


def test_unanswered_requests_are_repeated_and_a_refusal_is_final(node):
    final, later = [400, 403, 404, 409, 413, 507], [408, 425, 429, 500, 502, 503, 504]
    counts = node(f"""
        result = [];
        for (const status of {final + later}) {{
          asked = [];
          const done = outcome(answers([status, "no", PLAIN], [200, "[1]"]));
          await pass(1000);
          result.push([asked.length, done.value]);
        }}
    """)
    assert counts == [[1, "no"]] * len(final) + [[2, [1]]] * len(later)


def test_pauses_grow_vary_and_follow_the_servers_retry_time(node):
    usual, least, most, wanted, longest, half = node("""
        const pauses = async (chance, ...all) => {
          Math.random = () => chance;
          asked = [];
          clock.now = 0;
          outcome(answers(...all));
          await pass(70_000);
          return asked.slice(1, 8).map((at, n) => at - asked[n]);
        };
        result = [await pauses(0.5, null), await pauses(0, null), await pauses(1, null)];
        result.push(await pauses(0, [429, "", { "Retry-After": "7" }], [200, "1"]));
        result.push(await pauses(0, [429, "", { "Retry-After": "3600" }], [200, "1"]));
        result.push(await pauses(0.5, [200, '{"half'], [200, "1"]));
    """)
    assert usual == [250, 500, 1000, 2000, 4000, 4000, 4000]
    assert least == [ms / 2 for ms in usual]
    assert most == [ms * 1.5 for ms in usual]
    assert wanted == [7000]
    assert longest == [60_000]
    assert half == [250]


def test_a_note_appears_after_two_seconds_until_all_is_answered(node):
    assert node("""
        const texts = [];
        const see = async (ms) => (await pass(ms), texts.push([Boolean(band()), isAsking()]));
        await see(1);
        outcome(answers(...Array(5).fill(null), [200, "1"])); // answered after 7.75 s
        await see(1999);
        await see(1);
        let hold = true;
        outcome(async () => (hold ? Promise.reject(new TypeError()) : new Response("1")));
        await see(8000);
        hold = false;
        await see(4000);
        result = texts;
    """) == [[False, False], [False, True], [True, True], [True, True], [False, False]]


def test_the_note_names_the_cause_of_the_wait(node):
    slow, busy, lost = node("""
        let say;
        outcome(() => new Promise((go) => (say = go)));
        await pass(2000);
        const texts = [band()];
        say(new Response("BusyError.", { status: 503 }));
        await pass(10);
        texts.push(band());
        outcome(async () => Promise.reject(new TypeError()));
        await pass(2000);
        result = [...texts, band()]; // the first request is still waiting for the busy server
    """)
    assert slow == "Still waiting for an answer…"
    assert busy == "The server is busy. Trying again…"
    assert lost == "No connection. Trying again…"


def test_a_browser_without_a_connection_says_so_at_once(node):
    assert node("""
        const texts = [Boolean(band())];
        connect(false);
        texts.push(band());
        connect(true);
        texts.push(Boolean(band()));
        lies.onLine = false; // a page that is opened from what the browser keeps
        mountBand();
        document.dispatchEvent(new Event("readystatechange"));
        texts.push(body[1].textContent);
        result = texts;
    """) == [
        False,
        "No connection. Trying again…",
        False,
        "No connection. Trying again…",
    ]


def test_only_a_json_sentence_is_shown_and_not_a_proxys_page(node):
    html, json, waited = node("""
        const large = outcome(answers([413, "<html><h1>413</h1></html>", PAGE]));
        await pass(10);
        asked = [];
        const json = { "Content-Type": "application/json" };
        const known = outcome(answers([400, '{"say": "Such a room is not here."}', json]));
        await pass(10);
        const heard = [];
        asked = [];
        const bad = answers([502, "<html>nginx</html>", PAGE], [429, "Wait.", PLAIN], [200, "1"]);
        outcome(bad, (why) => heard.push(why));
        await pass(2000);
        result = [large.value, known.value, heard];
    """)
    assert html == "This is larger than the server accepts. Send a smaller file."
    assert json == "Such a room is not here."
    assert waited == ["The server is not available (502).", "Wait."]
