"""Questions, their choices and the feedback on an answer."""
