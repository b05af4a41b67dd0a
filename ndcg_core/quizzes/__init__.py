"""Quizzes: exercises as files for learning management systems."""
