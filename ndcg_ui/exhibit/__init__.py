"""An exhibit: all that is shown of one state, as parts, and what sends a person's acts."""
