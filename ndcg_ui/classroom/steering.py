"""What a teacher's command needs besides its name."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ndcg_core.classroom.another import another
from ndcg_core.classroom.room import Refused, Room
from ndcg_ui.classroom.replaying import frames


def argument_of(given: Mapping[str, Any], room: Room, rng: Random) -> str:
    """The argument of a command: of "alone" the further question, of "step" one that there is."""
    now, argument = room.now, str(given.get("argument", ""))[:20]
    if now and given.get("command") == "alone":
        return another(now.question, rng, [asked.question for asked in room.rounds])
    if now and given.get("command") == "step" and argument.isdecimal():
        if int(argument) > len(frames(now.question)):
            raise Refused("That was the last step.")
        return str(int(argument))
    return argument
