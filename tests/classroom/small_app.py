"""An app with the class routes and the app's middleware, without Streamlit's pages."""

from contextlib import asynccontextmanager

from starlette.applications import Starlette

from ndcg_ui.classroom import life
from ndcg_ui.hosts import server


@asynccontextmanager
async def lifespan(app):
    """Delete expired rooms, as the app does."""
    async with life.tidy_classes():
        yield


app = Starlette(routes=server.list_routes(), middleware=server.list_middleware(), lifespan=lifespan)
