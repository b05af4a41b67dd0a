"""The theme of Streamlit's settings, for the pages that Streamlit does not draw."""

from functools import lru_cache

from streamlit import config

from ndcg_ui.style.theme import Theme, build_theme_css, list_contrast_warnings, read_theme


@lru_cache(maxsize=1)
def read_theme_settings() -> Theme:
    """Return the theme in Streamlit's settings. Raise ValueError for a bad colour or font."""
    return read_theme(config.get_option)


@lru_cache(maxsize=1)
def build_settings_css() -> str:
    """Return the CSS of the theme in Streamlit's settings, or "" for our own theme."""
    return build_theme_css(read_theme_settings())


def describe_low_contrast() -> str:
    """Return sentences about the theme's low contrasts, with better colours, or ""."""
    return " ".join(list_contrast_warnings(read_theme_settings()))
