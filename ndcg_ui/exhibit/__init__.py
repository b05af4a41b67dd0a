"""An exhibit: the parts that show one state, and the requests that send a person's actions."""
