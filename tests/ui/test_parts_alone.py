"""Parts of a page, each alone on an empty page in a small browser, which Node runs.

The HTML and the data of a part are those from Python, and the scene gives what is around the part.
"""

import pytest

from ndcg_core.sheets.sheet import Sheet
from ndcg_ui.components.parts import make_sheet
from ndcg_ui.components.share.share import make_share_panel
from ndcg_ui.components.templates import TEMPLATES
from tests.acts.shown import Shown
from tests.acts.test_course import open_lesson
from tests.ui.scenes import needs_node
from tests.ui.visitor import do_on_empty_page

pytestmark = needs_node


@pytest.fixture
def visitor(tmp_path):
    """Return a function that runs a scene with values from Python."""
    return lambda scene, **values: do_on_empty_page(tmp_path, scene, **values)


# --- Share or export -----------------------------------------------------------------------------


def test_a_guest_offers_no_link_and_a_chart_is_saved_before_that_is_confirmed(visitor):
    link = {"r": "3,2"}
    whole = make_share_panel("playground", link, "", picture="./a.svg", charts=["Sums"], code="1")
    guest, host, saving, saved, failed, missing = visitor(
        """
        const { default: show } = await import("./components/share/share.js");
        const share = (html) => {
          const slot = mount('<div class="share"></div>');
          show({ parentElement: slot, data: { html } });
          return slot;
        };
        setHost(new Guest());
        const offers = (slot) => slot.querySelectorAll("[data-offer]").filter((one) =>
          !one.hidden).map((one) => one.dataset.offer);
        const isOffered = (slot) => !slot.querySelector(".share-opener").hidden;
        const [one, none] = [whole, bare].map(share);
        const guest = [offers(one), isOffered(one), isOffered(none)];
        setHost(undefined);
        const slot = share(whole);
        const host = [offers(slot), isOffered(share(bare)), slot.querySelector(
          "[data-offer=embed] pre").textContent.includes("http://localhost/embed.js")];
        let asked = [];
        let finish = null;
        const save = ({ detail }) => {
          asked = [detail.name, detail.format];
          detail.saving = new Promise((...both) => (finish = both));
        };
        exhibit.addEventListener("ndcg:save", save);
        await press(slot.querySelector(".share-opener"));
        await choose(slot.querySelector("select"), "Sums");
        const png = slot.querySelector("[data-image=PNG]");
        png.layout = { width: 90 };
        const said = () => text(slot.querySelector("[role=status]"));
        await press(png);
        const saving = [asked, text(png), said()];
        finish[0]();
        await pass();
        const saved = [text(png), said(), png.style.minWidth];
        await pass(2100);
        await press(png);
        finish[1](new Error("lost"));
        await pass();
        const failed = [text(png), said()];
        await press(slot.querySelector("[data-copy=link]"));
        exhibit.removeEventListener("ndcg:save", save);
        await press(png);
        result = [guest, host, saving, saved, failed, said()];
    """,
        whole=whole.data["html"],
        bare=make_share_panel("playground", link, "").data["html"],
    )
    assert guest == [["image", "code"], True, False]
    assert host == [["link", "embed", "image", "code"], True, True]
    assert saving == [["Sums", "PNG"], "PNG", ""]
    assert saved == ["Saved", "Image: Saved", "90px"]
    assert failed == ["PNG", missing]
    assert missing == "The image could not be made. Try again."


def test_the_panel_stays_in_a_low_or_enlarged_window_and_open_in_another_one(visitor):
    low, enlarged, away, inside = visitor(
        """
        const { default: show } = await import("./components/share/share.js");
        const slot = mount('<div class="share"></div>');
        show({ parentElement: slot, data: { html } });
        const panel = slot.querySelector(".share-panel");
        const opener = slot.querySelector(".share-opener");
        opener.layout = { left: 700, top: 100, width: 100, height: 40 };
        panel.layout = { width: 400, height: 500 };
        const place = () => ["--left", "--top"].map((one) => panel.style.getPropertyValue(one));
        globalThis.innerHeight = 300;
        await press(opener);
        const low = place();
        globalThis.innerHeight = 800;
        panel.currentCSSZoom = 2;
        fire(window, "resize");
        const enlarged = place();
        document.activeElement.blur(); // the visitor looks at another window
        const away = panel.checkVisibility();
        slot.querySelector(".share-close").focus();
        result = [low, enlarged, away, panel.checkVisibility()];
    """,
        html=make_share_panel("playground", {}, "").data["html"],
    )
    assert low == ["400px", "8px"]
    assert enlarged == ["200px", "75px"]
    assert away
    assert inside


# --- A sheet -------------------------------------------------------------------------------------

SHEET = r"""
const { default: show } = await import("./components/sheet/sheet.js");
const make = (more = {}) => {
  const slot = mount('<div class="sheet"></div>');
  const sheet = slot.querySelector(".sheet");
  const sent = [];
  const acts = { idle: true, add: (act, drops) => sent.push({ ...act, drops }) };
  let data = { ...given, ...more };
  const draw = (more = {}, idle = true) => {
    acts.idle = idle;
    show({ parentElement: slot, acts, data: (data = { ...data, ...more }) });
  };
  draw();
  const field = (cell) => sheet.querySelector(`input[data-cell="${cell}"]`);
  const one = { sheet, sent, draw, field };
  one.button = (act) => sheet.querySelector(`[data-act=${act}]`);
  one.values = () => sheet.querySelectorAll("input").map(({ value }) => value);
  one.verdicts = () => sheet.querySelectorAll(".verdict").map((it) => [it.dataset.cell,
    it.dataset.verdict, text(it)]);
  one.heard = () => text(sheet.querySelector("[role=status]"));
  one.messages = () => sheet.querySelectorAll("tr.message").filter(({ hidden }) => !hidden)
    .map(text);
  one.look = (cell) => [field(cell).className, field(cell).ariaInvalid,
    text(field(cell).getAttribute("aria-describedby")
      ? document.getElementById(field(cell).getAttribute("aria-describedby")) : sheet
        .querySelector(".none") ?? document.createElement("p"))];
  return one;
};
const mark = (verdict, message = "", word = verdict) => ({ verdict, word, message });
const [GAIN, TERM, DCG] = ["actual.gain.2", "actual.term.2", "dcg"];
"""


def make_blank_sheet(**texts: str):
    sheet = Sheet((3, 2), blanks=("actual.gain.2", "actual.term.1", "actual.term.2", "dcg"))
    return make_sheet("sheet", sheet.with_all(texts), "practice.sheet", "f/1", (), "open").data


def test_a_sheet_sends_changed_texts_and_keys_move_between_its_fields(visitor):
    begin, moves, ends, left, waits, drops, hints = visitor(
        SHEET
        + r"""
        const { sheet, sent, draw, field, button, values, verdicts } = make();
        const begin = [sheet.dataset.form, sheet.dataset.marked, values(), verdicts(),
          sheet.getAttribute("aria-labelledby"),
          sheet.querySelectorAll(".sheet-acts button").map((one) => [text(one), one.className])];
        const here = () => document.activeElement.dataset.cell ?? null;
        const moves = [];
        field(GAIN).focus();
        for (const name of ["x", "ArrowUp", "Enter", "ArrowDown", "ArrowUp", "ArrowUp"]) {
          moves.push([await key(name), here()]);
        }
        field(DCG).focus();
        const ends = [await key("ArrowDown"), here(), sent.length];
        ends.push(await key("Enter"), here(), sent.length, sent[0].why, sent[0].cell);
        field(TERM).focus();
        await leave();
        const left = [sent.length];
        await type(field(TERM), "1.2");
        left.push(sent.length);
        await leave();
        const { drops: _, ...entry } = sent.at(-1);
        left.push(entry, sent.length, sheet.dataset.marked);
        draw({}, false);
        left.push(sheet.dataset.marked);
        field(TERM).focus();
        await leave();
        left.push(sent.length); // the text was sent before
        const waits = []; // until a press ends
        await type(field(TERM), "1.26");
        fire(button("check"), "pointerdown");
        await leave();
        waits.push(sent.length);
        fire(button("check"), "pointerup");
        await pass();
        waits.push(sent.length);
        await type(field(TERM), "1.3");
        field(TERM).blur();
        sheet.parentElement.remove();
        await pass();
        waits.push(sent.length); // the sheet has gone
        const drops = ["left", "check", "hint"].map((why) => sent.at(-1).drops({ why }));
        const other = make();
        const ask = async () => {
          await press(other.button("hint"));
          return other.sent.at(-1).cell;
        };
        const hints = [await ask()];
        other.draw({ marks: { [GAIN]: mark("right"), "actual.term.1": mark("carried") } });
        hints.push(await ask());
        other.draw({ marks: Object.fromEntries([GAIN, "actual.term.1", TERM, DCG].map((cell) =>
          [cell, mark("right")])) });
        hints.push(await ask());
        other.field(TERM).focus();
        hints.push(await ask());
        await press(other.button("check"));
        hints.push(other.sent.at(-1).cell, other.sent.length);
        other.draw({ form: "f/2" });
        hints.push(await ask());
        result = [begin, moves, ends, left, waits, drops, hints];
    """,
        given=make_blank_sheet(dcg="4"),
    )
    assert begin == [
        *["f/1", "true", ["", "", "", "4"], [], "asks-f/1"],
        [["Check", "plain-button strong"], ["Hint", "plain-button"]],
    ]
    term_1, gain, term = "actual.term.1", "actual.gain.2", "actual.term.2"
    assert moves == [
        *[[True, gain], [False, term_1], [False, gain], [False, term]],
        *[[False, term_1], [False, term_1]],
    ]
    assert ends == [False, "dcg", 0, False, "dcg", 1, "check", None]
    texts = {"actual.term.1": "", "actual.gain.2": "", "actual.term.2": "1.2", "dcg": "4"}
    entry = {"why": "left", "cell": term, "form": "f/1", "texts": texts}
    assert left == [1, 1, entry, 2, "false", "false", 2]
    assert waits == [2, 3, 3]
    assert drops == [True, False, False]
    assert hints == [term_1, term, term_1, term, None, 5, term_1]


def test_a_sheet_shows_each_mark_of_an_unchanged_text_and_reads_out_new_marks(visitor):
    early, marked, typed, again, empty, both, kept, closed, asked = visitor(
        SHEET
        + r"""
        const { sheet, sent, draw, field, button, values, verdicts, heard, messages, look } =
          make();
        const status = sheet.querySelector("[role=status]");
        await type(field(TERM), "2");
        await leave();
        draw({ marks: { [TERM]: mark("right") }, texts: { ...given.texts, [GAIN]: "3" } }, false);
        const early = [verdicts(), values()]; // another action waits for its answer
        await type(field(DCG), "5");
        const marks = { [TERM]: mark("wrong", "Too large."), [DCG]: mark("right") };
        draw({ marks, texts: { ...given.texts, [TERM]: "2", [GAIN]: "2" } });
        const marked = [verdicts(), look(TERM), look(DCG), messages(), heard(), values(),
          field(TERM).closest("tr").hasAttribute("data-message"), sheet.dataset.marked];
        status.textContent = "Nothing new.";
        draw();
        const again = [heard()]; // the marks are the same
        draw({ marks: { ...marks, [TERM]: mark("wrong", "Far too large.") } });
        again.push(heard(), messages()); // only the message has changed
        await type(field(TERM), "1");
        const typed = [verdicts(), look(TERM), messages(), heard(),
          field(TERM).closest("tr").hasAttribute("data-message")];
        await type(field(TERM), " ");
        await leave();
        draw({ texts: { ...given.texts, [GAIN]: "2" }, marks: { [TERM]: mark("invalid", "",
          "not marked"), [GAIN]: mark("invalid", "No number.", "not marked") } });
        const empty = [verdicts(), look(TERM), heard()];
        await type(field(TERM), "3");
        await leave();
        draw({ marks: { [TERM]: mark("wrong", "Too large."), [GAIN]: mark("invalid",
          "No number.", "not marked") } });
        const both = [messages(), look(TERM)[2] === look(GAIN)[2], heard()];
        const other = make();
        const kept = [other.values(), other.verdicts(), other.heard(),
          make({ form: "f/2" }).values(), make({ state: "closed" }).values()];
        field(TERM).focus();
        status.textContent = "";
        const solution = { ...given.texts, [TERM]: "1.262" };
        draw({ state: "closed", texts: solution, marks: { [TERM]: mark("right") } }, false);
        const closed = [values()[2], field(TERM).readOnly, button("check").disabled,
          [field(TERM).selectionStart, field(TERM).selectionEnd]];
        draw();
        closed.push(verdicts(), heard());
        const before = sent.length;
        field(TERM).value = "9";
        await leave();
        fire(button("hint"), "click");
        closed.push(sent.length - before);
        const own = make({ acts: { check: "Send" }, form: "f/3", marks: { dcg: mark("right") } });
        const asked = [own.sheet.querySelectorAll("button").map(text), own.verdicts(), own.heard()];
        own.draw({ form: "f/4", marks: {}, texts: { ...given.texts, dcg: "7" } }, false);
        asked.push(own.verdicts(), own.values());
        result = [early, marked, typed, again, empty, both, kept, closed, asked];
    """,
        given=make_blank_sheet(),
    )
    term = "The term at rank 2 of the ranking"
    assert early == [[], ["", "", "2", ""]]
    assert marked == [
        [["actual.term.2", "wrong", "wrong"]],  # the text of DCG was changed since
        *[["is-wrong", "true", "Too large."], ["", "false", ""], ["Too large."]],
        f"{term}: wrong. Too large. DCG: right.",
        *[["", "2", "2", "5"], True, "true"],
    ]
    far = f"{term}: wrong. Far too large."
    assert again == ["Nothing new.", far, ["Far too large."]]
    assert typed == [[], ["", "false", ""], [], "", False]
    gain = "The gain at rank 2 of the ranking: not marked. No number."
    verdicts = [
        ["actual.gain.2", "invalid", "not marked"],
        ["actual.term.2", "invalid", "not marked"],
    ]
    assert empty == [verdicts, ["", "true", ""], f"{gain} {term}: not marked."]
    both_said = "Gain: No number. Term: Too large."
    assert both == [[both_said], True, f"{term}: wrong. Too large."]
    none = ["", "", "", ""]
    assert kept == [["", "2", "3", "5"], [], "", none, none]
    right = [["actual.term.2", "right", "right"]]
    assert closed == ["1.262", True, True, [0, 5], right, f"{term}: right.", 0]
    assert asked == [["Send"], [["dcg", "right", "right"]], "", [], ["", "", "", "7"]]


def test_each_check_of_a_sheet_and_each_changed_text_is_read_out(visitor):
    heard = visitor(
        SHEET
        + r"""
        const { draw, field, button, heard } = make();
        const wrong = { [TERM]: mark("wrong", "Too large."), [DCG]: mark("right") };
        const all = [];
        const note = () => all.push(heard());
        for (const number of ["3", "4"]) {
          await type(field(TERM), number);
          await leave();
          note(); // what was said about the earlier text is gone
          draw({ marks: wrong });
          note();
        }
        for (const marks of [wrong, { ...wrong, [TERM]: mark("right") }]) {
          for (const again of [1, 2]) {
            await press(button("check"));
            draw({ marks });
            note();
          }
        }
        await press(button("check"));
        await type(field(TERM), "5");
        await leave();
        draw();
        note();
        draw();
        note();
        result = all;
    """,
        given=make_blank_sheet(dcg="4"),
    )
    term = "The term at rank 2 of the ranking"
    wrong, right, done = f"{term}: wrong. Too large.", f"{term}: right.", "Everything is right."
    assert heard == ["", f"{wrong} DCG: right.", "", wrong, wrong, wrong, right, done, right, right]


# --- Questions -----------------------------------------------------------------------------------

ASK = r"""
const { default: show } = await import("./components/questions/questions.js");
const ask = (html, more = {}) => {
  const slot = mount('<div class="ask"></div>');
  const draw = (html, more = {}) => show({ parentElement: slot, acts,
    data: { name: "q", html, go: null, ...more } });
  draw(html, more);
  return { slot, draw, get: (selector) => slot.querySelector(selector) };
};
const question = (form, inner) =>
  `<div class="question" tabindex="-1" data-form="${form}">${inner}</div>`;
const button = (act, more = "") =>
  `<button type="button" data-act="${act}" ${more}>${act}</button>`;
"""


def test_after_an_answer_the_next_question_or_its_sheet_has_the_focus(visitor):
    sent, focused, scrolled = visitor(
        ASK
        + r"""
        const focused = [];
        const { draw, get } = ask(question("q/1", button("answer", 'data-option="2"')));
        const look = () => focused.push(document.activeElement.dataset.form ??
          document.activeElement.className ?? "");
        acts.idle = false;
        await press(get("button"));
        const { values, ...sent } = acts.all[0];
        sent.busy = get("button").ariaBusy;
        draw(question("q/2", button("answer")));
        look();
        const sheet = mount('<div class="sheet" data-form="q/3"><input class="cell"></div>');
        get("button").focus();
        draw(question("q/3", button("check")));
        look(); // the new sheet
        get("button").focus();
        draw(question("q/3", "<p>Right.</p>"));
        look();
        draw(question("q/4", ""));
        sheet.querySelector("input").focus();
        draw(question("q/5", button("next")));
        look(); // it stays where the learner is
        const scrolled = [get("[data-act=next]").scrolled, get("[data-act=next]").scrolling];
        draw(question("q/5", button("next", 'data-more="1"')));
        scrolled.push(get("[data-act=next]").scrolled);
        scrolled.push(ask(button("next")).get("button").scrolled); // it was there at the beginning
        setHost(new Guest());
        for (const isHere of [false, true]) {
          const other = ask(question("q/6", button("answer")));
          if (isHere) other.get("button").focus();
          else find(".cell").focus();
          other.draw(question("q/6", button("next")));
          scrolled.push(other.get("[data-act=next]").scrolled);
        }
        result = [sent, focused, scrolled];
    """
    )
    assert sent == {"act": "answer", "option": "2", "form": "q/1", "busy": "true"}
    assert focused == ["q/2", "cell", "q/3", "cell"]
    assert scrolled == [1, "auto nearest", 1, 0, 0, 1], (
        "only an answer scrolls somebody else's page"
    )


def test_fields_are_sent_with_their_form_and_drafts_are_restored_once(visitor):
    values, entered, restored, links, files, range_, echoed, triggered = visitor(
        ASK
        + r"""
        const fields = `<input type="checkbox" name="a" value="1" checked>
          <input type="checkbox" name="b" value="2"><select name="c"><option>x</option>
          <option selected>y</option></select><textarea name="d" data-act="write">So.</textarea>
          <input type="text" name="e"><button type="button">Other</button>${button("check")}
          ${button("off", 'aria-disabled="true"')}`;
        const first = ask(question("q/1", fields), { name: "one" });
        await type(first.get("[name=e]"), "0.5");
        const entered = [await key("Enter")];
        await press(first.get("[data-act=off]"));
        entered.push(acts.all.length);
        const { values } = acts.all[0];
        entered.push(first.get("[data-act=check]").ariaBusy ?? "not busy");
        fire(first.get("[name=c]"), "keydown", { key: "Enter" }); // it sends nothing
        first.get("[name=e]").focus();
        await key("a");
        await press(first.get("textarea"));
        entered.push(acts.all.length);
        const typed = (name, form, more = "") => ask(question(form,
          `<input type="text" name="e" ${more}>`), { name }).get("input").value;
        const restored = [typed("one", "q/1"), typed("one", "q/2"), typed("two", "q/1"),
          typed("one", "q/1", 'value="7"'), typed("one", "q/1", "readonly")];
        await press(ask(button("yes", 'data-forgets="one"')).get("button"));
        restored.push(typed("one", "q/1"));
        const { get } = ask('<a href="./x" data-act="open">x</a><a href="./y">y</a>');
        acts.all.length = 0;
        const links = [];
        for (const more of [{}, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
          links.push(fire(get("[data-act]"), "click", more), acts.all.length);
        }
        const chooser = ask('<input type="file" data-act="import">').get("input");
        acts.all.length = 0;
        chooser.click();
        const files = [acts.all.length];
        chooser.value = "C:\\fakepath\\a.json";
        chooser.chosenFiles = [new File(["{}".padEnd(900_000)], "a.json")];
        fire(chooser, "change");
        await pass();
        files.push(acts.all[0].values.text.length, acts.all[0].act, chooser.value);
        chooser.chosenFiles = [];
        fire(chooser, "change");
        await pass();
        files.push(acts.all.length);
        const echo = () => question("q/9", `<output></output>
          <input type="text" name="holder" data-echo>`);
        const written = ask(echo(), { name: "echo" });
        await type(written.get("input"), "Ada");
        const echoed = [text(written.get("output"))];
        echoed.push(text(ask(echo(), { name: "echo" }).get("output")));
        const alone = mount('<div class="ask"></div>'); // a part of a page of Streamlit
        const triggered = [];
        const html = question("q/1", button("hint"));
        show({ parentElement: alone, data: { name: "q", html, go: null },
          setTriggerValue: (name, { act, form }) => triggered.push([name, act, form]) });
        await press(alone.querySelector("button"));
        const slider = ask(question("q/1", `<input type="range" name="g" value="0.5"
          data-digits="2"><output></output>`));
        result = [values, entered, restored, links, files, text(slider.get("output")), echoed,
          triggered];
    """
    )
    assert values == {"a": "1", "c": "y", "d": "So.", "e": "0.5"}
    assert entered == [False, 1, "not busy", 1]
    assert restored == ["0.5", "", "", "7", "", ""]
    assert links == [False, 1, True, 1, True, 1, True, 1]
    assert files == [0, 500_000, "import", "", 1]
    assert range_ == "0.50"
    assert echoed == ["Ada", "Ada"], "a name on paper is there again on the next visit"
    assert triggered == [["act", "hint", "q/1"]]


def test_a_jump_a_countdown_and_the_buttons_that_need_no_server_work(visitor):
    jumped, late, ended, copied, printed, rows, meaning = visitor(
        ASK
        + r"""
        const place = mount('<section data-place="p" tabindex="-1"></section>').firstElementChild;
        const whole = ask("<p>1</p>", { go: "p" });
        const jumped = [place.scrolled, document.activeElement === place, place.scrolling];
        whole.draw("<p>2</p>", { go: "p" });
        jumped.push(place.scrolled);
        whole.draw("<p>2</p>", { go: "elsewhere" });
        whole.draw("<p>2</p>", { go: "p" });
        jumped.push(place.scrolled, place.scrolling);
        setHost(new Guest());
        const guest = ask("<p>1</p>", { go: "p" });
        jumped.push(place.scrolled);
        guest.draw("<p>2</p>", { go: "later" });
        await pass(100);
        const later = mount('<section data-place="later" tabindex="-1"></section>');
        await pass(50);
        const late = [later.firstElementChild.scrolled, place.scrolled];
        setHost(undefined);
        const timer = `<div data-ends="${Date.now() + 3000}" data-seconds="3"><i></i>
          <output></output>
          <output></output></div>${button("over")}`;
        const timed = ask(timer);
        timed.draw(`${timer}<p>More</p>`);
        await pass(9000);
        const ended = acts.all.map(({ act }) => act);
        const gone = ask(`${timer.replace(/ends="\d+"/, `ends="${Date.now() + 3000}"`)}`);
        gone.draw("<p>The clock is gone.</p>");
        await pass(9000);
        ended.push(acts.all.length);
        const { get } = ask(`<p><button data-copy-link>Copy</button><span role="status"></span></p>
          <button data-print="key">Print</button><table><tbody><tr tabindex="0"></tr>
          <tr tabindex="-1"></tr></tbody></table><button popovertarget="m">gain</button>
          <span id="m" popover class="meaning">A gain.</span>`);
        await press(get("[data-copy-link]"));
        const copied = [clipboard.at(-1), text(get("[role=status]"))];
        const printed = [];
        globalThis.print = () => printed.push(document.documentElement.dataset.printing);
        await press(get("[data-print]"));
        const [one, other] = get("tbody").children;
        one.focus();
        await key("ArrowDown");
        const rows = document.activeElement === other;
        get("[popovertarget]").layout = { left: 30, top: 40, height: 10 };
        await press(get("[popovertarget]"));
        const { left, top } = get(".meaning").style;
        result = [jumped, late, ended, copied, printed, rows, [left, top]];
    """
    )
    assert jumped == [1, True, "instant start", 1, 2, "smooth start", 2]
    assert late == [1, 2]
    assert ended == ["over", 1]
    assert copied == ["http://localhost/somewhere", "Copied"]
    assert printed == ["key"]
    assert rows
    assert meaning == ["30px", "56px"]


# --- The player of a replay ----------------------------------------------------------------------


def test_a_player_waits_for_its_step_and_stops_at_the_end_or_for_another_calculation(visitor):
    begun, waiting, arrived, single, other, guest, gone = visitor(
        r"""
        const { default: show } = await import("./components/player/player.js");
        const play = (data) => {
          const slot = mount('<div class="player"></div>');
          const all = [];
          const acts = { idle: true, all, add: (act, replaces) => all.push([act, replaces()]) };
          const full = { titles: ["One", "Two", "Three"], at: 0, replayed: "a", group: "g", doc: 4,
            says: "1 + 1 = 2.", ...data };
          const draw = (more = {}) => show({ parentElement: slot, acts,
            data: { ...Object.assign(full, more) } });
          const end = draw();
          const get = (name) => slot.querySelector(`[data-go=${name}]`);
          return { slot, acts, draw, end, get, look: () => {
            const [seen, heard] = slot.querySelectorAll("span");
            return [text(seen), text(heard), slot.firstElementChild.ariaBusy, text(get("play"))];
          } };
        };
        const lit = [];
        exhibit.addEventListener("ndcg:highlight", ({ detail }) => lit.push(detail));
        const one = play();
        const names = one.slot.querySelectorAll("button").map(text);
        const begun = [one.look(), names, lit.length, lit.at(-1)];
        one.acts.idle = false;
        await press(one.get("next"));
        const waiting = [one.look(), [...one.acts.all]];
        one.draw({ at: 0 }); // an answer to something else
        waiting.push(one.look()[0]);
        lit.length = 0;
        one.draw({ at: 1, says: "It is two.", doc: null });
        one.acts.idle = true;
        one.draw();
        const arrived = [one.look(), lit.at(-1)];
        await press(one.get("play"));
        await pass(20_000);
        arrived.push(one.slot.firstElementChild.dataset.at, one.look()[3]);
        const alone = play({ titles: ["Only"] });
        const single = ["first", "back", "next", "last"].map((go) => alone.get(go).ariaDisabled);
        await press(alone.get("next"));
        await press(alone.get("back"));
        single.push(alone.acts.all.length);
        const two = play();
        await press(two.get("play"));
        const other = [two.look()[3]];
        two.draw({ at: 1 });
        other.push(two.look()[3]);
        two.draw({ at: 0, replayed: "b" });
        other.push(two.look()[3]);
        await pass(5000);
        other.push(two.acts.all.length);
        setHost(new Guest());
        const three = play();
        document.activeElement?.blur();
        await key("End");
        const guest = [three.acts.all.length];
        three.get("next").focus();
        await key("End");
        guest.push(three.acts.all.length, three.acts.all.at(-1)[0]);
        setHost(undefined);
        const four = play();
        four.end(); // it is still on the page
        document.activeElement?.blur();
        await key("End");
        const gone = [four.acts.all.length];
        await press(four.get("first"));
        await press(four.get("play"));
        four.slot.remove();
        four.end();
        const count = four.acts.all.length;
        await key("End");
        await pass(5000);
        gone.push(four.acts.all.length - count);
        result = [begun, waiting, arrived, single, other, guest, gone];
    """
    )
    buttons = ["First", "Back", "Play", "Next", "Last"]
    says = "One · step 1 of 3"
    highlighted = {"group": "g", "doc": 4}
    assert begun == [[says, f"{says}. 1 + 1 = 2.", "false", "Play"], buttons, 1, highlighted]
    shown = ["Two · step 2 of 3", f"{says}. 1 + 1 = 2.", "true", "Play"]
    assert waiting == [shown, [[{"at": 1, "replayed": "a"}, True]], shown[0]]
    said = "Two · step 2 of 3. It is two."
    at_rest = [shown[0], said, "false", "Play"]
    assert arrived == [at_rest, {"group": "g", "doc": None}, "2", "Play"]
    assert single == ["true"] * 4 + [0]
    assert other == ["Pause", "Pause", "Play", 1]
    assert guest == [0, 1, {"at": 2, "replayed": "a"}]
    assert gone == [1, 0]


# --- Settings ------------------------------------------------------------------------------------


def test_settings_are_sent_once_and_keep_what_is_typed_or_refused(visitor):
    data = Shown("playground", r="3,2,0", k="2").get_data("controls")
    first, sent, busy, refused, again, typing, press, odd, early = visitor(
        r"""
        const { mountControls } = await import("./components/controls/controls.js");
        const slot = mount('<div class="controls-place"></div>');
        const receive = (more = {}, to = acts) => mountControls({ parentElement: slot,
          data: { ...data, ...more, values: { ...data.values, ...more.values } }, acts: to });
        receive();
        const field = (name) => slot.querySelector(`[name=${name}]`);
        const values = () => ["k", "discount", "r"].map((name) => field(name).value);
        const chosen = () => slot.querySelector("[name=gain]:checked").value;
        const taken = () => acts.all.splice(0);
        const first = [values(), chosen(), fire(slot.querySelector("form"), "submit"), taken()];
        const sent = [];
        acts.idle = false;
        await type(field("k"), "3");
        await leave();
        await choose(field("discount"), "none");
        sent.push(taken());
        const busy = [field("k").closest(".control").ariaBusy, field("r").closest(
          ".control").ariaBusy];
        acts.idle = true;
        fire(field("k"), "change");
        await pass();
        sent.push(taken());
        await type(field("r"), "3, x");
        await leave();
        sent.push(taken());
        const preview = { refused: "r", values: { k: "3", discount: "none" } };
        receive(preview, null); // which has no acts
        const invalid = () => ["r", "k"].map((name) => field(name).ariaInvalid);
        const refused = [values(), ...invalid()];
        receive({ ...preview, refused: "k r" }, null);
        refused.push(...invalid());
        receive(preview, null);
        field("r").focus();
        await key("Enter", { isComposing: true });
        const again = [taken()];
        await key("Enter");
        again.push(taken());
        const typing = [];
        field("r").value = "3, 2";
        receive({ values: { r: "1, 2", gain: "exponential" } });
        typing.push(values()[2], chosen());
        field("k").focus();
        receive({ values: { r: "1, 3" } });
        typing.push(values()[2]);
        await type(field("r"), "3,1");
        await key("Enter");
        receive({ values: { r: "3, 1" } });
        typing.push(values()[2]);
        taken();
        await type(field("k"), "1");
        fire(window, "pointerdown");
        await leave();
        fire(window, "pointerdown"); // of a second finger
        await pass(1000);
        const held = [taken()];
        fire(window, "pointerup");
        await settled(); // before the click
        held.push(taken());
        await pass();
        held.push(taken());
        fire(window, "pointerdown");
        await type(field("k"), "2");
        await leave();
        fire(window, "pointercancel"); // the page is scrolled instead
        await pass();
        held.push(taken());
        Object.defineProperty(field("k"), "validity", { value: { badInput: true } });
        field("k").value = "";
        fire(field("k"), "change");
        await pass();
        const odd = taken();
        const other = mount(`<div class="controls-place">${data.html}</div>`);
        const early = other.querySelector("[name=k]");
        early.value = "7";
        const select = other.querySelector("select");
        select.value = "none";
        mountControls({ parentElement: other, data, acts });
        const begun = [early.value, taken()];
        const html = `<form><label class="control"><input type="checkbox" name="log" value="on"
          checked></label><label class="control"><input name="n" value="1"></label></form>`;
        const last = mount(`<div class="controls-place">${html}</div>`);
        const [tick, number] = last.querySelectorAll("input");
        await type(number, "12"); // before the script has come
        mountControls({ parentElement: last, data: { html, values: { log: "on", n: "1" } }, acts });
        begun.push(number.value, taken());
        tick.click();
        await pass();
        begun.push(taken());
        result = [first, sent, busy, refused, again, typing, held, odd, begun];
    """,
        data=data,
    )
    assert first == [["2", "log2(i+1)", "3, 2, 0"], "linear", False, []]
    assert sent == [
        [
            {"do": "set", "name": "k", "value": "3"},
            {"do": "set", "name": "discount", "value": "none"},
        ],
        [],
        [{"do": "type", "text": "3, x"}],
    ]
    assert busy == ["true", None]
    assert refused == [["3", "none", "3, x"], "true", "false", "true", "true"]
    assert again == [[], [{"do": "type", "text": "3, x"}]]
    assert typing == ["3, 2", "exponential", "1, 3", "3, 1"]
    assert press[:2] == [[], []]
    assert press[2:] == [[{"do": "set", "name": "k", "value": text}] for text in "12"]
    assert odd == [{"do": "set", "name": "k", "value": "not a number"}]
    ticked = [{"do": "set", "name": "log", "value": ""}]
    assert early[2:] == ["12", [], ticked], "an unfinished text is sent later"
    assert early[:2] == [
        "7",
        [
            {"do": "set", "name": "k", "value": "7"},
            {"do": "set", "name": "discount", "value": "none"},
        ],
    ]


def test_new_html_changes_only_what_differs(visitor):
    kept, replaced, empty = visitor(r"""
        const { fill } = await import("./components/markup/morph.js");
        const box = mount("<p>old</p>");
        fill(box, `<p class="a" title="t">One <b>two</b></p><input value="1">
          <output>5</output><i id="x">x</i><u>u</u><s>s</s>`);
        const before = [...box.children];
        const [p, input, output, i, u] = before;
        const [words] = p.childNodes;
        p.style.color = "red";
        p.dataset.seen = "1";
        input.value = "typed";
        input.focus();
        output.textContent = "6";
        fill(box, `<p class="b" lang="it">Uno <b>due</b> tre</p><input value="2">
          <output title="n">7</output><i id="y">y</i><em>u</em>`);
        const kept = [[p, input, output, i, u].map((one) => [...box.children].indexOf(one)),
          [p.className, p.title, p.lang, p.style.color, p.dataset.seen ?? ""], text(p),
          p.childNodes[0] === words, input.value, document.activeElement === input,
          [text(output), output.title]];
        const replaced = [[...box.children].map(({ localName }) => localName), text("#y"),
          box.hasAttribute("data-empty")];
        fill(box, "");
        const empty = [box.childNodes.length, box.hasAttribute("data-empty")];
        fill(box, "words");
        empty.push(text(box), box.hasAttribute("data-empty"));
        fill(box, "other words");
        empty.push(text(box));
        fill(box, "<b>bold</b>");
        empty.push(box.innerHTML);
        result = [kept, replaced, empty];
    """)
    assert kept == [
        [0, 1, 2, -1, -1],
        ["b", "", "it", "red", ""],
        *["Uno due tre", True, "typed", True, ["6", "n"]],
    ]
    assert replaced == [["p", "input", "output", "i", "em"], "y", False]
    assert empty == [0, True, "words", False, "other words", "<b>bold</b>"]


def test_a_text_follows_previews_and_highlights_of_its_group_and_places_its_meanings(visitor):
    shown, ignored, lit, placed, gone = visitor(r"""
        const { default: show } = await import("./components/markup/markup.js");
        const slot = mount('<div class="markup"></div>');
        const html = `<button popovertarget="m">gain</button>
          <span id="m" popover class="meaning">A gain.</span>
          <b data-live="ndcg" data-value="0.5" title="0.5">0.500</b><b data-live="idcg">6.000</b>
          <i data-share="dcg"></i><u data-doc="1">B</u><u data-doc="2">C</u>`;
        const cleanUp = show({ parentElement: slot, data: { html, group: "g" } });
        const [number, best] = slot.querySelectorAll("b");
        const state = () => [text(number), number.title, number.dataset.value, text(best),
          best.title, slot.querySelector("i").style.getPropertyValue("--share")];
        const preview = (ndcg, group = "g") => {
          const detail = { group, values: { ndcg, dcg: 1.5, cg: 3 } };
          exhibit.dispatchEvent(new CustomEvent("ndcg:preview", { detail }));
          return state();
        };
        const shown = [preview(0.25), preview(NaN)[0]];
        const before = JSON.stringify(state());
        const isSame = (now) => JSON.stringify(now) === before;
        const ignored = [isSame(preview(1, "other"))];
        slot.toggleAttribute("data-out", true);
        ignored.push(isSame(preview(1)));
        slot.toggleAttribute("data-out", false);
        const highlight = (doc, group = "g") => {
          const detail = { group, doc };
          exhibit.dispatchEvent(new CustomEvent("ndcg:highlight", { detail }));
          return texts("[data-lit]");
        };
        const lit = [highlight(1), highlight(2, "other"), highlight(2), highlight(null)];
        const heard = [];
        exhibit.addEventListener("ndcg:highlight", ({ detail }) => heard.push(detail));
        fire(slot.querySelector("u"), "pointerover", { clientX: 5, clientY: 5 });
        lit.push(heard.at(-1), texts("[data-lit]"));
        show({ parentElement: slot, data: { html: html.replace('"1">B', '"7">B'), group: "g" } });
        lit.push(heard.at(-1), texts("[data-lit]"));
        const meaning = slot.querySelector(".meaning");
        const button = slot.querySelector("button");
        meaning.layout = { width: 300, height: 100 };
        const place = (left, top) => {
          button.layout = { left, top, width: 40, height: 20 };
          fire(meaning, "toggle", { newState: "open", bubbles: false });
          return [meaning.style.left, meaning.style.top];
        };
        const placed = [place(100, 200), place(1200, 200), place(0, 750)];
        let closed = 0;
        meaning.hidePopover = () => (closed += 1);
        fire(document, "scroll");
        fire(meaning, "toggle", { newState: "closed", bubbles: false });
        fire(document, "scroll");
        placed.push(closed);
        slot.remove();
        cleanUp();
        const gone = [JSON.stringify(preview(0.75)) === JSON.stringify(preview(0.125))];
        highlight(2);
        gone.push(slot.querySelectorAll("[data-lit]").length);
        result = [shown, ignored, lit, placed, gone];
    """)
    assert shown == [["0.250", "0.25", "0.25", "6.000", "", "1.5"], "undefined"]
    assert ignored == [True, True]
    assert lit == [
        *[["B"], ["B"], ["C"], []],
        *[{"group": "g", "doc": 1}, ["B"], {"group": "g", "doc": 7}, ["B"]],
    ]
    assert placed == [["100px", "226px"], ["968px", "226px"], ["12px", "644px"], 1]
    assert gone == [True, 1]


# --- The picture of a board ----------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["discount", "ndcg"])
def test_a_picture_follows_a_move_as_python_draws_the_new_order(visitor, stage):
    shown = open_lesson("ndcg-at-k", step="3")
    shown.act("lost.controls", do="set", name="picture", value=stage)
    shown.act("lost.controls", do="set", name="k", value="3")
    before = shown.get_data("lost.board")
    shown.act_on("lost.board", do="arrange", order=[0, 3, 2, 1, 4, 5])
    drawn, followed, wanted = visitor(
        r"""
        const { default: show } = await import("./components/board/board.js");
        const { picture: { below }, documents } = after;
        const python = mount(`${documents.map(({ label, beside }) =>
          `<div class="card" data-label="${label}">${beside}</div>`).join("")}${below}`);
        const slot = mount('<div class="board"></div>');
        const numbers = (one) => one.getAttribute("style").split(/;\s*/).map((part) =>
          Number(Number(part.split(":")[1]).toFixed(4)));
        const read = (root) => [
          root.querySelectorAll(".card").map((card) => [card.dataset.label, ...numbers(
            card.querySelector(".picture")), ...card.querySelectorAll(".worth, .left").map(text),
            ...card.querySelectorAll(".readers i").map(numbers),
            card.querySelector(".gives") !== null]),
          root.querySelectorAll(".piece").map((one) => [one.className, text(
            one.firstElementChild), text(one.lastElementChild), ...numbers(one)]).sort(),
          root.querySelectorAll(".lengths [data-live]").map(text),
        ];
        const moves = { idle: true, waiting: [], add: () => { // Python has not answered yet
          moves.idle = false;
          draw();
        } };
        const draw = () => show({ parentElement: slot, data: before, acts: moves });
        draw();
        const drawn = read(slot);
        const detail = { group: before.group, ranks: [2, 4] };
        exhibit.dispatchEvent(new CustomEvent("ndcg:swap", { detail }));
        result = [drawn, read(slot), read(python)];
    """,
        before=before,
        after=shown.get_data("lost.board"),
    )
    assert followed != drawn
    assert followed == wanted


# --- Charts --------------------------------------------------------------------------------------

CHART = r"""
document.readyState = "complete";
Host.prototype.loadScript = async () => {}; // Plotly is here
let colours = {};
globalThis.getComputedStyle = ({ style }) => ({ fontFamily: "Serif",
  color: style.colorScheme === "light" ? "paper" : (colours[style.color] ?? "grey") });
const drawings = []; // what Plotly draws
const saved = [];
const purged = [];
const listeners = {};
const draw = (how) => (plot, data, layout, config) => {
  drawings.push(structuredClone({ how, data, layout, config }));
  const layers = data.map(({ type, y }) => `<p class="${type}layer"><b class="trace">${y.map(() =>
    '<i class="point"></i>').join("")}</b></p>`);
  plot.innerHTML = `<svg class="main-svg"></svg>${layers.join("")}`;
  Object.assign(plot, { data, layout, on: (name, go) => (listeners[name] = go) });
};
const pointed = []; // the cells that Plotly points at
globalThis.Plotly = { newPlot: draw("new"), react: draw("again"),
  purge: (plot) => purged.push(plot), downloadImage: async (...given) => saved.push(given),
  Fx: { hover: (_, [{ curveNumber, xval, yval }]) => pointed.push([curveNumber, yval, xval]),
    unhover: () => pointed.push(null) } };
const { default: show } = await import("./components/figure/figure.js");
const slot = mount(template);
const get = (selector) => slot.querySelector(selector);
const update = async (more = {}, ahead = false) => {
  const end = show({ parentElement: slot, data: { ...data, ...more }, ahead });
  await pass(50);
  return end;
};
const [watch, size] = (await update(), observers.filter(({ seen }) => seen.has(get(
  ".ndcg-figure-stage"))));
const see = async (isIntersecting, width) => {
  size.go([{ contentRect: { width } }]);
  watch.go([{ isIntersecting }]);
  await pass(50);
};
const state = () => get(".ndcg-figure").dataset.state;
const newest = () => drawings.at(-1);
// The data with other values.
const change = (double) => {
  const spec = structuredClone(data.spec);
  for (const trace of spec.data) trace.y = trace.y.map((one) => double * one);
  return { spec };
};
"""
TERMS, SWAPS = "The value of each rank", "What each swap would change"


def test_a_chart_is_drawn_near_the_screen_and_highlights_the_same_document(visitor):
    data = Shown("playground", r="3,2,0,1", k="3").get_data(TERMS)
    texts, near, drawn, lit, hovered, narrow, saving, ended = visitor(
        CHART
        + r"""
        const { name } = data;
        const { style } = get(".ndcg-figure-stage");
        const shown = [text(get("h2")), text(get(".say")) === data.text, style.height,
          get("[role=img]").getAttribute("aria-label") === `${name}. ${data.text}`,
          get(".ndcg-figure-bars").children.length > 0, get(".ndcg-figure-save").hidden];
        colours = { "var(--ideal)": "blue" };
        const near = [drawings.length, state()];
        await see(false, 600);
        near.push(drawings.length);
        await see(true, 600.7);
        const { layout, data: traces } = newest();
        const drawn = [layout.width, layout.height, layout.font.family, traces[1].marker.color,
          "customdata" in traces[0], layout.transition ?? "still",
          get(".ndcg-figure-bars").children.length, state(), drawings.length];
        await update();
        drawn.push(drawings.length, state());
        const lit = [];
        for (const doc of [3, null]) {
          exhibit.dispatchEvent(new CustomEvent("ndcg:highlight", { detail: { group: data.group,
            doc } }));
          const isLit = (one) => one.hasAttribute("data-lit");
          lit.push([...slot.querySelectorAll(".trace")].map(({ children }) => children.map(
            isLit).indexOf(true)), get("[data-dimmed]") !== null);
        }
        const hovered = [];
        exhibit.addEventListener("ndcg:highlight", ({ detail }) => hovered.push(detail.doc));
        listeners.plotly_hover({ points: [{ curveNumber: 1, pointNumber: 2 }] });
        listeners.plotly_unhover();
        listeners.plotly_hover({ points: [{ curveNumber: 2, pointNumber: 0 }] });
        await see(true, 150);
        const narrow = ["texttemplate" in newest().data[0], newest().layout.yaxis.showticklabels];
        await see(true, 600);
        await update({ saved: true });
        for (const one of get(".ndcg-figure-save").children) await press(one);
        await pass(300);
        const saving = [saved.map(([figure, file]) => [file.format, file.filename, file.width,
          file.scale, figure.layout.transition ?? "still"]), get(".ndcg-figure-save").children.map((
          one) => one.title)];
        for (const name of ["Another chart", data.name]) {
          const detail = { name, format: "SVG", saving: null };
          exhibit.dispatchEvent(new CustomEvent("ndcg:save", { detail }));
          saving.push(detail.saving !== null);
        }
        const unmount = await update();
        slot.remove();
        unmount();
        const count = drawings.length;
        fire(window, "beforeprint");
        result = [shown, near, drawn, lit, hovered, narrow, saving, [purged.length,
          drawings.length - count]];
    """,
        data=data,
        template=str(TEMPLATES["figure"]({})),
    )
    assert texts == [TERMS, True, "230px", True, True, True]
    assert near == [0, "waiting", 0]
    assert drawn == [600, 230, "Serif", "blue", False, "still", 0, "drawn", 1, 1, "drawn"]
    assert lit == [[3, 2, -1], True, [-1, -1, -1], False]
    assert hovered == [3, None, None]
    assert narrow == [False, True]
    files, titles, *found = saving
    assert files == [
        ["svg", "the-value-of-each-rank", 600, 1, "still"],
        ["png", "the-value-of-each-rank", 600, 2, "still"],
    ]
    assert titles == [f"Save “{TERMS}” as {format}" for format in ("SVG", "PNG")]
    assert found == [False, True]
    assert ended == [1, 0]


def test_a_chart_glides_to_new_values_and_follows_theme_paper_and_previews(visitor):
    data = Shown("playground", r="3,2,0,1", k="3").get_data(TERMS)
    glides, still, dark, forced, printed, ahead = visitor(
        CHART
        + r"""
        const glide = () => [newest().how, "transition" in newest().layout,
          get(".ndcg-figure").dataset.gliding ?? ""];
        await see(true, 600);
        await update(change(2));
        const glides = [glide()];
        await see(true, 500); // another size during the animation
        glides.push(glide());
        await update(change(3));
        listeners.plotly_transitioned();
        glides.push(glide());
        setMedia("prefers-reduced-motion", true);
        await update(change(4));
        const still = glide();
        colours = { "var(--actual)": "night" };
        setMedia("prefers-color-scheme: dark", true);
        await pass(50);
        const dark = newest().data[0].marker.color;
        setMedia("forced-colors", true);
        await pass(50);
        const forced = newest().data.map(({ marker, line }) => marker?.pattern?.shape ??
          line?.dash ?? "");
        setMedia("forced-colors", false);
        await see(false, 500);
        const count = drawings.length;
        await update(change(5));
        const printed = [drawings.length - count];
        fire(window, "beforeprint");
        printed.push(drawings.length - count, newest().data[0].marker.color);
        fire(window, "afterprint");
        await see(true, 500);
        printed.push(newest().data[0].marker.color);
        const before = drawings.length;
        await update(change(6), true); // during a drag
        const ahead = [text(get(".say")) === data.text, drawings.length - before];
        await pass(60);
        fire(document, "pointermove");
        await pass(100);
        ahead.push(drawings.length - before);
        await pass(100);
        ahead.push(drawings.length - before);
        result = [glides, still, dark, forced, printed, ahead];
    """,
        data=data,
        template=str(TEMPLATES["figure"]({})),
    )
    assert glides == [["again", True, "yes"], ["new", False, ""], ["again", True, ""]]
    assert still == ["again", False, ""]
    assert dark == "night"
    assert forced == ["", "/", "dot"]
    assert printed == [0, 1, "paper", "night"]
    assert ahead == [True, 0, 0, 1]


def test_keys_read_the_cells_of_a_heat_map_and_swap_documents(visitor):
    data = Shown("playground", r="A & B:3,B:2,C:0,D:1", k="3").get_data(SWAPS)
    heard, keys, swaps, kept, table, gone = visitor(
        CHART
        + r"""
        await see(true, 600);
        const pad = get("[role=application]");
        const voice = () => text(get("[aria-live]"));
        const swaps = [];
        exhibit.addEventListener("ndcg:swap", ({ detail }) => swaps.push(detail));
        const heard = [pad.getAttribute("aria-label").startsWith(data.name), voice()];
        pad.focus();
        heard.push(voice());
        const place = () => ["left", "top", "width", "height"].map((one) => get(
          ".ndcg-figure-cursor").style.cssText.match(new RegExp(`${one}:([\\d.]+)px`))[1]);
        const at = place().map(Number);
        const keys = [];
        for (const name of ["Down", "Up", "Up", "Left", "Left", "Up"]) {
          keys.push(await key(`Arrow${name}`), voice());
        }
        const now = place().map(Number);
        const step = [0, 1].map((axis) => Math.round((at[axis] - now[axis]) / at[axis + 2]));
        for (const [name, more] of [["Tab", {}], ["ArrowDown", { ctrlKey: true }], ["Enter", {}],
          ["Enter", { repeat: true }]]) {
          pad.focus();
          keys.push(await key(name, more));
        }
        pad.focus();
        await key("ArrowRight");
        const spec = structuredClone(data.spec);
        spec.data[0].z[0][1] = 0;
        await update({ spec });
        const kept = [voice(), document.activeElement === pad, step];
        pad.blur();
        kept.push(voice());
        listeners.plotly_click({ points: [{ pointNumber: [0, 2] }] });
        const details = get("details");
        const room = details.querySelector("[role=group]");
        const table = [text(details.querySelector("summary")), room.children.length];
        await press(details.querySelector("summary"));
        const rows = () => [...room.querySelectorAll("tr")].map((row) => [...row.children].map(
          text).join(" "));
        table.push(rows(), room.getAttribute("aria-label"));
        await update();
        table.push(rows()[1]);
        const gone = [];
        await update({ clickable: false, spec });
        for (const one of ["[role=application]", "[aria-live]", "details"]) {
          gone.push(get(one) !== null);
        }
        listeners.plotly_click({ points: [{ pointNumber: [0, 2] }] });
        result = [heard, keys, swaps, kept, table, gone];
    """,
        data=data,
        template=str(TEMPLATES["figure"]({})),
    )
    first = "Swapping rank 3 (C) and rank 4 (D) adds 0.105."
    assert heard == [True, "", first]
    last = "Swapping rank 1 (A & B) and rank 2 (B) removes 0.078."
    assert [keys[at] for at in range(0, 12, 2)] == [False] * 6
    assert keys[1:12:2] == [
        first,
        "Swapping rank 2 (B) and rank 4 (D) removes 0.132.",
        "Swapping rank 1 (A & B) and rank 4 (D) removes 0.420.",
        "Swapping rank 1 (A & B) and rank 3 (C) removes 0.315.",
        last,
        last,
    ]
    assert keys[12:] == [True, True, False, True] or keys[12:] == [True, True, False, False]
    assert swaps == [
        {"group": "playground", "ranks": [1, 2]},
        {"group": "playground", "ranks": [1, 4]},
    ]
    assert kept == ["Swapping rank 1 (A & B) and rank 3 (C) changes nothing.", True, [2, 2], ""]
    rows = ["rank 2 3 4", "1 −0.078 0.000 −0.420", "2  −0.055 −0.132", "3   0.105"]
    assert table == ["Show as a table", 0, rows, SWAPS, "1 −0.078 −0.315 −0.420"]
    assert gone == [False, False, True]


def test_a_chart_waits_for_its_library_its_place_and_its_size(visitor):
    data = Shown("playground", r="3,2,0,1", k="3").get_data(TERMS)
    loading, waits, drawn, resized = visitor(
        """
        const early = []; // what happens before the library is there
        """
        + CHART.replace(
            "Host.prototype.loadScript = async () => {}; // Plotly is here",
            """
        let library;
        let load;
        const loaded = new Promise((go) => (load = go));
        Host.prototype.loadScript = async (url) => {
          early.push(url);
          await loaded;
          globalThis.Plotly = library;
        };
        """,
        ).replace("globalThis.Plotly = { newPlot", "library = { newPlot")
        + r"""
        await pass(300);
        await see(true, 600);
        await press(find(".ndcg-figure-save").firstElementChild);
        const loading = [early.length, early[0] === data.plotly, drawings.length, saved.length,
          get(".ndcg-figure-bars").children.length > 0];
        load();
        await pass(50);
        loading.push(drawings.length, saved.length, get(".ndcg-figure-bars").children.length);
        await see(false, 600);
        const waits = [];
        const count = () => drawings.length - 1;
        await update(change(2));
        waits.push(count());
        watch.go([{ isIntersecting: true }, { isIntersecting: false }]); // it was passed quickly
        await pass(50);
        waits.push(count());
        size.go([{ contentRect: { width: 0 } }]); // its place is hidden
        watch.go([{ isIntersecting: true }]);
        await pass(50);
        waits.push(count());
        size.go([{ contentRect: { width: 500 } }]);
        await pass(50);
        waits.push(count());
        const { config, layout } = newest();
        const drawn = [layout.width, config.displayModeBar, config.doubleClick,
          get(".main-svg").getAttribute("viewBox"), get("h2").ariaLevel];
        size.go([{ contentRect: { width: 450.5 } }]);
        await pass(50);
        result = [loading, waits, drawn, newest().layout.width];
    """,
        data=data | {"saved": True, "level": 4},
        template=str(TEMPLATES["figure"]({})),
    )
    assert loading == [1, True, 0, 0, True, 1, 1, 0]
    assert waits == [0, 0, 0, 1]
    assert drawn == [500, False, False, "0 0 500 230", "4"]
    assert resized == 450


def test_a_drawing_follows_its_documents_and_an_outdated_one_is_not_used(visitor):
    data = Shown("playground", r="3,2,0,1", k="3").get_data(TERMS)
    lit, stale, same = visitor(
        CHART
        + r"""
        await see(true, 600);
        const points = () => [...get(".barlayer .trace").children].map((one) => one.hasAttribute(
          "data-lit")).indexOf(true);
        const doc = data.spec.data[0].customdata[0];
        exhibit.dispatchEvent(new CustomEvent("ndcg:highlight", { detail: { group: data.group,
          doc } }));
        const lit = [points()];
        for (const one of slot.querySelectorAll("[data-lit]")) one.removeAttribute("data-lit");
        listeners.plotly_afterplot(); // Plotly has drawn new points
        lit.push(points());
        const spec = structuredClone(data.spec);
        for (const { customdata } of spec.data) customdata?.reverse();
        await update({ spec }); // the same drawing of documents in another order
        lit.push(points(), drawings.length);
        const swaps = [];
        exhibit.addEventListener("ndcg:swap", ({ detail }) => swaps.push(detail.ranks));
        const point = { curveNumber: 0, pointNumber: 1 };
        const click = () => listeners.plotly_click({ points: [point] });
        click();
        await update({ clickable: true });
        click();
        const listValues = () => get(".ndcg-figure-plot").firstElementChild.data.map(({ y }) => y);
        const before = listValues();
        const other = structuredClone(data.spec);
        other.data[0].y = other.data[0].y.map((one) => 2 * one);
        await update({ spec: other, clickable: true }, true); // a preview waits
        click();
        exhibit.dispatchEvent(new CustomEvent("ndcg:highlight", { detail: { group: data.group,
          doc: null } }));
        const stale = [swaps, points() >= 0];
        await pass(300);
        stale.push(points());
        result = [lit, stale, listValues().map((values, at) => values === before[at])];
    """,
        data=data,
        template=str(TEMPLATES["figure"]({})),
    )
    assert lit[0] == lit[1] == 0
    assert lit[2] == len(data["spec"]["data"][0]["customdata"]) - 1
    assert lit[3] == 1
    assert stale == [[data["spec"]["data"][0]["customdata"][1]], True, -1]
    assert same[:2] == [False, True]  # Plotly animates only what has changed


def test_a_heat_map_names_its_cells_and_is_replaced_by_other_charts(visitor):
    data = Shown("playground", r="A:3,B:2,C:0,D:1", k="3").get_data(SWAPS)
    label, heard, cursor, gone = visitor(
        CHART
        + r"""
        await see(true, 600);
        const pad = get("[role=application]");
        const label = pad.getAttribute("aria-label");
        pad.focus();
        await key("ArrowUp");
        const spec = structuredClone(data.spec);
        spec.data[0].y = spec.data[0].y.map((one) => one.replace("(", "(1 &lt; "));
        await update({ spec });
        const heard = [text(get("[aria-live]"))];
        const small = structuredClone(spec);
        small.data[0].z = small.data[0].z.slice(-1); // the cursor's cell is gone
        await update({ spec: small });
        heard.push(text(get("[aria-live]")) !== heard[0]);
        pad.blur();
        const cursor = [pointed[1], pointed.at(-1)];
        const empty = structuredClone(spec);
        empty.data[0].z = empty.data[0].z.map((row) => row.map(() => null));
        const isThere = () => ["[role=application]", "details"].map((one) => get(one) !== null);
        await update({ spec: empty });
        const gone = [isThere()];
        await update({ spec });
        gone.push(isThere());
        const bars = structuredClone(data.spec);
        bars.data = [{ type: "bar", x: [1], y: [2], meta: { rows: [], columns: [] } }];
        await update({ spec: bars });
        gone.push(isThere());
        result = [label, heard, cursor, gone];
    """,
        data=data,
        template=str(TEMPLATES["figure"]({})),
    )
    keys = "The arrow keys choose two ranks, and Enter swaps their documents."
    assert label == f"{SWAPS}. {keys} The effect of the swap is read out first."
    assert heard[0].startswith("Swapping rank 2 (1 < B) and rank 4 (D) ")
    assert heard[1:] == [True]
    assert cursor == [[0, 1, 2], None]
    assert gone == [[False, True], [True, True], [False, False]]
