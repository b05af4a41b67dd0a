"""The live parts of a lesson: what stands in its fenced blocks, read and checked."""
