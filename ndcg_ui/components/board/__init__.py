"""The board: documents in an order, their text and link, and a person's actions."""
