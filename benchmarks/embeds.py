"""Time to use a link of a static site by itself, in a bare frame, and by embed.js.

    python -m benchmarks.embeds

prepared  a ranking, a lesson and an example whose first screens are files
ranking   any other ranking: its numbers are added before Python has loaded

shown     the first screen of the link can be seen, with its numbers
usable    the script has taken over: a board can be moved
answered  Python has answered the first action (playground only)

Each visit has an empty cache. The ways take turns, and times are from the start of the navigation
of the outermost page. The bare frame is an `<iframe>` with the same link and no script, so its time
is the least that a frame of another site takes. The table has medians of all rounds, their ratios
to the link by itself, and the ratio of embed.js to the bare frame.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from benchmarks._chromium import start_chromium
from benchmarks._report import describe_machine, format_table, make_parser
from benchmarks.site import TIMEOUT_MILLISECONDS, serve_folder
from ndcg_ui.hosts.site.writing import build_site, fetch_pyodide, write_folder

LINKS = {
    "prepared ranking": ("playground", "playground/", "r=3,2,3,0,1"),
    "prepared lesson": ("learn", "", "lesson=discount"),
    "prepared example": ("examples", "examples/", "example=004-hand-check"),
    "any ranking": ("playground", "playground/", "r=2,0,3,1,3&k=4&gain=exponential"),
}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head>
<body><h1>A page</h1>{element}
</body></html>"""
SCRIPT = '<script src="{url}/embed.js" data-page="{page}" data-link="{link}"></script>'
FRAME = '<iframe src="{address}" width="800" height="640" title="A link"></iframe>'
SHOWN = {"playground": "[data-testid=value-ndcg]", "learn": "h1", "examples": "[data-testid=card]"}
REACHED = """([stage, selector, began]) => {
    const seen = document.querySelector(selector);
    const how = { visibilityProperty: true, opacityProperty: true };
    if (stage === "shown" && !(seen?.checkVisibility(how) && seen.offsetHeight)) return false;
    if (stage === "usable" && !document.querySelector(".exhibit[data-revision]")) return false;
    return performance.timeOrigin + performance.now() - began;
}"""
ANSWERED = """async (began) => {
    const body = JSON.stringify({ link: { r: "3,0" }, act: { do: "reverse" } });
    await (await globalThis.ndcgSite("acts/playground", { body })).text();
    return performance.timeOrigin + performance.now() - began;
}"""
WAYS = ("by itself", "in a frame", "embedded")


def visit_link(browser: Any, address: str, page_name: str, *, is_framed: bool) -> dict[str, float]:
    """Open an address with an empty cache. Return the seconds until each stage, by stage.

    page_name: the name in `SHOWN` of the page to wait for.
    is_framed: True if the page is in a frame of the page at the address.
    """
    with browser.new_context(permissions=["local-network-access"]) as context:
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MILLISECONDS)
        began = 1000 * time.time()  # not the page's own beginning: a link may lead to another file
        page.goto(address, wait_until="commit")
        frame = page
        if is_framed:
            frame = page.wait_for_selector("iframe", state="attached").content_frame()
        seen = {}
        for stage in ("shown", "usable"):
            given = [stage, SHOWN[page_name], began]
            seen[stage] = frame.wait_for_function(REACHED, arg=given).json_value() / 1000
        if page_name == "playground":
            seen["answered"] = frame.evaluate(ANSWERED, began) / 1000
        return seen


def iterate_stage_rows(
    measured: dict[str, dict[str, list[dict[str, float]]]],
) -> Iterator[list[object]]:
    """Yield a row for each link and stage: the median time of each way to open it, and ratios."""
    for link, ways in measured.items():
        for stage in ways[WAYS[0]][0]:
            own, framed, embedded = (median(one[stage] for one in ways[way]) for way in WAYS)
            times = (own, framed, embedded, framed / own, embedded / own, embedded / framed)
            yield [f"{link}, {stage}", *(f"{time:.2f}" for time in times)]


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark and print its table."""
    parser = make_parser(__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="visits of each link in each way")
    parser.add_argument("--pyodide", type=Path, help="folder of Pyodide; npm's by default")
    parser.add_argument("--links", nargs="+", choices=LINKS, default=list(LINKS), help="kinds")
    chosen = parser.parse_args(arguments)
    measured: dict[str, dict[str, list[dict[str, float]]]] = {
        link: {way: [] for way in WAYS} for link in chosen.links
    }
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "site"
        around = Path(scratch) / "around"
        write_folder(build_site(chosen.pyodide or fetch_pyodide(Path(scratch))), folder)
        around.mkdir()
        with start_chromium() as browser, serve_folder(folder) as at, serve_folder(around) as other:
            outer = f"http://localhost:{urlsplit(other.url).port}"
            for _ in range(chosen.rounds):
                for name in chosen.links:
                    page, path, link = LINKS[name]
                    own_address = f"{at.url}/{path}?{link}"
                    elements = {
                        WAYS[1]: FRAME.format(address=own_address.replace("&", "&amp;")),
                        WAYS[2]: SCRIPT.format(url=at.url, page=page, link=link),
                    }
                    for way in WAYS:
                        address = own_address
                        if way in elements:
                            (around / "page.html").write_text(PAGE.format(element=elements[way]))
                            address = f"{outer}/page.html"
                        seen = visit_link(browser, address, page, is_framed=way in elements)
                        measured[name][way].append(seen)
    print(f"Links of a static site; {describe_machine()}")
    heads = ("", "own s", "frame s", "embedded s", "frame/own", "embedded/own", "embedded/frame")
    print(format_table(heads, iterate_stage_rows(measured)))


if __name__ == "__main__":
    main()
