"""Judgments and runs as people have them: bytes, text, columns. Read into tables."""
