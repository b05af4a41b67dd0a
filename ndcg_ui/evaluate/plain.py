"""Dataclasses as plain values, which JSON holds, and back: what two processes tell each other.

What a process has made of somebody's file is read with the types that are expected, and nothing
else can come of it. No Streamlit here.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
BROKEN = (ValueError, TypeError, KeyError, IndexError, RecursionError)
"""What reading something else may raise."""
_hints = cache(get_type_hints)


def to_json(value: object) -> bytes:
    """Write a value; a TypeError for one that is not plain.

    >>> to_json({("a", "b"): (1.5, None)})
    b'[[["a", "b"], [1.5, null]]]'
    """
    return json.dumps(_plain(value)).encode()


def from_json(kind: type[T], content: bytes) -> T:
    """Read a value of a type; one of `BROKEN` for any other.

    >>> from_json(tuple[int, ...], b"[1, 2]")
    (1, 2)
    """
    return cast(T, load(kind, json.loads(content)))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[_plain(name), _plain(one)] for name, one in value.items()]
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def load(kind: Any, plain: Any) -> Any:
    """Read a plain value as a type: a dataclass, a tuple, a mapping, a path or what JSON has."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):  # something or None
        (some,) = (one for one in inner if one is not NoneType)
        return None if plain is None else load(some, plain)
    if origin is Literal:
        return inner[inner.index(plain)]
    if origin is tuple:
        each = (inner[0],) * len(plain) if inner[-1] is ... else inner
        return tuple(load(one, value) for one, value in zip(each, plain, strict=True))
    if origin is not None:  # a mapping
        return {load(inner[0], name): load(inner[1], value) for name, value in plain}
    hints = _hints(kind)
    if hasattr(kind, "__dataclass_fields__"):
        return kind(**{name: load(hint, plain[name]) for name, hint in hints.items()})
    if issubclass(kind, tuple):  # with names
        return kind(*map(load, hints.values(), plain))
    if kind is Path or (kind is float and type(plain) is int):
        return kind(plain)
    if type(plain) is not kind:
        raise TypeError(f"{type(plain).__name__} instead of {kind.__name__}")
    return plain
