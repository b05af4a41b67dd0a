"""The storage of classes: the database, its reads and writes, and followed rooms."""
