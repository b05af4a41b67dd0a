"""The options of commands, and numbers from arguments, files or standard input.

A file contains numbers in any layout: in a line or a column, separated by spaces, commas,
semicolons or the brackets of a JSON list.
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
from ndcg_core.numerals.numerals import read_plain_number
from ndcg_core.terminal.checks import format_junit, read_limit

ShowProgress = Callable[[str], None]
"""A function that shows a message about progress."""
Command = Callable[[Sequence[str], str], tuple[str, bool]]
"""A command, which returns the text to print, and True if a check failed."""
STANDARD_INPUT = "-"
COMMA_PAIR = re.compile(r"\d+,\d+")
WORD_SEPARATORS = re.compile(r"[\s,;\[\]()]+")


def read_numbers(texts: Sequence[str], noun: str) -> tuple[float, ...]:
    """Parse numbers from texts, from files that they name, or from standard input for "-".

    Raises ValueError if a file cannot be read, a word is not a number, or a comma is ambiguous.

    noun: the word for a number in messages, such as "Grade".
    """
    contents = [_read_text(text) for text in texts]
    _refuse_decimal_commas(" ".join(contents).split())
    words = [word for content in contents for word in _split_words(content)]
    return tuple(_read_number(word, f"{noun} {n}") for n, word in enumerate(words, 1))


def _read_text(text: str) -> str:
    """Return standard input for "-", the content of a file with this name, or the text itself.

    A text of numbers is never a file name. Raises ValueError for a file or an input that cannot be
    read.
    """
    if text == STANDARD_INPUT:
        return _read_standard_input()
    if os.path.exists(text) and not all(map(_is_number, _split_words(text))):
        return _read_file(text)
    return text


def _refuse_decimal_commas(words: Sequence[str]) -> None:
    """Raise ValueError for an ambiguous pair such as "3,2" among several numbers or pairs."""
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
    """Return an iterator over the words between spaces, commas, semicolons and brackets."""
    return filter(None, WORD_SEPARATORS.split(text))


def has_piped_input() -> bool:
    """Return True if standard input exists and is not a terminal."""
    return sys.stdin is not None and not sys.stdin.isatty()


def _read_standard_input() -> str:
    """Return piped input, or "" if there is none. Raise ValueError if it is not text."""
    try:
        return sys.stdin.read().lstrip("\ufeff") if has_piped_input() else ""
    except UnicodeDecodeError:
        raise ValueError(
            "Standard input is not text. Pass grades as text, such as 3 2 3 0 1."
        ) from None


def _read_file(name: str) -> str:
    """Return the text of a file. Raise ValueError with a sentence if that fails."""
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
    return read_plain_number(text) is not None


def _read_number(text: str, name: str) -> float:
    """Parse a number. Raise ValueError with `name` for any other text.

    A whole number becomes an int.
    """
    value = read_plain_number(text)
    if value is None:
        quoted = clip_text(text)
        raise ValueError(f"{name} is “{quoted}”. It must be a number, or the name of a file.")
    return int(value) if value.is_integer() else value


def read_cutoff(text: str) -> int:
    """Parse a cutoff. Raise ValueError if it is not a whole number."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"The cutoff k is “{text}”. It must be a whole number.") from None


def _read_share(text: str) -> float:
    """Parse a number from 0 to 1. Raise ArgumentTypeError for any other text."""
    value = read_plain_number(text)
    if value is not None and 0 <= value <= 1:
        return value
    raise ArgumentTypeError(f"“{clip_text(text)}” is not a number from 0 to 1, such as 0.01")


def _read_seconds(text: str) -> int:
    """Parse a whole number of seconds. Raise ArgumentTypeError for any other text."""
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
"""The functions that parse the values of options, by the type in options.toml."""


class Parser(ArgumentParser):
    """A parser of a command's arguments that reports a bad option in a sentence.

    command  the name of the command in `examples.toml` and `options.toml`
    table    the name of a table with further options in `options.toml`
    """

    def __init__(self, program: str, description: str, command: str, table: str = "") -> None:
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
        options = COMMAND_OPTIONS.get(command, {}) | COMMAND_OPTIONS.get(table, {})
        for name, option in options.items():
            settings = dict(option)
            if "type" in option:
                settings["type"] = OPTION_TYPES[option["type"]]
            group = settings.pop("group", "")
            if group not in groups:
                groups[group] = makers[group]()
            groups[group].add_argument(name, **settings)

    def error(self, message: str) -> NoReturn:
        """Print a sentence about an error and exit with code 2."""
        print(escape_unprintable(f"{message[:1].upper()}{message[1:]}."), file=sys.stderr)
        print(f"See {self.prog} --help.", file=sys.stderr)
        raise SystemExit(2)


def write_errors_to_junit(command: Command) -> Command:
    """Decorate a command so that its errors are written to the file of --junit.

    Bugs in this package are not written, so that they do not count as failed checks.
    """

    @wraps(command)
    def run_or_write(arguments: Sequence[str], program: str) -> tuple[str, bool]:
        """Run the command. Write an error to the file of --junit before raising it again."""
        try:
            return command(arguments, program)
        except (ImportError, ValueError, SystemExit) as error:
            sentence = str(error)
            if isinstance(error, SystemExit):
                sentence = "The command line has an error. Standard error shows it."
            words = [part for word in arguments for part in word.split("=", 1)]
            for option, file in pairwise(words):
                if option == "--junit" and str(error) not in ("", "0") and not Path(file).is_dir():
                    write_file(file, format_junit((), sentence, f"ndcg {program.split()[-1]}"))
            raise

    return run_or_write


@contextmanager
def show_progress() -> Iterator[ShowProgress]:
    """Yield a function that shows messages in a terminal. Clear the last message at the end.

    Without a terminal, the function shows nothing.
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def show_message(message: str) -> None:
        """Replace the current line by a message if standard error is a terminal."""
        if is_terminal:
            print(f"\r\x1b[K{clip_text(message)} … ", end="", file=sys.stderr, flush=True)

    try:
        yield show_message
    finally:
        if is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
