"""Tables of judgments and runs to a number a query, and the means of systems."""
