"""Lessons in progress: a page load reads changed files again and shows their errors.

NDCG_LESSONS names the folder of these lessons.
"""

import os
import sys

from ndcg_core.content import LESSONS_VARIABLE, find_lessons_folder

READ_FROM_LESSONS = (
    "ndcg_core.",
    "ndcg_ui.classroom.shown.choosing",
    "ndcg_ui.classroom.shown.screens",
    "ndcg_ui.pages.examples.",
    "ndcg_ui.components.player.",
    "ndcg_ui.hosts.server.documents",
    "ndcg_ui.pages.search",
)
"""Modules whose caches may hold content of lessons."""
_read_at = [0]
"""The newest modification time of a lesson's file when the caches were last cleared."""


def is_lessons_variable_set() -> bool:
    """Return True if the environment variable NDCG_LESSONS is set."""
    return LESSONS_VARIABLE in os.environ


def clear_caches_of_changed_lessons() -> None:
    """Clear the caches of lessons if a file has changed since they were last cleared."""
    saved = max(
        path.stat().st_mtime_ns
        for path in (find_lessons_folder(), *find_lessons_folder().rglob("*"))
    )
    if saved != _read_at[0]:
        modules = list(sys.modules.items())  # another thread may import modules meanwhile
        for module in (found for name, found in modules if name.startswith(READ_FROM_LESSONS)):
            for value in list(vars(module).values()):
                getattr(value, "cache_clear", lambda: None)()
        _read_at[0] = saved
