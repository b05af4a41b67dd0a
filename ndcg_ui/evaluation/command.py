"""The command that does the same in a terminal. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import fields

from ndcg_core.evaluation.choices import Choices
from ndcg_ui.evaluation.asked import Asked, Settings


def command(settings: Settings, files: Sequence[str] = ()) -> str:
    """What evaluates the same: the bundled example, or files, the judgments first; a second
    convention has a line of its own.

    >>> command(Asked(ks="10, all", missing="left-out").settings, ["qrels.txt", "my run"])
    "ndcg evaluate qrels.txt 'my run' --k 10 all --missing left-out"
    >>> command(Asked().settings)
    'ndcg evaluate --example --k 10 5'
    >>> print(command(Asked(ks="3", beside="lightgbm").settings))
    ndcg evaluate --example --k 3
    ndcg evaluate --example --k 3 --convention lightgbm
    """
    rules = [settings.rules, *([settings.beside] if settings.beside else [])]
    return "\n".join(_line(settings, name, files) for name in rules)


def _line(settings: Settings, rules: str, files: Sequence[str]) -> str:
    paths = [f"./{name}" if name.startswith("-") else name for name in files]  # no option
    parts = ["ndcg", "evaluate", *(paths or ["--example"]), "--k"]
    parts += ["all" if k is None else str(k) for k in settings.ks]
    if rules != Asked.rules:
        parts += ["--convention", rules]
    for choice in fields(Choices):
        chosen = getattr(settings.choices, choice.name)
        if chosen != choice.default:
            parts += [f"--{choice.name.replace('_', '-')}", chosen]
    return shlex.join(parts)
