"""A file to take along, made of little."""

from __future__ import annotations

from ndcg_ui.evaluation import taken

OF = taken.stamp("an evaluation")


def make(files, ending="csv", content=b"a,b\n", of=OF):
    return taken.take(files.folder, of, ending, lambda: content)
