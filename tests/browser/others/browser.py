"""One page of one browser, and what a person does there, behind one small face.

Each browser is driven by its own protocol; all take the same actions of a pointer and of keys,
which a person's hand would make.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.browser.visits import THERE

PATIENCE = 60  # seconds


class Missing(Exception):
    """An error for a browser that is not installed, with advice."""


class Browser:
    """One page of one browser: each kind says how it opens an address, runs a script in the page,
    lets a pointer or keys act, as WebDriver writes it, and is closed.
    """

    def visit(self, url: str) -> None:
        """Open an address of the app, and wait until the new page is usable."""
        self.go(url, wait_for="document.readyState !== 'loading'")
        self.wait(f"({THERE})()")

    def go(self, url: str, wait_for: str) -> None:
        """Open an address, and wait for an element of the new page."""
        self.run("window.isLeft = true")
        self.open(url)
        self.wait(f"!window.isLeft && {wait_for}")

    # --- What a person sees and does -----------------------------------------------------------

    def wait(self, condition: str, *arguments: Any) -> Any:
        """Wait until an expression is true in the page, and return its value.

        A page that is just being left may answer with an error of any kind.
        """
        deadline = time.monotonic() + PATIENCE
        error = None
        while time.monotonic() < deadline:
            try:
                if found := self.run(f"return ({condition});", *arguments):
                    return found
            except Exception as refused:
                error = refused
            time.sleep(0.05)
        focus, text = self.run(f"return {STATE}")
        raise AssertionError(
            f"never true: {condition} {arguments}; the focus is on {focus}; the page says: {text}"
        ) from error

    def wait_shown(self, selector: str) -> None:
        self.wait(f"{SHOWN}(arguments[0])", selector)

    def find_middle(self, selector: str) -> tuple[int, int]:
        """Scroll to an element, and return its middle."""
        self.wait_shown(selector)
        self.run(f"{SCROLLED}(arguments[0])", selector)
        return self.find_current_middle(selector)

    def find_current_middle(self, selector: str) -> tuple[int, int]:
        """Return the middle of an element without scrolling."""
        x, y = self.run(f"return {MIDDLE}(arguments[0])", selector)
        return x, y

    def click(self, selector: str) -> None:
        x, y = self.find_middle(selector)
        self.pointer(make_pointer_step(x, y), DOWN, UP)

    def focus(self, selector: str) -> None:
        """Focus an element once it is visible."""
        self.wait_shown(selector)
        self.wait(f"{FOCUSED}(arguments[0])", selector)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse at a point, move it to another point, and release it."""
        half = [(a + b) // 2 for a, b in zip(start, end, strict=True)]
        self.pointer(
            make_pointer_step(*start),
            DOWN,
            make_pointer_step(*half, 100),
            make_pointer_step(*end, 100),
            make_pointer_step(*end, 50),
            UP,
        )

    def pointer(self, *steps: dict[str, Any]) -> None:
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.act([{**mouse, "actions": list(steps)}])

    def type(self, text: str) -> None:
        """Press the key of each character. Special keys have characters of their own."""
        strokes = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.act([{"type": "key", "id": "keys", "actions": strokes}])


SHOWN = """(selector => {
  const e = document.querySelector(selector);
  return Boolean(e?.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) &&
    e.getBoundingClientRect().height);
})"""
SCROLLED = """(selector =>
  document.querySelector(selector).scrollIntoView({block: "center", behavior: "instant"}))"""
MIDDLE = """(selector => {
  const {x, y, width, height} = document.querySelector(selector).getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})"""
FOCUSED = """(selector => {
  const e = document.querySelector(selector);
  e.focus();
  return document.activeElement === e;
})"""
STATE = "[document.activeElement?.outerHTML.slice(0, 200), document.body.innerText.slice(0, 500)]"
DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
ARROW_UP = "\ue013"


def make_pointer_step(x: int, y: int, duration: int = 0) -> dict[str, Any]:
    """Return a step of the mouse to a point of the window, in `duration` milliseconds."""
    return {"type": "pointerMove", "x": x, "y": y, "duration": duration, "origin": "viewport"}


class Firefox(Browser):
    """Debian's Firefox, driven by Marionette."""

    package = "marionette_driver"

    def __init__(self, folder: Path) -> None:
        binary = shutil.which("firefox-esr") or shutil.which("firefox")
        from marionette_driver.marionette import Marionette

        if binary is None:
            raise Missing("no Firefox found: `apt-get install firefox-esr`")
        os.environ.setdefault("HOME", str(folder))
        self.client = Marionette(
            bin=binary, headless=True, port=0, workspace=str(folder), gecko_log=str(folder / "log")
        )
        self.client.start_session({"pageLoadStrategy": "none"})
        self.client.timeout.script = PATIENCE
        self.client.set_window_rect(width=1280, height=900)

    def open(self, url: str) -> None:
        self.client.navigate(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.client.execute_script(script, script_args=arguments, sandbox=None)

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.client._send_message("WebDriver:PerformActions", {"actions": actions})

    def close(self) -> None:
        self.client.quit(in_app=False)


MINI_BROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")


class WebKit(Browser):
    """WebKitGTK's MiniBrowser, driven by WebDriver, on a display that nobody sees."""

    package = "selenium"
    locale = "en_US.UTF-8"

    def __init__(self, folder: Path) -> None:
        driver, binary = shutil.which("WebKitWebDriver"), _find_mini_browser()
        from selenium import webdriver

        if driver is None or binary is None or shutil.which("Xvfb") is None:
            raise Missing("no WebKit found: `apt-get install webkit2gtk-driver xvfb locales`")
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(binary)
        options.add_argument("--automation")
        options.page_load_strategy = "none"  # a page of which something never comes is never loaded
        self.display, name = _start_display(folder / "display")
        environment = {**os.environ, "DISPLAY": name, "LC_ALL": self.locale}
        environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        service = webdriver.WebKitGTKService(driver, env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)

    def open(self, url: str) -> None:
        self.driver.get(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.driver.execute("actions", {"actions": actions})

    def close(self) -> None:
        """End the browser and its display."""
        try:
            self.driver.quit()
        finally:
            self.display.terminate()
            self.display.wait(timeout=PATIENCE)


class WebKitInC(WebKit):
    """The same browser on a machine with only the locale C, as in a bare container."""

    locale = "C"


def _find_mini_browser() -> Path | None:
    found = (
        path
        for root in ("/usr/lib", "/usr/libexec")
        for name in MINI_BROWSERS
        for path in (*Path(root).glob(f"*/{name}/MiniBrowser"), Path(root) / name / "MiniBrowser")
    )
    return next((path for path in found if path.exists()), None)


def _start_display(number: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a display that chooses its own number."""
    with number.open("wb") as out:
        command = ["Xvfb", "-displayfd", str(out.fileno()), "-screen", "0", "1400x1000x24"]
        quiet = subprocess.DEVNULL
        display = subprocess.Popen(command, pass_fds=[out.fileno()], stdout=quiet, stderr=quiet)
    deadline = time.monotonic() + PATIENCE
    while not number.read_text().endswith("\n") and time.monotonic() < deadline:
        time.sleep(0.02)
    return display, f":{number.read_text().strip()}"
