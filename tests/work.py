"""Work, counted: a test of what something costs must not depend on how busy the machine is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

SEARCHES = ("index", "count", "remove", "insert", "sort", "reverse", "copy")


def work(do: Callable[[], object]) -> int:
    """How much work a call is: the instructions of its Python, and all that its C functions touch.

    A method of a text, or a search through a list, counts as many as that holds: a loop of searches
    through the same long text is seen, though each of them is one instruction.
    """
    counted = 0

    def instruction(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return instruction

    def touched(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal counted
        if event == "c_call":
            held = getattr(arg, "__self__", None)
            whole = isinstance(held, (str, bytes)) or (
                isinstance(held, list) and arg.__name__ in SEARCHES
            )
            counted += len(held) if whole else 1

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(instruction)
    sys.setprofile(touched)
    try:
        do()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return counted
