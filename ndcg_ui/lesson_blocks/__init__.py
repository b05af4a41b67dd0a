"""The blocks of a lesson: what each kind shows, and what an act on it changes."""
