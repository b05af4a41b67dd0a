"""The frame and the worker of the code lab's sandbox, run in Node with stand-ins for a browser."""

import json

import pytest

from ndcg_ui.components.lab.lab import read_sandbox_file
from tests.ui.scenes import CLOCK, make_scene_runner, needs_node

pytestmark = needs_node

FRAME = f"""
{CLOCK}
// A channel whose messages arrive at once, until one end is closed.
globalThis.MessageChannel = class {{
  constructor() {{
    const make = () => ({{ closed: false, close() {{ this.closed = true; }} }});
    const [one, two] = [make(), make()];
    const connect = (from, to) => (from.postMessage = (data) => {{
      if (!from.closed && !to.closed) to.onmessage?.({{ data }});
    }});
    connect(one, two);
    connect(two, one);
    [this.port1, this.port2] = [one, two];
  }}
}};
const workers = [];
globalThis.Worker = class {{
  constructor(url) {{
    Object.assign(this, {{ url, requests: [], ended: false }});
    workers.push(this);
  }}
  postMessage(first, [port]) {{
    Object.assign(this, {{ first, port }});
    port.onmessage = ({{ data }}) => this.requests.push(data);
  }}
  terminate() {{
    this.ended = true;
  }}
  say(...words) {{
    this.port.postMessage([...words, "", "", "", ""].slice(0, 5));
  }}
}};
const blobs = [];
URL.createObjectURL = (blob) => `blob:${{blobs.push(blob)}}`;
const greetings = [];
globalThis.parent = {{ postMessage: (...given) => greetings.push(given) }};
globalThis.origin = "null";
let hear;
globalThis.addEventListener = (_, go) => (hear = go);
let said; // what the frame told the page since the last look
const look = () => said.splice(0);
let page;
let opened = 0;
// Opens a frame. Its first worker is ready after some time.
async function openFrame(time = 1000) {{
  await import(`./frame.js?${{++opened}}`);
  const {{ port1, port2 }} = new MessageChannel();
  said = [];
  workers.length = 0;
  page = port1;
  page.onmessage = ({{ data }}) => said.push(data);
  hear({{ data: "engine", ports: [port2], source: parent }});
  await pass(time);
  if (time) workers[0].say("ready");
}}
"""


@pytest.fixture
def frame(tmp_path):
    """Run a scene with the frame of the sandbox."""
    return make_scene_runner(tmp_path, {"frame.js": read_sandbox_file("frame.js")}, FRAME)


def test_a_frame_greets_only_without_an_origin_and_takes_one_engine(frame):
    greetings, ignored, engine, workers = frame("""
        origin = "http://localhost";
        await openFrame(0);
        const told = [greetings.length];
        origin = "null";
        await import("./frame.js?sandboxed");
        told.push(...greetings);
        workers.length = 0;
        const { port1, port2 } = new MessageChannel();
        hear({ data: "engine", ports: [port2], source: {} });
        hear({ data: "engine", ports: [], source: parent });
        const ignored = [workers.length];
        blobs.length = 0;
        hear({ data: "engine", ports: [port2], source: parent });
        hear({ data: "another", ports: [port1], source: parent });
        ignored.push(workers.length);
        const engine = [blobs.length, await blobs[0].text(), blobs[0].type];
        const result = [told, ignored, engine, workers.map(({ url, first }) => [url, first])];
    """)
    assert greetings == [0, ["ndcg-lab-frame", "*"]]
    assert ignored == [0, 1]
    assert engine == [1, "engine", "text/javascript"]
    assert workers == [["blob:1", "port"]]


def test_each_run_has_a_new_worker_and_a_spare_one_is_kept_ready(frame):
    ready, run, after, late = frame("""
        await openFrame();
        const ready = [look()];
        await pass(290);
        ready.push(workers.length);
        await pass(20);
        ready.push(workers.length);
        page.postMessage("stop"); // nothing runs
        workers[1].say("out", "a word of the spare one");
        ready.push(look());
        page.postMessage("a program");
        page.postMessage("another program");
        const [one, spare] = workers;
        one.say("out", "early");
        one.say("started");
        one.say("out", "a");
        one.say("started");
        spare.say("ready");
        const run = [one.requests, look()];
        one.say("end");
        one.say("out", "late");
        run.push(look(), one.ended, one.port.closed || "open", spare.ended);
        await pass(310);
        const after = [workers.length];
        page.postMessage("next");
        after.push(spare.requests);
        spare.say("broken");
        after.push(look(), workers.length, workers[2].url);
        page.postMessage("too early");
        workers[2].say("ready");
        after.push([...workers[2].requests], look());
        page.postMessage("a run before the spare worker is made");
        await pass(400);
        const late = [workers.length];
        workers[2].say("end");
        late.push(look(), workers.length);
        const result = [ready, run, after, late];
    """)
    word = ["out", "a", "", "", ""]
    assert ready == [[{"state": "ready"}], 1, 2, []]
    requests, words, done, ended, port, spare = run
    assert requests == ["a program"]
    early, first, started = (one["word"] for one in words)
    assert (early[1], first, started[0]) == ("early", word, "started")
    assert done == [{"end": "done", "after": 5}, {"state": "ready"}]
    assert (ended, port, spare) == (True, "open", False)
    broken = {"end": "broken", "after": 60}
    assert after == [3, ["next"], [broken], 3, "blob:1", [], [{"state": "ready"}]]
    assert late == [3, [{"end": "done", "after": 60}], 4]


@pytest.mark.parametrize(
    ("start", "limit"), [(100, 2000), (1000, 5000), (1500, 7500), (2500, 10_000)]
)
def test_a_slow_machine_gives_a_program_more_time_within_limits(frame, start, limit):
    early, late = frame(f"""
        await openFrame({start});
        look();
        page.postMessage("a program");
        workers[0].say("started");
        await pass({limit - 1});
        const early = look();
        await pass(1);
        const result = [early, look()];
    """)
    assert early == []
    assert late == [{"end": "time", "after": round(limit / 1000)}]


def test_a_run_ends_by_its_limits_by_a_stop_and_by_odd_messages(frame):
    loading, stopped, odd, fine, failed = frame("""
        await openFrame();
        look();
        page.postMessage("a program");
        await pass(59_999);
        const loading = [look()];
        await pass(1);
        loading.push(look());
        const stopped = [];
        const start = () => {
          workers.at(-1).say("ready");
          page.postMessage("a program");
          look();
          return workers.at(-1);
        };
        start();
        page.postMessage("stop");
        stopped.push(look());
        start().say("started");
        page.postMessage("stop");
        stopped.push(look());
        const odd = [];
        for (const words of [null, "value", ["a"], ["a", "", "", "", 5], ["a", "", "", "", "", ""],
          { length: 5 }, ["x".repeat(10_000), "", "", "", "y"]]) {
          start().port.postMessage(words);
          odd.push(look()[0].end);
        }
        const longest = start();
        longest.say("x".repeat(9_999), "y");
        for (let n = 1; n < 6000; n++) longest.say("out");
        const fine = [look().length, longest.ended];
        longest.say("out");
        odd.push(look()[0].end);
        const failed = [];
        let prevented = 0;
        start().onerror({ preventDefault: () => (prevented += 1) });
        failed.push(look(), prevented);
        const result = [loading, stopped, odd, fine, failed];
    """)
    assert loading == [[], [{"end": "loading", "after": 60}]]
    assert stopped == [[{"end": "stopped", "after": 60}], [{"end": "stopped", "after": 2}]]
    assert odd == ["odd"] * 8
    assert fine == [6000, False]
    assert failed == [[{"end": "broken", "after": 60}], 1]


def test_a_worker_that_does_not_start_is_replaced_twice_in_a_row(frame):
    replaced, dead, spare = frame("""
        await openFrame(0);
        const replaced = [];
        for (const _ of [1, 2]) {
          await pass(19_999);
          replaced.push(look());
          await pass(1);
          replaced.push(look(), workers.length);
        }
        workers.at(-1).say("ready"); // so the failures do not count any more
        page.postMessage("a program");
        workers.at(-1).say("end");
        look();
        await pass(40_000);
        replaced.push(look(), workers.length);
        await pass(20_000);
        const dead = [look(), workers.length, workers.every((one) => one.ended)];
        page.postMessage("a program");
        page.postMessage("stop");
        await pass(60_000);
        dead.push(look(), workers.length);
        await openFrame();
        await pass(300);
        look();
        await pass(20_000); // the spare worker does not start
        const spare = [look(), workers.map((one) => one.ended)];
        page.postMessage("a program");
        workers[0].say("end");
        spare.push(look(), workers.length);
        const result = [replaced, dead, spare];
    """)
    broken = {"end": "broken", "after": 20}
    assert replaced == [[], [broken], 2, [], [broken], 3, [broken, broken], 6]
    assert dead == [[broken, {"state": "dead"}], 6, True, [], 6]
    assert spare == [[], [False, True], [{"end": "done", "after": 60}], 3]


WORKER = """
const ways = ["fetch", "postMessage", "Worker", "indexedDB"];
for (const name of ways) globalThis[name] = () => {};
Object.prototype.importScripts = () => {}; // on the way up from the global object
let hear;
let options;
globalThis.addEventListener = (name, go, more) => ((hear = go), (options = [name, more]));
const $B = {
  VFS: { math: [], itertools: [], os: [], "os.path": [], random: [] },
  finders: { VFS: "our library" },
  import_info: {},
  parse_options: (given) => given,
  runPythonSource: (source, name) => ({ run: [source, name, typeof globalThis.__lab] }),
  $getattr: (made, name) => made[name],
  $call: (...given) => {
    calls.push(given);
    if (given[1].includes("crash")) throw new Error("crash");
  },
};
const calls = [];
globalThis.__BRYTHON__ = $B;
globalThis.__HARNESS__ = "the harness";
await import("./worker.js");
const begin = () => {
  const said = [];
  const port = { postMessage: (words) => said.push(words) };
  hear({ ports: [port] });
  return [port, said];
};
"""
IMPORTS = """import math
from itertools import accumulate as a, chain
if 1: import random, os.path as p ; import math
  import os
important = "import sys"
import numpy, toString
# from random
"""


def test_the_worker_removes_the_ways_out_and_loads_what_a_program_imports(tmp_path):
    run = make_scene_runner(tmp_path, {"worker.js": read_sandbox_file("worker.js")}, WORKER)
    begun, closed, called, words, kept = run(f"""
        const log = console.log;
        const [port, said] = begin();
        const begun = [options, [...said], $B.$options];
        const names = [...ways, "importScripts", "__lab", "__HARNESS__"];
        const closed = [names.filter((name) => name in globalThis), console.log === log,
          console.log("nothing")];
        $B.make_import_paths("a file");
        const kept = $B.import_info;
        const source = {json.dumps(IMPORTS)};
        port.onmessage({{ data: {{ source, wanted: ["dcg"], calls: [1] }} }});
        const words = [said.at(-1), port.onmessage];
        globalThis.__HARNESS__ = "the harness";
        const [other, heard] = begin();
        other.onmessage({{ data: {{ source: "crash", wanted: [], calls: [] }} }});
        words.push(heard.at(-1));
        const called = calls.map(([run, source, text]) => [run, source, JSON.parse(text)]);
        const result = [begun, closed, called, words, kept];
    """)
    ready, end = ["ready", "", "", "", ""], ["end", "", "", "", ""]
    assert begun == [["message", {"once": True}], [ready], {"debug": 0, "indexeddb": False}]
    assert closed == [[], False, None]
    harness = ["the harness", "harness", "function"]
    modules = ["math", "itertools", "random", "os.path", "os"]
    assert called[0] == [harness, IMPORTS, [modules, ["dcg"], [1]]]
    assert called[1][1:] == ["crash", [[], [], []]]
    assert words == [end, None, ["broken", "", "", "", ""]]
    assert kept == {"a file": {"meta_path": ["our library"], "path_hooks": [], "path": []}}
