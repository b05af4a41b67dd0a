"""The blocks of a lesson: how each kind is shown, and how an action changes its state."""
