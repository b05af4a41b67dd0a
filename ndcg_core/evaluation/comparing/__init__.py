"""Two systems: their difference, its certainty, its causes, and its unjudged documents."""
