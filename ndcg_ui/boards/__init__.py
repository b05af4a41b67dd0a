"""Boards: documents in an order, their text, settings and link, the session, the remarks."""
