"""The parts of the course page and of the lesson player."""
