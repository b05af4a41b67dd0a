"""`python -m ndcg_core.lessons`: check every lesson and the practice, and say what is wrong."""

import sys
from pathlib import Path

from ndcg_core.content import lessons_dir
from ndcg_core.lessons.loader import QUESTIONS, lesson_paths, load_lesson, load_questions, ordered
from ndcg_core.lessons.practice import read_practice
from ndcg_core.lessons.records import Lesson


def main(folder: Path | None = None) -> int:
    """Check the lessons, each alone and then together; the exit code is how many faults there are.

    folder: where they are, if not where the course's are.
    """
    here = folder or lessons_dir()
    lessons, faults = list[Lesson](), list[str]()
    for path in lesson_paths(here):
        try:
            lessons.append(load_lesson(path))
            print(f"{path.name}: {len(lessons[-1].steps)} steps, {lessons[-1].minutes} minutes")
        except ValueError as error:
            faults.append(str(error))
    for path in sorted((here / "practice").glob("*.md")):
        try:
            practice = read_practice(path)
            print(f"practice/{path.name}: {len(practice.blocks)} {practice.title}")
        except ValueError as error:
            faults.append(str(error))
    if not faults:
        try:
            ordered(tuple(lessons), here)
            if (here / QUESTIONS).is_file():
                load_questions(here)
        except ValueError as error:
            faults.append(str(error))
    print(*faults, sep="\n", end="\n" if faults else "")
    return len(faults)


if __name__ == "__main__":
    sys.exit(main())
