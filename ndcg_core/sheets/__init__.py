"""Sheets: calculations in which somebody has written some cells. Each cell has a short name."""
