"""An exhibit: the parts that show a state, and requests with a person's actions."""
