"""The button “Share or export” and its panel: link, embed code, images, Python code and data."""
