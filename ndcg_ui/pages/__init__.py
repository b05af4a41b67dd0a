"""The pages of the app: one folder each, named like its address. No page imports another."""

FOLDERS = (
    "learn",
    "practice",
    "examples",
    "code",
    "playground",
    "conventions",
    "measures",
    "evaluate",
    "worksheet",
    "one_page",
    "glossary",
)
"""The folders in the menu's order within a group. They are names, so that loading one page loads no
other."""
