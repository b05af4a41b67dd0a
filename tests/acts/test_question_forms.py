"""A question as a learner sees it: its fields, options, buttons and feedback after each answer."""

import re
from dataclasses import replace
from html import unescape

from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.attempts import Attempt
from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.questions.forms import Presentation, render_facts
from ndcg_ui.lesson_blocks.questions import change_attempt, is_next_requested, make_attempt_parts
from tests.acts.shown import Words
from tests.lessons.test_course_questions import WRONG, list_questions

LESSONS = {lesson.slug: lesson for lesson in load_lessons()}
CHOICE = next(block.question for block in LESSONS["gain"].blocks if block.kind == "choice")
NUMBER = next(block.question for block in LESSONS["gain"].blocks if block.kind == "number")
AUDIT = next(question for question in list_questions() if question.kind == "audit")
SHEET = next(block.question for block in LESSONS["dcg"].blocks if block.kind == "sheet")


class Asked:
    """A question on the screen, and a learner who answers it."""

    def __init__(self, question, **presentation) -> None:
        self.question, self.attempt = question, Attempt()
        self.presentation = Presentation("f", **presentation)

    def act(self, form: str = "f", **action) -> None:
        sent = {"form": form, **action}
        self.attempt = change_attempt(self.question, self.attempt, sent, self.presentation)

    def find_part(self, name: str) -> dict:
        parts = make_attempt_parts(self.question, self.attempt, "q", "place", self.presentation)
        return next(part.data for part in parts if part.name == f"q.{name}")

    @property
    def words(self) -> Words:
        return Words(self.find_part("question")["html"])

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """The action and the text of each button below the question, without the options."""
        tags = re.findall(r'<button [^>]*?data-act="(\w+)">([^<]*)</button>', self.words.html)
        return [(act, Words(text).text) for act, text in tags]

    @property
    def options(self) -> dict[int, tuple[str, bool]]:
        """The look of each option in its order, and True if it is switched off."""
        found = re.findall(r'<button class="option (\w*)"([^>]*)>', self.words.html)
        return {
            int(re.search(r'data-option="(\d)"', rest)[1]): (look, 'aria-disabled="true"' in rest)
            for look, rest in found
        }

    @property
    def field(self) -> dict[str, str]:
        """The attributes of the field for a number."""
        (tag,) = re.findall(r"<input ([^>]*)>", self.words.html)
        return dict(re.findall(r'([\w-]+)(?:="([^"]*)")?', tag))

    @property
    def feedback(self) -> tuple[str, str]:
        """The look and the text of the feedback, or two empty texts."""
        found = re.search(
            r'<(p|div) class="answer ?(\w*)"[^>]*role="status".*</\1>', self.words.html
        )
        if not found:
            return "", ""
        html = found[0].partition('<p class="acts">')[0].partition("<div aria-live")[0]
        return found[2], Words(html).seen


def read(prose) -> str:
    return Words(prose.fill_in()).seen


def list_wrong_options(question) -> list[int]:
    return [n for n in range(len(question.options)) if n != question.solution]


def test_a_choice_with_one_try_marks_the_answer_and_the_right_option():
    right, (wrong, other) = CHOICE.solution, list_wrong_options(CHOICE)
    asked = Asked(CHOICE, tries="one", rotation=1, next_label="Next", heading="A similar question")
    says = [read(option.say) for option in CHOICE.options]
    assert asked.words.lines == ["A similar question", read(CHOICE.ask), *says[1:], says[0], "Hint"]
    assert asked.options == {1: ("", False), 2: ("", False), 0: ("", False)}
    assert asked.buttons == [("hint", "Hint")]
    assert asked.feedback == ("", "")
    for ignored in (
        {"act": "show"},
        {"act": "next"},
        {"act": "answer", "form": "g", "option": "0"},
    ):
        asked.act(**ignored)
        assert asked.attempt == Attempt()
    asked.act(act="answer", option="9")
    assert (asked.attempt.result, asked.feedback) == ("open", ("", ""))
    asked.act(act="hint")
    assert asked.buttons == []
    assert asked.words.lines[-1] == read(CHOICE.hint)
    assert not is_next_requested(asked.attempt, {"act": "next", "form": "f"}, asked.presentation)
    asked.act(act="answer", option=str(wrong))
    assert asked.options == {wrong: ("wrong", True), right: ("right", True), other: ("", True)}
    rows = asked.words.html.split("<li>")[1:]
    verdicts = [re.findall(r'data-option="(\d)"|data-verdict="(\w+)"', row) for row in rows]
    assert [[one or other for one, other in found] for found in verdicts] == [
        [str(wrong), "wrong"],
        [str(other)],
        [str(right), "right"],
    ]
    why = f"{read(CHOICE.options[wrong].why)} {Words(CHOICE.worked_solution).seen}"
    assert asked.feedback == ("wrong", f"wrong.  {why}")
    assert asked.buttons == [("next", "Next")]
    assert 'class="plain-button strong"' in asked.words.find_tag("Next")
    assert asked.words.get_data_attribute("state") == "wrong"
    done = asked.attempt
    asked.act(act="answer", option=str(right))
    assert asked.attempt == done
    for form, is_next in (("f", True), ("g", False)):
        action = {"act": "next", "form": form}
        assert is_next_requested(done, action, asked.presentation) == is_next


def test_a_choice_with_many_tries_switches_wrong_options_off_and_then_offers_its_solution():
    right, (wrong, other) = CHOICE.solution, list_wrong_options(CHOICE)
    asked = Asked(CHOICE)
    assert list(asked.options) == [0, 1, 2]
    asked.act(act="answer", option=str(wrong))
    assert asked.options == {wrong: ("wrong", True), right: ("", False), other: ("", False)}
    assert asked.feedback == ("wrong", f"wrong.  {read(CHOICE.options[wrong].why)}")
    assert asked.buttons == [("hint", "Hint")]
    asked.act(act="answer", option=str(other))
    assert asked.options == {wrong: ("wrong", True), right: ("", False), other: ("wrong", True)}
    assert asked.buttons == [("hint", "Hint"), ("show", "Show the solution")]
    asked.act(act="show")
    assert asked.options == {wrong: ("wrong", True), right: ("right", True), other: ("wrong", True)}
    assert asked.feedback == ("", Words(CHOICE.worked_solution).seen)
    assert asked.buttons == []
    right_at_once = Asked(CHOICE)
    right_at_once.act(act="answer", option=str(right))
    assert right_at_once.options[right] == ("right", True)
    assert right_at_once.options[wrong] == ("", True)
    assert right_at_once.feedback == ("right", f"right.  {read(CHOICE.options[right].why)}")


def test_the_field_of_a_number_keeps_the_answer_and_closes_after_a_right_one():
    asked = Asked(NUMBER)
    assert asked.buttons == [("answer", "Submit my answer"), ("hint", "Hint")]
    assert "Write at least two decimals, unless the number is whole." in asked.words.text
    empty = {"type": "text", "name": "number", "value": "", "autocomplete": "off"}
    empty |= {"spellcheck": "false", "aria-describedby": "asks-f"}
    assert asked.field == empty
    asked.act(act="answer", values={"number": "two"})
    assert (asked.attempt.result, asked.field) == ("open", {**empty, "value": "two"})
    assert asked.feedback[0] == "invalid"
    assert 'data-verdict="invalid"' in asked.words.html
    asked.act(act="answer", values={"number": "77.7"})
    described = "asks-f said-f"
    wrong = {**empty, "value": "77.7", "aria-invalid": "true", "aria-describedby": described}
    assert asked.field == wrong
    assert asked.feedback[0] == "wrong"
    assert 'id="asks-f"' in asked.words.html
    assert re.search(r'<p class="answer wrong" id="said-f" role="status">', asked.words.html)
    asked.act(act="answer", values={"number": NUMBER.solution})
    assert asked.field == {**empty, "value": NUMBER.solution, "readonly": ""}
    assert asked.feedback == ("right", f"right {read(NUMBER.why)}")
    assert asked.buttons == []
    asked.act(act="answer", values={"number": "1" * 100})
    assert asked.attempt.given == NUMBER.solution
    long = Asked(NUMBER, help_kind="unknown")
    assert long.buttons == [("answer", "Submit my answer"), ("unknown", "I don’t know")]
    long.act(act="answer", values={"number": "1" * 100})
    assert long.attempt.given == "1" * 80


def test_the_choices_of_an_audit_stay_selected_and_close_after_a_right_answer():
    asked = Asked(AUDIT)

    def read_selects():
        found = re.findall(r"<label>(.*?) <select ([^>]*)>(.*?)</select>", asked.words.html)
        chosen = [
            [unescape(value) for value in re.findall(r'value="([^"]*)" selected', options)]
            for *_, options in found
        ]
        return [
            (title, "disabled" in rest, one)
            for (title, rest, _), one in zip(found, chosen, strict=True)
        ]

    titles = ["The wrong line", "The author’s mistake"]
    assert read_selects() == [(title, False, []) for title in titles]
    assert asked.words.html.count('<option value="">Choose</option>') == 2
    assert re.findall(r'name="(\w+)"', asked.words.html) == ["cell", "mistake"]
    assert asked.words.table == [
        ["rank", "grade", "term"],
        *[["1", "2", "2.000"], ["2", "3", "3.000"], ["3", "3", "1.500"], ["4", "1", "0.431"]],
        ["DCG@4", "6.931"],
    ]
    given = WRONG["audit"](AUDIT)
    asked.act(act="answer", values=given)
    assert read_selects() == [
        (title, False, [given[name]])
        for title, name in zip(titles, ("cell", "mistake"), strict=True)
    ]
    assert asked.feedback[0] == "wrong"
    asked.act(act="answer", values=AUDIT.solution)
    assert read_selects() == [
        (title, True, [AUDIT.solution[name]])
        for title, name in zip(titles, ("cell", "mistake"), strict=True)
    ]


def test_a_sheet_is_checked_as_a_whole_and_names_what_is_missing_only_with_one_try():
    blanks, right = SHEET.sheet.blanks, dict(SHEET.solution)
    first, term = blanks[0], "The term at rank 1 of the ranking"

    def answer(texts, tries="many", why="check"):
        asked = Asked(SHEET, tries=tries)
        asked.act(why=why, texts=texts, cell=first)
        return asked

    asked = Asked(SHEET)
    assert asked.find_part("sheet")["acts"] == {"check": "Check", "hint": "Hint"}
    assert (asked.find_part("sheet")["state"], asked.buttons) == ("open", [])
    assert asked.find_part("asks")["html"].startswith('<div class="question" id="asks-f">')
    assert Words(asked.find_part("asks")["html"]).lines[0] == read(SHEET.ask)
    for tries in ("many", "one"):
        asked = answer(right, tries)
        assert asked.feedback == ("right", "Everything is right.")
        assert asked.find_part("sheet")["state"] == "closed"
    carried_sum = float(right["dcg"]) - float(right[first]) + 77.7
    bad = {**right, first: "77.7", "dcg": f"{carried_sum:.3f}"}
    carried = [f"DCG: {right['dcg']}"]  # follows from the wrong term
    assert answer(bad).feedback == ("", "")
    assert answer(bad).find_part("sheet")["state"] == "open"
    once = answer(bad, "one")
    assert once.find_part("sheet")["state"] == "closed"
    listed = once.words.lines[once.words.lines.index("Right answers:") + 1 :]
    assert listed == [f"{term}: {right[first]}", *carried]
    second = answer({**bad, blanks[1]: "x"}, "one").words.lines[-2]
    assert second == f"The term at rank 2 of the ranking: {right[blanks[1]]}"
    assert answer({**right, first: "x"}, "one").feedback[1].startswith(f"{term}: “x” is not known")
    assert answer({**right, first: ""}, "one").feedback[1].startswith(f"{term} is empty.")
    assert answer({**right, first: ""}, "one", "left").feedback == ("", "")
    others = ", ".join(term.replace("1", rank) for rank in "234").replace("The", "the")
    sentence = (
        f"T{others[1:]} and 2 more are empty. Your answer counts once every cell is filled in."
    )
    assert answer({first: "1"}, "one").feedback == ("", sentence)


def test_a_sheet_remembers_the_cell_of_a_hint():
    asked = Asked(SHEET)
    second = SHEET.sheet.blanks[1]
    asked.act(why="left", texts={second: "9"}, cell=second)
    assert (asked.attempt.cell, asked.attempt.given[second]) == (second, "9")
    assert asked.attempt.checked == "not yet"
    for _ in range(2):
        asked.act(why="hint", texts={second: "9"}, cell=second)
    hints = asked.words.lines[-1]
    assert hints.startswith(f"{read(SHEET.hint)} The term at rank 2 of the ranking: ")
    asked.act(why="left", texts={}, cell="x" * 100)
    assert asked.attempt.cell == "x" * 80
    assert "The term at rank 1 of the ranking: " in asked.words.lines[-1]
    for _ in range(2):
        asked.act(why="check", texts=dict.fromkeys(SHEET.sheet.blanks, "77.7"))
    assert asked.buttons == [("show", "Show the solution")]
    asked.act(act="show")
    assert asked.find_part("sheet")["texts"] == SHEET.solution
    assert asked.feedback == ("", Words(SHEET.worked_solution).seen)


def test_the_facts_of_a_sheet_name_all_that_its_calculation_needs():
    squared = replace(SHEET.sheet.convention, name="squared", title="squared grades")
    whole = Sheet((3, 0, 2), squared, 2, judged=(3, 2, 1), others=((1, 2), (0, 3)))
    other = "another query has the grades"
    assert Words(render_facts(whole)).lines == [
        f"Grades 3, 0, 2; k = 2; judged 3, 2, 1; {other} 1, 2; {other} 0, 3; squared grades."
    ]
    assert Words(render_facts(Sheet((3, 0, 2)))).lines == ["Grades 3, 0, 2; k = 3."]
    empty = Words(render_facts(Sheet((0, 0)))).lines
    assert empty == ["Grades 0, 0; k = 2; if IDCG is 0, NDCG is 0."]
