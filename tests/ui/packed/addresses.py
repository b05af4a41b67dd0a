"""Addresses of what is sent packed."""

from ndcg_ui import web
from ndcg_ui.web import assets, sandbox

BOARD = "/_stcore/bidi-components/ndcg-tutor.board/view.js"
BUNDLED = next(address for address in assets.bundle() if "/react-dom." in address)
SERVED = {
    **{"plotly": web.PLOTLY_URL, "style": web.STYLE_URL, "shell": web.SHELL_URL},
    **{"engine": sandbox.ENGINE_URL, "component": BOARD, "bundle": BUNDLED},
}
