"""The theme of Streamlit's settings, for the pages that Streamlit does not draw."""

from functools import lru_cache

from streamlit import config

from ndcg_ui.style.theme import Theme, find_low_contrast, read_theme, write_css


@lru_cache(maxsize=1)
def theme() -> Theme:
    """Return the theme of the settings; ValueError for a colour or a font that is none."""
    return read_theme(config.get_option)


@lru_cache(maxsize=1)
def theme_css() -> str:
    """Return the CSS of the theme, for behind the style sheet; "" where it is that of the house."""
    return write_css(theme())


def describe_low_contrast() -> str:
    """Return what is hard to see in the theme, and what would not be; "" for nothing."""
    return " ".join(find_low_contrast(theme()))
