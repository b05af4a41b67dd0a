"""Judgments and runs as dictionaries: {query: {document: number}}, or documents in a list."""

import json
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

import polars as pl

from ndcg_core.evaluation.contents import refuse
from ndcg_core.evaluation.layout import VALUE
from ndcg_core.metric.quoting import shown, writable

EXTRA = "Extra data"
"""What the parser says of a text that goes on, such as one with an object in every line."""


class Pairs(list[tuple[str, Any]]):
    """An object of a JSON text, with the keys that come twice."""


def read_json(data: bytes, kind: str, where: str) -> pl.DataFrame:
    """The frame of a JSON text in the shape of pytrec_eval, ranx and BEIR."""
    try:
        found = json.loads(data.decode("utf-8-sig"), object_pairs_hook=Pairs)
    except UnicodeDecodeError:
        refuse(where, "this is not UTF-8 text.")
    except json.JSONDecodeError as error:
        more = f" Only one dictionary is read; {_shape(kind)}" if error.msg == EXTRA else ""
        refuse(where, f"this is not JSON: {error.msg.lower()}.{more}", error.lineno)
    except (RecursionError, ValueError):  # brackets without end, a number of too many digits
        refuse(where, "this JSON is no dictionary of dictionaries.")
    return read_pairs(found, kind, where)


def read_dictionary(found: Mapping[Any, Any], kind: str, where: str) -> pl.DataFrame:
    """The frame of a dictionary; ValueError names the query and the document that is wrong."""
    return read_pairs(found.items(), kind, where)


def read_pairs(found: Iterable[tuple[Any, Any]], kind: str, where: str) -> pl.DataFrame:
    """The frame of pairs of a query and its documents."""
    if not isinstance(found, Iterable) or isinstance(found, (str, bytes)):
        refuse(where, _shape(kind))
    queries: list[str] = []
    docs: list[str] = []
    values: list[float] = []
    for pair in found:
        if not isinstance(pair, tuple):
            refuse(where, _shape(kind))
        name = _id(pair[0], "query", where)
        for doc, value in _documents(pair[1], name, kind, where):
            queries.append(name)
            docs.append(_id(doc, f"query {shown(name)}: a document", where))
            values.append(_number(value, name, doc, kind, where))
    frame = pl.DataFrame(
        {"query": queries, "doc": docs, VALUE[kind]: values},
        schema={"query": pl.String, "doc": pl.String, VALUE[kind]: pl.Float64},
    )
    return frame.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.UInt32))


def _documents(given: Any, query: str, kind: str, where: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(given, Mapping):
        return given.items()
    if isinstance(given, Pairs):
        return given
    if kind == "run" and isinstance(given, (list, tuple)):  # best first
        return ((doc, -float(place)) for place, doc in enumerate(given))
    refuse(where, f"query {shown(query)} has {shown(given)}; {_shape(kind)}")


def _shape(kind: str) -> str:
    ranked = ", or {query: [document, ...]}, best first" if kind == "run" else ""
    return f"wanted: {{query: {{document: {VALUE[kind]}}}}}{ranked}."


def _id(name: object, what: str, where: str) -> str:
    if isinstance(name, int) and not isinstance(name, bool):
        return str(name)
    if not isinstance(name, str) or not name:
        refuse(where, f"{what} is called {shown(name)}; it must be a text.")
    if not name.isascii() and writable(name) != name:
        refuse(where, f"{what} is called {shown(name)}, which no file can hold.")
    return name


def _number(value: Any, query: str, doc: object, kind: str, where: str) -> float:
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        value = value.item()  # a number from an array
    try:
        if isinstance(value, Real) and not isinstance(value, bool):
            return float(value)
    except OverflowError:
        pass
    at = f"query {shown(query)}, document {shown(doc)}"
    refuse(where, f"{at}: the {VALUE[kind]} is {shown(value)}; it must be a number.")
