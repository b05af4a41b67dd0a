"""What a class sees: phones, wall and desk, the questions to choose from, and the review."""
