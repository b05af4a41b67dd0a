"""Links, records and files that the app of November 2026 wrote, before its rooms were moved.

Nothing here is made again: what people have kept is read by later versions. `links.json` has what
each link showed then; `browser.json` what a teacher's browser and a phone kept; `class.sqlite3`
has a class, and `class.json` its secrets and what it showed.
"""
