"""HTML that keeps itself up to date: the elements, tables, what stands above every page."""
