"""The loader reads good lessons, and refuses bad ones with file, line and a sentence."""

import os
import re
import shutil

import pytest

from ndcg_core.content import load_toml
from ndcg_core.examples.published import load_examples
from ndcg_core.lessons import load_lesson, load_lessons
from ndcg_core.lessons.__main__ import main
from ndcg_core.lessons.references import load_sources
from ndcg_ui.hosts import server
from ndcg_ui.hosts.server import written_lessons
from tests.lessons.conftest import GLOSSARY, LESSONS
from tests.ui.test_web_refused import make_client


def test_the_lesson_of_the_readme_loads(write):
    lesson = load_lesson(write())
    assert (lesson.number, lesson.slug, lesson.minutes) == (1, "one-more", 5)
    assert [step.title for step in lesson.steps] == ["Guess", "Drag", "Check", "In short"]
    assert [question.id for question in lesson.later] == ["later-1/1", "later-1/2"]
    assert "4.262" not in lesson.steps[0].parts[0].html
    assert "5.762" in lesson.steps[0].parts[0].fill_in()


def test_every_lesson_of_the_course_loads():
    lessons = load_lessons()
    assert [lesson.number for lesson in lessons] == list(range(1, len(lessons) + 1))
    assert len(lessons) >= 18
    assert main() == 0


def test_the_source_documents_of_the_lessons_are_those_of_the_examples():
    numbered = {name for name in load_sources() if name.isdigit()}
    assert numbered == {example.slug[:3] for example in load_examples() if example.slug < "1"}
    assert numbered <= {name for lesson in load_lessons() for name in lesson.sources}


FAULTY = load_toml(__file__, "faulty_lessons.toml")
BEFORE = "```{}\n{}\n```\n\n```board"
"""A block of a kind, with its text, before a board."""
BLOCKS = [["```board", BEFORE.format(kind, text), says] for kind, text, says in FAULTY["blocks"]]


@pytest.mark.parametrize(("old", "new", "message"), FAULTY["in_a_line"])
def test_a_fault_in_the_front_matter_or_a_block_names_its_line(write, folder, old, new, message):
    path = write((old, new))
    lines = path.read_text("utf-8").split("\n")
    faulty = new.split("\n")[-1]
    with pytest.raises(ValueError, match=message) as refused:
        load_lessons(folder)
    line = int(re.search(r"01-one-more\.md:(\d+)", str(refused.value))[1])
    # TOML notices a bracket that is never closed where the next key begins.
    assert lines[line - 1] == faulty or lines[line - 2] == faulty


def test_a_page_shows_the_saved_lesson_of_an_author_or_its_fault(write, folder, monkeypatch):
    courses = shutil.ignore_patterns("[0-9][0-9]-*.md", "glossary.toml")
    shutil.copytree(LESSONS, folder, ignore=courses, dirs_exist_ok=True)

    client = make_client(*server.list_routes(), raise_server_exceptions=False)
    changes = [(), (("One more rank", "A rank more"),), (("minutes = 5", "minutes = 50"),), ()]
    shown = []
    with monkeypatch.context() as author:
        author.setenv("NDCG_LESSONS", str(folder))
        for saved, change in enumerate(changes, 4_000_000_000):  # later than every file
            os.utime(write(*change), (saved, saved))
            shown.append(client.get("/?lesson=one-more").text)
    written_lessons.clear_caches_of_changed_lessons()
    assert ["<h1>One more rank</h1>" in html for html in shown] == [True, False, False, True]
    assert "<h1>A rank more</h1>" in shown[1]
    assert "01-one-more.md:3: 50 minutes are too long" in shown[2]


def test_the_checker_names_every_fault_of_every_file(write, folder, capsys):
    write(("minutes = 5", "minutes = 25"))
    write(("```board", "```borad"), ("(#dcg)", "(#cdg)"), ("goal = [", "gaol = ["), name="02-b.md")
    assert main(folder) == 5
    faults = [line for line in capsys.readouterr().out.splitlines() if ".md:" in line]
    assert "01-one-more.md:3: 25 minutes are too long" in faults[0]
    places = [re.search(r"02-b\.md:(\d+: .{8})", fault)[1] for fault in faults[1:]]
    assert places == ["1: goal is ", "15: the glos", "27: there is", "4: there is"]


def test_the_checker_names_all_faults_of_a_file_at_once(write, folder, capsys):
    write(
        ("{{dcg}}.", "{{dgc}}, or {{dcgg}}, or 5.762."),
        ("minutes = 5", "minutes = 25"),
        ('shows = ["dcg"]', 'shows = ["gdc"]'),
        ('hint = "The divisors are 1, log2(3) and 2."\n', ""),
        ('verdict = "right"', 'verdict = "perhaps"'),
        ('["Guess"]', '["Guesses"]'),
        ("## In short", "## The end"),
    )
    main(folder)
    faults = capsys.readouterr().out
    for sentence in (
        ":15: {{dgc}} cannot be",
        ":15: {{dcgg}} cannot be",
        ":15: 5.762 is typed",
        ":3: 25 minutes",
        "shows contains 'gdc'",
        "item 1: there is no hint",
        "item 2, option 1: verdict is 'perhaps'",
        "taught is 'Guesses'",
        "the last step must be called",
    ):
        assert sentence in faults, faults
    assert main(folder) == faults.count("01-one-more.md:") == 9


GLOSSARIES = [
    ('dcg = { lesson = "one-more", step = "Guess" }', "does not say which lesson and step", ""),
    (
        '"one-more", step',
        "'dcg' is taught in 'two-more', “Guess”, which is not a step",
        '"two-more", step',
    ),
    ('"Guess"', "'dcg' is taught in 'one-more', “Guesses”, which is not a step", '"Guesses"'),
    ('"Guess"', "“Drag”, but that step has no link […](#dcg)", '"Drag"'),
    (', step = "Guess"', "'dcg': step is missing", ""),
    ("[taught]\n", "[taught] has 'cg', which is not a term", "[taught]\ncg = {{ {0} }}\n"),
]


@pytest.mark.parametrize(("old", "message", "new"), GLOSSARIES)
def test_a_term_names_a_step_that_links_to_it(write, folder, old, message, new):
    write()
    text = GLOSSARY.replace(old, new.format('lesson = "one-more", step = "Guess"'))
    (folder / "glossary.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=re.escape(message)):
        load_lessons(folder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('year = "2002"', "year = 2002", "year is 2002. It must be a string"),
        ('year = "2002"', 'year = "02"', "year is '02'. It must be four digits"),
        ('link = "https:', 'link = "http:', "link is 'http:"),
        ("authors", "author", "authors is missing"),
    ],
)
def test_a_reference_has_a_title_authors_a_year_and_a_link(folder, old, new, message):
    text = (LESSONS / "sources.toml").read_text("utf-8")
    start = text.index("[sources.jarvelin-2002]")
    row = text[start : text.index("[sources.burges", start)].replace(old, new)
    (folder / "sources.toml").write_text(row + row.replace("2002]", "2003]"), "utf-8")
    with pytest.raises(ValueError, match=message) as refused:
        load_sources(folder)
    assert len(str(refused.value).splitlines()) == 2  # of both sources at once


def test_every_source_is_named_by_a_lesson_and_the_documents_have_their_further_links():
    named = {name for lesson in load_lessons() for name in lesson.sources}
    assert named == set(load_sources())
    further = [one.link for one in load_sources()["002"].further]
    assert [link.split("/")[2] for link in further] == [
        "www.geeksforgeeks.org",
        "en.wikipedia.org",
        "spotintelligence.com",
    ]


def test_the_checker_names_every_fault_of_a_front_matter_and_of_the_text_below(
    write, folder, capsys
):
    write(
        ("title = ", "tilte = "),
        ("minutes = 5", "minutes = 25"),
        ("part = 2", "part = 3"),
        ("goal = [", 'teaches = ["logs", "bits"]\ngoal = ['),
        ('sources = ["002"]', 'sources = ["0002", "0003"]'),
        ("needs = []", 'needs = "gain"'),
        ("```board", "```borad"),
    )
    write(("needs = []", 'needs = 3\nconvention = "mine"'), ("sources", "souces"), name="02-b.md")
    main(folder)
    told = capsys.readouterr().out
    for fault in (
        "01-one-more.md:1: title is missing",
        "01-one-more.md:2: there is no key 'tilte'",
        "01-one-more.md:3: 25 minutes are too long",
        "01-one-more.md:4: there is no concept 'logs', 'bits'",
        "01-one-more.md:8: part is 3",
        "01-one-more.md:9: needs is 'gain'",
        "01-one-more.md:10: sources.toml has no source '0002', '0003'",
        "01-one-more.md:28: there is no block 'borad'",
        "02-b.md:1: There is no convention 'mine'",
        "02-b.md:1: sources is missing",
        "02-b.md:8: needs is 3",
        "02-b.md:10: there is no key 'souces'",
    ):
        assert fault in told
    assert told.count(".md:") == 12


def test_the_checker_names_every_fault_of_the_other_files(folder, capsys):
    front = '+++\ntitle = ""\nminutes = 3\n+++\n\n'
    text = front + "## Why?\n\nAs [here](?lesson=nothing).\n\n## How?\n\nBy {{dgc}}.\n"
    (folder / "questions.md").write_text(text, "utf-8")
    (folder / "practice").mkdir()
    (folder / "practice" / "predict.md").write_text(front + "```predict\nask = 1\n```\n", "utf-8")
    main(folder)
    assert list_named_lines("predict.md", capsys) == {2, 3, 6}
    (folder / "practice" / "predict.md").unlink()
    main(folder)
    assert list_named_lines("questions.md", capsys) == {2, 3, 8, 12}


def list_named_lines(file: str, capsys) -> set[int]:
    found = re.findall(rf"/{re.escape(file)}:(\d+): ", capsys.readouterr().out)
    return set(map(int, found))


def test_the_readmes_lesson_is_valid_in_the_course(write, folder):
    shutil.copytree(LESSONS, folder, dirs_exist_ok=True)
    write(name="99-one-more.md")
    assert main(folder) == 0
    assert load_lessons(folder)[-1].slug == "one-more"


def test_part_two_comes_after_part_one(write, folder):
    write()
    write(("part = 2", "part = 1"), name="02-later.md")
    with pytest.raises(ValueError, match=r"02-later\.md:7: a lesson of part 1 .* Set part = 2"):
        load_lessons(folder)


def test_nothing_below_a_question_may_reveal_its_answer(write):
    below = 'alone = "A ranking has the grades 3, 2, 3."\n```'
    with pytest.raises(ValueError, match="below the question 'hook'"):
        load_lesson(write((below, below + "\n\nIt is {{term i=4 r=3,2,3,1}}.")))
    with pytest.raises(ValueError, match="below the question 'hook'"):
        load_lesson(write((below, below + "\n\n```board\n```")))


@pytest.mark.parametrize(("old", "new", "message"), FAULTY["changed"] + BLOCKS)
def test_a_broken_rule_is_refused(write, folder, old, new, message):
    write((old, new))
    with pytest.raises(ValueError, match=message) as refused:
        load_lessons(folder)
    assert "one-more" in str(refused.value)
