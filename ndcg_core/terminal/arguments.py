"""The ranking of a command: options, and numbers from arguments, files or standard input.

A file holds numbers in any layout: in a line or a column, with spaces, commas, semicolons or the
brackets of a JSON list between them.
"""

import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from ndcg_core.content import load_toml
from ndcg_core.metric.numbers import clip_text, escape_unprintable
from ndcg_core.numerals.numerals import read_plain
from ndcg_core.terminal.checks import read_limit, write_junit

Tell = Callable[[str], None]
Answer = Callable[[Sequence[str], str], tuple[str, bool]]
STANDARD_INPUT = "-"
COMMA_PAIR = re.compile(r"\d+,\d+")
WORD_SEPARATORS = re.compile(r"[\s,;\[\]()]+")


def read_numbers(texts: Sequence[str], noun: str) -> tuple[float, ...]:
    """Convert texts, or the contents of files with these names, to numbers."""
    written = [_read_text(text) for text in texts]
    _refuse_decimal_commas(" ".join(written).split())
    pieces = [piece for text in written for piece in _split_words(text)]
    return tuple(_read_number(piece, f"{noun} {place}") for place, piece in enumerate(pieces, 1))


def _read_text(text: str) -> str:
    """Return a text, or the content of the file or of standard input."""
    if text == STANDARD_INPUT:
        return _read_standard_input()
    if os.path.exists(text) and not all(map(_is_number, _split_words(text))):
        return _read_file(text)
    return text


def _refuse_decimal_commas(words: Sequence[str]) -> None:
    pairs = [word for word in words if COMMA_PAIR.fullmatch(word)]
    if (
        len(words) > 1
        and pairs
        and all(COMMA_PAIR.fullmatch(word) or _is_number(word) for word in words)
    ):
        left, _, right = pairs[0].partition(",")
        raise ValueError(
            f"“{pairs[0]}” can be read in two ways. Write {left}.{right} if its comma is a decimal "
            f"comma, or {left} {right} if it separates two numbers."
        )


def _split_words(text: str) -> Iterator[str]:
    return filter(None, WORD_SEPARATORS.split(text))


def is_typed() -> bool:
    """Return True if input comes from a keyboard and not from a pipe."""
    return sys.stdin is None or sys.stdin.isatty()


def _read_standard_input() -> str:
    """Return piped input, or ""."""
    try:
        return "" if is_typed() else sys.stdin.read().lstrip("\ufeff")
    except UnicodeDecodeError:
        raise ValueError("Standard input is not text. It must hold numbers.") from None


def _read_file(name: str) -> str:
    try:
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError:
        raise ValueError(f"The file {name} is not text. It must hold numbers.") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ValueError(f"The file {name} cannot be read: {why}.") from None


def write_file(path: str, content: bytes) -> None:
    """Write a file. Raise ValueError with a sentence if that fails."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise ValueError(f"The file {path} cannot be written: {error.strerror}.") from None


def _is_number(text: str) -> bool:
    return read_plain(text) is not None


def _read_number(text: str, what: str) -> float:
    value = read_plain(text)
    if value is None:
        quoted = clip_text(text)
        raise ValueError(f"{what} is “{quoted}”. It must be a number, or the name of a file.")
    return int(value) if value.is_integer() else value


def read_cutoff(text: str) -> int:
    """Read a cutoff."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"The cutoff k is “{text}”. It must be a whole number.") from None


def _read_share(text: str) -> float:
    value = read_plain(text)
    if value is not None and 0 <= value <= 1:
        return value
    raise ArgumentTypeError(f"“{clip_text(text)}” is not a number from 0 to 1, such as 0.01")


def _read_seconds(text: str) -> int:
    if text.isascii() and text.isdigit():
        return int(text)
    raise ArgumentTypeError(f"“{clip_text(text)}” is not a whole number of seconds, such as 60")


COMMAND_OPTIONS = load_toml(__file__, "options.toml")

OPTION_TYPES = {
    "whole number": int,
    "seconds": _read_seconds,
    "share": _read_share,
    "limit": read_limit,
}


class Parser(ArgumentParser):
    """A parser that prints a sentence about a bad option and exits with code 2.

    command  the name of the command in `examples.toml` and `options.toml`
    more     the names of further options there
    """

    def __init__(self, program: str, description: str, command: str, more: str = "") -> None:
        super().__init__(
            prog=program,
            description=description,
            epilog=load_toml(__file__, "examples.toml")[command],
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        makers: dict[str, Callable[[], Any]] = {
            "output": self.add_mutually_exclusive_group,
            "checks": partial(
                self.add_argument_group,
                "checks (of NDCG at the first cutoff, if no measure is named)",
            ),
        }
        groups: dict[str, Any] = {"": self}
        for name, told in (
            COMMAND_OPTIONS.get(command, {}) | COMMAND_OPTIONS.get(more, {})
        ).items():
            own = {**told, "type": OPTION_TYPES[told["type"]]} if "type" in told else dict(told)
            group = own.pop("group", "")
            if group not in groups:
                groups[group] = makers[group]()
            groups[group].add_argument(name, **own)

    def error(self, message: str) -> NoReturn:
        """Print the sentence and exit with code 2."""
        print(escape_unprintable(f"{message[:1].upper()}{message[1:]}."), file=sys.stderr)
        print(f"See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(2)


def write_errors_to_junit(answer: Answer) -> Answer:
    """Decorate a command so that its errors are written to the --junit file.

    A bug of ours is not written, so that it does not count as a failed check.
    """

    @wraps(answer)
    def answer_or_write(arguments: Sequence[str], program: str) -> tuple[str, bool]:
        try:
            return answer(arguments, program)
        except (ImportError, ValueError, SystemExit) as error:
            told = str(error)
            if isinstance(error, SystemExit):
                told = "The command line has an error. Standard error shows it."
            words = [part for word in arguments for part in word.split("=", 1)]
            for option, file in pairwise(words):
                if option == "--junit" and str(error) not in ("", "0") and not Path(file).is_dir():
                    write_file(file, write_junit((), told, f"ndcg {program.split()[-1]}"))
            raise

    return answer_or_write


@contextmanager
def show_progress() -> Iterator[Tell]:
    """Yield a function that shows progress on standard error, if that is a terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()

    def show_message(message: str) -> None:
        if shown:
            print(f"\r\x1b[K{clip_text(message)} … ", end="", file=sys.stderr, flush=True)

    try:
        yield show_message
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
