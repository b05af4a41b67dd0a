"""`ndcg export moodle quiz.xml`: exercises as a file for a learning management system."""

from collections.abc import Sequence
from pathlib import Path

from ndcg_core.exercises.skills import SKILLS
from ndcg_core.exercises.variants import load_variants
from ndcg_core.exercises.worksheets import DIFFICULTIES, PaperExercise, Worksheet
from ndcg_core.quizzes.formats import FORMATS, quiz
from ndcg_core.terminal.arguments import Parser

EXAMPLES = """one example a task:
  ndcg export moodle quiz.xml                 the worksheet that the app opens with
  ndcg export gift quiz.txt --skills dcg,ndcg --number 4 --difficulty last --seed 17
  ndcg export qti quiz.zip --practice         every list of the practice page; a minute

Moodle's XML has a question for each exercise, with fields in its tables; GIFT and QTI 1.2, for
other systems, one for each number. Wrong numbers that a known mistake gives get a sentence.
"""


def answer(arguments: Sequence[str], program: str) -> str:
    """Write the file; what is printed about it. `Worksheet` refuses what makes no sense."""
    usual = Worksheet()
    parser = Parser(program, "Exercises for a learning management system.", EXAMPLES)
    parser.add_argument("format", choices=FORMATS, help="the format of the file")
    parser.add_argument("file", help="where it is written")
    parser.add_argument("--practice", action="store_true", help="all lists of the practice page")
    parser.add_argument("--skills", metavar="SKILL,...", help=", ".join(SKILLS))
    parser.add_argument("--difficulty", default=usual.difficulty, help=", ".join(DIFFICULTIES))
    parser.add_argument("--number", type=int, default=usual.number, help="of exercises")
    parser.add_argument("--seed", type=int, default=usual.seed, help="which of all such sheets")
    options = parser.parse_args(arguments)
    every = tuple(SKILLS) if options.practice else usual.skills
    skills = tuple(options.skills.split(",")) if options.skills else every
    sheet = Worksheet(skills, options.difficulty, options.number, options.seed)
    title, exercises = sheet.title, sheet.exercises
    if options.practice:
        chosen = (variant for variant in load_variants() if variant.skill in sheet.skills)
        title = "NDCG practice"
        exercises = tuple(PaperExercise(variant, sheet.difficulty) for variant in chosen)
    try:
        Path(options.file).write_bytes(quiz(options.format, title, exercises))
    except OSError as error:
        raise ValueError(f"The file {options.file} cannot be written: {error.strerror}.") from None
    numbers = sum(len(one.sheet.blanks) for one in exercises)
    return f"{options.file}: {title}, {len(exercises)} exercises, {numbers} numbers to find."
