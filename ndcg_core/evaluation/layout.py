"""Which column of a table is which: by its name, or by its place as in TREC's files."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ndcg_core.metric.quoting import clipped

SHARED = {
    "query": "query query_id queryid qid q_id topic topic_id topicid query_no",
    "doc": "doc doc_id docid docno document document_id corpus_id item item_id pid passage_id did",
}
VALUES = {
    "qrels": "grade relevance rel label judgment judgement relevance_grade score qrel gain",
    "run": "score sim similarity value prediction",
}
VALUE = {"qrels": "grade", "run": "score"}
RANKS = "rank position pos"
BY_PLACE: Mapping[str, Mapping[int, Mapping[str, int]]] = {
    "qrels": {4: {"query": 0, "doc": 2, "grade": 3}, 3: {"query": 0, "doc": 1, "grade": 2}},
    "run": {
        6: {"query": 0, "doc": 2, "rank": 3, "score": 4},
        5: {"query": 0, "doc": 2, "rank": 3, "score": 4},
        3: {"query": 0, "doc": 1, "score": 2},
    },
}
"""By how many columns there are, where each is."""
WANTED = {
    "qrels": "“query 0 document grade”, “query document grade”, or named columns",
    "run": "“query Q0 document rank score tag”, “query document score”, or named columns",
}


@dataclass(frozen=True)
class Layout:
    """How the lines of a text are to be read.

    kind       "qrels" or "run"
    separator  a tab, a comma, or " " for any white space
    width      how many columns a line has
    places     which of them is the query, the doc, the grade or score, and the rank
    header     whether the first line names the columns
    """

    kind: str
    separator: str
    width: int
    places: Mapping[str, int]
    header: bool

    @property
    def value(self) -> str:
        """What the number of a row is called: "grade" or "score"."""
        return VALUE[self.kind]


def named_places(names: Sequence[object], kind: str) -> dict[str, int] | None:
    """Where the columns are by their names, or None where too few names are known.

    >>> named_places(["query-id", "corpus-id", "score"], "qrels")
    {'query': 0, 'doc': 1, 'grade': 2}
    """
    known = {**SHARED, VALUE[kind]: VALUES[kind], **({"rank": RANKS} if kind == "run" else {})}
    plain = [str(name).strip().strip('"').casefold().replace("-", "_") for name in names]
    plain = [name.replace(" ", "_") for name in plain]
    places = {
        field: min(found, key=lambda place: words.split().index(plain[place]))
        for field, words in known.items()
        if (found := [place for place, name in enumerate(plain) if name in words.split()])
    }
    has_value = VALUE[kind] in places or "rank" in places
    return places if {"query", "doc"} <= set(places) and has_value else None


def fields_of(line: str, separator: str) -> list[str]:
    r"""The fields of a line; " " parts them at every stretch of spaces and tabs, and at no other
    white space, which may belong to an id.

    >>> fields_of("q1\t 0  d\u00a01 3", " "), fields_of('a,"b, c"', ",")
    (['q1', '0', 'd\xa01', '3'], ['a', 'b, c'])
    """
    if separator == " ":
        return [field for field in line.replace("\t", " ").split(" ") if field]
    return next(csv.reader([line]), []) if separator == "," else line.split(separator)


def layout_of(first: str, kind: str) -> Layout:
    """The layout of a text whose first line with content is this one; ValueError if it has none.

    >>> layout_of("q1 Q0 d1 1 0.5 me", "run").places["score"]
    4
    """
    for separator in _separators(first, kind):
        fields = fields_of(first, separator)
        places = named_places(fields, kind)
        if places:
            return Layout(kind, separator, len(fields), places, True)
        by_place = BY_PLACE[kind].get(len(fields))
        if by_place:
            return Layout(kind, separator, len(fields), by_place, False)
    n = len(fields)
    comma = " Put commas or tabs in the place of semicolons." if first.count(";") > 1 else ""
    raise ValueError(
        f"there {'is' if n == 1 else 'are'} {n:,} column{'' if n == 1 else 's'} "
        f"(“{clipped(first)}”); wanted: {WANTED[kind]}.{comma}"
    )


def _separators(first: str, kind: str) -> list[str]:
    """What may part the fields of this line, the likeliest first."""
    words = fields_of(first, " ")
    trec = len(words) == max(BY_PLACE[kind]) and words[1] in ("0", "Q0")
    if "\t" in first:
        return [" ", "\t"] if trec else ["\t", " "]
    return [",", " "] if len(words) < len(first.split(",")) else [" "]
