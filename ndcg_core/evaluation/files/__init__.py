"""Readers of judgments and runs: from files, dictionaries and data frames into tables."""
