"""The command that does the same in a terminal. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import fields

from ndcg_core.evaluation.choices import Choices
from ndcg_ui.evaluation.asked import Asked, Settings


def command(settings: Settings, files: Sequence[str] = ()) -> str:
    """What evaluates the same: the bundled example, or files, the judgments first.

    >>> command(Asked(ks="10, all", missing="left-out").settings, ["qrels.txt", "my run"])
    "ndcg evaluate qrels.txt 'my run' --k 10 all --missing left-out"
    >>> command(Asked().settings)
    'ndcg evaluate --example --k 10 5'
    """
    paths = [f"./{name}" if name.startswith("-") else name for name in files]  # no option
    parts = ["ndcg", "evaluate", *(paths or ["--example"]), "--k"]
    parts += ["all" if k is None else str(k) for k in settings.ks]
    if settings.rules != Asked.rules:
        parts += ["--convention", settings.rules]
    for choice in fields(Choices):
        chosen = getattr(settings.choices, choice.name)
        if chosen != choice.default:
            parts += [f"--{choice.name.replace('_', '-')}", chosen]
    return shlex.join(parts)
