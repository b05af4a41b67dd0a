"""The header of every page: the product's name, the menu in groups, and the search."""
