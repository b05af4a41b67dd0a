"""Quizzes: the exercises as files that learning management systems import."""
