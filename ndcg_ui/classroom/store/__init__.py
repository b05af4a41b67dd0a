"""The storage of classes: settings, database, queries, and the rooms that are followed."""
