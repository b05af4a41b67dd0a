"""`python -m ndcg_core.teaching.lessons`: check every lesson, and say what is wrong with each."""

import sys

from ndcg_core.teaching.content import lessons_dir
from ndcg_core.teaching.lessons.loader import load_lesson, load_lessons


def main() -> int:
    """Check the lessons; the exit code is how many files are wrong."""
    faults = 0
    for path in sorted(lessons_dir().glob("[0-9]*.md")):
        try:
            lesson = load_lesson(path)
            print(f"{path.name}: {len(lesson.steps)} steps, {lesson.minutes} minutes")
        except ValueError as error:
            faults += 1
            print(error)
    if not faults:
        load_lessons()
    return faults


if __name__ == "__main__":
    sys.exit(main())
