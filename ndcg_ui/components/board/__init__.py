"""The board: documents in an order, their text, their link, and a person's actions on them."""
