"""The style sheet for other people's pages, scoped to one element so that nothing leaks."""

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


class CssRule(NamedTuple):
    """A CSS rule: its prelude and its body."""

    prelude: str
    body: str


def scope_style(css: str, root: str = ".ndcg") -> str:
    """Rewrite a document's style sheet to apply only inside the element `root`.

    The root must be a block that fills its place. The rules for `html` and `body` apply to the
    root, and none apply to the page around it. The root is light or dark as `data-theme` says, or
    like the surrounding page, and follows the colours and fonts of a Streamlit theme in `--st-…`. A
    root inside another root, such as our fraction with the class `ndcg`, has no effect.

    Raises ValueError for a style sheet that cannot be scoped.

    >>> print(scope_style("html { color-scheme: dark; margin: 0; } [data-big] b { top: 0; }", "#x"))
    ... # doctest: +ELLIPSIS
    @scope (#x:not(#x *)) {
    ...
    :scope { margin: 0; }
    :where(:scope, :scope *)[data-big] b { top: 0; }
    }
    """
    rules = list(_parse_rules(css))
    themed_colours = _collect_themed_colours(rules)
    inside, outside = _scope_rules(rules, themed_colours)
    return "\n".join([*outside, f"@scope ({root}:not({root} *)) {{", ROOT_STYLE, *inside, "}"])


def _scope_rules(rules: list[CssRule], themed_colours: str) -> tuple[list[str], list[str]]:
    """Return the rules scoped to the root, and the rules that must stay outside `@scope`.

    Leaves out `@page`. Raises ValueError for an at-rule that cannot be scoped.
    """
    inside: list[str] = []
    outside: list[str] = []
    for prelude, body in rules:
        name = prelude.split(maxsplit=1)[0].split("(")[0]
        if name in OUTSIDE_RULES:
            outside.append(_format_rule(prelude, body))
        elif name in GROUP_RULES:
            parts = _scope_rules(list(_parse_rules(body)), themed_colours)
            for target, part in zip((inside, outside), parts, strict=True):
                if part:
                    target.append(_format_rule(prelude, "\n".join(["", *part, ""])))
        elif name == "@page":
            pass
        elif name.startswith("@"):
            raise ValueError(
                f"A style sheet for other pages cannot have {name}: move it elsewhere."
            )
        else:
            inside += _scope_rule(prelude, body, themed_colours)
    return inside, outside


def _scope_rule(prelude: str, body: str, themed_colours: str) -> Iterator[str]:
    """Yield the scoped versions of a rule: for the root itself, and for its descendants."""
    selectors = [
        _scope_selector(text)
        for text in _split_outside_brackets(prelude, ",")
        if not _is_for_whole_page(text)
    ]
    declarations = list(_split_outside_brackets(body, ";"))
    of_root = [text for text in selectors if _is_root_selector(text)]
    in_root = [text for text in selectors if not _is_root_selector(text)]
    if of_root:
        kept = (text for text in declarations if not PAGE_PROPERTY.match(text))
        if text := " ".join(f"{_apply_host_theme(declaration)};" for declaration in kept):
            yield _format_rule(", ".join(of_root), text)
    if in_root:
        fixed = any(declaration.startswith("color-scheme") for declaration in declarations)
        yield _format_rule(", ".join(in_root), f"{themed_colours} {body}" if fixed else body)


def _format_rule(prelude: str, body: str) -> str:
    return f"{prelude} {{{body}}}" if body.startswith("\n") else f"{prelude} {{ {body.strip()} }}"


# --- Selectors -----------------------------------------------------------------------------------


def _is_for_whole_page(selector: str) -> bool:
    """Return True if a selector is for elements that only our own documents have."""
    return bool(WHOLE_PAGE.search(_remove_bracket_contents(selector)))


def _is_root_selector(selector: str) -> bool:
    """Return True if a scoped selector is for the root itself, not for its descendants."""
    return selector.startswith(":scope") and len(_split_compounds(selector)) == 1


def _scope_selector(text: str) -> str:
    """Rewrite a selector of our documents for use inside `@scope`.

    A selector inside `@scope` applies only below the root unless it names the root. A selector that
    begins with an attribute, which the root may have, is extended to name the root as well.
    """
    compounds = _split_compounds(ROOT.sub(":scope", " ".join(text.split())))
    with_root = [
        index
        for index, compound in enumerate(compounds)
        if ":scope" in _remove_bracket_contents(compound)
    ]
    if with_root:  # html, body and their attributes are one element here
        above = compounds[: with_root[-1] + 1]
        below = compounds[with_root[-1] + 1 :]
        conditions = "".join(compound.replace(":scope", "", 1) for compound in above)
        return " ".join([f":scope{conditions}", *below])
    first = compounds[0]
    if "[" in first and first[0] in "[:" and ":scope" not in first:
        compounds[0] = f":where(:scope, :scope *){first}"
    return " ".join(compounds)


def _split_compounds(selector: str) -> list[str]:
    """Split a selector at spaces outside brackets. Combinators are items of the list, too."""
    return list(_split_outside_brackets(selector, " "))


def _remove_bracket_contents(text: str) -> str:
    """Remove the text inside brackets, and keep the brackets."""
    kept = []
    depth = 0
    for token in _tokenize_css(text):
        depth -= token in (")", "]")
        if not depth:
            kept.append(token)
        depth += token in ("(", "[")
    return "".join(kept)


# --- Colours and fonts ---------------------------------------------------------------------------


def _apply_host_theme(declaration: str) -> str:
    """Return a themed token's declaration with the host's variable, and our value as default.

    Other declarations do not change.
    """
    name, _, value = declaration.partition(":")
    theirs = THEME.get(name.strip())
    return f"{name.strip()}: var({theirs}, {value.strip()})" if theirs else declaration


def _collect_themed_colours(rules: list[CssRule]) -> str:
    """Return our declarations of the colours that a host can theme, light and dark.

    Elements that are always light or always dark need these declarations.
    """
    declared = chain.from_iterable(
        _split_outside_brackets(body, ";") for prelude, body in rules if prelude == ":root"
    )
    return " ".join(
        f"{declaration};"
        for declaration in declared
        if declaration.partition(":")[0].strip() in THEME and "light-dark(" in declaration
    )


# --- Reading -------------------------------------------------------------------------------------

TOKEN = re.compile(r"""/\*.*?\*/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[\w.#:>~+*=-]+|.""", re.S)


def _tokenize_css(text: str) -> Iterator[str]:
    """Yield the tokens of CSS. A quoted text is one token, and comments are skipped."""
    for found in TOKEN.finditer(text):
        if not found[0].startswith("/*"):
            yield found[0]


def _parse_rules(css: str) -> Iterator[CssRule]:
    """Yield the rules of a style sheet or of a group such as `@media`.

    Raises ValueError for unbalanced braces, for rules without braces, such as `@import`, and for
    rules without a selector.
    """
    prelude: list[str] = []
    body: list[str] = []
    depth = 0
    for token in _tokenize_css(css):
        depth -= token == "}"
        if depth < 0:
            raise ValueError(f"A brace is closed but not opened, after {_quote_end(prelude)}.")
        if token == "}" and not depth:
            if not "".join(prelude).strip():
                raise ValueError(f"A rule has no selector, before {_quote_end(body)}.")
            yield CssRule("".join(prelude).strip(), "".join(body).strip())
            prelude = []
            body = []
        elif depth:
            body.append(token)
        elif token == ";":
            raise ValueError(f"A rule without braces cannot be scoped: {_quote_end(prelude)}.")
        elif token != "{":
            prelude.append(token)
        depth += token == "{"
    if depth or "".join(prelude).strip():
        raise ValueError(f"A brace is never closed, after {_quote_end(prelude)}.")


def _quote_end(tokens: list[str]) -> str:
    """Return the last 60 characters of the tokens' text, in quotes, for an error message."""
    return f'"{"".join(tokens).strip()[-60:]}"'


def _split_outside_brackets(text: str, separator: str) -> Iterator[str]:
    """Yield the stripped parts of a text between separators outside brackets. Skip empty ones."""
    part: list[str] = []
    depth = 0
    for token in chain(_tokenize_css(text), [separator]):
        depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
        if token == separator and not depth:
            if found := "".join(part).strip():
                yield found
            part = []
        else:
            part.append(token)
