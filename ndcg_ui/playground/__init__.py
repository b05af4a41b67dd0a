"""The page `/playground`: one ranking, every side of its calculation."""
