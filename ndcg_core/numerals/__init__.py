"""Numerals: read a written number. A refusal states a form that would work."""
