"""Numerals: the reading of written numbers. An error suggests a form that would work."""
