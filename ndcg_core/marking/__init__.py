"""Marking: a verdict for each written cell, and the mistake behind a wrong one."""
