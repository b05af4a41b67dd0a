"""The SCORM packages in a system that behaves like Moodle's."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from benchmarks.site import serve_folder
from ndcg_core.lessons import load_lessons
from ndcg_core.lessons.course.course import Course, Gate, Record, pack_course
from ndcg_core.lessons.course.due import Memory
from ndcg_ui.exhibit.scripts import join_modules
from ndcg_ui.hosts.site import documents, writing
from tests.browser.courses import KEPT, make_course
from tests.browser.learner import Learner
from tests.browser.menus import follow_menu_link
from tests.browser.sites import WHY, make_site

LESSONS = load_lessons()
VERSIONS = ("1.2", "2004")
NAMES = {
    "1.2": {
        "learner": "cmi.core.student_id",
        "score": "cmi.core.score.raw",
        "status": "cmi.core.lesson_status",
        "place": "cmi.core.lesson_location",
    },
    "2004": {
        "learner": "cmi.learner_id",
        "score": "cmi.score.raw",
        "status": "cmi.completion_status",
        "place": "cmi.location",
    },
}
STATE = "cmi.suspend_data"
LONGEST = {"1.2": 4096, "2004": 64_000}
OPEN = "() => frames[0].frames[0].location.pathname.endsWith('.html')"
LMS = Path(__file__).with_name("lms.html")
both = pytest.mark.parametrize("version", VERSIONS)


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    """Return a system with both packages, each with an empty page as its course."""
    folder = tmp_path_factory.mktemp("lms")
    for version in VERSIONS:
        course = folder / version / "course"
        course.mkdir(parents=True)
        (folder / version / "index.html").write_text(LMS.read_text("utf-8"))
        (course / "scorm.html").write_text(documents.render_package_frame(version))
        (course / "scorm.js").write_bytes(join_modules(writing.HERE / "scorm.js"))
        for page in ("index.html", "practice.html"):
            (course / page).write_text('<!doctype html><link rel="icon" href="data:,"><h1>Course')
    with serve_folder(folder) as at:
        yield at


class System:
    """A learner's record in a learning management system that runs a package."""

    def __init__(self, open_page, at, version: str, learner: str = "ada", **held: str) -> None:
        self.open_page, self.at, self.version = open_page, at, version
        self.names = NAMES[version]
        self.held = {self.names["learner"]: learner} if learner else {}
        self.held |= {self.names.get(name, name): value for name, value in held.items()}
        self.page: Page

    def open(self, how: str = "", context: str = "own", at: str = "") -> "System":
        """Open the course in a new browser, or in the open one."""
        given = {"version": self.version, "held": self.held, "how": how}
        path = f"{at or '/' + self.version}/#{quote(json.dumps(given))}"
        if context == "own":
            self.page = self.open_page(path, at=self.at, wait="iframe", context="own")
        else:
            self.page.goto("about:blank")
            self.page.goto(f"{self.at.url}{path}")
        self.pages.locator("body").wait_for()
        self.page.wait_for_function(OPEN)
        return self

    @property
    def frame(self):
        return self.page.frame_locator("iframe")

    @property
    def pages(self):
        return self.frame.frame_locator("iframe")

    def take(self, course: Course, name: str = KEPT) -> None:
        """Write a record as a page of the course does."""
        text = json.dumps(pack_course(course))
        self.page.evaluate("(given) => frames[0].ndcgFrame.write(...given)", [name, text])

    def course(self) -> dict:
        """Return the record that the pages of the course get."""
        return json.loads(self.page.evaluate(f"frames[0].ndcgFrame.read('{KEPT}')") or "null")

    def wait(self, **values: str) -> None:
        """Wait until the system stores these values."""
        for name, value in values.items():
            self.page.wait_for_function(
                "([name, value]) => kept[name] === value", arg=[self.names.get(name, name), value]
            )

    def wait_for_state(self) -> None:
        """Wait until the system stores a record with a lesson."""
        self.page.wait_for_function("(name) => kept[name]?.length > 80", arg=STATE)

    def leave(self) -> None:
        """Close the course, and keep the values that the system has stored."""
        self.page.evaluate("document.querySelector('iframe').remove()")
        self.held = self.page.evaluate("kept")

    def line(self):
        return self.frame.locator("#lms")


def make_half_course(count: int, last: int = 0) -> Course:
    """Return a course with `count` done lessons, and one lesson open at its second step."""
    course = make_course(*LESSONS[:count]) if count else Course()
    answers = {"hook": {"given": 0, "result": "right"}}
    open_one = Record(2, answers, Gate.start_with(3))
    slug = LESSONS[last or count].slug
    return Course({**course.lessons, slug: open_one}, last=slug, answers=7)


@pytest.fixture
def system(open_page, space):
    return lambda *given, **held: System(open_page, space, *given, **held)


@both
@pytest.mark.every_time
def test_a_learner_continues_on_another_machine(system, version):
    lms = system(version).open()
    lms.wait(score="0", status="incomplete")
    course = make_half_course(4)
    lms.take(course)
    lms.wait(score=str(round(400 / len(LESSONS))))
    lms.page.evaluate(
        "frames[0].frames[0].history.replaceState(null, '', 'index.html?lesson=ideal&step=2')"
    )
    lms.leave()
    lms.open()
    assert lms.course() == json.loads(json.dumps(pack_course(course)))
    where = lms.page.evaluate("frames[0].frames[0].location.search")
    assert where == "?lesson=ideal&step=2"
    assert not lms.line().is_visible()


@both
def test_the_system_never_receives_a_lower_score(system, version):
    lms = system(version, score="100", status="completed").open()
    lms.take(make_half_course(1))
    lms.wait_for_state()
    lms.leave()
    assert lms.page.evaluate("scores") == []
    assert lms.held[lms.names["score"]] == "100"
    assert lms.held[lms.names["status"]] == "completed"
    lms = system(version, score="12.5", status="incomplete").open()
    for count in (1, 3, 2, 0):
        lms.take(make_half_course(count))
        lms.page.wait_for_timeout(100)
    assert lms.page.evaluate("scores") == [round(300 / len(LESSONS))]


def test_the_next_learner_on_the_same_machine_starts_fresh(system):
    ada = system("1.2").open()
    ada.take(make_course(*LESSONS[:10]))
    ada.wait(score=str(round(1000 / len(LESSONS))))
    ada.leave()
    bob = system("1.2", learner="bob")
    bob.page = ada.page
    bob.open(context="same")
    assert bob.course() is None
    bob.wait(score="0")
    bob.leave()
    ada.held = {ada.names["learner"]: "ada"}  # the system has lost it, and this browser has not
    ada.open(context="same")
    ada.wait(score=str(round(1000 / len(LESSONS))))


@both
@pytest.mark.parametrize("how", ["none", "refuses", "throws", "mute"])
def test_an_unresponsive_system_is_reported_and_gets_nothing(system, version, how):
    lms = system(version, score="80").open(how) if how != "none" else None
    if lms is None:
        lms = system(version)
        lms.open_page, opened = (lambda path, **given: opened(path, **given)), lms.open_page
        lms.page = opened(f"/{version}/course/scorm.html", at=lms.at, wait="#lms", context="own")
        expect(lms.page.locator("#lms")).to_contain_text("does not answer")
        return
    expect(lms.line()).to_contain_text("The learning management system does not answer")
    expect(lms.frame.get_by_role("button", name="Try again")).to_be_visible()
    lms.take(make_half_course(2))
    assert lms.course()["answers"] == 7
    assert lms.page.evaluate("[scores.length, kept]") == [0, lms.held]
    assert lms.page.evaluate("Object.keys(localStorage)") == []


@both
def test_a_slow_system_is_waited_for_without_constant_requests(system, version):
    lms = system(version, score="10").open("slow")
    for count in (1, 2, 3, 4, 5):
        lms.take(make_half_course(count))
        lms.page.wait_for_timeout(30)
    lms.leave()
    assert lms.held[lms.names["score"]] == str(round(500 / len(LESSONS)))
    assert lms.page.evaluate("commits") <= 4


@both
def test_steps_refused_at_closing_are_sent_in_the_next_session(system, version):
    lms = system(version).open("dies")
    lms.wait(score="0")
    lms.take(make_half_course(6))
    expect(lms.line()).to_contain_text("did not save your last step")
    lms.leave()
    assert lms.held[lms.names["score"]] == "0"
    lms.open(context="same")
    lms.wait(score=str(round(600 / len(LESSONS))))
    assert not lms.line().is_visible()


def test_records_of_two_machines_are_merged(system):
    lms = system("1.2").open("dies")
    lms.wait(score="0")
    lms.take(make_half_course(2))
    expect(lms.line()).to_contain_text("did not save")
    first = lms.page
    lms.leave()
    lms.open()
    lms.take(make_half_course(1, last=7))
    lms.wait_for_state()
    lms.leave()
    lms.page = first
    lms.open(context="same")
    lessons = lms.course()["lessons"]
    assert lessons[LESSONS[1].slug]["state"] == "done"
    assert lessons[LESSONS[7].slug]["reached"] == 2


def test_a_reset_lesson_stays_reset(system):
    lms = system("1.2").open()
    lms.take(make_half_course(3))
    lms.wait(score=str(round(300 / len(LESSONS))))
    lms.take(Course())
    lms.page.wait_for_timeout(200)
    lms.leave()
    lms.open(context="same")
    assert lms.course()["lessons"] == {}
    assert lms.held[lms.names["score"]] == str(round(300 / len(LESSONS)))


@both
def test_the_longest_record_fits(system, version):
    """Store every lesson with all answers and one missed question each."""
    texts = {
        f"number-{n}": {"given": f"{n * 0.37:.9f}", "result": "wrong", "tried": [n, 2 * n]}
        for n in range(30)
    }
    lessons = {
        lesson.slug: Record(len(lesson.steps), texts, Gate.start_with(9), "done")
        for lesson in LESSONS
    }
    lessons |= {LESSONS[-1].slug: Record(3, texts, Gate.start_with(9))}
    memories = {
        f"{one.slug}/later-{n}/{n}": Memory(0, 20_000 + n, n) for one in LESSONS for n in range(40)
    }
    course = Course(lessons, memories, 900, LESSONS[-1].slug, {"ten": {"x": list(range(500))}})
    lms = system(version).open()
    lms.take(course)
    lms.wait(score=str(round(100 * (len(LESSONS) - 1) / len(LESSONS))))
    assert 100 < len(lms.page.evaluate(f"kept['{STATE}']")) <= LONGEST[version]
    lms.leave()
    lms.open()
    kept = lms.course()["lessons"]
    assert {slug: one["state"] for slug, one in kept.items()} == {
        slug: one.state for slug, one in lessons.items()
    }
    assert kept[LESSONS[-1].slug]["reached"] == 3


def test_a_review_session_is_not_graded(system):
    lms = system("1.2", score="20", **{"cmi.core.lesson_mode": "review"}).open()
    lms.take(make_half_course(5))
    lms.wait_for_state()
    assert lms.page.evaluate("scores") == []


@both
@pytest.mark.thorough(WHY)
def test_a_learner_of_the_whole_package_resumes_within_one_question(open_page, tmp_path, version):
    made = make_site(scorm_version=version)
    listed = made["imsmanifest.xml"].decode()
    assert all(f'href="{name}"' in listed for name in made if name != "imsmanifest.xml")
    (tmp_path / "index.html").write_text(LMS.read_text("utf-8"))
    writing.write_folder(made, tmp_path / "course")
    with serve_folder(tmp_path) as at:
        lms = System(open_page, at, version).open(at="/.")
        lms.pages.get_by_test_id("start").click()
        learner = Learner(lms.pages)
        learner.expect_step(1)
        first = LESSONS[0].steps[0]
        for block in first.gating_blocks:
            learner.complete_block(block)
        learner.press_continue()
        learner.expect_step(2)
        lms.wait_for_state()
        lms.leave()
        lms.open(at="/.")
        Learner(lms.pages).expect_step(2)
        follow_menu_link(lms.pages, "Playground")
        lms.pages.get_by_role("heading", name="Playground").wait_for()
        assert lms.course()["lessons"][LESSONS[0].slug]["reached"] == 2
        lms.page.goto("about:blank")  # it still loads Python, and its server ends here
