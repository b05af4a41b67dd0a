"""A visitor in a small browser (`small_browser.js`), which Node runs without a screen.

The pages and their scripts are ours, and our server answers their requests in this process.
"""

import json
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

from starlette.testclient import TestClient

from ndcg_ui.exhibit.scripts import COMPONENT_ROOM, build_script
from tests.classroom.small_app import app
from tests.clock import PATIENCE
from tests.ui.scenes import CLOCK, UI

BROWSER = Path(__file__).parent / "small_browser.js"
NAMES = re.findall(
    r"^export (?:async )?(?:const|function) (\w+)", BROWSER.read_text("utf-8"), re.MULTILINE
)
SCRIPT = re.compile(rf"{COMPONENT_ROOM}/ndcg-tutor\.(\w+)/")
FORWARDED = ("content-type", "ndcg", "retry")
"""The beginnings of the names of headers that scripts read."""


def do_as_visitor(folder: Path, scene: str) -> Any:
    """Run a scene in JavaScript that uses the names of `small_browser.js`; return its `result`."""
    client = TestClient(app, base_url="http://localhost", client=("127.0.0.1", 50000))
    (folder / "package.json").write_text('{"type": "module"}')
    names = f"import {{ {', '.join(NAMES)} }} from {json.dumps(BROWSER.as_uri())};"
    lines = [CLOCK, names, "let result;", scene, "end(result);", ""]
    (folder / "scene.js").write_text("\n".join(lines))
    with (folder / "errors").open("w+") as errors:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
        node = subprocess.Popen(["node", "scene.js"], cwd=folder, text=True, **pipes)
        too_long = Timer(PATIENCE, node.kill)
        too_long.start()
        try:
            for line in node.stdout:
                message = json.loads(line)
                if "result" in message:
                    return message["result"]
                with suppress(BrokenPipeError):  # a scene may end with a request under way
                    node.stdin.write(json.dumps(_answer(client, **message)) + "\n")
                    node.stdin.flush()
        finally:
            too_long.cancel()
            node.kill()
            node.communicate()
        errors.seek(0)
        raise AssertionError(errors.read()[-4000:] or "the scene ended without a result")


EMPTY_PAGE = r"""
const root = document.createElement("html");
root.innerHTML = `<head></head><body><div class="exhibit-place"><div class="exhibit"></div></div>
  </body>`;
document.replaceChildren(root);
history.replaceState(null, "", "http://localhost/somewhere");
const { Host } = await import("./exhibit/host.js");
const exhibit = find(".exhibit");
class Guest extends Host {
  isWholePage = false;
  get ownsLink() { return false; }
  get siteAddress() { return ""; }
}
const setHost = (host) => (find(".exhibit-place").ndcgHost = host);
const mount = (html) => {
  const slot = document.createElement("div");
  slot.innerHTML = html;
  exhibit.append(slot);
  return slot;
};
const acts = { idle: true, all: [], add: (act) => void acts.all.push(act) };
acts.readFile = (text) => text;
"""
"""An empty page for parts, its `exhibit`, and acts that nobody answers."""


def do_on_empty_page(folder: Path, scene: str, **values: Any) -> Any:
    """Run a scene in which our modules draw parts on an empty page; return its `result`.

    values: what the scene knows from Python, by name
    """
    for room in ("components", "exhibit"):
        for file in (UI / room).rglob("*.js"):
            to = folder / file.relative_to(UI)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, to)
    given = [f"const {name} = {json.dumps(value)};" for name, value in values.items()]
    return do_as_visitor(folder, "\n".join([*given, EMPTY_PAGE, scene]))


def _answer(client: TestClient, number: int, url: str, **request: Any) -> dict[str, Any]:
    """Return the server's answer to a request of the page."""
    if script := SCRIPT.match(url):  # the path of Streamlit's components
        return {"number": number, "status": 200, "text": build_script(script[1]).decode()}
    content = request.pop("body")
    answer = client.request(url=url, content=content, **request)
    headers = {n: text for n, text in answer.headers.items() if n.startswith(FORWARDED)}
    return {
        "number": number,
        "status": answer.status_code,
        "headers": headers,
        "text": answer.text,
    }
