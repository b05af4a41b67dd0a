"""A page without a server: the data that its browser holds, and the actions that it sends."""

import json
import re
from html import escape, unescape
from typing import Any

from ndcg_core.plain_data import copy_plain_data
from ndcg_ui.pages.menu import EXHIBITS

BLOCK_EDGE = re.compile(
    r"</(?:p|h\d|li|dt|dd|th|td|summary|caption|legend|option|textarea)>|<br>"
    r"|</?(?:button|label|div|section|ul|ol|table)\b[^>]*>"
)


class Markup:
    """Read access to markup. A subclass has the markup as `html`."""

    html: str

    @property
    def problems(self) -> list[str]:
        return [unescape(p) for p in re.findall(r'<p class="problem"[^>]*>(.*?)</p>', self.html)]

    @property
    def text(self) -> str:
        return unescape(re.sub(r"<[^>]*>", "", self.html))

    @property
    def seen(self) -> str:
        """The text without U+2061, which a formula has between a function and its argument."""
        return self.text.replace("\u2061", "")

    @property
    def lines(self) -> list[str]:
        """The texts of headings, paragraphs, cells and buttons in order, without empty ones."""
        texts = (Words(html).seen.strip() for html in BLOCK_EDGE.split(self.html))
        return [text for text in texts if text]

    @property
    def links(self) -> list[tuple[str, str]]:
        """The text and the address of each link."""
        found = re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', self.html)
        return [(Words(text).text, unescape(address)) for address, text in found]

    @property
    def table(self) -> list[list[str]]:
        """The texts of the cells of each table row."""
        rows = re.findall(r"<tr\b.*?</tr>", self.html, re.DOTALL)
        return [[Words(c).seen for c in re.findall(r"<t[hd]\b.*?</t[hd]>", row)] for row in rows]

    def find_tag(self, text: str) -> str:
        """Return the opening tag of the element that begins with a text."""
        found = re.search(rf"<[^<>]*>(?={re.escape(escape(text))})", self.html)
        assert found, f"nothing begins with “{text}”"
        return found[0]

    def read_value(self, name: str) -> float:
        """Return the value with the handle `value-<name>`."""
        found = re.search(rf'data-testid="value-{name}"[^>]* data-value="([^"]*)"', self.html)
        assert found, f"there is no value-{name}"
        return float(found[1])


class Words(Markup):
    def __init__(self, html: str) -> None:
        self.html = html

    def get_data_attribute(self, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', self.html)
        assert found, f"nothing has a data-{name}"
        return unescape(found[1])


class Shown(Markup):
    """A page as its browser holds it: the link, the record, the tab's state and the parts."""

    def __init__(self, page: str = "playground", record: object = None, /, **link: str) -> None:
        self.page, self.link, self.record, self.state = page, link, record or {}, {}
        self.parts: dict[str, dict] = {}
        self.act()

    def act(self, part: str = "", **act) -> None:
        """Send an action, in a part of the page if the page has several."""
        self.show_answer(self.request_answer({**act, "part": part} if part else act))
        self.record = self.answer["record"] if part else self.record

    def request_answer(self, act: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to an action without showing it."""
        sent = {"link": self.link, "state": self.state, "record": self.record, "act": act}
        read = copy_plain_data(json.loads(json.dumps(sent)), EXHIBITS[self.page].max_bytes)
        order = (read[name] for name in ("link", "record", "state", "act"))
        return json.loads(json.dumps(EXHIBITS[self.page].answer_action(*order).plain_data))

    def show_answer(self, answer: dict[str, Any]) -> None:
        """Show an answer. A part without data is the same as before."""
        self.answer = {"record": None, "state": {}, **answer}
        self.link, self.state, self.rows = answer["link"], self.answer["state"], answer["rows"]
        columns = [column for row in self.rows for column in row]
        parts = [part for column in columns for part in column]
        for part in parts:
            part.setdefault("data", self.parts.get(part["name"], {}).get("data"))
        self.parts = {part["name"]: part for part in parts}
        self.check_html()

    def check_html(self) -> None:
        """Check that each element has a name, and that each reference to an id leads to one."""
        html = self.html
        assert "</>" not in html, "an element has no name"
        named = re.findall(r'(?:aria-describedby|aria-labelledby|popovertarget)="([^"]*)"', html)
        missing = {id for ids in named for id in ids.split()} - set(
            re.findall(r' id="([^"]*)"', html)
        )
        assert not missing, f"no element has the id {missing}"

    def act_on(self, name: str, **command) -> None:
        self.act(name, on=self.get_data(name)["link"], **command)

    def submit(self, name: str, act: str, **more) -> None:
        self.act(name, act=act, form=self.get_markup(name).get_data_attribute("form"), **more)

    def press(self, name: str, text: str, **more) -> None:
        """Press a button with this text: send its action, as the browser does."""
        words = self.get_markup(name)
        button = words.find_tag(text)
        found = re.search(r'data-act="([^"]*)"', button)
        assert found, f"“{text}” does nothing: {button}"
        form = re.search(r'data-form="([^"]*)"', words.html)
        self.act(name, act=found[1], **({"form": unescape(form[1])} if form else {}), **more)

    def write(self, name: str, why: str, texts: dict[str, str], cell: str = "") -> None:
        """Write texts into a sheet, and leave a cell, check the sheet or ask for a hint."""
        self.act(name, why=why, cell=cell, form=self.get_data(name)["form"], texts=texts)

    def get_data(self, name: str) -> dict:
        return self.parts[name]["data"]

    def get_markup(self, name: str) -> Words:
        return Words(self.get_data(name)["html"])

    def find_data(self, kind: str) -> dict:
        (data,) = (part["data"] for part in self.parts.values() if part["kind"] == kind)
        return data

    @property
    def board(self) -> dict:
        return self.find_data("board")

    @property
    def field(self) -> str:
        return self.find_data("controls")["values"]["r"]

    @property
    def ranking(self) -> str:
        documents = self.board["documents"][: self.board["retrieved"]]
        return " ".join(document["label"] + document["shown"] for document in documents)

    @property
    def html(self) -> str:  # type: ignore[override]
        return "".join(
            part["data"]["html"] for part in self.parts.values() if "html" in part["data"]
        )
