"""How results show themselves in a notebook: tables in one piece of HTML, for light and dark."""

from ndcg_core.notebook.html import Table, shown

__all__ = ["Table", "shown"]
