"""`ndcg export moodle quiz.xml`: exercises as a file for a learning management system."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import list_practice_variants
from ndcg_core.exercises.worksheets import DIFFICULTIES, Worksheet, WorksheetExercise
from ndcg_core.quizzes.formats import QUIZ_FORMATS, format_quiz
from ndcg_core.terminal.arguments import Parser, show_progress, write_file


def run_export(arguments: Sequence[str], program: str) -> str:
    """Run `ndcg export`: write the file, and return the text to print.

    Raises ValueError for bad options, and if the file cannot be written.
    """
    parser = Parser(program, "Export exercises for a learning management system.", "export")
    parser.add_argument("format", choices=QUIZ_FORMATS, help="the format of the file")
    parser.add_argument("file", help="the file to write")
    parser.add_argument(
        "--practice", action="store_true", help="export all lists of the practice page"
    )
    parser.add_argument("--skills", metavar="SKILL,...", help=", ".join(SKILLS))
    parser.add_argument("--difficulty", default=Worksheet.difficulty, help=", ".join(DIFFICULTIES))
    parser.add_argument(
        "--number", type=int, default=Worksheet.number, help="of exercises on a worksheet"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=Worksheet.seed,
        help="the number of the worksheet among all with these settings",
    )
    options = parser.parse_args(arguments)
    usual_skills = tuple(SKILLS) if options.practice else Worksheet.skills
    skills = tuple(options.skills.split(",")) if options.skills else usual_skills
    sheet = Worksheet(skills, options.difficulty, options.number, options.seed)
    title = f"NDCG worksheet {sheet.seed}"
    exercises = sheet.exercises
    if options.practice:
        lists = (variant for skill in sheet.skills for variant in list_practice_variants(skill))
        title = "NDCG practice"
        exercises = tuple(WorksheetExercise(v, sheet.difficulty) for v in lists)
    with show_progress() as show_message, ProcessPoolExecutor() as pool:

        def map_with_progress(
            format_questions: Callable[..., str], *values: Iterable[object]
        ) -> Iterator[str]:
            """Yield the questions of each exercise, and show the progress."""
            for number, questions in enumerate(pool.map(format_questions, *values), 1):
                show_message(f"exporting exercise {number} of {len(exercises)}")
                yield questions

        write_file(options.file, format_quiz(options.format, title, exercises, map_with_progress))
    numbers = sum(len(exercise.sheet.blanks) for exercise in exercises)
    return f"{options.file}: {title}, {len(exercises)} exercises, {numbers} numbers to find."
