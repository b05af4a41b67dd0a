"""What remains of a class: the teacher's review and the table of all answers, and the page that a
learner takes home, which a link alone is enough for.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from html import unescape
from io import StringIO
from typing import Any

from ndcg_core.classroom.codes import name_of
from ndcg_core.classroom.lesson_questions import Choosing
from ndcg_core.classroom.plans import LONGEST_TITLE
from ndcg_core.classroom.question import (
    UNREADABLE,
    ClassQuestion,
    Verdict,
    answer_text,
    name_of_group,
)
from ndcg_core.classroom.references import find
from ndcg_core.classroom.room import LONGEST, Round
from ndcg_core.classroom.sheets_and_orders import FillingIn, Ordering
from ndcg_core.classroom.tally import MISSING, Group, flow, mistakes, tally
from ndcg_core.exercises.skills import SKILLS
from ndcg_core.lessons.loader import load_lessons
from ndcg_core.marking.wording import cell_name
from ndcg_ui.boards.downloads import cell
from ndcg_ui.classroom.repository import RoomRecord
from ndcg_ui.classroom.screens import labels_of, presented, solved
from ndcg_ui.classroom.service import ClassService
from ndcg_ui.classroom.walls import Ballots, gain_at, votes_of
from ndcg_ui.html import builder as h
from ndcg_ui.html.builder import NOTHING, Html

OUTCOMES = {"right": "right", "wrong": "not right", "invalid": "not marked", MISSING: "no answer"}
VOTES = {1: "before the discussion", 2: "after the discussion"}
Votes = Mapping[int, Ballots]


# --- The teacher's review ------------------------------------------------------------------------


def review(service: ClassService, record: RoomRecord) -> Html:
    """The whole class to print: what was misunderstood, what was learned, and each question with
    what was answered, before and after the discussion.
    """
    asked = [(round, votes_of(service, record, round)) for round in record.room.rounds]
    asked = [(round, votes) for round, votes in asked if votes]
    return h.html(
        h.p(f"{record.present} learners, {len(asked)} of {len(record.room.rounds)} questions."),
        h.h2("What was misunderstood"),
        _misunderstood(service, asked),
        *_learned(service, record),
        h.h2("The questions"),
        *(_question(service, n, *one) for n, one in enumerate(asked, 1)),
    )


def _misunderstood(service: ClassService, asked: Iterable[tuple[Round, Votes]]) -> Html:
    """The known mistakes of all questions, each with how many made it in each vote."""
    by_vote: dict[int, dict[str, int]] = {1: {}, 2: {}}
    names: dict[str, str] = {}
    for vote, counts in by_vote.items():
        tallies = [
            tally(find(round.question), votes[vote].values(), service.marker.of(round.question))
            for round, votes in asked
            if vote in votes
        ]
        for id, name, count in mistakes(tallies):
            names.setdefault(id, name)
            counts[id] = counts.get(id, 0) + count
    if not names:
        return h.p("No known mistake was made.")
    heads = ("They", *(text.capitalize() for text in VOTES.values()), "To practise")
    rows = [
        h.tr(
            h.row_head(name),
            *(h.td(by_vote[vote].get(id, 0)) for vote in VOTES),
            h.td(_link(*exercise_for("", id))),
            data_testid="misunderstood",
        )
        for id, name in names.items()
    ]
    return h.table(map(h.col, heads), rows, css="printed")


def _learned(service: ClassService, record: RoomRecord) -> Iterator[Html]:
    gains = [(round, gain_at(service, record, round)) for round in record.room.rounds]
    told = [
        h.p(h.b(f"{SKILLS[round.question.split('/')[1]].title}. "), gain.sentence)
        for round, gain in gains
        if gain
    ]
    if told:
        yield h.html(h.h2("What was learned"), *told)


def _question(service: ClassService, number: int, round: Round, votes: Votes) -> Html:
    question, judge = find(round.question), service.marker.of(round.question)
    moved = flow(votes[1], votes[2], judge) if 2 in votes else {}
    changes = ", ".join(
        f"{count} from {OUTCOMES[before]} to {OUTCOMES[after]}"
        for (before, after), count in sorted(moved.items(), key=lambda item: -item[1])
        if before != after
    )
    return h.section(
        _asked(number, round.question),
        h.p("Asked at ", _time(round.opened), css="place") if round.opened else None,
        _distribution(question, {vote: votes[vote] for vote in sorted(votes)}, judge),
        h.p(f"Between the votes: {changes}.") if changes else None,
        h.div(solved(round.question), css="solution"),
        css="reviewed",
        data_testid="reviewed",
    )


def _asked(number: int, reference: str) -> Html:
    """A question with all that it says, but the options."""
    shown = presented(reference)
    return h.html(h.h3(f"{number}. ", Html(shown["ask"])), Html(shown.get("about", "")))


def _time(seconds: float) -> Html:
    """A moment; the page writes it in the reader's own time."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return h.tag("time", f"{moment:%H:%M} UTC", datetime=f"{moment:%Y-%m-%dT%H:%M:%SZ}")


def _distribution(question: ClassQuestion, votes: Votes, judge: Any) -> Html:
    """A row for each group of answers, and for each option, with how many they are in each vote."""
    options = question.options if isinstance(question, Choosing) else ()
    groups: dict[str, dict[int, Group]] = {f"option-{n}": {} for n in range(len(options))}
    for vote, ballots in votes.items():
        for group in tally(question, ballots.values(), judge).groups:
            groups.setdefault(group.key, {})[vote] = group
    heads = ["Answer", *(VOTES[vote].capitalize() for vote in votes)]
    rows = []
    for key, by_vote in groups.items():
        one = next(iter(by_vote.values()), None)
        label, written = (one.label, one.written) if one else (question.label(key), "")
        outcome = one.outcome if one else judge(key.removeprefix("option-")).outcome
        named = h.html(h.b(Html(written)), " ") if written not in ("", label, key) else NOTHING
        mark = " ✓" if outcome == "right" else ""
        cells = (_share(by_vote.get(vote), len(ballots)) for vote, ballots in votes.items())
        head = h.row_head(named, Html(label), mark)
        rows.append(h.tr(head, *cells, data_outcome=outcome, data_group=key))
    return h.table(map(h.col, heads), rows, css="printed distribution")


def _share(group: Group | None, of: int) -> Html:
    """How many, how sure they were, and a bar for their share of all who answered."""
    count = group.count if group else 0
    sure = f"{group.sure} sure, {group.unsure} not" if group and group.sure + group.unsure else ""
    bar = h.tag("i", css="bar", style=f"width:{100 * count / max(of, 1):.0f}%")
    return h.td(h.b(count), f" of {of} ", h.small(sure), bar)


# --- All answers as a table ----------------------------------------------------------------------

HEADS = ("question", "text", "vote", "time (UTC)", "learner", "answer", "sure", "outcome", "why")


def answers_csv(service: ClassService, record: RoomRecord) -> str:
    """All answers of a room in the order of its questions, in words, under made-up names."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(HEADS)
    ballots = sorted(service.repository.ballots(record.code).items())
    for place, round in enumerate(record.room.rounds, 1):
        question, text = find(round.question), _text(round.question)
        for (_, vote, learner), ballot in (item for item in ballots if item[0][0] == round.id):
            verdict = service.marker.verdict(round.question, ballot.answer)
            row = (
                *(str(place), text, VOTES[vote], _utc(ballot.at), name_of(learner, record.salt)),
                *(in_words(question, ballot.answer), ballot.sure, OUTCOMES[verdict.outcome]),
                _why(question, verdict),
            )
            table.writerow(map(cell, row))
    return out.getvalue()


def _utc(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S}" if seconds else ""


def _text(reference: str) -> str:
    """A question in words, with the grades and the rules where it is about a list."""
    shown = presented(reference)
    about = shown.get("about", "") if "lines" not in shown else ""
    return plain_text(f"{shown['ask']} {about}")


def _why(question: ClassQuestion, verdict: Verdict) -> str:
    """What gives a wrong number; "" for other answers, which say it themselves."""
    named = verdict.outcome != "right" and question.kind in ("number", "sheet")
    if not named:
        return ""
    in_lesson = verdict.group.startswith("slip-")
    return plain_text(question.label(verdict.group)) if in_lesson else name_of_group(verdict.group)


def in_words(question: ClassQuestion, answer: str) -> str:
    """A stored answer as a person would read it out.

    >>> in_words(find("own?ask=order&r=1,3,2"), "[1,2,0]")
    'B (grade 3), C (grade 2), A (grade 1)'
    >>> in_words(find("predict/1"), "0.85")
    '0.85'
    """
    try:
        read = question.read(json.loads(answer))
    except ValueError:
        return name_of_group(UNREADABLE)
    if isinstance(question, FillingIn) and len(read) > 1:
        return "; ".join(f"{cell_name(name)}: {text}" for name, text in read.items())
    if isinstance(question, Ordering):
        names, grades = labels_of(question.sheet), question.sheet.grades
        return ", ".join(f"{names[place]} (grade {grades[place]:g})" for place in read)
    return f"{read:g}" if question.kind == "guess" else plain_text(question.written(read))


POWER = re.compile(r"(<msup>(<(m\w+)>[^<]*</\3>))")
BLOCK = re.compile(r"</(?:p|div|li|tr|td|th)>")
TAG = re.compile(r"<[^>]*>")
FUNCTION_OF = "\N{FUNCTION APPLICATION}"


def plain_text(html: str) -> str:
    """HTML as one line of text.

    >>> plain_text("<p>2<b>x</b> &lt; 3.</p><p><msup><mn>2</mn><mn>3</mn></msup></p>")
    '2x < 3. 2^3'
    """
    text = TAG.sub("", BLOCK.sub(" ", POWER.sub(r"\1^", html)))
    return " ".join(unescape(text).replace(FUNCTION_OF, "").split())


# --- What a learner takes home -------------------------------------------------------------------

NOT_WHOLE = "This link is not whole. Copy all of it, from the page of the class or your message."


def take_home(service: ClassService, message: Mapping[str, Any]) -> dict[str, Any]:
    """The title and the page of a learner's link, which holds their answers and nothing else; they
    are marked again. ValueError with a sentence for a link that is not whole.

    message  "title", and "answers": for each question its reference, and the answers of each vote
    """
    title, answers = message.get("title"), message.get("answers")
    whole = answers if isinstance(answers, list) and all(map(_is_whole, answers)) else []
    titled = isinstance(title, str) and len(title) <= 2 * LONGEST_TITLE
    if not titled or not 1 <= len(whole) <= LONGEST:
        raise ValueError(NOT_WHOLE)
    sections, right = [], 0
    for number, one in enumerate(whole, 1):
        try:
            section, outcome = _own(service, number, *one)
        except ValueError as error:
            raise ValueError(f"Question {number} of this link: {error}") from None
        sections.append(section)
        right += outcome == "right"
    counted = h.p(f"You had {right} of {len(whole)} right.", data_testid="right")
    return {"title": title, "html": h.html(counted, *sections)}


def _is_whole(one: object) -> bool:
    return isinstance(one, list) and 1 <= len(one) <= 1 + len(VOTES) and isinstance(one[0], str)


def _own(service: ClassService, number: int, reference: str, *answers: object) -> tuple[Html, str]:
    """One question with a learner's answers, and the outcome of the last of them."""
    question = find(reference)
    given = {
        vote: answer_text(question.read(answer))
        for vote, answer in enumerate(whole, 1)
        if answer is not None
    }
    verdicts = {vote: service.marker.verdict(reference, text) for vote, text in given.items()}
    last = verdicts[max(verdicts)] if verdicts else Verdict("wrong", "", "")
    lines = [
        h.p(
            f"Your answer{f' {VOTES[vote]}' if len(given) > 1 else ''}: ",
            h.b(in_words(question, given[vote])),
            " ",
            h.verdict(verdict.outcome, OUTCOMES[verdict.outcome], data_testid="verdict"),
            " ",
            Html(verdict.message),
        )
        for vote, verdict in verdicts.items()
    ]
    practise = h.p("To practise: ", _link(*exercise_for(reference, last.group)))
    section = h.section(
        _asked(number, reference),
        *(lines or [h.p("You gave no answer.")]),
        h.div(solved(reference), css="solution"),
        practise if last.outcome != "right" else None,
        css="reviewed",
        data_testid="reviewed",
    )
    return section, last.outcome


def exercise_for(reference: str, group: str = "") -> tuple[str, str]:
    """The title and the address of what trains a question; group: that of an answer to it.

    A known mistake leads to the first skill that has it in play; else the question to its own.

    >>> exercise_for("own?ask=ndcg&r=1,2", "no-discount"), exercise_for("test/dcg/1/after")
    (('One term', '/practice?skill=term'), ('DCG', '/practice?skill=dcg'))
    >>> exercise_for("drag/1"), exercise_for("lesson/gain/hook")[1]
    (('By drag', '/practice?part=drag'), '/?lesson=gain')
    """
    mistake = group.partition(": ")[0]
    skills = [s for s in SKILLS.values() if any(mistake in ids for ids in s.in_play.values())]
    named = re.split(r"[/?&=]", reference)
    skills += [SKILLS[word] for word in named[1:4] if word in SKILLS and named[0] != "lesson"]
    if skills:
        return skills[0].title, f"/practice?skill={skills[0].id}"
    for lesson in load_lessons():
        if reference.startswith(f"lesson/{lesson.slug}/"):
            return f"Lesson {lesson.number}: {lesson.title}", f"/?lesson={lesson.slug}"
    way = "predict" if named[0] == "predict" else "drag"
    return {"drag": "By drag", "predict": "Predict first"}[way], f"/practice?part={way}"


def _link(title: str, address: str) -> Html:
    """A link to a page of the app, which the page of a class completes by where the app is."""
    return h.tag("a", title, href=address, data_page=True)
