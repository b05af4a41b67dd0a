"""A class's screens: phones, wall, desk, the choice of questions, and the review."""
