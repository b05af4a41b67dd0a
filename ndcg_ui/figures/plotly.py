"""Where the browser finds the plotly.js that the installed plotly package carries."""

from __future__ import annotations

from importlib.metadata import version

PLOTLY_URL = f"/vendor/plotly-{version('plotly')}.min.js"
