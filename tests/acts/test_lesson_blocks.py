"""The blocks of lessons: what a learner reads in them before and after an action."""

import re
from math import log2

import pytest

from tests.acts.shown import Words
from tests.acts.test_course import open_lesson


def predict(slug, *numbers):
    """Return the markup of a lesson's prediction after a learner has submitted numbers."""
    shown = open_lesson(slug)
    for number in numbers:
        shown.submit("hook.prediction", "commit", values={"number": number})
    return shown.get_markup("hook.prediction")


@pytest.mark.parametrize(
    ("slug", "start"),
    [
        ("discount", "0.50"),  # the answer is 0.333
        ("gain", "0"),  # the answer is 8, which is too close to the middle of 0 to 20
        ("ties", "0.25"),  # the answer is 0.126
    ],
)
def test_a_slider_does_not_start_close_to_the_answer(slug, start):
    open_ = predict(slug)
    assert open_.get_data_attribute("state") == "open"
    assert f'value="{start}"' in open_.html
    assert f"<output>{start}</output>" in open_.html


@pytest.mark.parametrize(
    ("slug", "number", "dots", "sentence"),
    [
        ("gain", "5", [("25.00%", "you 5"), ("40.00%", "it is 8")], "You said 5. The sum is 8."),
        (
            "gain",
            "99",
            [("100.00%", "you 20"), ("40.00%", "it is 8")],
            "You said 20. The sum is 8.",
        ),
        (
            "discount",
            "0.9",
            [("90.00%", "you 0.90"), ("33.33%", "it is 0.333")],
            "You said 0.90. The answer is 0.333, one reader in three.",
        ),
        (
            "two-libraries",
            "nan",
            [("0.00%", "you 0.00"), ("74.21%", "it is 0.742")],
            "You said 0. The answer is 0.742.",
        ),
    ],
)
def test_the_first_prediction_is_compared_with_the_answer(slug, number, dots, sentence):
    done = predict(slug, number, "0.2")
    assert done.get_data_attribute("state") == "done"
    drawn = re.findall(r'style="--at:([^"]*)"><i></i><b>(.*?)</b></span>', done.html)
    assert [(at, re.sub("<[^>]*>", "", text)) for at, text in drawn] == dots
    assert done.lines[-1].startswith(sentence)
    assert "Submit" not in done.text


def test_two_systems_are_listed_query_by_query_with_their_means():
    table = open_lesson("many-queries").get_markup("systems-1.table").table
    assert table[0] == ["query", "North shows", "North NDCG@5", "South shows", "South NDCG@5"]
    lost = ["lost luggage phone number", "1, 0, 0, 0, 0", "1.000", "0, 0, 1, 0, 0", "0.500"]
    assert table[2] == lost  # 1 / log2(4) is 0.5
    assert table[4][1:4:2] == ["0, 1, 0, 2, 2, 3", "0, 3, 2, 0, 2, 1"]  # also beyond rank 5
    assert table[-1] == ["mean", "", "0.646", "", "0.589"]
    html = open_lesson("many-queries").get_markup("systems-1.table").html
    assert re.search(r'title="0\.6459\d{10,}">0\.646<', html)


def test_two_libraries_are_compared_in_the_order_of_their_calls():
    shown = open_lesson("two-libraries")
    calls = shown.get_markup("libraries-1")
    assert [line for line in calls.lines if "\n" not in line] == [
        "scikit-learn",
        "pytrec_eval ndcg_cut",
    ]
    assert re.findall(r"prints (\S+)", calls.text) == ["0.985pytrec_eval", "0.742"]
    chain = shown.get_markup("libraries-2")
    assert chain.lines == [
        "From the first number, 0.985, to the second:",
        "the ideal order built from all judged documents: 0.742",
        "See what every other library prints for this ranking",
    ]
    ((_, address),) = chain.links
    assert address.startswith("conventions?r=3%2C2%2C0%2C1&judged=3%2C2%2C0%2C1%2C3&k=4&")
    assert address.endswith("&a=scikit-learn&b=pytrec_eval-ndcg_cut")


def test_flips_are_counted_by_hand_and_offered_once_at_random():
    shown = open_lesson("real-difference")
    shown.submit("five.signs", "flip", row="0")
    by_hand = shown.get_markup("five.signs")
    assert by_hand.table[1] == ["query 1", "0.901", "0.983", "0.081", "Flip back"]
    # (0.081 + 0.5 + 0.044 - 0.246 + 0.069) / 5
    assert by_hand.table[-1] == ["mean of the differences", "0.090", ""]
    assert by_hand.lines[-2:] == [
        "You have seen 2 of 32 sign patterns. In 2 of them, the mean is as far from 0 as the "
        "observed 0.057, or further.",
        "Try all 32 sign patterns",
    ]
    said = (
        "There are 50 queries. The mean NDCG@5 is 0.8856 for North and 0.8276 for South, and the "
        "difference is 0.0580. North wins 23 queries, South wins 15, and 12 are even."
    )
    assert shown.get_markup("near.signs").lines == [said, "Flip 10,000 times"]
    assert "near.chart" not in shown.parts
    shown.submit("near.signs", "all")
    assert shown.get_markup("near.signs").lines == [said]
    assert shown.get_data("near.chart")["name"] == "The mean difference, with signs flipped"


def test_a_task_offers_a_hint_then_its_solution_and_then_nothing():
    shown = open_lesson("gain")
    task, hint = "You have not moved a document yet.", "The three documents with the most blocks"
    assert shown.get_markup("three.ask").lines[1:] == [task, "Hint"]
    assert shown.get_markup("three.done").text == ""
    shown.act("three.ask", act="hint")
    asked, said, button, help_text = shown.get_markup("three.ask").lines
    assert (said, button) == (task, "Show me")
    assert help_text.startswith(hint)
    shown.act_on("three.board", do="arrange", order=[1, 0, 2, 3, 4, 5])
    assert shown.get_markup("three.ask").lines[1].startswith("not yet")
    assert shown.get_markup("three.ask").get_data_attribute("state") == "not yet"
    shown.act("three.ask", act="show")
    assert shown.get_markup("three.ask").lines[:2] == [asked, "done"]
    assert shown.get_markup("three.ask").get_data_attribute("state") == "done"
    assert "Show me" not in shown.get_markup("three.ask").text
    assert shown.get_markup("three.done").text.startswith("The sum is 3 + 2 + 2.")
    cards = [card["shown"] for card in shown.get_data("three.board")["documents"]]
    assert cards == ["3", "2", "2", "0", "1", "0"]
    shown.act_on("three.board", do="reset")
    cards = [card["shown"] for card in shown.get_data("three.board")["documents"]]
    assert cards == ["0", "1", "0", "2", "2", "3"]
    assert shown.get_markup("three.ask").get_data_attribute("state") == "done"


def test_the_board_of_a_task_can_only_be_reordered():
    shown = open_lesson("gain")
    shown.act_on("three.board", do="grade", at=0, grade=3)
    cards = [card["shown"] for card in shown.get_data("three.board")["documents"]]
    assert cards == ["0", "1", "0", "2", "2", "3"]


def test_the_table_of_readers_follows_the_patience():
    shown = open_lesson("why-a-logarithm")
    heads = ["rank", "share still reading", "1 / log2(i+1)"]
    at_80 = [["2", "0.800", "0.631"], ["5", "0.410", "0.387"], ["10", "0.134", "0.289"]]
    last = ["20", "0.014", "0.228"]  # 0.8 ** 19 and 1 / log2(21)
    assert shown.get_markup("curves-1.readers").table == [heads, *at_80, last]
    for patience, share in (("0.05", "0.050"), ("0.95", "0.950"), ("0.96", "0.950")):
        shown.act("curves-1.controls", do="set", name="patience", value=patience)
        assert shown.get_markup("curves-1.readers").table[1] == ["2", share, "0.631"]


@pytest.mark.parametrize(
    ("slug", "longest", "last", "is_total"),
    [("gain", "8.000", "sum8", True), ("discount", "8.000", "83 doublings", False)],
)
def test_the_longest_row_of_a_sketch_fills_it(slug, longest, last, is_total):
    drawn = open_lesson(slug).get_markup("sketch-1")
    assert f"--longest: {longest}" in drawn.html
    assert f"--length: {longest}" in drawn.html
    assert drawn.text.endswith(last)
    assert ("21 doubling4" in drawn.text) != is_total
    assert ('<span class="total">' in drawn.html) == is_total


def test_the_stages_of_a_picture_end_with_the_stage_of_the_lesson():
    shown = open_lesson("ideal")
    rows = [part["name"] for row in shown.rows for column in row for part in column]
    assert rows.index("board-1.board") < rows.index("board-1.controls")

    def read_stages():
        stages = re.findall(r'value="(\w+)"( checked)?', shown.get_markup("board-1.controls").html)
        return [name for name, _ in stages], [name for name, checked in stages if checked]

    names = ["gain", "discount", "dcg", "ideal"]
    assert read_stages() == (names, ["ideal"])
    assert shown.get_data("board-1.board")["look"] == "whole"
    shown.act("board-1.controls", do="set", name="picture", value="gain")
    assert read_stages() == (names, ["gain"])
    assert shown.get_data("board-1.board")["look"] == "plain"
    shown.act("board-1.controls", do="set", name="picture", value="ndcg")  # a later lesson's
    assert read_stages() == (names, ["gain"])
    shown.record["lessons"]["ideal"]["answers"]["board-1.controls"] = {"picture": "gone"}
    shown.act()
    assert read_stages() == (names, ["ideal"])


def test_the_last_steps_of_a_replay_show_the_ideal_order():
    shown = open_lesson("find-the-error")
    for at, title in ((9, "The ranking"), (11, "The ideal order"), (12, "The ideal order")):
        replayed = shown.get_data("replay-1.player")["replayed"]
        shown.act("replay-1.player", at=at, replayed=replayed)
        assert shown.get_markup("replay-1.paper").lines[1] == title


def test_only_the_last_task_of_a_lab_finishes_its_lesson():
    shown = open_lesson("write-it-yourself")
    tasks = [task["id"] for task in shown.get_data("lab-1.lab")["tasks"]]
    assert tasks == ["order", "blanks", "dcg", "ndcg"]
    for passed, states in ((tasks[:1], []), (tasks, ["done"])):
        shown.act("lab-1.lab", done=passed)
        records = (shown.record or {"lessons": {}})["lessons"].values()
        assert [record["state"] for record in records] == states


def test_the_empty_fields_of_a_sheet_are_marked_only_after_a_check():
    shown = open_lesson("dcg", step="3")
    texts = {"actual.term.1": "1", "actual.term.2": "3"}  # 1 / 1 is right, and 3 / log2(3) is not
    for why, empty in (("left", 0), ("check", 4), ("left", 4)):
        shown.write("whole.sheet", why, texts, "actual.term.2")
        marks = [mark["verdict"] for mark in shown.get_data("whole.sheet")["marks"].values()]
        assert marks == ["right", "wrong", *["invalid"] * empty]


def choose(shown, block, name, value):
    """Choose an option of a board's setting, and return the board."""
    shown.act(f"{block}.controls", do="set", name=name, value=value)
    return shown.get_data(f"{block}.board")


def read_checked(shown, block) -> list[str]:
    html = shown.get_markup(f"{block}.controls").html
    return re.findall(r'value="([^"]*)" checked', html)


def test_each_setting_of_a_board_changes_its_calculation():
    shown = open_lesson("exponential-gain")
    board = shown.get_data("board-1.board")
    assert board["idcg"] == pytest.approx(3 + 2 / log2(3) + 2 / 2 + 1 / log2(5))
    board = choose(shown, "board-1", "gain", "exponential")
    assert board["idcg"] == pytest.approx(7 + 3 / log2(3) + 3 / 2 + 1 / log2(5))
    assert [card["gain"] for card in board["documents"]] == [0, 1, 0, 3, 3, 7]
    assert read_checked(shown, "board-1") == ["ndcg", "exponential"]
    for name, value in (("gain", "cubic"), ("base", "4"), ("gain", None), (None, "linear")):
        assert choose(shown, "board-1", name, value) == board
    assert choose(shown, "board-1", "gain", "linear")["idcg"] < 6
    assert read_checked(shown, "board-1") == ["ndcg", "linear"]

    shown = open_lesson("why-a-logarithm")
    assert choose(shown, "board-1", "discount", "i")["divisors"] == [1, 2, 3, 4, 5, 6]
    assert choose(shown, "board-1", "discount", "none")["divisors"] == [1] * 6
    shown = open_lesson("other-discounts")
    rest = [log2(5) / 2, log2(6) / 2]  # from rank 4 on, log4(i)
    assert choose(shown, "board-1", "base", "4")["divisors"] == pytest.approx([1] * 4 + rest)

    shown = open_lesson("ndcg-at-k")
    options = re.findall(r'name="k"[^>]*value="(\d)"', shown.get_markup("lost.controls").html)
    assert options == list("123456")
    assert (shown.get_data("lost.board")["k"], read_checked(shown, "lost")) == (6, ["ndcg", "6"])
    assert choose(shown, "lost", "k", "2")["k"] == 2
    answers = shown.record["lessons"]["ndcg-at-k"]["answers"]
    for stored, k in ((3.0, 3), (99, 6), ("4", 6), (None, 6)):
        answers["lost.controls"] = {"k": stored}
        shown.act()
        assert (shown.get_data("lost.board")["k"], read_checked(shown, "lost")[1]) == (k, str(k))


@pytest.mark.parametrize(
    ("slug", "no", "yes"),
    [
        # A document of grade 0 changes no ideal order, and one of grade 3 raises IDCG.
        ("ideal", {"do": "add", "grade": 0}, {"do": "grade", "at": 0, "grade": 3}),
        ("who-judges", {"order": [1, 0, 2, 3, 4]}, {"do": "grade", "at": 3, "grade": 1}),
        ("two-libraries", {"order": [1, 0, 2, 3]}, {"do": "grade", "at": 4, "grade": 0}),
    ],
)
def test_a_board_with_an_aim_is_done_once_its_value_meets_the_aim(slug, no, yes):
    shown = open_lesson(slug)

    def is_done() -> bool:
        lesson = (shown.record or {"lessons": {}})["lessons"].get(slug, {"answers": {}})
        return lesson["answers"].get("board-1") is True

    shown.act_on("board-1.board", **{"do": "arrange", **no})
    assert not is_done()
    shown.act_on("board-1.board", **yes)
    assert is_done()
    shown.act_on("board-1.board", do="reset")
    assert is_done()


def test_a_board_shows_the_values_of_its_measures():
    apart = open_lesson("when-not").get_markup("apart.values")
    ndcg = (1 + 3 / log2(5) + 3 / log2(6)) / (3 + 3 / log2(3) + 1 / 2)
    assert apart.lines == [f"RR 1.000NDCG@5 {ndcg:.3f}"]
    fraction = open_lesson("many-queries").get_markup("drag-task-1.values")
    assert fraction.html.startswith('<div class="fraction plain"')
    assert fraction.read_value("ndcg") == pytest.approx(
        fraction.read_value("dcg") / fraction.read_value("idcg")
    )
    error = open_lesson("find-the-error").get_markup("drag-task-1.values")
    assert re.findall(r'<span class="(\w*)"><small>', error.html) == ["dcg", "idcg"]


def test_undo_of_a_board_in_a_lesson_goes_back_to_the_board_of_the_action():
    shown = open_lesson("gain")
    start = shown.get_data("three.board")["link"]
    shown.act_on("three.board", do="arrange", order=[5, 0, 1, 2, 3, 4])
    moved = shown.get_data("three.board")["link"]
    assert moved != start == shown.get_data("three.board")["start"]
    shown.act("three.board", on=start)
    assert shown.get_data("three.board")["link"] == start
    shown.act("three.board", on=moved, do="arrange", order=[0, 4, 5, 1, 2, 3])
    assert [card["grade"] for card in shown.get_data("three.board")["documents"]] == [
        3,
        2,
        2,
        0,
        1,
        0,
    ]


def read_range(html: str) -> dict[str, str]:
    (tag,) = re.findall(r'<input (type="range"[^>]*)>', html)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def test_the_sliders_have_the_limits_of_their_numbers():
    guess = {"type": "range", "min": "0", "max": "20", "step": "1", "name": "number", "value": "0"}
    shown = open_lesson("gain")
    assert read_range(shown.get_markup("hook.prediction").html) == {**guess, "data-digits": "0"}
    shown.submit("hook.prediction", "look", values={"number": "5"})
    assert shown.get_markup("hook.prediction").get_data_attribute("state") == "open"
    shown.submit("hook.prediction", "commit", values={"number": "5"})
    html = shown.get_markup("hook.prediction").html
    for css, text in (("own", "you 5"), ("exact", "it is "), ("low", "0"), ("high", "20")):
        assert re.search(rf'<\w+ class="{css}"[^>]*>(?:<i></i><b>)?{text}', html), css
    shown = open_lesson("why-a-logarithm")
    slider = {"min": "0.05", "max": "0.95", "step": "0.05", "name": "patience", "value": "0.80"}
    controls = shown.get_data("curves-1.controls")
    assert read_range(controls["html"]) == {"type": "range", **slider, "data-digits": "2"}
    assert controls["values"] == {"patience": "0.80"}
    answers = shown.record.setdefault("lessons", {}).setdefault("why-a-logarithm", {})
    for stored, patience in ((0.5, "0.50"), (0.99, "0.80"), ("0.5", "0.80")):
        answers["answers"] = {"curves-1": stored}
        shown.act()
        assert shown.get_data("curves-1.controls")["values"] == {"patience": patience}


def test_a_stored_sign_pattern_that_does_not_exist_is_the_observed_one():
    shown = open_lesson("real-difference")
    assert "Flip the sign of query 5" in shown.get_markup("five.signs").html
    for row in ("5", "-1", "x", ""):
        shown.submit("five.signs", "flip", row=row)
        assert shown.get_markup("five.signs").get_data_attribute("seen") == "1"
    shown.submit("five.signs", "flip", row="4")
    assert shown.get_markup("five.signs").get_data_attribute("seen") == "2"
    answers = shown.record["lessons"]["real-difference"]["answers"]
    assert answers["five"] == {"way": 16, "seen": [0, 16], "all": False}
    for stored, seen, mean in (
        ({"way": 31, "seen": [31, 1], "all": True}, "3", "−0.057"),
        ({"way": 32, "seen": [1, 32, -1, True, "2"], "all": 1}, "2", "0.057"),
        ({"way": -1, "seen": 7}, "1", "0.057"),
        (3, "1", "0.057"),
    ):
        answers["five"] = stored
        shown.act()
        assert shown.get_markup("five.signs").get_data_attribute("seen") == seen
        assert shown.get_markup("five.signs").table[-1][1] == mean
        assert ("five.chart" in shown.parts) == (seen == "3")
        assert ("Try all" in shown.get_markup("five.signs").text) == (seen != "3")


def test_a_replay_of_a_lesson_begins_at_its_step_and_says_its_calculation():
    shown = open_lesson("find-the-error")
    player = shown.get_data("replay-1.player")
    assert (player["at"], len(player["titles"]), player["titles"][11]) == (0, 20, "The ideal order")
    assert player["says"] == "(2^3 - 1) / log2(2) = 7. It prints 7: right."
    assert player["doc"] == 0
    shown.act("replay-1.player", at=11, replayed=player["replayed"])
    player = shown.get_data("replay-1.player")
    assert (player["at"], player["doc"]) == (11, None)
    assert player["says"] == "Sort by grade, highest first."
    shown.act("replay-1.player", at=10, replayed=player["replayed"])
    assert shown.get_data("replay-1.player")["says"].startswith("7 + 1.893 + 3.5 + 0 + 0.387 +")
    answers = shown.record["lessons"]["find-the-error"]["answers"]
    for stored in ("3", True, None):
        answers["replay-1.at"] = stored
        shown.act()
        assert shown.get_data("replay-1.player")["at"] == 0


def test_the_sum_below_a_picture_appears_once_its_task_is_done():
    def read_sum(shown, board) -> str:
        below = Words(shown.get_data(f"{board}.board")["picture"]["below"]).seen
        return below.partition("Loss = ")[2].partition(" Cancelled")[0]

    assert read_sum(open_lesson("exponential-gain"), "board-1") == "5.693 − 3.335 = 2.358 ="
    shown = open_lesson("ndcg-at-k")
    assert read_sum(shown, "lost") == ""
    shown.act("lost.ask", act="show")
    assert read_sum(shown, "lost").startswith("5.693 − 4.986 ≈ 0.706 ≈")
