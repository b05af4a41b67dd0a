"""Fields and switches that set what an exhibit shows."""
