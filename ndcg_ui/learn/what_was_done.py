"""A page that prints as a certificate of what was done, and nothing more."""

from collections.abc import Iterator

from ndcg_core.lessons import load_lessons
from ndcg_ui import PRODUCT
from ndcg_ui.learn import last_list, ten
from ndcg_ui.parts.ask.forms import bar, sentence
from ndcg_ui.parts.blocks.scene import Learner, PageScene
from ndcg_ui.parts.exhibit.parts import Part, form, markup
from ndcg_ui.parts.markup import builder as h

PAGE = "done"


def show_what_was_done(learner: Learner) -> list[Part]:
    """Return a field for one's name, and what was done."""
    place = f"learn.{PAGE}"
    done = list(_done(learner))
    name = h.tag("input", type="text", name="name", autocomplete="name", maxlength=60)
    drawn = h.section(
        h.p(PRODUCT, css="kicker"),
        h.h1("What was done"),
        h.p(h.label("Name ", name), css="fields") if done else None,
        h.ul(*map(h.li, done or ["Nothing is done yet."])),
        css="certificate",
        data_testid="certificate",
        data_form=PAGE,
    )
    about = "Written down by the browser in which it was done; nobody watched."
    print_it = h.button("Print", css="plain-button strong", data_print="certificate")
    below = h.html(h.p(about, css="say"), h.p(print_it if done else None, css="acts"))
    return [
        form("certificate", drawn, place),
        markup("below", below, place),
        form("bar", bar(), f"{place}.bar"),
    ]


def _done(learner: Learner) -> Iterator[object]:
    for lesson in (one for one in load_lessons() if learner.course.record(one).state == "done"):
        yield h.html(h.b(f"Lesson {lesson.number}, {lesson.title}. "), f"{sentence(lesson.goal)}.")
    if own := last_list.reached(PageScene(learner, last_list.PAGE)):
        yield f"Put the last list of part one right: {last_list.in_time(own)}."
    if came := ten.gain(learner):
        yield f"Ten items, the same kind each time. {came}"
