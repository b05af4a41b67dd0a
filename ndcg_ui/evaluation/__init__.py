"""Many queries and systems: what the page `/evaluate` is made of."""
