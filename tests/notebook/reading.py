"""One of each thing that shows itself in a notebook, and a reader of its tables."""

from html.parser import HTMLParser

import ndcg_core as nc
from ndcg_core.libraries import Ranking, chain

LIST = (3, 2, 3, 0, 1)
HOSTILE = '<script>alert("1")</script>&amp;'
SHEET = nc.Sheet(
    LIST,
    given={"dcg": "6.15", "idcg": "6.32", "ndcg": "0.9731", "actual.term.2": HOSTILE},
    working={"dcg": ("3 + 1.26 + 1.5 + 0.39",)},
    blanks=("actual.term.4",),
)


class Reader(HTMLParser):
    """The tables of a piece of HTML, cell by cell, and every element it opens and closes."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.open, self.seen, self.lines = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.seen.append((tag, dict(attributes)))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "p":
            self.lines.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] in (["td"], ["th"]):
            self.tables[-1][-1][-1] += data
        elif self.open[-1:] == ["p"]:
            self.lines[-1] += data


def everything():
    """One of each thing that shows itself, with what must be escaped in it."""
    hostile = (HOSTILE, "B", "C", "D", "E")
    odd = nc.Convention(HOSTILE, gain=[0, 1, 2, 5], title=HOSTILE)
    return {
        "trace": nc.trace(LIST, 3, odd, labels=hostile),
        "no value": nc.trace([0, 0], convention="lenskit"),
        "printers": nc.who_prints(LIST, "0.957", labels=hostile),
        "no printers": nc.who_prints(LIST, "0.111"),
        "chain": chain(Ranking(LIST), "scikit-learn", "lightgbm"),
        "long chain": chain(
            Ranking((2, 3), 5, (2, 3, 3, 1)), "trec_eval-ndcg_cut", "elasticsearch"
        ),
        "marks": nc.mark(SHEET),
    }


SHOWN = {name: value._repr_html_() for name, value in everything().items()}
