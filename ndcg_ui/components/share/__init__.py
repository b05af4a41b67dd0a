"""The button “Share or export” and its panel: link, embed code, images, code and data."""
