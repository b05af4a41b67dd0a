"""A calculation shown a step at a time."""
