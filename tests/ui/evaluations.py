"""What the tests of /evaluate read from its page, and do there."""

import re

E = "evaluate"


def rows(html, handle):
    """Each row of a table: the name it begins with, and the exact numbers in it."""
    table = re.search(rf'<table[^>]*data-testid="{handle}".*?</table>', html, re.S)
    assert table, handle
    found = re.findall(r"<tr.*?</tr>", table[0], re.S)
    named = [(re.sub("<[^>]*>", "", row.partition("</th>")[0]), row) for row in found]
    return {name: [float(n) for n in re.findall(r'data-value="([^"]*)"', r)] for name, r in named}


def order(page):
    """The queries in the table, from top to bottom."""
    return re.findall(r'<button class="link-button"[^>]*data-query="([^"]*)"', table_html(page))


def table_html(page):
    """The table of queries, which is no markup but a component that answers."""
    return page.data(".queries")["html"]


def opens(page, query, seq="s1"):
    """Click a query's name in the table."""
    event = {"act": "open", "query": query, "seq": seq}
    page.app.session_state[f"{E}.queries"] = {"event": event}
    page.run()


def offered(page):
    """The buttons for files to take along, and what is said of the one that was pressed last."""
    return page.data(".take")


def ask_for(page, ending, seq="s1"):
    """Press the button for a file; what is said then."""
    page.app.session_state[f"{E}.take"] = {"event": {"file": ending, "seq": seq}}
    page.run()
    return offered(page)


def labels(page):
    """What can be asked for."""
    return re.findall(r"<button[^>]*>([^<]*)</button>", offered(page)["buttons"])
