"""A learner in a class, on the real page in a small browser, which Node runs.

The questions are the server's; the room and its stream are the scene's.
"""

import pytest

from tests.ui.scenes import needs_node
from tests.ui.visitor import do_as_visitor

pytestmark = needs_node
BEFORE = r"""
const sent = [];
let ballots = {};
let verdicts = {};
let lost = 0;
let refusal = "";
let version = "";
let stream = null;
const room = { phase: "open", round: 7, vote: 1, votes: 1, place: 1, count: 2, title: "Monday",
  solved: [] };
failures.push(({ url, body }) => {
  if (url === "/join/enter") return answerJson({ token: "t", code: "ABCDE" });
  if (url === "/join/events") return new Response(new ReadableStream({ start: (control) => (stream =
    control) }), { headers: version ? { "NDCG-Version": version } : {} });
  if (url === "/join/answer") {
    sent.push(body);
    if (refusal) return answerJson({ say: refusal }, 409);
    ballots = { ...ballots, [body.vote]: body };
    if (lost-- > 0) throw new TypeError("lost");
    return answerJson({ kept: true });
  }
});
const tell = async (more = {}) => {
  Object.assign(room, more);
  const message = { room, mine: { name: "Fox", ballots, verdicts } };
  stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
  await pass(50);
};
// The question of a kind or with a reference, as the server asks it.
const groups = (await (await fetch("/class/questions")).json()).groups;
const ask = async (kind) => {
  const found = groups.flatMap(({ questions }) => questions).find((one) => one.kind === kind);
  const answer = await fetch("/class/question", { method: "POST",
    body: JSON.stringify({ reference: found?.reference ?? kind }),
    headers: { "Content-Type": "application/json" } });
  return await answer.json();
};
const enter = async () => {
  await open("/join#ABCDE");
  await until(() => stream);
};
const last = () => {
  const { answer, vote, sure = "" } = sent.at(-1);
  return [answer, vote, sure];
};
const begin = async (kind, more = {}) => {
  ballots = {};
  const { question, solution } = await ask(kind);
  await tell({ question, round: room.round + 1, phase: "open", vote: 1, votes: 1, solution: "",
    ...more });
  return solution;
};
const send = async () => {
  await press(find("#form .send"));
  await pass(100);
  return last();
};
"""
KEPT = "Your answer is kept. You can change it."


@pytest.fixture
def learner(tmp_path):
    """Run a scene as a learner."""
    return lambda scene: do_as_visitor(tmp_path, BEFORE + scene)


def test_an_option_is_sent_with_confidence_and_marked_at_the_end(learner):
    asked, chosen, sure, other, closed, end = learner(r"""
        await enter();
        await begin("choice");
        const states = () => findAll(".option").map(({ dataset }) => dataset.state);
        const pressed = (selector) => findAll(selector).map(({ ariaPressed }) => ariaPressed);
        const asked = [document.activeElement.id, text("#room"), text("#place"), text("#phase"),
          find("#sure").hidden, text("#kept"), states()];
        await press(findAll(".option")[1]);
        await pass(100);
        const chosen = [last(), text("#kept"), find("#sure").hidden, states(), pressed(".option")];
        await press("Not sure");
        await pass(100);
        const { secret } = requests.at(-1);
        const sure = [last(), pressed("#sure button"), secret];
        await press(findAll(".option")[2]);
        await pass(100);
        const other = [last(), states()];
        findAll(".option")[2].focus();
        await tell({ phase: "closed", vote: 0 });
        const closed = [text("#phase"), find("#sure").hidden, document.activeElement.id];
        await press(findAll(".option")[0]);
        closed.push(sent.length);
        verdicts = { 1: { outcome: "wrong", message: "No." } };
        await tell({ phase: "revealed", right: [1], solution: "<p>It is so.</p>" });
        result = [asked, chosen, sure, other, closed, [text("#phase"), text("#told"), states()]];
    """)
    assert asked == [
        *["asked", "Fox", "Question 1 of 2", "Answer for yourself.", True, "", ["", "", ""]],
    ]
    own = ["", "your answer", ""]
    assert chosen == [[1, 1, ""], KEPT, False, own, ["false", "true", "false"]]
    assert sure == [[1, 1, "not sure"], ["false", "true"], "t"]
    assert other == [[2, 1, "not sure"], ["", "", "your answer"]]
    assert closed == ["The vote is closed.", True, "asked", 3]
    assert end == ["The solution", "not right No.It is so.", ["", "right", "not right"]]


def test_an_answer_that_is_begun_or_under_way_stays_until_the_vote_is_closed(learner):
    typed, closed, under_way, refused, again, next_ = learner(r"""
        await enter();
        await begin("number");
        const field = () => find("#form input");
        const state = () => [text("#kept"), text("#said"), document.body.dataset.answer];
        await type(field(), "0.5");
        await send();
        await type(field(), "0.75");
        await tell();
        const typed = [field().value];
        await tell({ phase: "closed", vote: 0 });
        typed.push(field().value);
        field().focus();
        await key("Enter");
        const closed = [sent.length, ...state()];
        await begin("choice");
        const pressed = () => findAll(".option").map(({ ariaPressed }) => ariaPressed).indexOf(
          "true");
        await press(findAll(".option")[0]);
        await pass(100);
        const stored = ballots;
        lost = 1;
        await press(findAll(".option")[2]);
        ballots = stored; // the second answer was lost on its way to the server
        await tell({ phase: "closed", vote: 0 });
        const under_way = [pressed(), ...state(), find("#sure").hidden];
        await pass(5000);
        under_way.push(...state(), last()[0]);
        await begin("choice");
        refusal = "The vote is closed.";
        await press(findAll(".option")[1]);
        await pass(100);
        const refused = [...state(), find("#sure").hidden];
        await tell({ phase: "closed", vote: 0 });
        refused.push(state()[0]);
        refusal = "";
        await begin("choice");
        await press(findAll(".option")[0]);
        await pass(100);
        const first = ballots;
        lost = 1;
        await press(findAll(".option")[2]);
        ballots = first;
        refusal = "The vote is closed.";
        await tell({ phase: "closed", vote: 0 });
        refused.push(pressed());
        await pass(5000);
        await tell();
        refused.push(pressed(), text("#said"));
        refusal = "";
        await begin("number");
        await press(find("#form .send"));
        refused.push(text("#said"));
        await type(field(), "0.5");
        lost = 1;
        await press(find("#form .send"));
        refused.push(text("#said"));
        await pass(5000);
        await begin("choice");
        await press(findAll(".option")[1]);
        await pass(100);
        const again = state();
        let arrive = null;
        failures.unshift(({ url }) => url === "/join/answer" && !arrive ? new Promise((go) =>
          (arrive = () => go(answerJson({ kept: true })))) : undefined);
        await press(findAll(".option")[2]);
        await begin("choice", { place: 2 });
        const next = [...state(), find("#sure").hidden];
        arrive();
        await pass(100);
        next.push(pressed(), ...state());
        result = [typed, closed, under_way, refused, again, next];
    """)
    assert typed == ["0.75", "0.5"], "the text stays, but a closed vote shows the stored answer"
    assert closed == [1, "Your answer is kept.", "", "kept"], "a closed vote takes no answer"
    way = "Your answer is on its way."
    assert under_way == [2, way, "", "sending", True, "Your answer is kept.", "", "kept", 2]
    assert refused == [
        *("", "The vote is closed.", "", True),
        "You did not answer in this vote.",
        *(2, 0, "The vote is closed."),
        *("There is no answer yet. Choose or write one.", ""),
    ]
    assert again == [KEPT, "", "kept"]
    shown, arrived = next_[:4], next_[4:]
    assert shown == ["", "", "", True], "the answer on its way is not one to the next question"
    assert arrived == [-1, "", "", ""], "a late answer is not one to the next question"


def test_confidence_is_taken_back_by_a_second_press_and_stays_after_a_reload(learner):
    before, both, again, none = learner(r"""
        await enter();
        await begin("choice");
        const pressed = () => findAll("#sure button").map(({ ariaPressed }) => ariaPressed);
        await press(findAll(".option")[1]);
        await pass(100);
        const before = [pressed(), text("#sure-asked")];
        await press(find("#sure-asked"));
        before.push(sent.length);
        await press("Sure");
        await pass(100);
        const both = [last(), pressed()];
        stream = null;
        await enter();
        await tell();
        both.push(pressed());
        await press("Not sure");
        await pass(100);
        const again = [last(), pressed()];
        await press("Not sure");
        await pass(100);
        const none = [last(), pressed(), sent.map(({ number }) => number)];
        await tell({ phase: "discuss", vote: 2, votes: 2 });
        none.push(find("#sure").hidden);
        await press(findAll(".option")[1]);
        await pass(100);
        await press("Sure");
        await pass(100);
        none.push(last(), find("#sure").hidden, pressed());
        await begin("choice");
        lost = 1;
        await press(findAll(".option")[2]);
        await press("Sure");
        await pass(5000);
        none.push(last());
        result = [before, both, again, none];
    """)
    neither = ["false", "false"]
    assert before == [neither, "How sure are you?", 1]
    assert both == [[1, 1, "sure"], ["true", "false"], ["true", "false"]]
    assert again == [[1, 1, "not sure"], ["false", "true"]]
    last, shown, numbers, *second = none
    assert (last, shown) == ([1, 1, ""], neither)
    assert numbers == sorted(set(numbers)), "each answer is newer than the one before"
    assert second[:4] == [True, [1, 2, "sure"], False, ["true", "false"]]
    assert second[4:] == [[2, 1, "sure"]], "also while the answer is on its way"


def test_an_updated_app_reloads_a_phone_only_without_a_begun_answer(learner):
    begun, stored, changed, closed = learner(r"""
        const reconnect = async (name) => {
          version = name;
          stream.close();
          stream = null;
          await pass(2000);
          await until(() => stream);
          await tell();
        };
        const reloads = async () => {
          const before = leftFor.length;
          await pass(1000);
          return leftFor.length - before;
        };
        await enter();
        await begin("number");
        await type(find("#form input"), "0.5");
        find("#asked").focus();
        await reconnect("other");
        const begun = await reloads();
        await send();
        const stored = await reloads();
        stream = null;
        version = "";
        await enter();
        await tell();
        await type(find("#form input"), "0.75");
        find("#asked").focus();
        await reconnect("third");
        const changed = await reloads();
        await tell({ phase: "closed", vote: 0 });
        result = [begun, stored, changed, await reloads()];
    """)
    assert (begun, stored) == (0, 1), "a typed answer is not lost"
    assert (changed, closed) == (0, 1)


def test_each_kind_of_question_sends_its_answer_and_an_untouched_slider_none(learner):
    order, guess, number, sheet, audit = learner(r"""
        await enter();
        await begin("order");
        const first = await send();
        await press(find(".card [data-act=down]"));
        const order = [first, await send(), text("#kept")];
        await begin("guess");
        const before = sent.length;
        await press(find("#form .send"));
        const guess = [sent.length - before, text("#form output")];
        await type(find("#form input"), "12");
        guess.push(text("#form output"), await send());
        await begin("number");
        await type(find("#form input"), "0.5");
        await key("Enter");
        await pass(100);
        const number = last();
        await begin("sheet");
        const count = sent.length;
        await press(find("#form .send"));
        number.push(sent.length - count);
        const [gain, discount] = findAll("#form .sheet input");
        await type(gain, "3");
        await type(discount, "2.3");
        const sheet = await send();
        await begin("audit");
        for (const one of findAll("#form select")) await choose(one, one.options[2].value);
        result = [order, guess, number, sheet, await send()];
    """)
    assert order == [[[0, 1, 2, 3, 4], 1, ""], [[1, 0, 2, 3, 4], 1, ""], KEPT]
    assert guess == [0, "not set yet", "12", [12, 1, ""]]
    assert number == ["0.5", 1, "", 0], "an empty sheet is no answer"
    assert sheet == [
        {"actual.gain.4": "3", "actual.discount.4": "2.3", "actual.term.4": ""},
        1,
        "",
    ]
    assert audit[0]["cell"] == "actual.term.2"
    assert audit[0]["mistake"]


def test_a_teachers_questions_take_several_options_or_a_text_while_the_vote_is_open(learner):
    several, own, closed = learner(r"""
        await enter();
        await begin('question?{"ask":"Which?","answers":["DCG","P","NDCG"],"right":[1,3]}');
        for (const place of [2, 1, 0, 1]) await press(findAll(".option")[place]);
        const several = [findAll(".option").map(({ ariaPressed }) => ariaPressed), await send()];
        await begin('question?{"kind":"text","ask":"Why?"}');
        const area = find("#form textarea");
        const before = sent.length;
        await press(find("#form .send"));
        const own = [sent.length - before, area.readOnly];
        await type(area, " In my words. ");
        own.push(await send());
        await tell({ phase: "closed", vote: 0 });
        const closed = [area.readOnly, find("#form .send").hidden, area.value.trim()];
        verdicts = { 1: { outcome: "open", message: "Compare it with the solution." } };
        await tell({ phase: "revealed", solution: "<p>So.</p>" });
        closed.push(text("#told"), findAll("#told .verdict").length);
        result = [several, own, closed];
    """)
    assert several == [["true", "false", "true"], [[2, 0], 1, ""]]
    assert own == [0, False, ["In my words.", 1, ""]]
    assert closed == [True, True, "In my words.", "Compare it with the solution.So.", 0]


def test_the_second_vote_starts_with_the_first_answer(learner):
    second, again, other, long_ = learner(r"""
        await enter();
        await begin("number");
        await type(find("#form input"), "0.5");
        await send();
        await tell({ phase: "discuss", vote: 2, votes: 2 });
        const second = [find("#form input").value, find("#sure").hidden, text("#phase")];
        await type(find("#form input"), "0.75");
        const again = await send();
        await begin("number");
        const other = [find("#form input").value, document.activeElement.id, text("#kept")];
        await tell({ phase: "closed", vote: 0 });
        other.push(text("#kept"));
        await tell({ phase: "discuss", vote: 1 });
        await type(find("#form input"), "1");
        await send();
        await tell({ phase: "settled", vote: 0, votes: 2 });
        other.push(text("#kept"), text("#phase"));
        const story = [];
        for (const ask of [room.question.wall, "The whole story."]) {
          await tell({ question: { ...room.question, ask }, round: room.round + 1 });
          story.push([find("#story").hidden, text("#whole") === ask]);
        }
        other.push(story);
        await tell({ left: 75 });
        const bar = () => parseInt(document.body.style.getPropertyValue("--left"));
        const left = [text("#left"), find("#left").hidden, bar()];
        await pass(20_250);
        left.push(text("#left"), bar());
        await tell({ left: 55 }); // another message
        left.push(bar());
        await pass(50_000);
        left.push(text("#left"));
        await pass(10_000);
        left.push(text("#left"), bar());
        await tell({ left: undefined });
        left.push(find("#left").hidden);
        result = [second, again, other, left];
    """)
    assert second == ["0.5", True, "Talk about it with your neighbours, then answer again."]
    assert again == ["0.75", 2, ""]
    *other, missed, second_missed, phase, story = other
    assert phase == "The second vote is closed."
    assert other == ["", "asked", ""]
    assert missed == "You did not answer in this vote."
    assert second_missed == "You did not answer in the second vote. Your first answer is kept."
    assert [hidden for hidden, _ in story] == [True, False]
    assert long_[:6] == ["1:15 left", False, 100, "0:55 left", 73, 73]
    assert long_[6:] == ["0:05 left", "Time is up.", 0, True]


def test_a_reloaded_phone_shows_each_kinds_stored_answer_and_a_closed_vote_keeps_it(learner):
    several, number, audit, own, guess, sheet, order, none, pictured = learner(r"""
        const states = async (show) => {
          const open_ = show();
          ballots = { 1: sent.at(-1) };
          stream = null;
          await enter();
          await tell();
          const again = show();
          await tell({ phase: "closed", vote: 0 });
          return [open_, again, show()];
        };
        const fields = (selector) => findAll(`#form ${selector}`).map(({ value, readOnly,
          disabled }) => [value, readOnly || disabled]);
        await enter();
        await begin('question?{"ask":"Which?","answers":["DCG","P","NDCG"],"right":[1,3]}');
        const options = () => findAll(".option").map(({ ariaPressed, disabled }) =>
          [ariaPressed, disabled]);
        const before = sent.length;
        await press(find("#form .send"));
        const none = [sent.length - before, text("#said"), findAll(".option > .box").length];
        await press(findAll(".option")[2]);
        none.push(sent.length - before);
        await send();
        none.push(text("#said"));
        const several = await states(options);
        await begin("number");
        await type(find("#form input"), " 0.5 ");
        const number = [await send(), await states(() => fields("input"))];
        await begin("audit");
        const [first] = findAll("#form select");
        await choose(first, first.options[2].value);
        const were = sent.length;
        await press(find("#form .send"));
        none.push(sent.length - were);
        for (const one of findAll("#form select")) await choose(one, one.options[2].value);
        await send();
        const audit = (await states(() => fields("select"))).map((all) => all.map(([value, is]) =>
          [Boolean(value), is]));
        await begin('question?{"kind":"text","ask":"Why?"}');
        await type(find("#form textarea"), "So.");
        await key("Enter");
        none.push(sent.length - were);
        await send();
        const own = await states(() => fields("textarea"));
        await begin("guess");
        const range = () => find("#form [type=range]");
        const slider = () => [text("#form output"), range().className, range().getAttribute(
          "aria-valuetext"), range().disabled];
        const untouched = slider();
        fire(range(), "pointerup");
        const guess = [untouched, text("#form output") === range().value, await send()];
        await type(range(), "12");
        await send();
        guess.push(await states(slider));
        await begin("sheet");
        const cells = () => findAll("#form .sheet input").slice(0, 2).map(({ value, readOnly,
          disabled }) => [value, readOnly || disabled]);
        const label = text("#form .send");
        await type(findAll("#form .sheet input")[0], "3");
        await send();
        await type(findAll("#form .sheet input")[1], "2.3");
        find("#asked").focus(); // it is checked, but not sent yet
        await pass(500);
        const sheet = [label, sent.at(-1).answer["actual.discount.4"], (await send())[0], await
          states(cells)];
        await begin("order");
        const ids = () => findAll(".card").sort((one, other) => one.dataset.rank -
          other.dataset.rank).map(({ dataset }) => dataset.id).join();
        const count = (act) => findAll(`.card [data-act=${act}]`).length;
        const cards = () => [ids(), count("down") > 0 && !count("remove")];
        const was = ids();
        for (let n = 0; n < 2; n++) await press(find(`.card[data-id="${was[0]}"] [data-act=down]`));
        await send();
        const order = [was, await states(cards), last()[0]];
        await begin('question?{"ask":"Which?","grades":[3,1],"answers":["DCG","P"],"right":[1]}');
        const image = { name: "a.png", alt: "A line.", width: 4, height: 3 };
        await tell({ question: { ...room.question, image }, round: room.round + 1 });
        const { alt, src, width, height } = find("#form img");
        const pictured = [alt, src, width, height, text("#form").includes("3")];
        result = [several, number, audit, own, guess, sheet, order, none, pictured];
    """)
    picked = [["false", False], ["false", False], ["true", False]]
    assert several == [picked, picked, [[is_pressed, True] for is_pressed, _ in picked]]
    sent, shown = number
    assert sent == ["0.5", 1, ""]
    assert shown == [[[" 0.5 ", False]], [["0.5", False]], [["0.5", True]]]
    assert audit == [[[True, is_closed]] * 2 for is_closed in (False, False, True)]
    assert own == [[["So.", is_closed]] for is_closed in (False, False, True)]
    untouched, is_set, middle, moved = guess
    assert untouched == ["not set yet", "unset", "not set yet", False]
    assert (is_set, middle) == (True, [10, 1, ""])
    assert moved == [["12", "", "12", is_closed] for is_closed in (False, False, True)]
    label, early, cells, shown = sheet
    assert (label, early) == ("Send answer", "")
    assert cells == {"actual.gain.4": "3", "actual.discount.4": "2.3", "actual.term.4": ""}
    assert shown == [[["3", is_closed], ["2.3", is_closed]] for is_closed in (False, False, True)]
    assert order == [
        *("0,1,2,3,4", [["1,2,0,3,4", can_move] for can_move in (True, True, False)]),
        [1, 2, 0, 3, 4],
    ]
    say = "There is no answer yet. Choose or write one."
    assert none == [0, say, 3, 0, "", 0, 1], "an incomplete answer is not sent, nor is a new line"
    assert pictured == ["A line.", "/join/image?name=a.png", "4", "3", True]


def test_a_learner_joins_with_a_code_and_takes_the_answers_home(learner):
    asked, joined, waiting, home, told, left, other, gone = learner(r"""
        const taken = () => JSON.parse(decodeURIComponent(find("#home a").href.split("#")[1]));
        await open("/join");
        const asked = [find("#enter").hidden, find("#home").hidden, text("#refusal")];
        const known = requests.length;
        await type("#code", " - . ");
        await press("Join the class");
        asked.push(requests.length - known, text("#refusal"), text("#room"));
        asked.push(fire(find("#enter"), "submit"));
        await type("#code", " ab-c.de ");
        let answer = null;
        failures.unshift(({ url }) => {
          if (url === "/join/enter") return new Promise((go) => (answer = () => go(answerJson({
            token: "t", code: "ABCDE" }))));
        });
        await press("Join the class");
        const joined = [requests.at(-1).body.code, find("#enter").hidden, text("#room"),
          document.activeElement.localName];
        answer();
        await until(() => stream);
        joined.push(location.hash);
        await tell({ phase: "waiting", vote: 0, site: "https://a.example/" });
        const waiting = [find("#question").hidden, find("#wait").hidden, text("#wait")];
        await begin("choice", { alone: true, place: 2 });
        waiting.push(find("#wait").hidden, text("#place"));
        const solved = [[room.round, "first/question", 2],
          [room.round + 90, "similar/question", 1]];
        await press(findAll(".option")[1]);
        await pass(100);
        await tell({ phase: "discuss", vote: 2, votes: 2 });
        await press(findAll(".option")[0]);
        await pass(100);
        verdicts = { 1: { outcome: "wrong", message: "Not yet." }, 2: { outcome: "right",
          message: "" } };
        await tell({ phase: "revealed", vote: 0, right: [0], solution: "So.", step: 1, steps: 3,
          solved });
        const { title, ...mine } = taken();
        const home = [find("#home").hidden, mine, title.startsWith("Monday, "),
          title.length > 12, find("#home a").href.includes("/join/review#")];
        const told = [text("#told"), findAll(".option").map(({ dataset }) => dataset.outcome ??
          "")];
        const before = requests.length;
        stream = null;
        await open("/join#ABCDE");
        await until(() => stream);
        told.push(requests.slice(before).some(({ url }) => url === "/join/enter"));
        ballots = {};
        await tell({ solved: [] });
        told.push(taken().answers);
        await begin("number");
        await press(find("#form .send"));
        told.push(text("#said"));
        await type(find("#form input"), "0.5");
        await send();
        told.push(text("#said"));
        const phase = () => document.body.dataset.phase ?? "";
        stream.enqueue(new TextEncoder().encode("event: over\n\n"));
        await pass(100);
        const left = [text("#refusal"), find("#refusal").className, phase(), text("#form"),
          text("#asked"), text("#room"),
          find("#question").hidden, find("#enter").hidden, document.activeElement.id,
          location.hash, find("#home").hidden];
        stream = null;
        await type("#code", "abcde");
        await press("Join the class"); // the teacher had removed this learner
        answer();
        await until(() => stream);
        await tell();
        left.push(findAll("#form input").length, find("#enter").hidden, find("#question").hidden,
          phase());
        stream = null;
        failures.unshift(({ url }) => {
          if (url === "/join/enter") return answerJson({ token: "u", code: "FGHIJ" });
        });
        await open("/join#FGHIJ");
        await until(() => stream);
        await tell({ phase: "open", vote: 1, votes: 1 });
        const other = [find("#home").hidden];
        const token = () => JSON.parse(localStorage.getItem("ndcg-tutor:class:FGHIJ"))?.token ?? "";
        const gone = [token()];
        let status = 503;
        failures.unshift(({ url }) => {
          if (url === "/join/events") return answerJson({ say: "The room is gone." }, status);
        });
        await open("/join#FGHIJ");
        await pass(3000);
        gone.push(token(), text("#refusal"), document.body.dataset.connection,
          requests.at(-1).secret);
        status = 404;
        await pass(3000);
        gone.push(token(), text("#refusal"), find("#refusal").className, find("#enter").hidden,
          location.hash);
        failures.shift();
        localStorage.setItem("ndcg-tutor:class:FGHIJ", JSON.stringify({ token: "u",
          code: "FGHIJ" }));
        stream = null;
        await open("/join#FGHIJ");
        await until(() => stream);
        const opened = leftFor.length;
        for (const hash of ["#FGHIJ", "", "#KLMNP"]) {
          location.hash = hash;
          window.dispatchEvent(new Event("hashchange"));
          other.push(leftFor.length - opened);
        }
        const old = { code: "FGHIJ", title: "Old", answers: { 3: { 2: { answer: 1 } } },
          solved: { 3: "drag/1", 5: ["drag/2"] } };
        localStorage.setItem("ndcg-tutor:class:home", JSON.stringify(old)); // of older versions
        stream = null;
        await open("/join");
        other.push(find("#home").hidden, taken());
        result = [asked, joined, waiting, home, told, left, other, gone];
    """)
    assert asked == [False, True, "", 0, "", "", False], "the browser does not leave the page"
    assert joined == ["ABCDE", True, "Joining the room…", "h1", "#ABCDE"]
    assert waiting == [
        *(True, False, "The first question comes soon.", True),
        "Question 2 of 2. One more of the same kind, on your own",
    ]
    kept = {
        "answers": [["similar/question", None, None], ["first/question", 1, 0]],
        **{"numbers": [1, 2], "site": "https://a.example/"},
    }
    assert home == [False, kept, True, True, True]
    solution, marks, joins_again, answers, missing, nothing = told
    assert solution == "right Step 1 of 3So."
    assert marks == ["right", "", ""]
    assert (joins_again, answers) == (False, kept["answers"])
    assert (missing, nothing) == ("There is no answer yet. Choose or write one.", "")
    over = "This class is over. Thank you for being here."
    assert left[:11] == [over, "", "", "", "", "", True, False, "code", "", False]
    assert left[11:] == [1, True, False, "open"], "a learner who joins again gets the form again"
    assert gone == ["u", "u", "", "away", "u", "", "The room is gone.", "refusal", False, ""]
    assert other[:4] == [True, 0, 0, 1]
    answers = [["drag/1", None, 1], ["drag/2", None, None]]
    assert other[4:] == [False, {"title": "Old", "answers": answers, "numbers": [1, 2]}]


def test_a_lost_stream_is_reported_and_a_preview_shows_what_its_parent_sends(learner):
    states, asked, shown, focused, requested, foreign = learner(r"""
        await enter();
        fire(document, "readystatechange");
        await tell({ phase: "waiting", vote: 0 });
        const states = [texts(".away"), document.body.dataset.connection];
        stream.close();
        await pass(50);
        states.push(texts(".away"), document.body.dataset.connection);
        stream = null;
        await pass(1000);
        await until(() => stream);
        await tell();
        states.push(texts(".away"), document.body.dataset.connection);
        const { question } = await ask("choice");
        const asked = [];
        globalThis.parent = { postMessage: (...given) => asked.push(given) };
        open("/join#preview"); // its script goes on
        await until(() => asked.length);
        const before = requests.length;
        const mine = { name: "", ballots: {}, verdicts: {} };
        const message = { room: { ...room, question, phase: "open", vote: 1 }, mine,
          title: "Monday", code: "ABCDE", joined: 0 };
        const tellPreview = async (data, origin) => {
          window.dispatchEvent(Object.assign(new Event("message"), { origin, data }));
          await pass(50);
        };
        await tellPreview(message, location.origin);
        const shown = [text("#place"), findAll(".option").length];
        const focused = document.activeElement === document.body;
        const waiting = { ...message, room: { ...room, phase: "waiting", question: null } };
        await tellPreview(waiting, "http://b");
        shown.push(JSON.parse(localStorage.getItem("ndcg-tutor:class:home")).code);
        result = [states, asked, shown, focused, requests.length - before,
          find("#question").hidden];
    """)
    assert states == [
        *([""], "here"),
        *(["No connection. Trying again…"], "away"),
        *([""], "here"),
    ]
    assert asked == [["preview", "http://localhost"]]
    assert shown == ["Question 1 of 2", 3, "ABCDE"], "a preview is not a class to take home"
    assert focused, "the page around the preview keeps the focus"
    assert (requested, foreign) == (0, False)
