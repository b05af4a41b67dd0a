"""The style sheet for pages of others, scoped to one element so that nothing leaks."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

OUTSIDE_RULES = ("@font-face", "@keyframes", "@property")
"""Rules that browsers ignore inside `@scope`. Their names begin with ndcg or are our fonts."""
GROUP_RULES = ("@media", "@supports", "@container")
WHOLE_PAGE = re.compile(r"#cover|\.(?:skip|menu|product|coming|away)(?![\w-])|\.page\s*>")
"""Selectors of elements that only our own documents have, such as the header and the cover."""
ROOT = re.compile(r"""(?::root|\.page|(?<![\w.#"'-])(?:html|body))(?![\w-])""")
PAGE_PROPERTY = re.compile(r"(?:color-scheme|page|scroll-padding(?:-\w+)?)\s*:")
"""Declarations of a document's root for the window or the paper."""
THEME = {
    "--paper": "--st-background-color",
    "--card": "--st-secondary-background-color",
    "--ink": "--st-text-color",
    "--primary": "--st-primary-color",
    "--primary-soft": "--ndcg-tint",
    "--sans": "--st-font",
    "--serif": "--st-heading-font",
}
"""The host's variable for each of our tokens. Colours with a meaning keep our values."""
ROOT_STYLE = """\
:scope {
  --ndcg-tint: color-mix(in srgb, var(--st-primary-color) 18%, var(--st-background-color));
  position: relative;
  display: block;
  text-align: start;
  text-indent: 0;
  text-transform: none;
  letter-spacing: normal;
  word-spacing: normal;
  white-space: normal;
  word-break: normal;
  overflow-wrap: normal;
}

:scope[data-theme="light"] {
  color-scheme: light;
}

:scope[data-theme="dark"] {
  color-scheme: dark;
}

:where(:scope) :is(
  h1, h2, h3, h4, h5, h6, p, ul, ol, li, dl, dt, dd, blockquote, pre, code, kbd, small, b, strong,
  i, em, table, caption, thead, tbody, tfoot, tr, th, td, a, button, input, select, textarea, label,
  fieldset, legend, form, details, summary, figure, section, div, span
):where(:not([hidden])) {
  all: revert;
}"""
"""The rules that reset the root and its plain elements, so that a host's rules do not apply."""


class Block(NamedTuple):
    """A CSS rule: its prelude and its body."""

    prelude: str
    body: str


def scope_style(css: str, root: str = ".ndcg") -> str:
    """Rewrite a document's style sheet so that it styles only `root`.

    The root must be a block that fills its place. It gets the rules for `html` and `body`, and the
    page around it gets none. It is light or dark as `data-theme` says, or like the surrounding
    page, and follows the colours and fonts of a Streamlit theme in `--st-…`. A root inside another
    root, such as our fraction with the class `ndcg`, has no effect.

    >>> print(scope_style("html { color-scheme: dark; margin: 0; } [data-big] b { top: 0; }", "#x"))
    ... # doctest: +ELLIPSIS
    @scope (#x:not(#x *)) {
    ...
    :scope { margin: 0; }
    :where(:scope, :scope *)[data-big] b { top: 0; }
    }
    """
    blocks = list(_read_blocks(css))
    tokens = _write_themed_colours(blocks)
    inside, outside = _scope_blocks(blocks, tokens)
    return "\n".join([*outside, f"@scope ({root}:not({root} *)) {{", ROOT_STYLE, *inside, "}"])


def _scope_blocks(blocks: list[Block], tokens: str) -> tuple[list[str], list[str]]:
    """Scope blocks to a root. Return them, and the blocks that must stay outside."""
    inside: list[str] = []
    outside: list[str] = []
    for prelude, body in blocks:
        name = prelude.split(maxsplit=1)[0].split("(")[0]
        if name in OUTSIDE_RULES:
            outside.append(_write_rule(prelude, body))
        elif name in GROUP_RULES:
            parts = _scope_blocks(list(_read_blocks(body)), tokens)
            for here, part in zip((inside, outside), parts, strict=True):
                if part:
                    here.append(_write_rule(prelude, "\n".join(["", *part, ""])))
        elif name == "@page":
            pass
        elif name.startswith("@"):
            raise ValueError(
                f"A style sheet for other pages cannot have {name}: move it elsewhere."
            )
        else:
            inside += _write_rules(prelude, body, tokens)
    return inside, outside


def _write_rules(prelude: str, body: str, tokens: str) -> Iterator[str]:
    """Yield a rule for the root itself and for its descendants."""
    selectors = [
        _scope_selector(text) for text in _split_outside(prelude, ",") if not _is_for_page(text)
    ]
    of_root = [text for text in selectors if _is_root(text)]
    in_root = [text for text in selectors if not _is_root(text)]
    if of_root:
        kept = (one for one in _split_outside(body, ";") if not PAGE_PROPERTY.match(one))
        if text := " ".join(f"{_follow_theme(one)};" for one in kept):
            yield _write_rule(", ".join(of_root), text)
    if in_root:
        fixed = any(one.startswith("color-scheme") for one in _split_outside(body, ";"))
        yield _write_rule(", ".join(in_root), f"{tokens} {body}" if fixed else body)


def _write_rule(prelude: str, body: str) -> str:
    return f"{prelude} {{{body}}}" if body.startswith("\n") else f"{prelude} {{ {body.strip()} }}"


# --- Selectors -----------------------------------------------------------------------------------


def _is_for_page(selector: str) -> bool:
    return bool(WHOLE_PAGE.search(_remove_brackets(selector)))


def _is_root(selector: str) -> bool:
    return selector.startswith(":scope") and len(_split_compounds(selector)) == 1


def _scope_selector(text: str) -> str:
    """Rewrite a document's selector for a root in another document.

    A selector inside `@scope` applies below the root unless it names the root. So a selector that
    begins with an attribute, which the root may have, also names the root.
    """
    compounds = _split_compounds(ROOT.sub(":scope", " ".join(text.split())))
    own = [place for place, one in enumerate(compounds) if ":scope" in _remove_brackets(one)]
    if own:  # html, body and what they have are one element here
        above = compounds[: own[-1] + 1]
        below = compounds[own[-1] + 1 :]
        said = "".join(one.replace(":scope", "", 1) for one in above)
        return " ".join([f":scope{said}", *below])
    first = compounds[0]
    if "[" in first and first[0] in "[:" and ":scope" not in first:
        compounds[0] = f":where(:scope, :scope *){first}"
    return " ".join(compounds)


def _split_compounds(selector: str) -> list[str]:
    """Split a selector into compounds. A combinator is one by itself."""
    return list(_split_outside(selector, " "))


def _remove_brackets(text: str) -> str:
    """Remove the bracketed parts of a text."""
    kept = []
    depth = 0
    for sign in _split_signs(text):
        depth -= sign in (")", "]")
        if not depth:
            kept.append(sign)
        depth += sign in ("(", "[")
    return "".join(kept)


# --- Colours and fonts ---------------------------------------------------------------------------


def _follow_theme(declaration: str) -> str:
    """Let one of our colours or fonts follow the host's theme, with ours as the fallback."""
    name, _, value = declaration.partition(":")
    theirs = THEME.get(name.strip())
    return f"{name.strip()}: var({theirs}, {value.strip()})" if theirs else declaration


def _write_themed_colours(blocks: list[Block]) -> str:
    """Return the colours that follow a theme, for elements that are always light."""
    declared = chain.from_iterable(
        _split_outside(body, ";") for prelude, body in blocks if prelude == ":root"
    )
    return " ".join(
        f"{one};"
        for one in declared
        if one.partition(":")[0].strip() in THEME and "light-dark(" in one
    )


# --- Reading -------------------------------------------------------------------------------------

SIGN = re.compile(r"""/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[\w.#:>~+*=-]+|.""", re.S)


def _split_signs(text: str) -> Iterator[str]:
    """Yield the characters of a text. A quoted text is one item, and comments are skipped."""
    for found in SIGN.finditer(text):
        if not found[0].startswith("/*"):
            yield found[0]


def _read_blocks(css: str) -> Iterator[Block]:
    """Read the rules of a style sheet, or of a group of rules."""
    prelude: list[str] = []
    body: list[str] = []
    depth = 0
    for sign in _split_signs(css):
        depth -= sign == "}"
        if depth < 0:
            raise ValueError(f"A brace is closed but not opened, after {_find_end(prelude)}.")
        if sign == "}" and not depth:
            yield Block("".join(prelude).strip(), "".join(body).strip())
            prelude = []
            body = []
        elif depth:
            body.append(sign)
        elif sign == ";":
            raise ValueError(f"A rule without braces cannot be scoped: {_find_end(prelude)}.")
        elif sign != "{":
            prelude.append(sign)
        depth += sign == "{"
    if depth or "".join(prelude).strip():
        raise ValueError(f"A brace is never closed, after {_find_end(prelude)}.")


def _find_end(text: list[str]) -> str:
    return f'"{"".join(text).strip()[-60:]}"'


def _split_outside(text: str, at: str) -> Iterator[str]:
    """Split a text at a character that is not in brackets."""
    part: list[str] = []
    depth = 0
    for sign in chain(_split_signs(text), [at]):
        depth += (sign in ("(", "[", "{")) - (sign in (")", "]", "}"))
        if sign == at and not depth:
            if found := "".join(part).strip():
                yield found
            part = []
        else:
            part.append(sign)
