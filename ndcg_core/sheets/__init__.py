"""Sheets: a calculation of which somebody wrote down some cells. Each cell has a short name."""
