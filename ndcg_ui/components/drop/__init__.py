"""A place to drop files on."""
