"""The code page's editor, and the walls of its sandbox."""

from __future__ import annotations

import pytest

from tests.browser.lab_page import EDITOR, RESULT, LabPage
from tests.code.programs_right import SUM

# --- The editor ------------------------------------------------------------------------------


def test_the_editor_indents_undoes_and_lets_go(lab):
    lab.choose("dcg")
    page, press = lab.page, lab.page.keyboard.press
    lab.write("")
    page.focus(EDITOR)
    page.keyboard.type("def f():")
    press("Enter")
    page.keyboard.type("return 1")
    press("Enter")
    assert page.input_value(EDITOR) == "def f():\n    return 1\n"
    press("Tab")
    page.keyboard.type("x")
    assert page.input_value(EDITOR).endswith("\n    x")
    press("Shift+Tab")
    assert page.input_value(EDITOR).endswith("\nx")
    press("Control+z")
    assert page.input_value(EDITOR).endswith("\n    x")
    press("Control+a")
    press("Tab")
    assert page.input_value(EDITOR) == "    def f():\n        return 1\n        x"
    press("Control+z")
    press("Escape")
    press("Tab")
    assert page.evaluate("document.activeElement.dataset.testid") == "run"
    assert page.input_value(EDITOR) == "def f():\n    return 1\n    x"


def test_control_enter_runs(lab):
    lab.choose("dcg")
    lab.write(SUM)
    assert lab.after(lambda: lab.page.press(EDITOR, "Control+Enter")).state == "passed"


def test_what_is_typed_survives_a_reload(fresh_lab):
    fresh_lab.choose("dcg")
    fresh_lab.write("# mine")
    fresh_lab.page.reload()
    LabPage(fresh_lab.page)
    assert fresh_lab.page.input_value(EDITOR) == "# mine"


@pytest.mark.every_time
def test_the_letters_drawn_are_the_letters_typed(lab):
    lab.choose("dcg")
    source = "x = '''a\n\nb'''  # c\n\tprint(f\"{x}\", 1e5, None)\n  \n"
    lab.write(source)
    painted = lab.page.locator("[data-testid=painted] > *").all_text_contents()
    assert "\n".join(painted) == source


def test_start_again_can_be_undone(lab):
    lab.choose("dcg")
    lab.write("# mine")
    lab.page.click("text=Start again")
    assert lab.page.input_value(EDITOR).startswith("import math")
    lab.page.keyboard.press("Control+z")
    assert lab.page.input_value(EDITOR) == "# mine"


# --- The walls -------------------------------------------------------------------------------

ATTEMPTS = {
    "fetch": "fetch('/').then(() => 'open', () => 'shut')",
    "another host": "fetch('https://example.org/').then(() => 'open', () => 'shut')",
    "a picture": "new Promise(r => { const i = new Image(); i.onload = () => r('open');"
    " i.onerror = () => r('shut'); i.src = '/favicon.png'; })",
    "a worker's fetch": "new Promise(r => { const w = new Worker(URL.createObjectURL(new Blob(["
    "\"fetch('/').then(() => postMessage('open'), () => postMessage('shut'))\"])));"
    " w.onmessage = e => r(e.data); w.onerror = () => r('shut'); })",
    "a worker's socket": "new Promise(r => { const w = new Worker(URL.createObjectURL(new Blob(["
    "\"const s = new WebSocket('ws://' + 'localhost'); s.onopen = () => postMessage('open');"
    " s.onerror = () => postMessage('shut')\"]))); w.onmessage = e => r(e.data);"
    " w.onerror = () => r('shut'); })",
    "storage": "(() => { try { localStorage.length; return 'open' } catch { return 'shut' } })()",
    "cookies": "(() => { try { document.cookie; return 'open' } catch { return 'shut' } })()",
    "the page": "(() => { try { parent.document; return 'open' } catch { return 'shut' } })()",
    "a module": "import('/_stcore/health').then(() => 'open', () => 'shut')",
    "a place elsewhere": "(() => { try { top.location = '/'; return 'open' }"
    " catch { return 'shut' } })()",
}


def test_the_frames_own_walls_hold_without_our_help(open_page):
    walls = ("Content Security Policy", "Failed to load resource", "Unsafe attempt")
    page = open_page("/code", wait="[data-testid=lab][data-engine=ready]", tolerate=walls)
    frame = next(frame for frame in page.frames if "/sandbox/" in frame.url)
    assert frame.evaluate("origin") == "null"
    for name, attempt in ATTEMPTS.items():
        assert frame.evaluate(attempt) == "shut", name
    assert LabPage(page).run("dcg", SUM).state == "passed"


def test_another_learner_does_not_notice(open_page):
    first = LabPage(open_page("/code", wait="[data-testid=lab][data-engine]"))
    second = LabPage(open_page("/code", wait="[data-testid=lab][data-engine]"))
    first.choose("dcg")
    first.write("while True:\n    pass\n")
    first.page.click("[data-testid=run]")
    assert second.run("dcg", SUM).state == "passed"
    first.page.wait_for_selector(f"{RESULT}[data-state=stopped]")
    first.ready()
