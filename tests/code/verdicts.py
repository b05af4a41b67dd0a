"""Programs run by the lab's own harness in CPython, and judged by the page's script in Node."""

import json
import subprocess
import sys

from ndcg_core.code_lab import CASES, TASKS, pack_lab
from ndcg_ui.components.lab.lab import read_sandbox_file
from tests.clock import PATIENCE
from tests.ui.scenes import make_scene_runner, read_module

WANTED = {task.id: task.wanted for task in TASKS}
RUN = """
import json, sys
from types import ModuleType, SimpleNamespace

words = []
sys.modules["browser"] = ModuleType("browser")
sys.modules["browser"].self = SimpleNamespace(__lab=lambda *word: words.append(word))
text = lambda part: str(part).lower() if isinstance(part, bool) else str(part)
harness, programs = json.load(sys.stdin)
said, screen = [], sys.stdout
for source, wanted, calls in programs:
    space = {}
    exec(harness, space)
    space["run"](source, repr([[], wanted, calls]))
    texts = [[*map(text, word), *[""] * (5 - len(word))] for word in words]
    said.append([word for word in texts if word[0] != "started"])  # which is for the frame alone
    words.clear()
json.dump(said, screen)
"""
JUDGE = """
import { readFileSync } from "node:fs";
import { Conversation, makeRequest, planCalls, readReport } from "./report.js";
import { judge } from "./judge.js";
const [data, runs] = JSON.parse(readFileSync("runs.json"));
const result = runs.map(([id, source, words]) => {
  const task = data.tasks.find((one) => one.id === id);
  const calls = planCalls(task, data.functions, { rows: [] });
  const talk = new Conversation(makeRequest(source, task, calls));
  const odd = words.find((word) => !talk.take(word));
  const end = odd || !talk.complete ? "odd" : "done";
  const verdict = judge(task, data, calls, readReport({ words, end }, calls));
  return { ...verdict, checks: [] };
});
"""


def collect_messages(programs):
    """Return the harness's messages for each (step, source)."""
    requests = [
        (source, WANTED[step], [(n, c.arguments) for n in WANTED[step] for c in CASES[n]])
        for step, source in programs
    ]
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps([read_sandbox_file("harness.brython"), requests]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    return json.loads(done.stdout)


def judge_programs(folder, programs):
    """Return the page's verdict on each (step, source): state, message, and passed checks."""
    runs = [
        (*program, words)
        for program, words in zip(programs, collect_messages(programs), strict=True)
    ]
    (folder / "runs.json").write_text(json.dumps([pack_lab(), runs]))
    modules = {name: read_module(f"components/lab/{name}") for name in ("report.js", "judge.js")}
    return make_scene_runner(folder, modules, "")(JUDGE)
