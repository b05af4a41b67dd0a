"""Run one of README's two commands as it stands: `python .github/run_readme.py app` or `test`.

The app runs until its health check answers, or for ten minutes at most. On Windows, the commands
are those for PowerShell.
"""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

README = Path(__file__).parents[1] / "README.md"
HEALTH = "http://localhost:8501/_stcore/health"
PATIENCE = 600  # seconds, for the installation and the start of the app


def read_command(name: str) -> list[str]:
    """Return a command of README as the shell of this system takes it."""
    text = README.read_text("utf-8")
    if os.name == "nt":
        (block,) = re.findall(r"^```powershell\n(.*?)^```", text, re.M | re.S)
        return ["pwsh", "-Command", block.splitlines()[("app", "test").index(name)]]
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    return ["bash", "-c", blocks[("app", "test").index(name)]]


def is_healthy() -> bool:
    """Return True if the app answers its health check."""
    try:
        with urlopen(HEALTH, timeout=5) as answer:
            return answer.status == 200
    except (URLError, OSError):
        return False


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the shell and, where the system has groups of processes, the app that it started."""
    if os.name == "nt":
        process.terminate()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)


def start_app() -> int:
    """Run the first command until the app answers; return 0 if it does."""
    environment = {**os.environ, "STREAMLIT_SERVER_HEADLESS": "true"}
    process = subprocess.Popen(
        read_command("app"), cwd=README.parent, env=environment, start_new_session=True
    )
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline and process.poll() is None:
            if is_healthy():
                print(f"{HEALTH} answers.")
                return 0
            time.sleep(1)
    finally:
        stop(process)
    print("The app did not answer.")
    return 1


def main() -> int:
    """Run the command that the argument names."""
    match sys.argv[1:]:
        case ["app"]:
            return start_app()
        case ["test"]:
            return subprocess.run(read_command("test"), cwd=README.parent, check=False).returncode
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
