"""Replays: a calculation shown a step at a time."""
