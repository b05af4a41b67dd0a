"""The interactive blocks of a lesson, read from its fenced blocks and checked."""
