"""Comparisons of two systems: difference, certainty, causes and unjudged documents."""
