"""The app, of which what NDCG_HELD names has no answer until the file NDCG_LET_GO is there: for
browsers whose requests no test can hold.
"""

import asyncio
import os
from pathlib import Path

from app import app as theirs


async def app(scope, receive, send):
    """Pass every request to the app, some of them late."""
    held, let_go = os.environ["NDCG_HELD"], Path(os.environ["NDCG_LET_GO"])
    while held in scope.get("path", "") and not let_go.exists():
        await asyncio.sleep(0.05)
    await theirs(scope, receive, send)
