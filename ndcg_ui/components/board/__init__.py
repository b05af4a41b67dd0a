"""Documents in an order: the board, its text, its link, and what a person does to it."""
