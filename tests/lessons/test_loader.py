"""The loader reads good lessons, and refuses bad ones with file, line and a sentence."""

import re
import shutil

import pytest

from ndcg_core.examples.published import load_examples
from ndcg_core.lessons import load_lesson, load_lessons
from ndcg_core.lessons.__main__ import main
from ndcg_core.lessons.loader import load_sources
from tests.lessons.conftest import LESSONS


def test_the_lesson_of_the_readme_loads(write):
    lesson = load_lesson(write())
    assert (lesson.number, lesson.slug, lesson.minutes) == (1, "one-more", 5)
    assert [step.title for step in lesson.steps] == ["Guess", "Drag", "Check", "In short"]
    assert [question.id for question in lesson.later] == ["later-1/1", "later-1/2"]
    assert "4.262" not in lesson.steps[0].parts[0].html
    assert "5.762" in lesson.steps[0].parts[0].shown()


@pytest.mark.parametrize("info", ["", "text", "python"])
def test_a_plain_fence_is_prose(write, info):
    lesson = load_lesson(write(("## Check", f"```{info}\ndcg = 0\n```\n\n## Check")))
    assert any(
        "dcg = 0" in part.shown()
        for step in lesson.steps
        for part in step.parts
        if hasattr(part, "shown")
    )


def test_every_lesson_of_the_course_loads():
    lessons = load_lessons()
    assert [lesson.number for lesson in lessons] == list(range(1, len(lessons) + 1))
    assert len(lessons) >= 18
    assert main() == 0


def test_the_source_documents_of_the_lessons_are_those_of_the_examples():
    numbered = {name for name in load_sources() if name.isdigit()}
    assert numbered == {example.slug[:3] for example in load_examples() if example.slug < "1"}
    assert numbered <= {name for lesson in load_lessons() for name in lesson.sources}


BROKEN = [
    # what is changed, and what the message must say
    (('shows = ["dcg"]', 'shows = ["dcg"]\ncolour = "red"'), r"there is no key 'colour'"),
    (('shows = ["dcg"]', 'shows = ["gdc"]'), r"shows holds 'gdc'"),
    (("{{dcg}}", "{{dgc}}"), r"\{\{dgc\}\} cannot be worked out: .*no value 'dgc'"),
    (("{{dcg}}", "{{dcg r=3,x}}"), r"\{\{dcg r=3,x\}\} cannot be worked out"),
    (("{{dcg}}", "{{dcg rr=3}}"), r"unknown argument rr"),
    (("{{dcg}}", "5.762"), r"5\.762 is typed"),
    (("[DCG](#dcg)", "[DCG](#cdg)"), r"the glossary has no term 'cdg'"),
    (('goal = "say what one more rank adds"\n', ""), r"goal is missing"),
    (('out_of_scope = "everything else"\n', ""), r"out_of_scope is missing"),
    (("needs = []", 'needs = ["one-more"]'), r"goes round in a circle"),
    (('hint = "What is its term?"\n', ""), r"there is no hint"),
    (('why = "Nothing above it moves, and its own term is 0."', ""), r"why is missing"),
    (('verdict = "wrong"', 'verdict = "right"'), r"one option with verdict"),
    (('verdict = "wrong"', 'verdict = "perhaps"'), r"it must be \"right\" or \"wrong\""),
    (("variants = 3", "variants = 2"), r"at least 3 questions"),
    (('skills = ["dcg"]', 'skills = ["gcd"]'), r"there is no skill 'gcd'"),
    (
        ('reveal = "You said {{you}}', 'between = [2, 3]\nreveal = "You said {{you}}'),
        r"does not lie",
    ),
    (('name = "hook"', "name = hook"), r"this is not TOML"),
    (('alone = "A ranking has the grades 3, 2, 3."\n', ""), r":16: alone is missing"),
    (("## In short", "## The end"), r"the last step is called"),
    (("**Next:** the ideal.", "The ideal is next."), r"begins with \*\*Next:\*\*"),
    (("## Drag", "What you said, {{you hock}}.\n\n## Drag"), r"hock, which was not asked before"),
    (("+++\ntitle", "title"), r"begins with its front matter"),
    (("```check", "```check\nname = 'hook'"), r"the name 'hook' is taken"),
    (("## Drag", "[A](?lesson=cut)\n\n## Drag"), r":24: there is no lesson 'cut'"),
    (("## Drag", "One\ntwo [A](a.pdf)\n\n## Drag"), r":25: the link to a\.pdf leads nowhere"),
    (("## Drag", "![A](a.png)\n\n## Drag"), r":24: no page shows the image a\.png"),
    (("## Drag", "One\ntwo {{dgc}}\n\n## Drag"), r":25: \{\{dgc\}\} cannot be worked out"),
    (('shows = ["dcg"]\n```', 'shows = ["dcg"]'), r":26: the block ```board .* before line 31"),
]


def block(kind: str, text: str) -> tuple[str, str]:
    return "```board", f"```{kind}\n{text}\n```\n\n```board"


def number(*slips: str) -> tuple[str, str]:
    """A question after a number that is 1, whose slips give these."""
    more = "".join(f'\n[[slips]]\nanswer = "{slip}"\nwhy = "w"' for slip in slips)
    return block("number", f'ask="a"\nanswer="dcg r=1"\nhint="h"\nwhy="w"{more}')


def drag(want: str, solution: list[int], more: str = "", hint: str = 'hint="h"') -> tuple[str, str]:
    lines = ('ask="a"', f'wants=["{want}"]', f"solution={solution}", more, hint, 'done="d"')
    return block("drag-task", "\n".join(lines))


def audit(cell: str, offered: str) -> tuple[str, str]:
    offer = f'offer=["{offered}","log10"]'
    return block("audit", f'cell="{cell}"\nmistake="multiply"\n{offer}\nhint="h"')


BLOCKS = [
    (block("sheet", 'blanks = ["dcg"]'), r"there is no hint"),
    (block("sheet", 'hint = "h"'), r"there are no blanks"),
    (block("sheet", 'blanks = ["dgc"]\nhint = "h"'), r":\d+: 'dgc' cannot be left blank"),
    (block("sheet", 'skill = "dcg"\nvariant = 99\nhint = "h"'), r"variant is 99"),
    (block("replay", 'example = "nowhere"'), r"there is no example 'nowhere'"),
    (
        block("replay", 'example = "004-hand-check"\nend = "dgc"'),
        r"end is 'dgc'; the steps are actual\.1, ",
    ),
    (
        block("replay", 'example = "004-hand-check"\nstart = "idcg"\nend = "dcg"'),
        r"end is 'dcg', which comes before start, 'idcg'",
    ),
    (drag("ndcg changed", [1, 2, 3]), r"the solution does not fulfil"),
    (drag("ndcg same", [1, 2, 3]), r"done before anything is moved"),
    (drag("ndcg lowest", [2, 1, 3], hint=""), r"there is no hint"),
    (drag("ndcg nice", [2, 1, 3]), r"'ndcg nice' cannot be wanted"),
    (
        drag("ndcg best-swap", [*range(1, 52)], f"grades={[1] * 51}"),
        r"tries all swaps; at most 50 documents",
    ),
    (audit("actual.term.2", "no-discount"), r"offer must hold the mistake itself"),
    (audit("actual.term.1", "multiply"), r"multiply|nothing wrong"),
    (
        block("predict", 'ask="a"\nanswer="ndcg"\nreveal="r"\nalone="{{you x}}"'),
        r"alone is read before anything is answered",
    ),
    (
        block("predict", 'ask="a"\nanswer="ndcg"\nreveal="r"\nalone=true'),
        r"alone must be a text",
    ),
    (number("cg r=1"), r"this slip gives the right number"),
    (number("dcg r=2", "cg r=1,1"), r"the number of another"),
    (block("note", 'title = "t"'), r"text is missing"),
    (block("flips", 'systems=["A"]\nk=2\nrows=["10 / 01"]'), r"systems must name two"),
    (block("flips", 'systems=["A","B"]\nk=2\nrows=["10 - 01"]'), r"it must be like"),
    (block("flips", 'systems=["A","B"]\nk=2\nrows=["10 / 02"]'), r"the same documents twice"),
    (block("curves", 'discounts=["ln"]'), r"discounts holds 'ln'"),
    (block("curves", "patience = 2.5"), r"patience must be a share"),
    (block("libraries", 'ids=["scikit-learn"]'), r"ids must name two libraries"),
    (block("libraries", 'ids=["sklearn","lightgbm"]'), r"ids holds 'sklearn'"),
    (block("sheet", 'grades=[-1,2]\nblanks=["dcg"]\nhint="h"'), r"01-one-more\.md:\d+: "),
    (block("lab", 'tasks = ["sing"]'), r"tasks holds 'sing'"),
    (block("compare", ""), r"at least two \[\[rows\]\]"),
    (block("systems", 'systems = ["A"]\nk = 3'), r"two systems"),
]


LINES = [
    # what is changed, what must stand in the line that the message names, what it must say
    ("minutes = 5", 'minutes = "five"', r"minutes is 'five'"),
    ("minutes = 5", "minutes = 25", r"25 minutes are too long"),
    ("part = 2", "part = 3", r"part is 3"),
    ('goal = "say what one more rank adds"', 'goal = ""', r"goal is empty"),
    ('sources = ["002"]', 'sources = ["0002"]', r"sources.toml has no source '0002'"),
    ("needs = []", 'needs = ["nothing"]', r"it needs 'nothing', which is no lesson"),
    ("needs = []", "needs = [1]", r"needs must be a list of texts"),
    ("grades = [3, 2, 3]", 'grades = "3, 2, 3"', r"grades is '3, 2, 3'"),
    ("grades = [3, 2, 3]", "grades = [3, 2, 3]\ncolour = 1", r"there is no key 'colour' here"),
    ("needs = []", "needs = [", r"this is not TOML"),
    ('answer = "term r=3,2,3,1 i=4"', "answer = term", r"this is not TOML"),
    ("```board", "```borad", r"there is no block 'borad'"),
]


@pytest.mark.parametrize(("old", "new", "message"), LINES)
def test_a_fault_in_the_front_matter_or_a_block_names_its_line(write, folder, old, new, message):
    path = write((old, new))
    lines = path.read_text("utf-8").split("\n")
    faulty = new.split("\n")[-1]
    with pytest.raises(ValueError, match=message) as refused:
        load_lessons(folder)
    line = int(re.search(r"01-one-more\.md:(\d+)", str(refused.value))[1])
    # TOML notices a bracket that is never closed where the next key begins.
    assert lines[line - 1] == faulty or lines[line - 2] == faulty


def test_the_checker_names_every_fault_of_every_file(write, folder, capsys):
    write(("minutes = 5", "minutes = 25"))
    write(("```board", "```borad"), ("(#dcg)", "(#cdg)"), ('goal = "', 'gaol = "'), name="02-b.md")
    assert main(folder) == 5
    faults = [line for line in capsys.readouterr().out.splitlines() if ".md:" in line]
    assert "01-one-more.md:3: 25 minutes are too long" in faults[0]
    places = [re.search(r"02-b\.md:(\d+: .{8})", fault)[1] for fault in faults[1:]]
    assert places == ["1: goal is ", "14: the glos", "26: there is", "4: there is"]


def test_the_lesson_of_the_readme_is_good_where_it_is_put(write, folder):
    shutil.copytree(LESSONS, folder, dirs_exist_ok=True)
    write(name="19-one-more.md")
    assert main(folder) == 0
    assert load_lessons(folder)[-1].slug == "one-more"


def test_a_byte_order_mark_is_read_past(write):
    path = write()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_lesson(path).title == "One more rank"


def test_what_is_not_utf_8_says_so_and_where(write):
    path = write(("say what one more rank adds", "say what one more r\xe4nk adds"))
    path.write_bytes(path.read_text("utf-8").encode("latin-1"))
    with pytest.raises(ValueError, match=r"01-one-more\.md:4: this is not UTF-8"):
        load_lesson(path)


def test_part_two_comes_after_part_one(write, folder):
    write()
    write(("part = 2", "part = 1"), name="02-later.md")
    with pytest.raises(ValueError, match=r"02-later\.md:6: a lesson of part 1 .* Say part = 2"):
        load_lessons(folder)


def test_nothing_below_a_question_may_tell_its_answer(write):
    below = 'alone = "A ranking has the grades 3, 2, 3."\n```'
    with pytest.raises(ValueError, match="below the question 'hook'"):
        load_lesson(write((below, below + "\n\nIt is {{term i=4 r=3,2,3,1}}.")))
    with pytest.raises(ValueError, match="below the question 'hook'"):
        load_lesson(write((below, below + "\n\n```board\n```")))


@pytest.mark.parametrize(("change", "message"), [*BROKEN, *BLOCKS])
def test_what_breaks_a_rule_is_refused(write, folder, change, message):
    write(change)
    with pytest.raises(ValueError, match=message) as refused:
        load_lessons(folder)
    assert "one-more" in str(refused.value)


def test_a_slug_or_a_number_may_be_used_once(write, folder):
    write()
    write(name="02-one-more.md")
    with pytest.raises(ValueError, match="slug 'one-more' is used twice"):
        load_lessons(folder)
    (folder / "02-one-more.md").rename(folder / "01-another.md")
    load_lessons.cache_clear()
    with pytest.raises(ValueError, match="number 1 is used twice"):
        load_lessons(folder)
