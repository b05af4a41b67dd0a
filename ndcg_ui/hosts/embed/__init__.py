"""The script `embed.js`, which puts one of our pages into somebody else's page."""
