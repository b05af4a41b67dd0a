"""`python -m ndcg_core.lessons`: check every lesson and the practice, and report the faults."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ndcg_core.content import find_lessons_folder
from ndcg_core.lessons.ending import ENDING_FILE, load_ending
from ndcg_core.lessons.loader import OTHER_LOADERS, check_course, list_lesson_paths, load_lesson
from ndcg_core.lessons.practice import read_practice
from ndcg_core.lessons.records import Lesson


def main(folder: Path | None = None) -> int:
    """Check the lessons, the practice files and the course, and print the faults.

    Return the number of faults, at most `MAX_FAULTS`. Also print a line about each file without a
    fault. Rules about the course are checked only if each file is without a fault.

    folder: the folder of the lessons, if not the course's.
    """
    here = folder or find_lessons_folder()
    lessons = list[Lesson]()
    faults = list[str]()

    def try_reading(read: Callable[..., Any], *arguments: Any) -> Any:
        """Call a reader. Return its result, or None after adding its error to the faults."""
        try:
            return read(*arguments)
        except ValueError as error:
            faults.extend(str(error).splitlines())
            return None

    for path in list_lesson_paths(here):
        if lesson := try_reading(load_lesson, path):
            lessons.append(lesson)
            print(f"{path.name}: {len(lesson.steps)} steps, {lesson.minutes} minutes")
    for path in sorted((here / "practice").glob("*.md")):
        if practice := try_reading(read_practice, path):
            print(f"practice/{path.name}: {len(practice.blocks)} {practice.title}")
    if not faults:
        try_reading(check_course, tuple(lessons), here)
        for name, load in OTHER_LOADERS.items():
            if (here / name).is_file():
                try_reading(load, here)
        if (here / ENDING_FILE).is_file():
            try_reading(load_ending, here)
    print(*faults, sep="\n", end="\n" if faults else "")
    return min(len(faults), MAX_FAULTS)


MAX_FAULTS = 100
"""The largest number of faults in the exit code, which is below 256."""


if __name__ == "__main__":
    parser = ArgumentParser(
        prog="python -m ndcg_core.lessons",
        description="Check the lessons and the practice page. Print errors with file and line.",
        epilog="lessons/README.md explains the format. NDCG_LESSONS can name another folder.",
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, help="the folder of the lessons (default: the course)"
    )
    sys.exit(main(parser.parse_args().folder))
