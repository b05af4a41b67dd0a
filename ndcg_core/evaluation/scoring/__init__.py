"""The scores of queries and the means of systems, from tables of judgments and runs."""
