"""The process in which `ndcg check` calls somebody's function: it answers, and judges nothing.

It reads and writes one JSON object per line: first the location of the function and its parameters,
then one object for each call and its result. Both use separate files, so that the function's own
input and output do not interfere. `separate.py` is the other end.
"""

import builtins
import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from inspect import getattr_static, isfunction
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any, TextIO

from ndcg_core.checking.asking import LocalAsker, Reply
from ndcg_core.checking.signatures import Form
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

UNGUARDED_NAMES = "_", "__import__"
"""Built-in names that tools may set: the last value in a shell, and import hooks."""


def main() -> None:
    """Answer requests until the input ends."""
    own = os.getpid()
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    first = json.loads(requests.readline())
    _limit_process(first["memory"], first["seconds"])
    sys.argv = [first["target"].rpartition(":")[0]]
    guard = _Guard()
    try:
        asker = LocalAsker(load_function(first["target"]))
        told = {"name": asker.name, "shape": asker.shape, "kinds": asker.kinds}
        told |= {"arguments": [asdict(one) for one in asker.arguments]}
    except ValueError as error:
        told = {"error": str(error)}
    _send_reply(replies, own, guard.refuse_patches(first["target"]) or told)
    for line in requests:
        request = json.loads(line)
        form = Form(tuple(request["form"].pop("parts")), **request["form"])
        rows: dict[str, Any] = {
            name: tuple(row) if isinstance(row, list) else row
            for name, row in request["ranking"].items()
        }
        try:
            reply = asker.ask(form, Ranking(**rows))
            problem = None
        except BaseException as error:  # nobody's Ctrl+C reaches this process
            reply = Reply("")
            problem = error
        refusal = guard.refuse_patches(first["target"])  # first: what it puts back is needed below
        if problem is not None:
            reply = Reply(type(problem).__name__)
        _send_reply(replies, own, refusal or asdict(reply))


def _send_reply(replies: TextIO, own: int, reply: dict[str, Any]) -> None:
    """Write a reply. End a forked copy of this process."""
    if os.getpid() != own:
        os._exit(0)
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


def _limit_process(memory: int, seconds: int) -> None:
    """Limit the memory and time of this process, if the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, seconds + 2)):
        _, hard = resource.getrlimit(kind)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, hard))


class _Guard:
    """Python's built-in functions, saved before any other code runs."""

    def __init__(self) -> None:
        self.space = builtins.__dict__
        self.before = {k: v for k, v in self.space.items() if k not in UNGUARDED_NAMES}

    def refuse_patches(self, target: str) -> dict[str, str]:
        """Restore patched built-ins, and return the reply about the first one."""
        for name, value in self.before.items():
            if self.space.get(name) is not value:
                self.space.update(self.before)
                return {
                    "error": f"There is no verdict: {target} replaces Python’s own {name}, so what "
                    "it returns may be anything. Give its function another name."
                }
        return {}


def load_function(target: str) -> Callable[..., Any]:
    """Load a function by a name such as "package.module:name"."""
    place, _, name = target.rpartition(":")
    if not place:
        raise ValueError(
            f"“{clip_text(target)}” is not a function’s name. Write "
            "my_package.metrics:ndcg_at_k or "
            "metrics.py:ndcg_at_k."
        )
    is_file = place.endswith(".py")
    if is_file and not Path(place).is_file():
        raise ValueError(f"There is no file {place}.")
    sys.path.insert(0, os.path.abspath(Path(place).parent if is_file else ""))
    try:
        names = run_path(place) if is_file else vars(import_module(place))
    except SystemExit as error:
        raise ValueError(
            f"{place} ends the program while it is imported (SystemExit: "
            f"{clip_text(str(error.code), 200)}). Put the code of the program below "
            "if __name__ == “__main__”."
        ) from None
    except BaseException as error:
        raise ValueError(
            f"{place} cannot be imported: {type(error).__name__}: {clip_text(str(error), 200)}."
        ) from None
    if found := _find_function(names, name):
        return found
    functions = [key for key, one in names.items() if callable(one) and key[:1] != "_"]
    had = ", ".join(functions[:8]) or "none"
    raise ValueError(f"{place} has no function {clip_text(name)}. Its functions are {had}.")


def _find_function(names: dict[str, Any], name: str) -> Callable[..., Any] | None:
    """Return a function by its name. For a method, create an object of its class."""
    found: Any = SimpleNamespace(**names)
    try:
        for part in name.split("."):
            is_method = isinstance(found, type) and isfunction(getattr_static(found, part))
            found = getattr(found() if is_method else found, part)
    except BaseException:  # there is none of that name, or its class cannot be made
        return None
    return found if callable(found) else None
