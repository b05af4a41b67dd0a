"""The charts of a playground in a real Chromium."""

TERMS = "The value of each rank"
SUMS = "DCG and IDCG, rank by rank"
CURVE = "NDCG at every cutoff"
SWAPS = "What each swap would change"
ALL_DRAWN = """() => [...document.querySelectorAll("[data-testid=figure]")]
  .every((figure) => figure.dataset.state === "drawn")"""
TALL = 2600  # enough for all charts at once


def find_figure(page, name):
    return page.locator(f'[data-testid=figure][data-name="{name}"]')


def find_sentence(page, name, text):
    find_figure(page, name).get_by_text(text).wait_for()


def list_highlighted(page, name):
    return find_figure(page, name).evaluate(
        """(root) => "dimmed" in root.dataset
          ? [...root.querySelectorAll(".barlayer [data-lit]")].map(
              (bar) => [...bar.parentElement.children].indexOf(bar)) : []"""
    )


def open_drawn_playground(open_page, query: str = "r=3,2,3,0,1", height: int = TALL, **options):
    """Open a playground that is tall enough for all its charts, and wait for them."""
    page = open_page(f"/playground?{query}", height=height, **options)
    page.wait_for_selector(f'[data-name="{SWAPS}"]')
    page.wait_for_function(ALL_DRAWN)
    return page
