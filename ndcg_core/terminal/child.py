"""The process in which `ndcg check` calls a user's function.

The process reads and writes one JSON object per line: first the location of the function and its
parameters, then one object for each call and its result. Requests and replies have file descriptors
of their own, so that the function's input and output do not interfere. `separate.py` starts this
process.
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

from ndcg_core.checking.calling import LocalCaller, Reply
from ndcg_core.checking.signatures import Form
from ndcg_core.libraries import Ranking
from ndcg_core.metric.numbers import clip_text

MAX_NAMES = 8
"""The largest number of functions in a message."""
UNGUARDED_NAMES = "_", "__import__"
"""Built-in names that tools may set: the last value in a shell, and import hooks."""


def main() -> None:
    """Answer the requests on standard input until the input ends."""
    own_pid = os.getpid()
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    first = json.loads(requests.readline())
    _limit_process(first["memory"], first["seconds"])
    sys.argv = [first["target"].rpartition(":")[0]]
    guard = _BuiltinsGuard()
    try:
        caller = LocalCaller(load_function(first["target"]))
        description = {"name": caller.name, "shape": caller.shape, "kinds": caller.kinds}
        description |= {"arguments": [asdict(one) for one in caller.arguments]}
    except ValueError as error:
        description = {"error": str(error)}
    _send_reply(replies, own_pid, guard.restore_builtins(first["target"]) or description)
    for line in requests:
        request = json.loads(line)
        form = Form(tuple(request["form"].pop("parts")), **request["form"])
        rows: dict[str, Any] = {
            name: tuple(row) if isinstance(row, list) else row
            for name, row in request["ranking"].items()
        }
        try:
            reply = caller.call(form, Ranking(**rows))
            problem = None
        except BaseException as error:  # nobody's Ctrl+C reaches this process
            reply = Reply("")
            problem = error
        refusal = guard.restore_builtins(first["target"])  # before anything below uses built-ins
        if problem is not None:
            reply = Reply(type(problem).__name__)
        _send_reply(replies, own_pid, refusal or asdict(reply))


def _send_reply(replies: TextIO, own_pid: int, reply: dict[str, Any]) -> None:
    """Write a reply, or exit if this process is a fork of the one with `own_pid`."""
    if os.getpid() != own_pid:
        os._exit(0)
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


def _limit_process(memory: int, seconds: int) -> None:
    """Limit the memory and processor time of this process, if the system supports limits.

    memory: the limit in bytes. seconds: the processor time. Two more seconds are allowed.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, limit in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, seconds + 2)):
        _, hard = resource.getrlimit(kind)
        bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (bound, hard))


class _BuiltinsGuard:
    """A guard that restores Python's built-in names if the user's code replaces them."""

    def __init__(self) -> None:
        self.space = builtins.__dict__
        self.before = {k: v for k, v in self.space.items() if k not in UNGUARDED_NAMES}

    def restore_builtins(self, target: str) -> dict[str, str]:
        """Restore replaced built-ins. Return an error reply about the first one, or {}.

        target: the name of the user's function, for the message
        """
        for name, value in self.before.items():
            if self.space.get(name) is not value:
                self.space.update(self.before)
                return {
                    "error": f"There is no verdict: {target} replaces Python’s own {name}, so what "
                    "it returns may be anything. Give its function another name."
                }
        return {}


def load_function(target: str) -> Callable[..., Any]:
    """Import a function by a name such as "package.module:name", or raise ValueError.

    Runs the code of the module, and adds its folder or the current folder to `sys.path`.
    """
    module, _, name = target.rpartition(":")
    if not module:
        raise ValueError(
            f"“{clip_text(target)}” is not a function’s name. Write "
            "my_package.metrics:ndcg_at_k or metrics.py:ndcg_at_k."
        )
    is_file = module.endswith(".py")
    if is_file and not Path(module).is_file():
        raise ValueError(f"There is no file {module}.")
    sys.path.insert(0, os.path.abspath(Path(module).parent if is_file else ""))
    try:
        names = run_path(module) if is_file else vars(import_module(module))
    except SystemExit as error:
        raise ValueError(
            f"{module} ends the program while it is imported (SystemExit: "
            f"{clip_text(str(error.code), 200)}). Put the code of the program below "
            "if __name__ == “__main__”."
        ) from None
    except BaseException as error:
        raise ValueError(
            f"{module} cannot be imported: {type(error).__name__}: {clip_text(str(error), 200)}."
        ) from None
    if found := _find_function(names, name):
        return found
    functions = [key for key, value in names.items() if callable(value) and key[:1] != "_"]
    more = f" and {len(functions) - MAX_NAMES} more" if len(functions) > MAX_NAMES else ""
    known = ", ".join(functions[:MAX_NAMES]) + more or "none"
    raise ValueError(f"{module} has no function {clip_text(name)}. Its functions are {known}.")


def _find_function(names: dict[str, Any], name: str) -> Callable[..., Any] | None:
    """Return the function with a dotted name, or None. For a method, create the object first."""
    found: Any = SimpleNamespace(**names)
    try:
        for word in name.split("."):
            is_method = isinstance(found, type) and isfunction(getattr_static(found, word))
            found = getattr(found() if is_method else found, word)
    except BaseException:  # the name is unknown, or its class cannot be created
        return None
    return found if callable(found) else None
