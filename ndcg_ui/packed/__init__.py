"""The fonts of a first visit, cut to our texts once and kept."""
