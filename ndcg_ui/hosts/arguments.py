"""Arguments that the elements of every host take: names, and links."""

from collections.abc import Mapping, Sequence

from ndcg_core.metric.numbers import short_repr

EXAMPLE_LINK = '{"r": "3,2,3,0,1", "k": "3"}'


def resolve_name(kind: str, name: str, names: Sequence[str]) -> str:
    """Return the one of `names` that equals `name`, or else the only one that begins with it.

    Raises ValueError with a sentence if there is no such name, or more than one.

    kind: the word for the names in sentences

    >>> resolve_name("lesson", "disc", ["gain", "discount"])
    'discount'
    """
    if not isinstance(name, str):
        raise ValueError(
            f"The {kind} is {short_repr(name)}. It must be a name, such as {names[0]!r}."
        )
    beginning = [other for other in names if other.startswith(name)]
    found = [name] if name in names else beginning
    if not name or not found:
        raise ValueError(f"There is no {kind} “{name}”. There are {', '.join(names)}.")
    if len(found) > 1:
        raise ValueError(f"More than one {kind} begins with “{name}”: {', '.join(found)}.")
    return found[0]


def read_link(link: object) -> dict[str, str]:
    """Return the fields of a link, or {} for None. Raise ValueError for a bad link.

    >>> read_link(None), read_link({"r": "3,2"})
    ({}, {'r': '3,2'})
    """
    if link is None:
        return {}
    if not isinstance(link, Mapping):
        raise ValueError(
            f"The link is {short_repr(link)}. It must be a dictionary: {EXAMPLE_LINK}."
        )
    for name, value in link.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise ValueError(
                f"The link has {short_repr(name)}: {short_repr(value)}. Names and values must be "
                f"texts: {EXAMPLE_LINK}."
            )
    return dict(link)
