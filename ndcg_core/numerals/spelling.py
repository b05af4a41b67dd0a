"""The many ways to write one formula, brought to one: what `reader` knows.

characters  full-width and other digits, minus and times signs, quotes, characters nobody sees
notation    LaTeX, raised and lowered digits, roots, "x" between numbers, brackets of all shapes
members     "NDCG = 6.149/6.323 = 0.972" has three; those made of names are left out
"""

import re
from collections.abc import Callable
from unicodedata import category, decimal, normalize

from ndcg_core.numerals import refusals as say
from ndcg_core.numerals.functions import KNOWN
from ndcg_core.numerals.refusals import Unreadable

LONGEST = 200
ALIKE = {
    **dict.fromkeys("−–—‐‑‒﹣➖", "-"),
    **dict.fromkeys("×·⋅∙•∗✕✖", "*"),
    **dict.fromkeys("÷∕⁄➗", "/"),
    **dict.fromkeys("’‘´′٬", "'"),
    **dict.fromkeys("“”„«»‹›「」`", '"'),
    **dict.fromkeys("~≃≅≐∼", "≈"),
    **dict.fromkeys("→⇒", "="),
    **{"➕": "+", "∶": ":", "。": ".", "٫": ".", "、": ",", "\ufe0f": "", "√": " sqrt "},
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
LATEX = {
    **dict.fromkeys(["cdot", "times", "ast"], "*"),
    **dict.fromkeys(["approx", "sim", "simeq"], "≈"),
    **dict.fromkeys(["frac", "dfrac", "tfrac"], " frac"),
    **dict.fromkeys(["ldots", "dots"], "..."),
    **dict.fromkeys(["left", "right", "mathrm", "text", "operatorname", "displaystyle"], ""),
    **dict.fromkeys([",", "!", "(", ")", "[", "]"], ""),
    **{"div": "/", "%": "%", ";": " ", "quad": " ", "to": "="},
    **{name: f" {name}" for name in ("log", "ln", "lg", "sqrt")},
}
ABOUT = (
    "approximately|approx|about|around|roughly|rounded|circa|ca|etwa|ungefähr|rund|gerundet|"
    "environ|env|arrondi|aprox|aproximadamente|redondeado"
)
REWRITTEN: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
    (re.compile(r"\\([a-z]+|.)"), lambda found: LATEX.get(found[1], found[0])),
    (re.compile(r"\{([.,])\}"), r"\1"),
    (re.compile(r"[{\[]"), "("),
    (re.compile(r"[}\]]"), ")"),
    (re.compile(f"[{''.join(RAISED)}]+"), lambda found: f"^({_digits(found[0], RAISED)})"),
    (re.compile(f"[{''.join(LOWERED)}]+"), lambda found: f"_{_digits(found[0], LOWERED)} "),
    (re.compile(r"_ ?\((\d+)\)"), r"_\1 "),
    (re.compile(r"\blog (2|10)(?: (?=[\d.,])| ?(?=\())"), r"log_\1 "),
    (re.compile(r" ?\b(?:percent|per cent|prozent|pour cent|por ciento)\b"), "%"),
    (re.compile(r"\bbase ?= ?"), ""),
    (re.compile(r"(?<![\w.])(?:(?:np|numpy)\.)?float(?:32|64)? ?\("), "("),
    (re.compile(r"(?<=[\d)%. ])x(?=[\d(., ½]|log|ln|sqrt|$)"), "*"),
    (re.compile(rf"(?:^| |(?<=[=≈%\d]))\(?(?:{ABOUT})\b\.?\)?"), " "),
]
METRIC = r"\(?[ni]?d?cg\)?(?:(?:@|_) ?\d+)?"
CALLED = re.compile(METRIC)
NAMED = re.compile(rf"^{METRIC} (?:(?:is|ist|est|es)\b)? ?(?=[\d.,+(-])")
WORD = re.compile(r"(?<![\w.])[^\W\d_]+")
EQUALS = re.compile(r"(?:[-=]>|[=≈])+")
STOP = re.compile(r"(?<=[\w)%])(?<!\.) ?[.,;]$")


def members(text: str) -> list[str]:
    """The members of what is written, each spelt as `reader` knows it; at least one.

    >>> members("NDCG@5 = ６．１４９ ÷ 6.323 ≈ 0.972"), members("2³−1")
    (['6.149 / 6.323', '0.972'], ['2^(3)-1'])
    """
    plain = _notation(_characters(text))
    head, colon, rest = plain.partition(":")
    if colon and not EQUALS.search(head) and _is_named(head):
        plain = rest
    found = [_ended(NAMED.sub("", part.strip())) for part in EQUALS.split(plain) if part.strip()]
    if not found:
        raise Unreadable(say.EMPTY)
    if len(found) > 1 and CALLED.fullmatch(found[-1]):
        found.pop()
    return [part for part in found[:-1] if not _is_named(part)] + found[-1:]


def _characters(text: str) -> str:
    text = text.strip()
    if len(text) > LONGEST:
        raise Unreadable(say.TOO_LONG.format(length=len(text), most=LONGEST))
    plain = " ".join("".join(_character(sign) for sign in text).split())
    return plain.lower().strip("\"'$ ")


def _character(sign: str) -> str:
    if sign in ALIKE or category(sign) == "Cf":
        return ALIKE.get(sign, "")
    if sign.isascii() or sign in RAISED or sign in LOWERED:
        return sign
    digit, same = decimal(sign, None), normalize("NFKC", sign)
    return str(digit) if digit is not None else same if same.isascii() else sign


def _notation(plain: str) -> str:
    for pattern, instead in REWRITTEN:
        plain = pattern.sub(instead, plain)
    return " ".join(plain.split())


def _digits(found: str, table: dict[str, str]) -> str:
    return "".join(table[sign] for sign in found)


def _is_named(part: str) -> bool:
    """Whether a name stands in it that is no function: "DCG@5", "rel/log2(i+1)"."""
    return any(word not in KNOWN for word in WORD.findall(part))


def _ended(part: str) -> str:
    """Without the full stop of a sentence; the dots of "0.97..." say something else."""
    return STOP.sub("", part.strip())
