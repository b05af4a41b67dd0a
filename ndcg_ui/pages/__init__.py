"""The pages of the app: one folder each, named like its address. No page imports another."""

FOLDERS = (
    "learn",
    "playground",
    "examples",
    "practice",
    "code",
    "conventions",
    "measures",
    "evaluate",
    "worksheet",
    "one_page",
)
"""The folders in the menu's order. They are names, so that loading one page loads no other."""
