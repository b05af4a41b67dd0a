"""The page `/measures`: one ranking under every measure, and where two disagree."""
