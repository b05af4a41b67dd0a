"""A learner's way through the course: tries, the gate of a lesson, what comes back."""
