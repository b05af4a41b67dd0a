"""Exercises: skills and their stored variants, fading, hints, mastery."""
