"""A worksheet on paper: its link, its exercises with blanks, their codes, and the key."""
