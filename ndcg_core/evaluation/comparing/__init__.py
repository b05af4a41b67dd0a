"""Two systems: how far apart, how sure that is, what explains it, what nobody knows."""
