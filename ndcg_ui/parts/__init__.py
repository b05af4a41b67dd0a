"""What pages are made of: a folder for each part, with its Python, JavaScript and CSS together."""
