"""The frame in which a learner's Python runs, and its interpreter, as texts."""

import json
from importlib.resources import files

from ndcg_ui.components.lab.lab import text_of
from ndcg_ui.exhibit.scripts import inline_source

BRYTHON = ("brython.js", "brython_stdlib.js")
NOWHERE = "https://lab.invalid/"  # Brython wants an address; nothing is ever asked of it


def frame_rules() -> str:
    """Return the policy of the frame: its own script, workers made of text, and no requests."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {inline_source(text_of('frame.js'))} 'unsafe-eval' blob:",
            "worker-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def frame(alone: bool = False) -> str:
    """Return the frame's HTML.

    alone: True for a file, which must contain its policy.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{frame_rules()}">'
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Python</title>'
        f"{policy if alone else ''}<script>{text_of('frame.js')}</script>"
    )


def engine() -> str:
    """Return the worker's complete script: Brython, its library, the harness and our code."""
    data = files("brython") / "data"
    start = f"globalThis.__BRYTHON__ = {{ brython_path: {json.dumps(NOWHERE)} }};"
    harness = f"globalThis.__HARNESS__ = {json.dumps(text_of('harness.brython'))};"
    brython = ((data / name).read_text("utf-8") for name in BRYTHON)
    return "\n;\n".join((start, harness, *brython, text_of("worker.js")))
