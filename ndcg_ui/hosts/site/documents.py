"""The pages of a site as HTML, each with a worker behind it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from ndcg_core.examples.published import load_examples
from ndcg_core.lessons import load_lessons
from ndcg_ui import PRODUCT
from ndcg_ui.components.document import build_document, render_description_tags, render_main
from ndcg_ui.components.markup.builder import Html, html, join_pieces, p, render_title, tag
from ndcg_ui.components.menu.header import render_header
from ndcg_ui.components.templates import render_exhibit
from ndcg_ui.exhibit.page import ExhibitPage
from ndcg_ui.exhibit.scripts import hash_inline_script, join_modules
from ndcg_ui.hosts.previews import (
    PREVIEW_FOLDER,
    build_preview,
    render_picture_tags,
    render_preview,
)
from ndcg_ui.hosts.server.assets import STYLE_URL
from ndcg_ui.hosts.server.theme import build_settings_css
from ndcg_ui.hosts.site.tables import TABLES_FILE as TABLES
from ndcg_ui.pages.menu import EXHIBITS, GROUPS, MENU

SHELL = join_modules(Path(__file__).with_name("shell.js")).decode()
KEEPING_SCRIPT = "keeping.js"
EXHIBIT_SCRIPT = "assets/ndcg-tutor.page/page.js"
PAGE_POLICY = "; ".join(
    (
        f"default-src 'self'; script-src 'self' {hash_inline_script(SHELL)}",
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:",
        "object-src 'none'; base-uri 'self'; form-action 'self'",
    )
)
OTHER_PAGE_STYLE = """
[data-leaves] body { visibility: hidden; }
[data-elsewhere] .exhibit:not([data-revision]) .exhibit-part:not([data-part="title"]),
[data-elsewhere] .exhibit-part[aria-busy="true"] { visibility: hidden; }
:root:not([data-elsewhere]) .loading, .exhibit[data-revision] .loading { display: none; }
[data-owner] .keeps-here { display: none; }
"""
"""The style of a page whose link has another first screen than the file."""
LOADING_MESSAGE = "Loading Python into your browser. This page is complete in a few seconds."
COMMON_LINKS = (
    {"r": "3,2,3,0,1"},
    {"r": "3,2,3,0,1", "k": "3"},
    {"r": "3,2,3,0,1", "gain": "exponential"},
    {"r": "3,2,3,0,1", "discount": "logb(i)"},
)
"""The links of the playground whose first screens are files, besides the page's own."""
NEEDS_SERVER = {
    "class": (
        "A live class",
        "Learners vote on their phones, and the wall shows the results. This needs a server that "
        "all phones can reach.",
    ),
    "evaluate": (
        "Compare systems",
        "Files of judgments and runs are evaluated on a server, because a browser does not have "
        "the libraries for them.",
    ),
}
"""The pages that need a server: the heading of each page, and the reason."""
START_ADVICE = (
    "This copy of the tutorial consists of files. On a computer with the package installed, "
)


def render_documents(server: str = "", is_stored: bool = True, address: str = "") -> dict[str, str]:
    """Return the HTML of each page, and of some links if `is_stored`, by file path.

    server: the address of a server for pages that need one
    is_stored: True if the browser stores the site's files, so that the first screens of some links
        are files too
    address: the site's own address, for the previews
    """
    pages = {
        page.path: _render_exhibit_page(page, is_stored, address) for page in EXHIBITS.values()
    }
    pages |= {path: _render_server_page(path, server, is_stored) for path in NEEDS_SERVER}
    if is_stored:
        for name, links in map_prerendered_links().items():
            for path, link in links.items():
                pages[path] = _render_exhibit_page(EXHIBITS[name], is_stored, address, link, path)
    return {_name_file(path, is_stored): document for path, document in pages.items()}


def map_prerendered_links() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the links whose first screens are files of the site, by page name and path."""
    lessons = {f"learn/{lesson.slug}": {"lesson": lesson.slug} for lesson in load_lessons()}
    examples = {
        f"examples/{example.slug}": {"example": example.slug} for example in load_examples()
    }
    rankings = {f"playground/{number}": link for number, link in enumerate(COMMON_LINKS, 1)}
    return {"learn": lessons, "examples": examples, "playground": rankings}


def map_prepared_files(name: str) -> dict[str, str]:
    """Map a page's link queries to the addresses of the files with their first screens."""
    links = map_prerendered_links().get(name, {})
    return {urlencode(link, safe=",()"): f"{path}/" for path, link in links.items()}


def _name_file(path: str, is_stored: bool) -> str:
    """Return the file name of a page.

    On a site, each page is a folder, so that its address works on any web server. In a SCORM
    package, all files are at the top, because an LMS knows only files.

    is_stored: True for a site, False for a SCORM package
    """
    return f"{path}/index.html" if is_stored and path else f"{path or 'index'}.html"


def render_previews() -> dict[str, bytes]:
    """Return each page's preview as PNG by file path. Raise ImportError without Pillow."""
    return {
        f"{PREVIEW_FOLDER[1:]}{page.name}.png": render_preview(build_preview(page, {}))
        for page in EXHIBITS.values()
    }


def _render_exhibit_page(
    page: ExhibitPage,
    is_stored: bool,
    address: str,
    link: Mapping[str, str] | None = None,
    folder: str = "",
) -> str:
    """Return the HTML of a page with its first screen for a link.

    is_stored: as for `render_documents`
    address: the site's own address, for the previews
    folder: the folder of the file; by default the path of the page
    """
    script = tag("script", type="module", src=EXHIBIT_SCRIPT)
    loading = p(LOADING_MESSAGE, css="loading", role="status")
    content = render_main(html(loading, render_exhibit(*page.build_first_screen(link or {}))))
    files = map_prepared_files(page.name) if is_stored and link is None else {}
    about = html(
        render_description_tags(page, link or {}), render_picture_tags(page, {}, address), script
    )
    return _build_document(
        page.path,
        about,
        content,
        is_stored,
        folder=folder or page.path,
        data_exhibit=page.name,
        data_link=urlencode(link) if link else None,
        data_prepared=json.dumps(files, separators=(",", ":")) if files else None,
        data_tables=TABLES if page.name == "playground" else None,
    )


def _render_server_page(path: str, server: str, is_stored: bool) -> str:
    """Return the substitute for a page that needs a server: a link to `server`, or advice.

    server: the address of a server, or ""
    is_stored: as for `render_documents`
    """
    heading, why = NEEDS_SERVER[path]
    there = f"{server.rstrip('/')}/{path}"
    how = (
        p("Use this page on a server: ", tag("a", there, href=there))
        if server
        else _render_start_advice(path)
    )
    content = html(render_title(heading, why), how)
    about = tag("title", f"{heading} · {PRODUCT}")
    there = tag("main", content, id="main", tabindex=-1)
    return _build_document(path, about, there, is_stored, folder=path)


def _render_start_advice(path: str) -> Html:
    command = tag("code", "ndcg app")
    return p(START_ADVICE, command, f" starts a server, and this page is its /{path}.")


def _build_document(
    path: str, about: Html, content: Html, is_stored: bool, folder: str, **shell: Any
) -> str:
    """Return the HTML of a site's page.

    about: further elements of the head
    is_stored: as for `render_documents`
    folder: the folder of the file, or "" for the first page
    shell: attributes of the first script
    """
    names = " ".join(MENU)
    kept = KEEPING_SCRIPT if is_stored else None
    up = "../" * (folder.count("/") + 1)
    head = html(
        tag("base", href=up) if is_stored and folder else None,
        tag("meta", http_equiv="Content-Security-Policy", content=Html(PAGE_POLICY)),
        tag(
            "script",
            Html(SHELL),
            data_names=names,
            data_page=path,
            data_keep=kept,
            **shell,
        ),
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="stylesheet", href=f".{STYLE_URL}"),
        tag("style", Html(build_settings_css())) if build_settings_css() else None,
        tag("style", Html(OTHER_PAGE_STYLE)),
        about,
    )
    return build_document(head, tag("body", render_header(GROUPS, path), content, css="page"))


SCORM_VERSIONS = ("1.2", "2004")
FRAME_STYLE = """:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { display: flex; flex-direction: column; height: 100vh; margin: 0; }
iframe { flex: 1; width: 100%; border: 0; }
#lms { margin: 0; padding: 8px 16px; border-bottom: 1px solid; }
#lms button { min-height: 44px; font: inherit; }
[hidden] { display: none; }"""


def render_package_frame(scorm_version: str) -> str:
    """Return the HTML of a SCORM package's first page, which frames the site.

    scorm_version: "1.2" or "2004"
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", PRODUCT),
        tag("link", rel="icon", href="data:,"),
        tag("style", Html(FRAME_STYLE)),
        tag("script", src="scorm.js", type="module"),
    )
    again = tag("button", "Try again", type="button", hidden=True)
    line = tag("p", tag("span", ""), " ", again, id="lms", role="status", hidden=True)
    body = tag(
        "body",
        line,
        tag("iframe", title=PRODUCT, allow="clipboard-write", data_first=_name_file("", False)),
    )
    lessons = " ".join(lesson.slug for lesson in load_lessons())
    page = tag("html", head, body, lang="en", data_lessons=lessons, data_scorm=scorm_version)
    return f"<!doctype html>\n{page}\n"


MANIFESTS = {
    "1.2": """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="ndcg-tutor" version="1.1"
 xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="course"><organization identifier="course"><title>{title}</title>
<item identifier="all" identifierref="site"><title>{title}</title></item>
</organization></organizations>
<resources><resource identifier="site" type="webcontent" adlcp:scormtype="sco" href="scorm.html">
{files}
</resource></resources>
</manifest>
""",
    "2004": """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="ndcg-tutor" version="1.1"
 xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
 xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="course"><organization identifier="course"><title>{title}</title>
<item identifier="all" identifierref="site"><title>{title}</title>
<imsss:sequencing>
<imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
</imsss:sequencing></item>
<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
</organization></organizations>
<resources><resource identifier="site" type="webcontent" adlcp:scormType="sco" href="scorm.html">
{files}
</resource></resources>
</manifest>
""",
}


def build_manifest(files: list[str], scorm_version: str) -> str:
    """Return the manifest of a SCORM package that contains the given files.

    scorm_version: "1.2" or "2004"
    """
    listed = join_pieces((tag("file", href=file) for file in files), "\n")
    return MANIFESTS[scorm_version].format(title=PRODUCT, files=listed)
