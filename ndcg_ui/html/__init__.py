"""HTML made in Python: tables and marked sheets, every typed text escaped."""
