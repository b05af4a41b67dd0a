"""A learner's way through the course: attempts, gates and reviews."""
