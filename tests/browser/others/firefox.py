"""Debian's Firefox, driven by Marionette."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from tests.browser.others.browser import PATIENCE, Browser, Missing


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
        self.client.start_session()
        self.client.timeout.script = PATIENCE
        self.client.set_window_rect(width=1280, height=900)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.client.navigate(url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page, in a scope of its own."""
        return self.client.execute_script(script, script_args=arguments, sandbox=None)

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Let a pointer or keys act."""
        self.client._send_message("WebDriver:PerformActions", {"actions": actions})

    def close(self) -> None:
        """End the browser."""
        self.client.quit(in_app=False)
