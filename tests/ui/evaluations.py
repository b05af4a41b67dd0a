"""Helpers for the tests of /evaluate: reading its page and acting on it."""

import re
from html import unescape

from starlette.applications import Starlette

from ndcg_ui.hosts.server import downloads, uploads
from ndcg_ui.pages.evaluate import folders
from ndcg_ui.pages.evaluate.files import VisitorFiles

SERVED = Starlette(routes=[*uploads.list_routes(), *downloads.list_routes()])
E = "evaluate"
QRELS = "q1 0 a 3\nq1 0 b 1\nq2 0 a 2\n"
RUN = "q1 Q0 b 1 2.0 x\nq1 Q0 a 2 1.0 x\nq2 Q0 a 1 1.0 x\n"
OTHER = RUN.replace("2.0", "0.5")


def read_rows(html, handle):
    """Map the name of each row in a table to the exact numbers in the row."""
    table = re.search(rf'<table[^>]*data-testid="{handle}".*?</table>', html, re.S)
    assert table, handle
    lines = re.findall(r"<tr.*?</tr>", table[0], re.S)
    named = [(re.sub("<[^>]*>", "", row.partition("</th>")[0]), row) for row in lines]
    return {name: [float(n) for n in re.findall(r'data-value="([^"]*)"', r)] for name, r in named}


def read_table_html(page):
    """Return the table of queries, which is a component and not markup."""
    return page.get_data(".queries")["html"]


def read_order(page):
    return re.findall(
        r'<button class="link-button"[^>]*data-query="([^"]*)"', read_table_html(page)
    )


def press_component(page, component, **act):
    """Send an action of a component to a single run."""
    page.app.session_state[f"{E}.{component}"] = {"act": act}
    page.run()
    page.app.session_state[f"{E}.{component}"] = {}


def open_query(page, query):
    press_component(page, "queries", act="open", query=query)


def list_links(page):
    """Return the addresses of the downloads by name."""
    each = re.findall(r'<a class="plain-button" href="([^"]*)">([^<]*)</a>', page.html)
    forms = re.findall(
        r'<form method="post" action="([^"]*)">.*?<button[^>]*>([^<]*)</button>', page.html
    )
    return {name: unescape(href) for href, name in (*each, *forms)}


def make_secret_headers(page):
    """Return the headers for a download from a visitor's own files."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.html))


def list_files(page):
    return page.get_data(".files")["html"]


def read_own_files(page):
    return page.app.session_state[f"{E}.own"]


def paste_texts(page, qrels="", run="", name=""):
    """Fill in the fields, press the button and wait for the evaluation."""
    page.app.text_area(key=f"{E}.pasted qrels").set_value(qrels)
    page.app.text_area(key=f"{E}.pasted run").set_value(run)
    page.app.text_input(key=f"{E}.pasted name").set_value(name)
    page.app.button(key=f"{E}.paste").click()
    page.run()


def new_files():
    return VisitorFiles(folders.make_visitor_folder())


def upload_file(client, files, kind, content, name="a name", **more):
    more.setdefault("headers", {})["authorization"] = f"Bearer {files.token}"
    return client.put(f"/evaluate/files/{kind}", params={"name": name}, content=content, **more)


def read_contents(files):
    return [(file.kind, file.name, file.path.read_text()) for file in files.all_files]
