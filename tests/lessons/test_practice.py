"""The practice page's tasks and predictions are read as a lesson's blocks are."""

import shutil
from pathlib import Path

import pytest

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.__main__ import main
from ndcg_core.lessons.practice import load_practice

LESSONS = Path(__file__).parents[2] / "lessons"


@pytest.fixture
def practice(folder):
    shutil.copytree(LESSONS / "practice", folder / "practice")
    return folder / "practice"


def test_the_practice_is_there_and_the_course_does_not_list_it():
    practice = load_practice()
    assert {name: {block.kind for block in one.blocks} for name, one in practice.items()} == {
        "drag": {"drag-task"},
        "predict": {"predict"},
    }
    assert len(load_lessons()) == len(list(LESSONS.glob("[0-9]*.md")))


BROKEN = [
    # the file, what is changed in it, what must stand in the line that is named, what is said
    ("drag", '["ndcg lowest"]', '["ndcg lower-still"]', "```drag-task", "cannot be wanted"),
    ("drag", "[4, 5, 2, 1, 3]", "[1, 2, 3, 5, 4]", "```drag-task", "does not fulfil"),
    ("drag", "[3, 2, 1, 4, 5]", "[1, 2, 4, 3, 5]", "```drag-task", "does not fulfil"),
    ("drag", "[4, 5, 2, 1, 3]", "[4, 5, 2, 1, 1]", "```drag-task", "each once"),
    ("drag", '["grades changed", "ndcg same"]', '["ndcg same"]', "```drag-task", "is done before"),
    ("drag", "```drag-task", "```board", "```board", "drag-task blocks and nothing else"),
    ("drag", "```drag-task", "Prose.\n\n```drag-task", "Prose.", "nothing else"),
    ("drag", 'title = "tasks by drag"', "", "+++", "title is missing"),
    ("drag", 'title = "tasks by drag"', "title = 1", "title = 1", "it must be a text"),
    ("predict", 'answer = "ndcg k=5', 'answer = "dgcn k=5', "```predict", "no value 'dgcn'"),
    ("predict", 'why = "One', 'whi = "One', 'whi = "One', "there is no key 'whi'"),
]


@pytest.mark.parametrize(("name", "old", "new", "at", "why"), BROKEN, ids=[b[-1] for b in BROKEN])
def test_practice_that_breaks_a_rule_is_refused_with_its_line(
    practice, capsys, name, old, new, at, why
):
    path = practice / f"{name}.md"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=why) as refused:
        load_practice(practice.parent)
    place, _, _ = str(refused.value).partition(": ")
    assert place.startswith(f"practice/{name}.md:")
    line = path.read_text("utf-8").split("\n")[int(place.rpartition(":")[2]) - 1]
    assert line.startswith(at)
    assert main(practice.parent) == 1
    assert str(refused.value) in capsys.readouterr().out


def test_a_file_of_another_name_is_no_practice(practice, capsys):
    (practice / "drag.md").rename(practice / "drop.md")
    assert main(practice.parent) == 1
    assert "practice/drop.md:1: practice is called drag.md or predict.md" in capsys.readouterr().out


def test_a_file_without_a_block_is_refused(practice):
    (practice / "predict.md").write_text('+++\ntitle = "predictions"\n+++\n', "utf-8")
    with pytest.raises(ValueError, match=r"practice/predict\.md:1: there is no predict block"):
        load_practice(practice.parent)
