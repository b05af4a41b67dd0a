"""The tokens, the fonts and the CSS of every page."""
