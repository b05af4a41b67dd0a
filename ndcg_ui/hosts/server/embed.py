"""The script that puts a page of this server into somebody else's page."""

from functools import partial

from starlette.routing import Route

from ndcg_ui.hosts.embed.writing import EMBED_FILE, build_embed_script
from ndcg_ui.hosts.server.assets import make_file_endpoint


def list_routes() -> list[Route]:
    """Return the route of `embed.js`, which browsers revalidate at each use."""
    script = partial(build_embed_script, has_folders=False)
    return [
        Route(f"/{EMBED_FILE}", make_file_endpoint(script, "text/javascript", must_revalidate=True))
    ]
