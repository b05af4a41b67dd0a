"""The code lab: a learner's program, run in the learner's own browser."""
