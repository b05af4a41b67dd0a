"""The tutorial as a folder of files: the pages, and a worker that answers actions in Python."""
