"""The blocks of a lesson: the parts of each kind, and the changes by an action."""
