"""Sheets: a calculation of which somebody wrote down some cells; each cell has a short name."""
