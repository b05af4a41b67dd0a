"""Scores of queries and means of systems, from tables of judgments and runs."""
