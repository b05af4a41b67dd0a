"""Questions read from TOML; what breaks a rule is refused with file and line."""

from collections.abc import Callable, Iterator, Mapping
from zlib import crc32

from ndcg_core.content import Table
from ndcg_core.lessons.blocks.paper_reader import of_skill, read_audit, read_sheet
from ndcg_core.lessons.blocks.questions import Choice, Number, Option, Outcome, Question
from ndcg_core.lessons.blocks.reading import Reader
from ndcg_core.lessons.prose import Prose
from ndcg_core.marking.verdicts import RIGHT, WRONG
from ndcg_core.misconceptions import MISCONCEPTIONS

SAME = 0.005
"""Two numbers nearer than this could be written alike."""
FROM_SKILL = 4
"""How many stored lists of a skill a check asks, unless it says otherwise."""


def read_choice(table: Table, id: str, reader: Reader) -> Choice:
    """A choice; it needs a hint, one right option, and a reason with every option."""
    options = tuple(_option(option, reader) for option in table.tables("options", "option"))
    asked = table.text("ask")
    options = _turned(options, asked)
    choice = Choice(id, reader.inline(asked), options, reader.hint(table))
    right = [option for option in options if option.verdict == RIGHT]
    if len(right) != 1 or len(options) < 2:
        table.refuse('a choice has one option with verdict = "right", and at least one "wrong".')
    return choice


def _turned(options: tuple[Option, ...], asked: str) -> tuple[Option, ...]:
    """The options in an order that does not tell, and is the same every time."""
    turn = crc32(asked.encode()) % max(1, len(options))
    return (*options[turn:], *options[:turn])


def _why(mistake: str) -> str:
    """What is said of an option that a mistake leads to, to somebody who has only chosen it."""
    known = MISCONCEPTIONS[mistake]
    return f"It comes from somebody who {known.deed}. {known.look}"


def _option(table: Table, reader: Reader) -> Option:
    written, mistake = table.text("verdict"), table.text("mistake", "")
    if written not in (RIGHT, WRONG):
        table.refuse(f'verdict is {written!r}; it must be "right" or "wrong".')
    verdict: Outcome = RIGHT if written == RIGHT else WRONG
    if mistake and mistake not in MISCONCEPTIONS:
        table.refuse(f"there is no misconception {mistake!r}.")
    message = _why(mistake) if mistake else None
    option = Option(
        reader.prose(table, "say"), verdict, reader.prose(table, "why", message), mistake
    )
    table.done()
    return option


def read_number(table: Table, id: str, reader: Reader) -> Number:
    """A number; answer is an expression such as "ndcg k=3"."""
    value = number_of(table, table.text("answer"), reader)
    slips: list[tuple[float, Prose]] = []
    for slip in table.tables("slips", "slip"):
        wrong = number_of(slip, slip.text("answer"), reader)
        if abs(wrong - value) < SAME:
            slip.refuse("this slip gives the right number.")
        if any(abs(wrong - other) < SAME for other, _ in slips):
            slip.refuse("this slip gives the number of another: its sentence would never be said.")
        slips.append((wrong, reader.prose(slip, "why")))
        slip.done()
    hint, why = reader.hint(table), reader.prose(table, "why")
    return Number(id, reader.prose(table, "ask"), value, hint, why, tuple(slips))


def number_of(table: Table, source: str, reader: Reader) -> float:
    """What an expression comes to, which must be a number."""
    value = reader.writer.value(source, reader.line).number
    if value is None:
        table.refuse(f"{source!r} is not a number.")
    return value


READERS: Mapping[str, Callable[[Table, str, Reader], Question]] = {
    "choice": read_choice,
    "number": read_number,
    "sheet": read_sheet,
    "audit": read_audit,
}


def read_questions(table: Table, id: str, reader: Reader) -> Iterator[Question]:
    """The questions under [[items]], and those made of the skills that a check names."""
    skills, skipped = table.texts("skills", []), table.numbers("skip", [])
    count = table.whole("variants", FROM_SKILL)
    asked = [nth for nth in range(1, count + len(skipped) + 1) if nth not in skipped]
    for nth in asked if skills else ():
        for skill in skills:
            yield of_skill(table, skill, nth, f"{id}/{skill}-{nth}", reader)
    for nth, item in enumerate(table.tables("items", "item"), 1):
        kind = item.text("kind")
        if kind not in READERS:
            item.refuse(f"there is no kind of question {kind!r}; there are {', '.join(READERS)}.")
        yield READERS[kind](item, f"{id}/{nth}", reader)
        item.done()
