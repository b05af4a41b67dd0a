"""Numbers in the prose of a lesson: named there, worked out here, never typed."""
