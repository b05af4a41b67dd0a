"""HTML that updates itself: elements, tables and the header of every page."""
