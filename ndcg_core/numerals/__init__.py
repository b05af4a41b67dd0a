"""Numerals: what somebody wrote, read as a number; a refusal says what would work."""
