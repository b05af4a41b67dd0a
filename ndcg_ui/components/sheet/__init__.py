"""A sheet: blanks to fill in, and the marks of its cells."""
