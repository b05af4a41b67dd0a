"""Judgments and runs as people have them: bytes, text, columns; read into tables."""
