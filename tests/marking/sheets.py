"""Filled sheets and their marks."""

from hypothesis import strategies as st

import ndcg_core as nc

SHEET = nc.Sheet((3, 2, 3, 0, 1))
DECIMALS = st.sampled_from([None, 2, 3, 4, 5, 6])


def mark_cells(sheet, **cells):
    """Map the cells of a sheet to their marks after some texts are written.

    In the keyword arguments, `__` stands for a dot of a cell's name.
    """
    texts = {name.replace("__", "."): text for name, text in cells.items()}
    return {mark.cell: mark for mark in nc.mark(sheet.with_all(texts))}


def find_verdict(cell, text, sheet=SHEET):
    return mark_cells(sheet, **{cell: text})[cell].verdict
