"""Exercises: skills and their stored lists, fading, hints, mastery."""
