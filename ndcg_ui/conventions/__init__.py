"""The parts of the conventions page: what is asked, who prints the number, every library's list."""
