"""A scripted learner: goes through lessons in a real browser, answering from the stored solutions.

It waits for states that the page shows, never for times.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from ndcg_core.lessons import Lesson, Question, load_lessons
from ndcg_core.lessons.course.due import find_opening_questions

LESSONS = load_lessons()


@dataclass
class Learner:
    """A learner on a page of the course."""

    page: Page

    # --- Getting about -------------------------------------------------------------------------

    def start(self) -> None:
        self.page.get_by_test_id("start").click()

    def find_lesson_entry(self, slug: str) -> Locator:
        return self.page.locator(f"[data-testid=lesson][data-slug='{slug}']")

    def expect_lesson(self, lesson: Lesson) -> None:
        expect(self.page.locator("h1")).to_have_text(lesson.title)

    def expect_step(self, number: int) -> None:
        bar = self.page.locator(f"[data-testid=bar][data-step='{number}']")
        expect(bar).to_be_visible()

    def press_continue(self) -> None:
        """Press the continue button once it is enabled."""
        button = self.page.get_by_test_id("continue")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.click()

    # --- A lesson ------------------------------------------------------------------------------

    def complete_lesson(self, lesson: Lesson) -> None:
        """Complete a lesson, from its first step to the passed check."""
        self.answer_opening_questions(lesson)
        for number, step in enumerate(lesson.steps, 1):
            self.expect_step(number)
            for block in step.gating_blocks:
                self.complete_block(block)
            if number < len(lesson.steps):
                self.press_continue()

    def answer_opening_questions(self, lesson: Lesson) -> None:
        """Answer the review questions at the start of a lesson."""
        self.expect_lesson(lesson)
        questions = find_opening_questions(LESSONS, lesson).values()
        for nth, (_, question) in enumerate(questions, 1):
            self.answer_in(self.page.get_by_test_id("question").nth(nth - 1), question)

    def complete_block(self, block) -> None:
        if block.kind == "predict":
            self.predict(block.name)
        elif block.kind == "drag-task":
            self.arrange(block)
        elif block.kind in ("board", "curves"):
            self.play(block)
        elif block.kind == "check":
            self.pass_check(block)
        else:
            place = self.page.locator(f"[data-testid=question][data-name='{block.name}']")
            self.answer_in(place, block.question)

    def predict(self, name: str) -> None:
        """Commit the slider's value."""
        asked = self.page.locator(f"[data-testid=predict][data-name='{name}']")
        asked.get_by_role("button", name="Submit my prediction").click()
        expect(asked).to_have_attribute("data-state", "done")

    def answer_in(self, place: Locator, question: Question, given=None) -> None:
        """Give an answer, by default the right one, and wait for its verdict."""
        given = question.solution if given is None else given
        if question.kind == "choice":
            place.locator(f"[data-option='{given}']").click()
        elif question.kind == "number":
            place.locator("input[name=number]").fill(str(given))
            place.get_by_role("button", name="Submit my answer").click()
        elif question.kind == "audit":
            place.locator("select[name=cell]").select_option(given["cell"])
            place.locator("select[name=mistake]").select_option(given["mistake"])
            place.get_by_role("button", name="Submit my answer").click()
        else:
            self.fill_in_sheet(place, given)
        expect(place).to_have_attribute("data-state", re.compile("right|wrong"))

    def fill_in_sheet(self, place: Locator, texts) -> None:
        """Fill in the sheet of a question, and check it."""
        sheet = place.locator("xpath=preceding::*[@data-testid='sheet'][1]")
        form = place.get_attribute("data-form")
        expect(sheet).to_have_attribute("data-form", form)
        for cell, text in texts.items():
            sheet.locator(f"input[data-cell='{cell}']").fill(text)
        sheet.get_by_role("button", name="Check").click()

    def find_board(self, name: str) -> Locator:
        return self.page.locator(f"[data-part='{name}.board'] [data-testid=board]")

    def play(self, block) -> None:
        """Change the grade, setting or patience for which a board or a curve is there."""
        if block.kind == "board" and block.mode == "edit":
            more = "less" if block.aim == "idcg lower" else "more"
            self.find_board(block.name).locator(f"[data-act={more}]").last.press("Enter")
        elif block.kind == "board":
            self.page.locator(f"[data-part='{block.name}.controls'] label").last.click()
        else:
            self.page.locator(f"[data-part='{block.name}.controls'] input").press("ArrowLeft")

    def arrange(self, block) -> None:
        """Sort a task's board into its solution with the buttons of the cards."""
        board = self.find_board(block.board.name)
        labels = block.board.sheet.labels
        for rank, origin in enumerate(block.solution, 1):
            card = board.locator(f"[data-testid=card][data-label='{labels[origin - 1]}']")
            while (now := int(card.get_attribute("data-rank"))) > rank:
                card.locator("[data-act=up]").click()
                expect(card).to_have_attribute("data-rank", str(now - 1))
        task = self.page.locator(f"[data-testid=task][data-name='{block.name}']")
        expect(task).to_have_attribute("data-state", "done")

    # --- The check -----------------------------------------------------------------------------

    def find_current_question(self, check) -> tuple[Locator, Question]:
        place = self.page.locator(f"[data-testid=question][data-name^='{check.name}/']")
        name = place.get_attribute("data-name")
        return place, next(question for question in check.questions if question.id == name)

    def pass_check(self, check) -> None:
        gate, wanted = self.page.get_by_test_id("gate"), max(2, len(set(check.goals)))
        for right in range(1, wanted + 1):
            place, question = self.find_current_question(check)
            self.answer_in(place, question)
            expect(gate).to_have_attribute("data-run", str(right))
            if right < wanted:
                place.get_by_role("button", name="Next question").click()
                open_now = f"[data-testid=question][data-name^='{check.name}/'][data-state=open]"
                expect(self.page.locator(open_now)).to_be_attached()
        expect(gate).to_have_attribute("data-state", "passed")
