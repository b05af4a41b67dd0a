"""WebKitGTK's MiniBrowser, driven by WebDriver."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.browser.others.browser import PATIENCE, Browser, Missing

MINI_BROWSERS = ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")
WEBKIT_SETTINGS = {
    "LC_ALL": "en_US.UTF-8",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}


class WebKit(Browser):
    """WebKitGTK's MiniBrowser, driven by WebDriver, on a display that nobody sees."""

    package = "selenium"
    settings = WEBKIT_SETTINGS

    def __init__(self, folder: Path) -> None:
        driver, binary = shutil.which("WebKitWebDriver"), _mini_browser()
        from selenium import webdriver

        if driver is None or binary is None or shutil.which("Xvfb") is None:
            raise Missing("no WebKit found: `apt-get install webkit2gtk-driver xvfb locales`")
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(binary)
        options.add_argument("--automation")
        self.display, name = _display(folder / "display")
        environment = {**os.environ, **self.settings, "DISPLAY": name}
        service = webdriver.WebKitGTKService(driver, env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(PATIENCE)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.driver.get(url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Let a pointer or keys act."""
        self.driver.execute("actions", {"actions": actions})

    def close(self) -> None:
        """End the browser and its display."""
        try:
            self.driver.quit()
        finally:
            self.display.terminate()
            self.display.wait(timeout=PATIENCE)


class WebKitInC(WebKit):
    """The same where the machine has no locale but C, as in a bare container."""

    settings = WEBKIT_SETTINGS | {"LC_ALL": "C"}


def _mini_browser() -> Path | None:
    found = (
        path
        for root in ("/usr/lib", "/usr/libexec")
        for name in MINI_BROWSERS
        for path in (*Path(root).glob(f"*/{name}/MiniBrowser"), Path(root) / name / "MiniBrowser")
    )
    return next((path for path in found if path.exists()), None)


def _display(number: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a display of its own number, which it chooses and writes down."""
    with number.open("wb") as out:
        command = ["Xvfb", "-displayfd", str(out.fileno()), "-screen", "0", "1400x1000x24"]
        quiet = subprocess.DEVNULL
        display = subprocess.Popen(command, pass_fds=[out.fileno()], stdout=quiet, stderr=quiet)
    deadline = time.monotonic() + PATIENCE
    while not number.read_text().endswith("\n") and time.monotonic() < deadline:
        time.sleep(0.02)
    return display, f":{number.read_text().strip()}"
