"""What is shown of one state, as parts: markup, charts, a board and its controls. Pure."""
