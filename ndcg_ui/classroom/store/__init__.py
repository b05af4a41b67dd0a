"""What is kept of a class: its database, what is read and written there, the rooms followed."""
