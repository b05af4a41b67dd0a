"""The end of the course: abilities, the ten items, a last task, reading, a certificate."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import ndcg_core as nc
from ndcg_core.evaluation.comparing.sign_flips import run_exact_flip_test
from ndcg_core.lessons import Lesson, load_lessons
from ndcg_core.lessons.capstone import (
    MAX_TEXT_LENGTH,
    SENTENCE_ROLES,
    Capstone,
    CapstoneQuery,
    JudgedSentence,
    judge_sentences,
    split_sentences,
)
from ndcg_core.lessons.ending import Ending, has_ending, load_ending
from ndcg_core.lessons.last_list import load_last_list
from ndcg_core.marking.verdicts import RIGHT
from ndcg_ui.components.board.board import compute_grade_level
from ndcg_ui.components.markup import builder as h
from ndcg_ui.components.markup import tables
from ndcg_ui.components.markup.builder import Html
from ndcg_ui.components.parts import make_form, make_markup
from ndcg_ui.components.questions.forms import render_lesson_link, render_page_link
from ndcg_ui.exhibit.parts import Action, Part, Row, read_form_fields
from ndcg_ui.lesson_blocks.scene import Learner, Page, PageScene
from ndcg_ui.pages.learn import ten

PAGE: Page = "ending"
EPOCH = date(1970, 1, 1)
LAST_DAY = 100_000
"""Later days, after the year 2243, come from a wrong clock."""
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
UNLIKELY_CHANCE = 0.05
POSSIBLE_CHANCE = 0.2
"""Up to these shares of coin flips that do as well, learning is likely or possible."""
CERTIFICATE_RANKING = (3, 2, 3, 0, 1)
"""The ranking in the picture of the certificate."""
BAR_HEIGHT = 34
BAR_WIDTH = 5


def build_ending_rows(learner: Learner) -> list[Row]:
    """Return the rows of the course's final page, or a heading if the lessons have none."""
    scene = PageScene(learner, PAGE)
    if not has_ending():
        nothing = h.render_title("The end of the course", "These lessons have no final page.")
        return [[[make_markup("head", nothing, scene.prefix)]]]
    ending = load_ending()
    done = [
        lesson for lesson in load_lessons() if learner.course.find_record(lesson).state == "done"
    ]
    capstone = ending.capstone
    return [
        [[_make_abilities_part(ending, done, scene)], [_make_items_part(ending, learner, scene)]],
        [[make_markup("task", _render_task_heading(capstone), scene.prefix)]],
        [
            [make_markup("systems", _render_systems(capstone), scene.prefix)],
            [
                make_form(
                    "capstone", _render_sentences_form(capstone, scene), f"{scene.prefix}.capstone"
                )
            ],
        ],
        [[_make_next_pages_part(ending, scene)], [_make_certificate_part(learner, done, scene)]],
    ]


def apply_ending_action(learner: Learner, part: str, action: Action) -> None:
    """Store the learner's sentences. Open the sample answer on request once all are written."""
    scene = PageScene(learner, PAGE)
    if part != "capstone":
        return
    text = read_form_fields(action).get("text")
    if text is not None:
        scene.store_answer("text", text[:MAX_TEXT_LENGTH])
    if action.get("act") == "sample" and _has_all_sentences(_get_answer_text(scene)):
        scene.store_answer("sample", "open")


# --- What somebody can do now -------------------------------------------------------------------


def _make_abilities_part(ending: Ending, done: Sequence[Lesson], scene: PageScene) -> Part:
    """Return the part that lists the course's goals with lessons, and marks those not done."""
    lessons = load_lessons()
    part_one = [lesson for lesson in lessons if lesson.part == 1]
    spent = _format_minutes(sum(lesson.minutes for lesson in done))
    title = "You can measure a ranking now"
    lead = f"{len(done)} of {len(lessons)} lessons, {spent}. "
    if len(done) == len(lessons):
        lead += "This is what you can do, and the lesson to return to."
    else:
        title = "The end of the course"
        lead += "This is what you can do after all of them, and the lesson for each."
    is_done = {lesson.slug for lesson in done}
    names = f"lessons {part_one[0].number}–{part_one[-1].number}"
    first = render_lesson_link(part_one[0], names)
    rows = [_render_ability(load_last_list().able, first, all(p.slug in is_done for p in part_one))]
    rows += [
        _render_ability(
            goal, render_lesson_link(lesson, f"lesson {lesson.number}"), lesson.slug in is_done
        )
        for lesson, goal in ending.goals
    ]
    heading = h.div(h.render_title(title, lead), data_place=PAGE, tabindex=-1)
    return make_form("abilities", h.html(heading, h.ul(*rows, css="abilities")), scene.prefix, PAGE)


def _render_ability(goal: str, link: Html, is_done: bool) -> Html:
    """Return a list item with a goal and the link to its lesson."""
    missing = None if is_done else h.span("not done yet", css="missing")
    return h.li(h.span(goal, " ", missing), h.small(link), css="" if is_done else "open")


def _format_minutes(minutes: int) -> str:
    """Format a number of minutes as hours and minutes.

    >>> _format_minutes(151), _format_minutes(60), _format_minutes(59)
    ('2 hours 31 minutes', '1 hour', '59 minutes')
    """
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} hour{'' if hours == 1 else 's'}"] if hours else []
    if rest or not hours:
        parts.append(f"{rest} minute{'' if rest == 1 else 's'}")
    return " ".join(parts)


# --- Before and after ---------------------------------------------------------------------------


def _make_items_part(ending: Ending, learner: Learner, scene: PageScene) -> Part:
    """Return the part that compares the ten items before and after part one.

    Without a completed test, the part says so.
    """
    before, after = (ten.list_outcomes(learner, when) for when in ("before", "after"))
    title = h.h2("Your ten items, before and after part one")
    if not before and not after:
        text = "You have not taken the ten items before and after part one, so there is nothing to "
        text += "compare."
        begin = (
            render_page_link(ten.PAGE, "See what you know") if ten.find_next_test(learner) else None
        )
        return make_form(
            "items", h.html(title, h.p(text, " ", begin, css="say")), f"{scene.prefix}.items"
        )
    rows = (
        h.tr(
            h.row_head(name),
            *(
                h.td(_render_outcome(outcomes[at]) if outcomes else "–")
                for outcomes in (before, after)
            ),
        )
        for at, name in enumerate(ending.items)
    )
    key = h.span(
        _render_dot(True), "right ", _render_dot(False), "wrong", css="key", aria_hidden="true"
    )
    heads = (h.col(h.span("item", css="for-screen-readers"), key), h.col("before"), h.col("after"))
    counts = (outcomes.count(RIGHT) if outcomes else "–" for outcomes in (before, after))
    foot = h.tr(h.row_head(f"right, of {NUMBER_WORDS[len(ending.items)]}"), *map(h.td, counts))
    table = h.table(heads, rows, foot, css="compared items", data_testid="items")
    said = h.p(_describe_change(before, after), " ", _render_items_link(learner, after), css="say")
    return make_form("items", h.html(title, table, said), f"{scene.prefix}.items")


def _render_dot(is_right: bool, **attributes: Any) -> Html:
    """Return a dot for a right or a wrong item."""
    return h.tag("i", css="dot right" if is_right else "dot", **attributes)


def _render_outcome(outcome: str) -> Html:
    return _render_dot(outcome == RIGHT, role="img", aria_label=outcome, title=outcome)


def _describe_change(before: Sequence[str], after: Sequence[str]) -> str:
    """Describe the change between two tests, with the share of coin flips that do as well.

    Without both tests, or if no item changed, the sentence says so.

    >>> old, new = ["wrong"] * 7 + ["right"] * 3, ["right"] * 6 + ["wrong"] * 2 + ["right"] * 2
    >>> _describe_change(old, new).partition("new the second time. ")[2].partition(": ")[0]
    'Six items got better and one got worse. Coin flips would do as well in 8 of 128 cases'
    """
    if not before or not after:
        return "Only one of the two was taken, so there is nothing to compare."
    changes = [(new == RIGHT) - (old == RIGHT) for old, new in zip(before, after, strict=True)]
    moved = [change for change in changes if change]
    said = "The numbers were new the second time. "
    if not moved:
        return f"{said}No item changed."
    better = moved.count(1)
    worse = moved.count(-1)
    items = f"{NUMBER_WORDS[better].capitalize()} item{'' if better == 1 else 's'} got better"
    test = run_exact_flip_test(moved)
    share = test.high_mean_count / len(test.means)
    sign = "chance alone explains that"
    if share <= UNLIKELY_CHANCE:
        sign = "chance alone hardly explains that"
    elif share <= POSSIBLE_CHANCE:
        sign = "a good sign, not proof"
    cases = f"Coin flips would do as well in {test.high_mean_count} of {len(test.means)} cases"
    others = NUMBER_WORDS[worse] if worse else "none"
    return f"{said}{items} and {others} got worse. {cases}: {sign}."


def _render_items_link(learner: Learner, after: Sequence[str]) -> Html | None:
    """Return a link to the second test or to the items that are still wrong, or None."""
    wrong = len(after) - after.count(RIGHT)
    if ten.find_next_test(learner) and not after:
        return render_page_link(ten.PAGE, "Answer the second ten items")
    if not wrong:
        return None
    still = "the one that is" if wrong == 1 else f"the {NUMBER_WORDS[wrong]} that are"
    return render_page_link(ten.PAGE, f"Review {still} still wrong")


# --- The last task ------------------------------------------------------------------------------


def _render_task_heading(capstone: Capstone) -> Html:
    """Return the heading and the text of the last task."""
    return h.html(
        h.h2(f"Last task: {capstone.ask[0].lower()}{capstone.ask[1:]}"),
        h.p(capstone.text, css="lead"),
    )


def _render_systems(capstone: Capstone) -> Html:
    """Return a table of two systems by query, with their means at two cutoffs."""
    measure = f"NDCG@{capstone.k}"
    heads = [h.col("query")]
    for system in capstone.systems:
        heads += [h.col(system, css="list"), h.col(measure)]
    rows = (_render_query_row(capstone, query) for query in capstone.queries)
    feet = (_render_mean_row(capstone, k) for k in (capstone.k, 1))
    return h.table(
        heads, rows, h.join_pieces(feet), css="compared two-systems", data_testid="systems"
    )


def _render_query_row(capstone: Capstone, query: CapstoneQuery) -> Html:
    """Return a query's table row with the grades and the NDCG of each system."""
    leader = capstone.find_leader(capstone.k, query.name)
    cells = list[Html]()
    for system in capstone.systems:
        score = capstone.find_evaluation(system, capstone.k).scores[query.name]
        cells += [
            h.td(_render_grades(query.grades[system]), css="list", data_system=system),
            h.td(tables.render_value(score), css="won" if system == leader else ""),
        ]
    return h.tr(h.row_head(query.name), *cells)


def _render_grades(grades: Sequence[float]) -> Html:
    """Return grades as coloured chips, with a label for screen readers."""
    chips = (
        h.span(nc.short(grade), css="chip", data_level=compute_grade_level(grade, 3))
        for grade in grades
    )
    listed = f"grades {', '.join(map(nc.short, grades))}"
    return h.span(*chips, css="chips", role="img", aria_label=listed)


def _render_mean_row(capstone: Capstone, k: int) -> Html:
    """Return the table row of the systems' means at a cutoff, with the leader highlighted."""
    leader = capstone.find_leader(k)
    cells = list[Html]()
    for system in capstone.systems:
        mean = capstone.find_evaluation(system, k).mean
        css = "won" if system == leader else ""
        cells += [h.td(css="list", data_system=system), h.td(tables.render_value(mean), css=css)]
    return h.tr(h.row_head(f"mean NDCG@{k}"), *cells)


def _get_answer_text(scene: PageScene) -> str:
    """Return the stored sentences of the learner, or ""."""
    text = scene.answers.get("text")
    return text[:MAX_TEXT_LENGTH] if isinstance(text, str) else ""


def _has_all_sentences(text: str) -> bool:
    return len(split_sentences(text)) >= len(SENTENCE_ROLES)


def _render_sentences_form(capstone: Capstone, scene: PageScene) -> Html:
    """Return the form of the last task: topics, text field, checks and any sample answer."""
    text = _get_answer_text(scene)
    count = len(split_sentences(text))
    checks = judge_sentences(capstone, text)
    outcomes = {check.role: check.outcome for check in checks}
    topics = (
        h.li(capstone.asks[role], css="met" if outcomes.get(role) == "right" else "")
        for role in SENTENCE_ROLES
    )
    field = h.tag(
        "textarea",
        text,
        name="text",
        rows=8,
        maxlength=MAX_TEXT_LENGTH,
        aria_label="Your five sentences",
        aria_describedby="sentences",
        data_act="write",
    )
    needed = len(SENTENCE_ROLES)
    done = f"{min(count, needed)} of {needed} sentences, saved in this browser"
    is_ready = _has_all_sentences(text)
    sample = h.button(
        "Compare with a sample answer",
        data_act="sample",
        aria_disabled=None if is_ready else "true",
    )
    return h.div(
        h.ol(*topics, css="topics"),
        field,
        h.p(h.span(done, id="sentences", role="status", css="say"), sample, css="acts"),
        h.ol(*map(_render_check, checks), css="checks", data_testid="checks"),
        _render_sample_answer(capstone)
        if is_ready and scene.answers.get("sample") == "open"
        else None,
        css="question",
        data_form=PAGE,
    )


VERDICTS = {"right": "right", "missing": "invalid", "wrong": "wrong"}
VERDICT_WORDS = {"right": "right", "missing": "not yet", "wrong": "not right"}


def _render_check(check: JudgedSentence) -> Html:
    """Return a list item with the verdict on a sentence."""
    verdict = h.render_verdict(VERDICTS[check.outcome], VERDICT_WORDS[check.outcome])
    return h.li(verdict, " ", check.message)


def _render_sample_answer(capstone: Capstone) -> Html:
    return h.section(
        h.h3("A sample answer"),
        h.p(" ".join(capstone.sample_answer)),
        h.p(
            "The program looks for names, cutoffs, numbers and keywords. It can’t judge your "
            "reasons. Read your sentences as someone who prefers the other system would.",
            css="say",
        ),
        css="sample",
        data_testid="sample",
    )


# --- Where to go next, and the certificate ------------------------------------------------------

NEXT_PAGES = (
    ("playground", "Open the Playground", "Try any ranking, gain, discount and cutoff."),
    ("evaluate", "Score your own data", "Upload judgments and runs, and test the difference."),
    ("class", "Teach it", "Start a live class and ask these questions on your students’ phones."),
)


def _make_next_pages_part(ending: Ending, scene: PageScene) -> Part:
    """Return the part with links to other pages and to further reading."""
    ways = (
        h.li(h.tag("a", text, href=f"./{page}"), h.small(why)) for page, text, why in NEXT_PAGES
    )
    read = (
        h.li(
            h.tag("a", source.title, href=source.link),
            h.small(f"{source.authors}, {source.year}. {why}"),
        )
        for source, why in ending.to_read
    )
    home = h.tag("a", "All lessons", href="?", data_act="home")
    drawn = h.html(
        h.h2("Where to go next"),
        h.ul(*ways, h.li(home, h.small("Every lesson stays open.")), css="ways"),
        h.h2("What to read"),
        h.ul(*read, css="ways"),
    )
    return make_form("ways", drawn, f"{scene.prefix}.ways")


def _make_certificate_part(learner: Learner, done: Sequence[Lesson], scene: PageScene) -> Part:
    """Return the part with the certificate, or with a link to the first lesson not yet done."""
    lessons = load_lessons()
    left = [lesson for lesson in lessons if lesson not in done]
    if left:
        text = f"You get the certificate when all {len(lessons)} lessons are done. Next: "
        return make_form(
            "certificate",
            h.html(
                h.h2("Certificate"),
                h.p(
                    text,
                    render_lesson_link(left[0], f"lesson {left[0].number}, {left[0].title}"),
                    ".",
                ),
            ),
            f"{scene.prefix}.certificate",
        )
    after = ten.list_outcomes(learner, "after")
    score = (
        f" and answered {after.count(RIGHT)} of {len(after)} closing items correctly"
        if after
        else ""
    )
    paper = h.section(
        h.p("Certificate of completion", css="kind"),
        h.p(h.tag("output", aria_live="off", aria_label="Name"), css="holder"),
        h.p(
            f"has worked through the {len(lessons)} lessons of ",
            h.tag("em", "NDCG, step by step"),
            f"{score}.",
        ),
        h.div(
            h.p(_format_day(learner.today), h.BREAK, "The learner’s identity was not checked."),
            _render_certificate_picture(),
            css="foot",
        ),
        css="certificate",
        data_testid="certificate",
    )
    name = h.tag(
        "input",
        type="text",
        name="name",
        maxlength=60,
        data_echo=True,
        autocomplete="name",
        aria_label="Name on the certificate",
        placeholder="Your name",
    )
    printing = h.button("Print certificate", css="plain-button strong", data_print="certificate")
    kept = h.p(
        "Your name stays in this browser. The certificate says that your identity was not checked.",
        css="say",
    )
    drawn = h.div(paper, h.p(name, printing, css="acts"), kept, data_form=PAGE)
    return make_form("certificate", drawn, f"{scene.prefix}.certificate")


def _format_day(today: int) -> str:
    """Format a number of days since 1 January 1970 as a date. Return "" if it is out of range.

    >>> _format_day(20_785), _format_day(0)
    ('28 November 2026', '')
    """
    if not 0 < today < LAST_DAY:
        return ""
    day = EPOCH + timedelta(days=today)
    return f"{day.day} {day:%B} {day.year}"


def _render_certificate_picture() -> Html:
    """Return an SVG picture of a ranking's terms next to the terms of its ideal order."""
    trace = nc.trace(CERTIFICATE_RANKING)
    unit = BAR_HEIGHT / max(row.value for row in trace.ideal)
    return h.tag(
        "svg",
        *_render_bars(trace, unit),
        viewBox=f"0 0 {len(CERTIFICATE_RANKING) * 13} {BAR_HEIGHT}",
        aria_hidden="true",
    )


def _render_bars(trace: nc.Trace, unit: float) -> Iterator[Html]:
    """Yield two bars for each rank: the actual and the ideal term.

    unit: the height of a term with the value 1.
    """
    for index, pair in enumerate(zip(trace.actual, trace.ideal, strict=True)):
        for nth, (row, side) in enumerate(zip(pair, ("actual", "ideal"), strict=True)):
            height = row.value * unit
            yield h.tag(
                "rect",
                css=side,
                x=13 * index + nth * (BAR_WIDTH + 1),
                y=f"{BAR_HEIGHT - height:.2f}",
                width=BAR_WIDTH,
                height=f"{height:.2f}",
            )
