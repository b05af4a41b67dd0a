"""A sheet: blanks to fill in, and how its cells were marked."""
