"""Sheets: calculations in which somebody has filled in cells. Each cell has a short name."""
