"""Fonts are cut beside a server that is up, by a process that leaves it the processor."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

from ndcg_ui.packed import folder, fonts

ROOT = Path(__file__).parents[2]
MODULE = "ndcg_ui.packed"
log = logging.getLogger("ndcg_ui")


def pack() -> None:
    """Have the fonts cut that are not, and wait for it; the log has a line where that fails."""
    where = folder.folder()
    if where is None:
        return
    folder.in_use(where, map(fonts.key, fonts.faces()))
    if not fonts.missing():
        return
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    packing = subprocess.Popen(
        [sys.executable, "-m", MODULE, "--beside"],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,  # it ends when this process does
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a key that ends the server in a terminal does not reach it
    )
    assert packing.stderr
    said = packing.stderr.read().strip()  # until it has ended
    if packing.wait():
        why = said.rpartition("\n")[2]
        log.warning("Pages are sent larger than they could be: %s. See NDCG_CACHE in README.", why)
