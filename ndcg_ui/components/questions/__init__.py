"""Something to answer: questions, their choices and what is said of an answer."""
