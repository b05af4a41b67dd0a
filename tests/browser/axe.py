"""axe-core, from the installed package: what it finds on a page, as sentences."""

from importlib.metadata import version

from axe_playwright_python.sync_playwright import Axe

from tests.conftest import ALL

THEMES = ("light", "dark") if ALL else ("light",)

HAS_MAIN = version("streamlit").split(".")[:2] != ["1", "65"]
"""Streamlit 1.65 draws its pages without a main landmark, in which everything should stand."""
WANTED = {"resultTypes": ["violations"], "rules": {"region": {"enabled": HAS_MAIN}}}
"""Results that axe lists in full. Listing all passes would take longer than the checks."""
FORCED = WANTED | {"rules": {**WANTED["rules"], "color-contrast": {"enabled": False}}}
"""With forced colours, axe reads the page's own colours, which are not drawn."""
SETTLED = """scheme =>
  getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).colorScheme
    .split(" ").includes(scheme)
    && document.getAnimations().every(({ playState, effect }) =>
        playState !== "running" || effect.getComputedTiming().iterations === Infinity)"""


def list_findings(page, *, forced: bool = False) -> list[str]:
    """Return each violation on a page, in each theme or in forced colours, with its place."""
    found, options = [], FORCED if forced else WANTED
    for scheme in ("forced",) if forced else THEMES:
        if forced:
            page.emulate_media(forced_colors="active")
        else:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(SETTLED, arg=scheme)
        found += [
            f"{scheme}: {violation['id']}: {violation['help']} "
            f"({', '.join(str(node['target']) for node in violation['nodes'][:5])})"
            for violation in Axe().run(page, options=options).response["violations"]
        ]
    return found


SIDEWAYS = """() => ["html", "[data-testid=stMain]"].some(
    place => document.querySelector(place)?.scrollWidth > innerWidth)
  || [...document.querySelectorAll("[data-testid=stButtonGroup] button")].some(
    button => button.getBoundingClientRect().right > innerWidth)"""


def scrolls_sideways(page) -> bool:
    """Return True if the page, or a choice on it, can be scrolled sideways."""
    return page.evaluate(SIDEWAYS)
