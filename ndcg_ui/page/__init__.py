"""What every page has: link, name and title, fields, a rerun."""
