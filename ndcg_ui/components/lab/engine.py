"""The frame in which a learner's Python runs, and its interpreter, as texts."""

import json
from importlib.resources import files

from ndcg_ui.components.lab.lab import read_sandbox_file
from ndcg_ui.exhibit.scripts import hash_inline_script

BRYTHON_FILES = ("brython.js", "brython_stdlib.js")
NO_BASE_URL = "https://lab.invalid/"  # Brython needs an address, but never sends a request to it


def build_frame_directives() -> str:
    """Return the Content-Security-Policy of the lab's frame, which forbids all requests.

    It allows the frame's script, `eval`, and workers from blobs.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {hash_inline_script(read_sandbox_file('frame.js'))} 'unsafe-eval' blob:",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def build_frame(has_policy: bool = False) -> str:
    """Return the HTML of the frame that runs a learner's program.

    has_policy: True to include the policy, for a file that is sent without a header.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{build_frame_directives()}">'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Python</title>'
        f"{policy if has_policy else ''}<script>{read_sandbox_file('frame.js')}</script>"
    )


def build_engine_script() -> str:
    """Return the script of the lab's worker: Brython, its library, and code that calls it."""
    data = files("brython") / "data"
    start = f"globalThis.__BRYTHON__ = {{ brython_path: {json.dumps(NO_BASE_URL)} }};"
    harness = f"globalThis.__HARNESS__ = {json.dumps(read_sandbox_file('harness.brython'))};"
    brython = ((data / name).read_text("utf-8") for name in BRYTHON_FILES)
    return "\n;\n".join((start, harness, *brython, read_sandbox_file("worker.js")))
