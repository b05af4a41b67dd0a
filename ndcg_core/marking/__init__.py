"""Marking: a verdict for each written cell, and what its author did where it is wrong."""
