"""A teacher prepares a class, on the real page in a small browser, which Node runs."""

import pytest

from tests.ui.scenes import needs_node
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
BEFORE = """
const rows = () => texts("#choices > li");
const plan = () => texts("#plan .pick > span");
const order = () => plan().map((ask) => ask.split(" ")[0]);
const field = (name) => find(`#own [name=${name}]`);
const onWall = () => find("#wall").contentWindow.received.at(-1);
const onPhone = () => find("#phone").contentWindow.received.at(-1);
const own = () => texts("#plans optgroup:first-child option");
const askServer = async () => (await fetch("/class/questions?all=1")).json();
const loadFile = async (content) => {
  const path = "C:\\\\fakepath\\\\plan.toml";
  if (find("#load").value === path) return; // a browser reports no change to the same file
  find("#load").value = path;
  find("#load").chosenFiles = [new File([content], "plan.toml")];
  fire(find("#load"), "change");
  await settled();
};
"""


@pytest.fixture
def teacher(tmp_path, new_class_database):
    """Run a scene as a teacher at the computer on which the app runs."""
    return lambda scene: do_as_visitor(tmp_path, BEFORE + scene)


def test_questions_are_found_by_their_group_their_kind_and_a_word(teacher):
    group, kind, everywhere, none = teacher("""
        await open("/class");
        const kinds = find("#kind").value;
        await choose("#group", "1");
        const count = rows().length;
        const group = [count, text("#looking"), onWall().room.question.wall];
        await choose("#kind", "choice");
        const kind = [rows().length, texts("#choices small"), text("#looking")];
        await choose("#kind", "All kinds");
        await type("#word", " NDCG ");
        const asks = texts("#choices .pick > span");
        const everywhere = [asks.length > count,
          asks.every((ask) => ask.toLowerCase().includes("ndcg"))];
        await type("#word", asks.find((ask, at) => texts("#choices small")[at] === "choice"));
        const none = [rows().length > 0];
        await choose("#kind", "order");
        none.push(rows(), text("#looking").split(",")[0]);
        await choose("#kind", kinds);
        await type("#word", "span class=");
        none.push(rows());
        result = [group, kind, everywhere, [kinds, ...none]];
    """)
    count, looking, wall = group
    assert looking.startswith(f"{count} questions here, ")
    assert wall == "Make CG@3 as high as possible."
    assert 0 < kind[0] < count
    assert set(kind[1]) == {"choice"}
    assert kind[2].startswith(f"{kind[0]} questions here, ")
    assert everywhere == [True, True]
    assert none == ["All kinds", True, [], "0 questions here", []]


def test_a_question_is_previewed_added_once_and_shown_with_its_solution(teacher):
    seen, added, solved = teacher("""
        await open("/class");
        await type("#word", "ndcg");
        await press(findAll("#choices .pick")[1]);
        const ask = text(findAll("#choices .pick > span")[1]);
        const marked = findAll("#choices > li").map((one) => one.className).indexOf("on");
        const frames = [onWall(), onPhone()].map(({ room, code }) => [room.question.wall,
          room.phase, room.vote, code]);
        const seen = [ask, marked, frames, text("#worked").length > 9];
        const before = [find("#add").hidden, findAll("#plan .pick").length, onWall().room.place,
          onWall().room.count];
        await press("Add it to the plan");
        const chosen = () => findAll("#plan .card.on").length;
        const added = [before, find("#add").hidden, plan(), rows()[1].endsWith("in plan"),
          text("#done"), text("#count"), text("#planned"), chosen()];
        await press(findAll("#choices .pick")[2]);
        added.push(onWall().room.place, onWall().room.count, find("#add").hidden, chosen());
        await press("Add question 1 of this group");
        let isBusy = true;
        failures.push(({ url }) => isBusy && url === "/class/question" ? answerJson({
          say: "It is busy." }, 503) : undefined);
        await press(findAll("#choices .pick")[3]);
        added.push(text("#said").split(".")[0]);
        isBusy = false;
        await pass(20_000);
        added.push(text("#said"));
        await press(find("#plan .card:last-child .pick"));
        await press(find("#solved"));
        const { phase, vote, solution, place, count } = onWall().room;
        result = [seen, [...added, text("#planned")], [phase, vote, Boolean(solution), place, count,
          onPhone().room.phase]];
    """)
    ask, marked, frames, is_worked = seen
    assert frames == [[ask, "open", 1, "ABCDE"]] * 2
    assert (marked, is_worked) == (1, True)
    before, is_hidden, planned, is_marked, *told = added
    assert before == [False, 0, 1, 1]
    assert (is_hidden, planned, is_marked) == (True, [ask], True)
    assert told == [
        "Added as question 1 of the plan.",
        *[", 1", "Plan: 1 question", 1],
        *[2, 2, False, 1, "It is busy", ""],
        "Plan: 2 questions",
    ]
    assert solved == ["revealed", 0, True, 2, 2, "revealed"]


def test_rows_of_the_plan_are_moved_copied_removed_and_restored(teacher):
    chosen, down, edge, doubled, removed, back, last = teacher("""
        await open("/class");
        await choose("#plans", "0");
        const first = plan();
        const of = () => plan().map((ask) => first.indexOf(ask));
        const on = () => findAll("#plan .card").map((card) => card.classList.contains(
          "on")).indexOf(true);
        await press(findAll("#plan .pick")[1]);
        const chosen = [of(), on(), onWall().room.place, onWall().room.count, find("#title").value];
        await press("Down: question 2");
        const down = [of(), on(), document.activeElement.ariaLabel];
        await press("Up: question 3");
        for (let n = 0; n < 2; n++) await press(find("#plan [data-act=up]"));
        const edge = [of(), on(), document.activeElement.ariaLabel];
        await press("Duplicate: question 1");
        const steps = find("#course").href.split("path=")[1].split(",");
        const doubled = [of(), on(), new Set(steps).size === steps.length];
        await press(findAll("#plan .pick")[2]);
        const wall = () => onWall().room.question.wall;
        const before = wall();
        await press("Remove: question 3");
        const removed = [of(), on(), text("#done"), wall() === before,
          document.activeElement.ariaLabel];
        await press("Undo");
        const back = [of(), on(), text("#done"), wall() === before];
        await press(findAll("#plan .pick")[3]);
        const fourth = wall();
        await press(findAll("#plan .pick")[4]);
        await press("Remove: question 5");
        result = [chosen, down, edge, doubled, removed, back, [of(),
          document.activeElement.ariaLabel, wall() === fourth]];
    """)
    assert chosen == [[0, 1, 2, 3], 1, 2, 4, "NDCG in 15 minutes"]
    assert down == [[0, 2, 1, 3], 2, "Down: question 3"]
    assert edge == [[1, 0, 2, 3], 0, "Up: question 1"]
    assert doubled == [[1, 1, 0, 2, 3], 1, True]
    told = "Question 3 was removed. Undo"
    assert removed == [[1, 1, 2, 3], 2, told, False, "Remove: question 3"]
    assert back == [[1, 1, 0, 2, 3], 2, "The question is back in the plan.", True]
    assert last == [[1, 1, 0, 2], "Remove: question 4", True]


def test_keys_and_the_pointer_move_a_row(teacher):
    keys, put_back, pointer, higher = teacher("""
        await open("/class");
        await choose("#plans", "0");
        const first = plan();
        const of = () => plan().map((ask) => first.indexOf(ask));
        const said = () => text("#chosen [role=status]");
        named("Move question 1").focus();
        const keys = [];
        for (const name of [" ", "ArrowDown", " "]) {
          await key(name);
          keys.push(said(), findAll("#plan .lifted").length);
        }
        keys.push(of(), document.activeElement.ariaLabel);
        for (const name of ["Enter", "End", "Escape"]) await key(name);
        const put_back = [said(), of(), findAll("#plan .lifted").length];
        for (const card of findAll("#plan .card")) card.layout = { height: 40 };
        const grip = named("Move question 1");
        const pointer = (name, clientY) => fire(grip, name, { pointerType: "mouse", pointerId: 1,
          clientY });
        pointer("pointerdown", 10);
        pointer("pointermove", 75);
        await pass(20);
        const tops = () => findAll("#plan .card:not(.lifted)").map(({ style }) =>
          parseInt(style.transform.match(/\\d+/)));
        const between = tops();
        pointer("pointerup", 75);
        await pass(20);
        const height = () => find("#plan").style.height;
        const dropped = [of(), said(), height(), between, tops()];
        // In a narrower window, the rows are higher.
        for (const card of findAll("#plan .card")) card.layout = { height: 60 };
        observers.find(({ seen }) => seen.has(find("#plan"))).go();
        result = [keys, put_back, dropped, [height(), tops()]];
    """)
    assert keys == [
        *["Lifted. Question 1 of 4.", 1],
        *["Question 2 of 4.", 1],
        *["Dropped. Question 2 of 4.", 0],
        *[[1, 0, 2, 3], "Move question 2"],
    ]
    assert put_back == ["Put back. Question 2 of 4.", [1, 0, 2, 3], 0]
    assert pointer[:3] == [[0, 2, 1, 3], "Question 3 of 4.", "160px"]
    assert pointer[3:] == [[0, 40, 120], [0, 40, 80, 120]], "the others leave a gap for the row"
    assert higher == ["240px", [0, 60, 120, 180]]


def test_a_question_has_up_to_eight_answers_and_a_list_its_first_grades(teacher):
    counts, rankings = teacher("""
        await open("/class");
        await press("Your own");
        await press(find("#own [value=choice]"));
        const count = () => [findAll("#answers [name=answers]").length, find("#more").disabled];
        const counts = [count()];
        while (!find("#more").disabled) await press(find("#more"));
        counts.push(count());
        const rankings = [];
        for (const kind of ["order", "choice"]) {
          await press(find(`#own [value=${kind}]`));
          rankings.push(field("r").value);
        }
        result = [counts, rankings];
    """)
    (first, is_full), last = counts
    assert 2 <= first < 8
    assert not is_full
    assert last == [8, True]
    assert rankings == ["3, 2, 3, 0, 1", ""]


FIELDS = {
    "list": ["r", "cell", "k", "gain", "discount"],
    "choice": ["ask", "r", "image-file", "answers", "right", "reasons"],
    "number": ["ask", "r", "image-file", "answers", "right", "reasons"],
    "order": ["ask", "r", "wants", "k", "gain", "discount", "image-file", "reasons"],
    "predict": ["ask", "r", "low", "high", "step", "image-file", "answers", "reasons"],
    "text": ["ask", "r", "image-file", "reasons"],
}
"""The fields of each kind of own question."""


def test_the_form_of_an_own_question_shows_the_fields_of_its_kind(teacher):
    shown, reasons, errors, emptied, lists = teacher(r"""
        await open("/class");
        await press("Your own");
        const shown = {};
        const seen = (selector) => findAll(`#own ${selector}`).filter((one) =>
          one.checkVisibility());
        for (const { value } of findAll("#own [name=kind]")) {
          await press(find(`#own [value=${value}]`));
          const names = seen("[name]:not([type=hidden]), [type=file]").map((one) => one.name ||
            one.id);
          shown[value] = [[...new Set(names)].filter((name) => name !== "kind"),
            seen("#answers label > span").map(text), seen("#answers > li").length,
            seen("#more").length];
        }
        const body = () => requests.filter(({ url }) => url === "/class/question").at(-1).body;
        const sent = [];
        const sendForm = async (...fields) => {
          await leave();
          sent.push(fields.map((name) => body()[name]));
        };
        const nth = (name, place) => findAll(`#answers [name=${name}]`)[place];
        await press(find("#own [value=choice]"));
        await type(field("ask"), "Which?");
        for (const [place, answer] of [[0, "one"], [1, " "], [2, "two"]]) {
          await type(nth("answers", place), answer);
        }
        await press(nth("right", 2));
        await sendForm("kind", "ask", "answers", "right", "reasons");
        await type(nth("reasons", 2), "So.");
        await sendForm("answers", "reasons");
        await press(find("#own [value=order]"));
        await type(field("ask"), "Sort them.");
        for (const place of [0, 2]) await type(nth("answers", place), "");
        await press(find("#own [value=choice]"));
        await press(nth("right", 2));
        await type(nth("reasons", 2), "");
        await press(find("#own [value=order]"));
        await type(field("reasons"), "Large grades first.");
        await leave();
        const reasons = [sent, body().answers, body().reasons, text("#paper").includes(
          "Large grades first.")];
        await type(field("k"), "x");
        await leave();
        const wrong = () => [...new Set(findAll("#own [aria-invalid=true]").map(({ name }) =>
          name))];
        const places = () => findAll("#own [data-wrong]").filter(text).map(({ dataset }) =>
          dataset.wrong);
        const errors = [[wrong(), places()]];
        await type(field("k"), "2");
        await leave();
        errors.push([wrong(), places()]);
        failures.push(({ url }) => url === "/class/question" ? answerJson({ say: "No." }, 400) :
          undefined);
        await press("Add to the plan");
        errors.push([wrong(), places()]);
        failures.pop();
        await press("Add to the plan");
        await press("Change: question 1");
        const kept = [field("r").value, field("k").value, field("reasons").value,
          find("#own [value=order]").checked];
        await press("Save the change");
        const emptied = [kept, field("ask").value, field("k").value, field("reasons").value,
          text("#done"), texts("#plan small")];
        await press(find("#own [value=list]"));
        await type(field("k"), "4");
        await press("Add to the plan");
        const lists = [plan().length, field("k").value];
        await press("Change: question 2");
        await type(field("k"), "5");
        await press("Save the change");
        lists.push(plan().length, field("k").value, text("#paper"));
        lists.push(find("#course").hidden, fire(find("#own"), "submit"));
        result = [shown, reasons, errors, emptied, lists];
    """)
    assert {kind: names for kind, (names, *_) in shown.items()} == FIELDS
    letters = [f"Answer {letter}" for letter in "ABCD"]
    assert [labels for _, labels, *_ in shown.values()] == [
        *([], letters, letters, [], ["The number"], []),
    ]
    assert [rows for *_, rows, _ in shown.values()] == [0, 4, 4, 1, 1, 1]
    assert [more for *_, more in shown.values()] == [0, 1, 1, 0, 0, 0]
    written = [["choice", "Which?", ["one", "two"], [2], []], [["one", "two"], ["", "So."]]]
    assert reasons == [written, [""], ["Large grades first."], True]
    assert errors == [
        [["k"], ["r grades k low high step"]],
        [[], []],
        [[], ["answers right reasons kind"]],
    ]
    kept, *after = emptied
    assert kept == ["3, 2, 3, 0, 1", "2", "Large grades first.", True]
    added = "Added as question 1 of the plan."
    assert after == ["", "", "", added, ["your own order"]]
    assert lists[:2] == [2, "4"], "the next list is often similar"
    assert lists[2:5] == [2, "", "Write a question to see it here."]
    assert lists[5:] == [True, False], "no lesson belongs to own questions, and the page stays"


def test_the_preview_follows_the_plan_only_if_it_shows_the_removed_question(teacher):
    buttons, stays, added, total, remark, link, refused, last = teacher(r"""
        await open("/class");
        const wall = () => onWall().room.question.wall;
        const first = [find("#last").hidden, find("#started").hidden,
          ...["#wall", "#phone"].map((frame) => find(frame).src)];
        await press(find(".tabs"));
        await press(find("#plan"));
        await press("Plan, 0");
        first.push(document.body.dataset.tab, texts(".tabs [aria-pressed=true]"));
        await choose("#plans", "0");
        await press(findAll("#plan .pick")[1]);
        const buttons = texts("#plan .row button");
        await choose("#group", "1");
        await press(findAll("#choices .pick")[1]);
        const before = wall();
        await press("Remove: question 2");
        const stays = [wall() === before, find("#add").hidden];
        await choose("#plans", "1");
        stays.push(text("#done"));
        const whole = plan().length;
        let held = null;
        failures.push(({ url, body }) => {
          if (url === "/class/question" && held === null) return new Promise((go) => (held = go));
        });
        await press(findAll("#choices .pick")[2]);
        find("#add").click();
        await settled();
        const waiting = text("#done");
        held();
        await pass();
        const ask = text(findAll("#choices .pick > span")[2]);
        const marked = () => findAll("#choices > li").map((one) => one.className).indexOf("on");
        const added = [waiting, plan().at(-1) === ask, marked()];
        await press(findAll("#choices .pick")[0]);
        await press("Add question 2 of this group");
        added.push(marked(), plan().length - whole);
        held = null;
        await press(findAll("#choices .pick")[0]);
        find("#now").click();
        held();
        await pass();
        const { groups } = await askServer();
        const { body } = requests.filter(({ url }) => url === "/class/rooms").at(-1);
        const [, sent] = body.plan.split("questions = [");
        const code = text("#code");
        added.push(sent.includes(`"${groups[1].questions[0].reference}"`), sent.match(/"/g).length);
        const all = groups.flatMap(({ questions }) => questions).length;
        const total = text("#looking").endsWith(`, ${all} in all.`);
        const chosen = () => text(find("#plans").selectedOptions[0]);
        stays.push(chosen(), texts("#plans optgroup").length);
        await loadFile(`title = "A <b>"\n[[question]]\nkind = "text"\nask = 'What is $\\foo$?'\n`);
        const remark = [text("#said").split(":")[0], own().at(-1), chosen()];
        await open("/class#plan=nonsense");
        const link = [text("#said").split(":")[0], find("#title").value, location.hash];
        failures.push(({ url }) => url === "/class/rooms" ? answerJson({ say: "A key is needed." },
          403) : undefined);
        await press(find("#start"));
        const refused = [text("#said"), find("#started").hidden, find("#said").scrolled > 0];
        await open("/class");
        failures.push(({ url }) => url === "/class/question" ? new Response(JSON.stringify({
          say: "Gone." }), { status: 404, headers: { "NDCG-Version": "other" } }) : undefined);
        const opened = leftFor.length;
        await press(findAll("#choices .pick")[1]);
        await pass(1000);
        first.push(text("#last a") === code, leftFor.length - opened);
        result = [buttons, stays, added, total, remark, link, refused, first];
    """)
    assert buttons == ["Up", "Down", "Duplicate", "Remove"]
    assert stays == [True, False, "", "NDCG in 45 minutes", 2]
    assert added == ["", True, 2, 1, 2, True, 2], "what was pressed last is added or asked"
    assert total
    assert remark == ["Question 1", "A <b>", "A <b>"]
    assert link == ["This is not a plan", "A <b>", ""]
    assert refused == ["A key is needed.", True, True]
    frames = ["/class/wall#preview", "/join#preview"]
    assert last == [True, True, *frames, "plan", ["Plan, 0"], True, 0], "an update takes no form"


def test_an_image_can_be_described_and_removed_only_if_there_is_one(teacher):
    assert teacher("""
        await open("/class");
        await press("Your own");
        const shown = () => ["#described", "#no-image"].map((one) => !find(one).hidden);
        await press(find("#own [value=choice]"));
        const states = [shown()];
        field("image").value = "data:image/png;base64,aGk=";
        fire(field("image"), "change");
        await pass();
        states.push(shown());
        await press("Remove the image");
        states.push(shown());
        result = states;
    """) == [[False, False], [True, True], [False, False]]


def test_a_refusal_appears_at_its_field_and_a_question_is_edited_in_place(teacher):
    refused, added, change, discarded, saved = teacher("""
        await open("/class");
        await choose("#plans", "0");
        await press("Your own");
        await press(find("#own [value=choice]"));
        await type(field("ask"), "Where is d(i) 1?");
        await press("Add to the plan");
        const wrong = () => [...new Set(findAll("#own [aria-invalid=true]").map(({ name }) =>
          name))];
        const say = () => texts("#own [data-wrong]").join("");
        const refused = [say(), wrong(), document.activeElement.name, plan().length];
        const write = async (place, answer, reason) => {
          await type(findAll("#answers [name=answers]")[place], answer);
          await type(findAll("#answers [name=reasons]")[place], reason);
        };
        refused.push(text("#paper"));
        await write(0, "rank 2", "It is 1.585.");
        await write(1, "rank 1", "");
        await leave();
        refused.push(say());
        await press("Add to the plan");
        refused.push(say(), wrong(), document.activeElement.name);
        await press(findAll("#answers [name=right]")[1]);
        await leave();
        const paper = text("#paper");
        await press("Add to the plan");
        const answers = () => findAll("#answers [name=answers]").map(({ value }) => value).filter(
          Boolean);
        const added = [say(), wrong(), paper, plan().at(-1), text("#done"), field("ask").value,
          answers(), text("#paper"), texts("#plan small").at(-1)];
        await press("Change: question 5");
        const ticks = findAll("#answers [name=right]").map(({ checked }) => checked).indexOf(true);
        const buttons = () => [text("#own [type=submit]"), find("#cancel").hidden];
        const change = [document.body.dataset.tab, field("ask").value, answers(), ticks, buttons()];
        await press("Discard the change");
        const discarded = [field("ask").value, plan().length, buttons(),
          findAll("#answers [name=right]").some(({ checked }) => checked)];
        await press(findAll("#plan .pick")[4]);
        await press("Change: question 5");
        await press("Up: question 5");
        await type(field("ask"), "At which rank is d(i) 1?");
        await press("Save the change");
        result = [refused, added, change, discarded, [plan()[3], plan().length, buttons(),
          text("#worked")]];
    """)
    what = "This kind of question has 2 to 8 answers, but this one has 0."
    unmarked = "No answer is marked as right. Mark the right answer."
    assert refused == [
        *[what, ["answers"], "answers", 4, "Write a question to see it here."],
        *["", unmarked, ["right"], "right"],
    ]
    asked = "Where is d(i) 1?"
    assert added == [
        *["", [], "Where is d(i) 1? rank 2rank 1The answer is “rank 1”.", asked],
        *["Added as question 5 of the plan.", "", [], "Write a question to see it here."],
        "your own choice",
    ]
    buttons = ["Save the change", False]
    assert change == ["own", asked, ["rank 2", "rank 1"], 1, buttons]
    assert discarded == ["", 5, ["Add to the plan", True], False]
    worked = "The answer is “rank 1”."
    assert saved == ["At which rank is d(i) 1?", 5, ["Add to the plan", True], worked]


def test_the_browser_stores_copies_deletes_and_loads_plans(teacher):
    settings, new, copied, spared, deleted, opened, loaded, refused, kept = teacher("""
        await open("/class");
        await choose("#plans", "0");
        await press(find("#thresholds"));
        await type("#title", "Week 3");
        await leave();
        await type("#explain_below", "20");
        await leave();
        await type("#discuss_to", "85");
        await leave();
        const whole = order();
        const settings = [text("#thresholds"), find("#course").hidden,
          find("#course").href.split("?")[1], own()];
        await press("New plan");
        const new_ = [order(), find("#title").value, find("#empty").hidden, find("#course").hidden,
          own(), text("#planned")];
        await press("Duplicate the plan");
        const copied = [find("#title").value, own()];
        globalThis.confirm = () => false;
        await press("Delete the plan");
        const spared = own();
        globalThis.confirm = () => true;
        await press("Delete the plan");
        const deleted = [find("#title").value, own()];
        const option = findAll("#plans option").find((one) => one.textContent === "Week 3");
        await choose("#plans", option.value);
        const opened = [JSON.stringify(order()) === JSON.stringify(whole), find("#title").value,
          text("#thresholds")];
        await loadFile("title = 'From a file'\\nquestions = ['drag/1', 'drag/2']\\n");
        const loaded = [plan().length, find("#title").value];
        await loadFile("title = 'From a file'\\nquestions = ['drag/1', 'drag/2']\\n");
        loaded.push(find("#title").value);
        await loadFile("nonsense");
        const refused = [plan().length, text("#said").split(":")[0]];
        await open("/class");
        const kept = [plan().length, find("#title").value, own().includes("Week 3")];
        await press("New plan");
        await type("#title", "Week 4");
        await leave();
        await open("/class");
        kept.push(find("#title").value);
        result = [settings, new_, copied, spared, deleted, opened, loaded, refused, kept];
    """)
    thresholds = "Discuss from 20% to 85% right. Explain below 20%."
    path = "path=grades-not-flags,discount,ideal,ndcg-at-k"
    assert settings == [thresholds, False, path, ["A class", "Week 3"]]
    plans = ["A class", "Week 3", "A class"]
    assert new == [[], "A class", False, True, plans, "Plan: 0 questions"]
    assert copied == ["Copy of A class", [*plans, "Copy of A class"]]
    assert spared == copied[1]
    assert deleted == ["A class", ["A class", "Week 3", "A class", "A class"]]
    assert opened == [True, "Week 3", thresholds]
    assert loaded == [2, "From a file", "From a file (2)"]
    assert refused == [2, "This is not a plan"]
    assert kept == [2, "From a file (2)", True, "Week 4"]


def test_a_plan_is_exported_and_opened_as_a_file_or_a_link(teacher):
    name, whole, told, there, address, title = teacher("""
        await open("/class");
        await choose("#plans", "0");
        await press("Save as a file");
        const [{ name }] = downloads;
        const whole = await textOfFile(downloads[0]);
        await press("Copy a link");
        const told = text("#done");
        localStorage.clear();
        await open(clipboard[0].replace("http://localhost", ""));
        result = [name, whole, told, text("#done"), location.href, find("#title").value];
    """)
    assert name == "NDCG-in-15-minutes.toml"
    assert whole.startswith('title = "NDCG in 15 minutes"\n')
    assert told == "The link with the plan is copied."
    assert there == "This is the plan from the link."
    assert (address, title) == ("http://localhost/class", "NDCG in 15 minutes")


def test_a_class_starts_with_a_plan_or_one_question_and_is_found_again(teacher):
    empty, started, one, again, reach = teacher("""
        await open("/class");
        await press(find("#start"));
        const empty = [text("#said") !== "", find("#started").hidden];
        await choose("#plans", "0");
        await press(find("#start"));
        const code = text("#code");
        const sent = requests.at(-1).body.plan.split("\\n").filter((line) => line.startsWith(
          '  "')).length;
        const hash = (name) => find(name).href.split("#")[1].split(".");
        const [desk, wall] = ["#steering", "#showing"].map(hash);
        const started = [code.length, find("#started").hidden, desk[0] === code, wall.length,
          desk.length, desk[2] === wall[1], sent, document.activeElement.id, text("#said")];
        await choose("#group", "1");
        await press("Ask this now");
        const one = requests.at(-1).body.plan.split("\\n").filter((line) => line.startsWith(
          '  "')).length;
        const newest = text("#code");
        await open("/class");
        const again = [find("#last").hidden, text("#last a") === newest,
          find("#last a").href.includes(`/class/desk#${newest}.`)];
        const reach = [text("#reach summary"), find("#reach").open,
          findAll("#reach[data-waiting]").length, find("#reach summary").className,
          find("#command").closest("p").hidden];
        result = [empty, started, one, again, reach];
    """)
    assert empty == [True, True]
    assert started == [5, False, True, 2, 3, True, 4, "steering", ""]
    assert one == 1
    assert again == [False, True, True]
    assert reach[1:3] == [False, 0], "what is below must not move"
    assert reach[0] in ("Phones cannot join yet", "Test whether phones can join")
    assert (reach[0] == "Phones cannot join yet") is (reach[3] == "refusal")


def test_a_change_belongs_to_its_question_even_if_that_moves_until_another_plan_is_open(teacher):
    lists, seen, moved, left, undo, many = teacher("""
        await open("/class");
        const lists = [text("#paper") !== "", text("#paper").includes("ranking?32301")];
        await press("Your own");
        await press("Add to the plan");
        lists.push(plan().length, field("r").value, text("#paper") !== "", text("#count"));
        for (const ask of ["First?", "Second?"]) {
          await press(find("#own [value=text]"));
          await type(field("ask"), ask);
          await press("Add to the plan");
        }
        await press("Questions");
        await press(findAll("#plan .pick")[1]);
        await press("Change: question 2");
        const marks = findAll("#plan [aria-pressed=true]").map((one) => text(one).split(" ")[0]);
        const seen = [text("#paper"), onWall().room.question.wall, field("ask").value, marks,
          texts(".tabs [aria-pressed=true]"), find("#own").scrolled > 0];
        await press("Down: question 2");
        await press("Save as a file");
        await type(field("ask"), "Changed?");
        await press("Save the change");
        const moved = [plan().slice(1), texts("#plan .on .pick > span")];
        await press("Change: question 3");
        await choose("#plans", "0");
        await type(field("ask"), "Another?");
        await press("Add to the plan");
        const left = [plan().length, plan().at(-1)];
        await press("Remove: question 5");
        const undo = [text("#done")];
        await press("New plan");
        undo.push(text("#done"), text("#own [type=submit]"));
        const answers = ["a", "b", "c", "d", "e", "f"];
        const question = `[[question]]\\nkind = "choice"\\nask = "Which?"\\nright = [2, 6]\\n` +
          `answers = ${JSON.stringify(answers)}\\nreasons = ${JSON.stringify(answers)}\\n`;
        await loadFile(`title = "Six"\\n${question}`);
        await press(find("#plan .pick"));
        await press("Change: question 1");
        const lines = findAll("#answers > li");
        const many = [lines.length, lines[5].querySelector("[name=answers]").value,
          lines.map((line) => Number(line.querySelector("[name=right]").checked)),
          lines[5].querySelector("[name=reasons]").value, text(lines[5]).split(" right")[0]];
        await press("Duplicate: question 1");
        many.push(text("#done"), texts("#plan small"));
        result = [lists, seen, moved, left, undo, many];
    """)
    assert lists == [True, True, 1, "3, 2, 3, 0, 1", True, ", 1"]
    is_shown, wall, asked, marks, tabs, is_scrolled = seen
    assert is_shown.startswith("First?")
    assert (wall, asked, marks, tabs, is_scrolled) == (
        *("First?", "First?", ["First?"]),
        *(["Your own"], True),
    )
    assert moved == [["Second?", "Changed?"], ["Changed?"]]
    assert left == [5, "Another?"]
    assert undo == ["Question 5 was removed. Undo", "", "Add to the plan"]
    copied = "The copy is question 2 of the plan."
    assert many == [
        *[6, "f", [0, 1, 0, 0, 0, 1], "f", "Answer F", copied, ["your own choice"] * 2],
    ]


def test_the_newest_question_is_previewed_and_what_is_typed_meanwhile_stays(teacher):
    newest, named, typed, early, other = teacher("""
        await open("/class");
        let slow = true;
        const held = [];
        failures.push(async ({ url }) => {
          if (url !== "/class/question" || !slow) return;
          await new Promise((go) => held.push(go));
        });
        await press(findAll("#choices .pick")[1]);
        await press(findAll("#choices .pick")[2]);
        held[1]();
        await settled();
        const wall = onWall().room.question.wall;
        held[0]();
        await settled();
        const newest = [onWall().room.question.wall === wall, findAll("#choices > li").map((one) =>
          one.className).indexOf("on")];
        slow = false;
        await press("Your own");
        await press(find("#own [value=number]"));
        await type(field("ask"), "How much?");
        await type(field("answers"), "0.5");
        await press(find("#answers [name=right]"));
        await type(findAll("#answers [name=answers]")[1], "0.75");
        await type(findAll("#answers [name=reasons]")[1], "It is <b>.");
        await leave();
        const apart = [text("#apart"), texts("#apart dt"), texts("#apart dd"),
          find("#apart dt").dataset.outcome];
        slow = true;
        held.length = 0;
        await press("Add to the plan");
        await type(field("ask"), "How many?");
        slow = false;
        held.forEach((go) => go());
        await pass();
        const typed = [field("ask").value, plan().at(-1)];
        await press(find("#own [value=choice]"));
        await type(field("ask"), "Which?");
        await leave();
        const early = texts("#own [data-wrong]").join("");
        await type(findAll("#answers [name=answers]")[1], "one");
        await type(findAll("#answers [name=answers]")[0], "one");
        await leave();
        const wrong = texts("#own [data-wrong]").join("");
        await press(find("#own [value=order]"));
        await type(field("r"), "1, x");
        await leave();
        result = [newest, apart, typed, early, [wrong, texts("#own [data-wrong]").join(""),
          field("r").ariaInvalid]];
    """)
    assert newest == [True, 2]
    about, numbers, names, outcome = named
    assert about.startswith("Answers that the wall names")
    assert (numbers, names, outcome) == (["0.5", "0.75"], ["right", "It is <b>"], "right")
    assert typed == ["How many?", "How much?"]
    assert early == ""
    assert "two answers are the same" in other[0]
    assert "Item 2" in other[1]
    assert other[2] == "true"


def test_an_unreadable_plan_stays_stored_and_another_one_is_started_with_a_key(teacher):
    restored, site, started, reach, fine = teacher("""
        const reach = { problem: "Nobody can join.", command: "ndcg app", firewall: "",
          address: "http://a/join/test", svg: "<svg></svg>" };
        failures.push(async ({ url }) => {
          if (url.startsWith("/class/reach")) return answerJson(reach);
          if (url !== "/class/questions") return;
          const all = await askServer();
          return answerJson({ ...all, key: true });
        });
        const stored = { open: "a", plans: { a: { title: "Broken", questions: ["no/such"] } } };
        localStorage.setItem("ndcg-tutor:class-plans", JSON.stringify(stored));
        await open("/class");
        const restored = [text("#said") !== "", own(), find("#title").value,
          find("#empty").hidden, text("#thresholds"), find("#key-field").hidden,
          find("#group").disabled, find("#choices").ariaBusy, texts(".tabs [aria-pressed=true]")];
        await press(find("#choices [data-act=add]"));
        restored.push(find("#empty").hidden);
        await type("#site", " https://ndcg.example.edu/practise ");
        await leave();
        await open("/class");
        const site = [find("#site").value, plan().length];
        await press("New plan");
        site.push(find("#site").value);
        await press(find("#start"));
        site.push(find("#said").scrolled > 0);
        await choose("#plans", findAll("#plans option").find((one) => one.textContent ===
          "A class").value);
        site.push(find("#site").value);
        await type("#title", "Week 3");
        await type("#key", "secret");
        await press(find("#start"));
        const { plan: sent, key: typed } = requests.filter(({ url }) => url ===
          "/class/rooms").at(-1).body;
        const hash = (name) => find(name).href.split("#")[1].split(".");
        const started = [sent.includes("https://ndcg.example.edu/practise"),
          sent.includes("Week 3"), typed, hash("#showing")[1] === hash("#steering")[1]];
        await type("#title", "Week 4");
        await leave();
        await press(find("#solved"));
        started.push(onWall().title);
        const shown = () => [text("#reach summary"), find("#reach").open, text("#problem"),
          text("#command"), find("#command").checkVisibility(),
          find("#firewall").closest("li").hidden, text("#reach-link"), find("#reach-link").href,
          findAll("#reach-qr svg").length];
        const first = shown();
        Object.assign(reach, { problem: "", firewall: "ufw" });
        await open("/class");
        result = [restored, site, started, first, shown()];
    """)
    assert restored == [
        *(True, ["Broken", "A class"], "A class", False),
        *("Discuss from 30% to 70% right. Explain below 30%.", False, False, "false"),
        *(["Questions"], True),
    ]
    assert site[:2] == ["https://ndcg.example.edu/practise", 1]
    assert site[2:] == ["", True, "https://ndcg.example.edu/practise"]
    assert started == [True, True, "secret", False, "Week 4"]
    assert reach == [
        *("Phones cannot join yet", False, "Nobody can join.", "ndcg app", False, True),
        *("http://a/join/test", "http://a/join/test", 1),
    ]
    assert fine[:3] == ["Test whether phones can join", False, ""]
    assert fine[5] is False


def test_a_removed_last_question_leaves_the_preview_and_a_phone_shows_it_in_its_row(teacher):
    last, narrow, wide, asked, saved, kept = teacher("""
        await open("/class");
        await choose("#group", "1");
        await press(findAll("#choices [data-act=add]")[1]);
        const wall = () => onWall().room.question.wall;
        const before = wall();
        const first = text(findAll("#choices .pick > span")[0]);
        await press(find("#plan .pick"));
        await press("Remove: question 1");
        const last = [plan(), wall() === before, findAll("#choices > li").map((one) =>
          one.className).indexOf("on"), find("#add").hidden];
        await press("Undo");
        last.push(plan().length, wall() === before);
        const place = () => find("#preview").parentElement.className ||
          find("#preview").parentElement.id;
        const narrow = [place()];
        setMedia("max-width: 900px", true);
        narrow.push(place());
        await press(findAll("#choices .pick")[2]);
        narrow.push(find("#preview").closest("li") === findAll("#choices > li")[2]);
        setMedia("max-width: 900px", false);
        await press("Duplicate: question 1");
        await press("Down: question 2");
        const wide = [place(), plan().length, document.activeElement.ariaLabel];
        const asked = [];
        globalThis.confirm = (sentence) => (asked.push(sentence), false);
        await type("#title", "?!");
        await press("Delete the plan");
        await press("Save as a file");
        asked.push(downloads.at(-1).name);
        navigator.clipboard = undefined;
        await press("Copy a link");
        asked.push(clipboard.at(-1).includes("/class#plan="));
        await type("#word", "xyzzy");
        await choose("#kind", "choice");
        await choose("#group", "0");
        const saved = [rows().length, text("#looking").split(",")[0]];
        await type("#title", "x".repeat(99));
        await leave();
        await press("Duplicate the plan");
        const loaded = [];
        find("#load").addEventListener("click", () => loaded.push("chosen"));
        await press("Load a file");
        await press(find("header .menu-group summary"));
        await key("Escape");
        result = [last, narrow, wide, asked, saved, [find("#title").value.length, loaded,
          find("header .menu-group").open]];
    """)
    assert last == [[], False, 0, False, 1, True]
    assert narrow == ["room", "on", True]
    assert wide == ["room", 2, "Down: question 2"]
    assert asked == ["Delete “?!” from this browser?", "class.toml", True]
    assert saved == [0, "0 questions here"]
    assert kept == [100, ["chosen"], False]
