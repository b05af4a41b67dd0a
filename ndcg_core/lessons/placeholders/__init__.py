"""Numbers in the prose of a lesson: named there, calculated here, never typed."""
