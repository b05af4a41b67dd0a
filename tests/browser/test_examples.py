"""The published examples, replayed: the player, the marking, the question, the way on."""

import re

import pytest

from ndcg_core.marking.marks import mark
from tests.browser.boards import BoardPage
from tests.browser.replays import CHUNKS, EXAMPLES, STEPS, Replay
from tests.selection import some


@pytest.fixture
def replay(same_page):
    """Opens an example, at a step if one is named."""

    def opened(slug: str = CHUNKS.slug, more: str = "", **options) -> Replay:
        return Replay(
            same_page(f"/examples?example={slug}{more}", wait="[data-testid=player]", **options)
        )

    return opened


@pytest.mark.every_time
def test_first_back_next_and_last_lead_through_the_steps(replay):
    seen = replay()
    for button, step in (
        ("next", "actual.2"),
        ("next", "actual.3"),
        ("back", "actual.2"),
        ("last", "ndcg"),
        ("back", "idcg"),
        ("first", "actual.1"),
    ):
        seen.press(button)
        seen.wait_at(step)


def test_the_arrow_keys_lead_through_the_steps(replay):
    seen = replay()
    for key, step in (
        ("ArrowRight", "actual.2"),
        ("End", "ndcg"),
        ("ArrowLeft", "idcg"),
        ("Home", "actual.1"),
    ):
        seen.page.keyboard.press(key)
        seen.wait_at(step)


def test_quick_steps_end_where_they_should(replay):
    seen = replay()
    for _ in range(6):
        seen.page.keyboard.press("ArrowRight")
    seen.wait_at(STEPS[6])


def test_play_goes_on_by_itself_and_pauses(replay):
    seen = replay()
    button = seen.page.locator("[data-go=play]")
    seen.press("play")
    seen.page.wait_for_function(
        "() => Number(document.querySelector('[data-testid=player]').dataset.at) >= 2"
    )
    assert button.inner_text() == "Pause"
    seen.press("play")
    assert button.inner_text() == "Play"
    at = seen.page.locator("[data-testid=player]").get_attribute("data-at")
    assert 2 <= int(at) < 13


def test_a_link_opens_the_step_and_a_reload_keeps_it(replay):
    seen = replay(more="&step=ideal.2")
    seen.wait_at("ideal.2")
    seen.press("next")
    seen.wait_at("ideal.3")
    seen.page.reload()
    Replay(seen.page).wait_at("ideal.3")


def test_the_row_the_formula_and_the_card_follow_the_step(replay):
    seen = replay(more="&step=actual.4")
    page = seen.page
    row = page.locator("[data-testid=steps] [aria-current=step]")
    assert row.locator("b").inner_text() == "0.86"
    assert "0.861" in row.inner_text()
    formula = page.get_by_test_id("formula")
    assert "It prints 0.86" in formula.inner_text()
    card = page.locator("[data-testid=card][aria-current=step]")
    assert card.get_attribute("data-label") == "Chunk B"
    assert page.locator("[data-testid=steps] [data-cell='actual.term.5']").count() == 0


def test_another_example_is_chosen_and_starts_at_its_first_step(replay):
    seen = replay(more="&step=ndcg")
    other = EXAMPLES["004-hand-check"]
    seen.page.get_by_label("Published calculation").select_option(other.title)
    seen.page.locator("h1", has_text=other.title).wait_for()
    seen.page.wait_for_url(lambda url: other.slug in url and "step=" not in url)
    seen.page.wait_for_selector("[data-testid=player][data-at='0']")


def test_an_example_with_two_calculations_lets_one_choose(replay):
    seen = replay("002-five-documents")
    second = EXAMPLES["002-five-documents"].sheets[1]
    seen.page.get_by_role("radio", name=second.name, exact=True).click()
    seen.page.wait_for_url(re.compile("sheet=2"))
    seen.press("last")
    expected = {m.cell: m.verdict for m in mark(second)}
    for cell in expected:
        seen.page.locator(f"[data-cell='{cell}']").first.wait_for()
    assert seen.verdicts == expected


USUAL = ("000-exponential-at-ten", "003-five-chunks")


@pytest.mark.every_time
@pytest.mark.parametrize(
    "slug", some(EXAMPLES, USUAL.__contains__, "`tests/ui` marks every example without a browser")
)
def test_every_printed_number_has_the_cores_verdict_beside_the_exact_value(replay, slug):
    sheet = EXAMPLES[slug].sheet
    seen = replay(slug, "&step=ndcg")
    seen.page.locator("[data-testid=summary]").wait_for()
    expected = {m.cell: m.verdict for m in mark(sheet)}
    shown = seen.verdicts
    assert shown == {cell: expected[cell] for cell in shown}
    assert set(shown) >= {cell for cell in expected if ".term." in cell or "." not in cell}
    for side, table in (("actual", "steps"), ("ideal", "ideal")):
        exact = seen.page.eval_on_selector_all(
            f"[data-testid={table}] tbody tr",
            "rows => rows.map(row => row.querySelector('[title]:not([data-verdict])').title)",
        )
        terms = getattr(sheet.trace, side)
        assert [float(text) for text in exact] == [term.value for term in terms]


@pytest.mark.every_time
def test_a_wrong_number_stands_out_with_what_its_author_did(replay):
    seen = replay("000-exponential-at-ten", "&step=ndcg")
    wrong = seen.page.locator("[data-testid=ideal] [data-verdict=wrong]").first
    assert wrong.inner_text() == "wrong"
    assert seen.page.locator("[data-testid=why]:not(:empty)").count() > 0


def test_the_playground_opens_with_the_examples_ranking(replay):
    seen = replay("000-exponential-at-ten", "&step=actual.3")
    example = EXAMPLES["000-exponential-at-ten"]
    seen.page.get_by_role("link", name="Open in the playground").click()
    seen.page.locator("h1", has_text="Playground").wait_for()
    board = BoardPage(seen.page)
    assert [int(card[-1]) for card in board.shown.split()] == list(example.grades)
    assert board.value("ndcg") == example.sheet.trace.ndcg
    assert board.value("dcg") == example.sheet.trace.dcg
    board.wait_link("gain=exponential")


@pytest.mark.every_time
def test_asked_first_one_answers_before_the_marking_is_shown(replay):
    seen = replay("000-exponential-at-ten")
    page = seen.page
    page.get_by_text("Ask me first").click()
    page.wait_for_url(re.compile("ask=first"))
    page.get_by_text("Name every number below").wait_for()
    assert page.locator("[data-testid=verdict]").count() == 0
    asked = [m for m in mark(EXAMPLES["000-exponential-at-ten"].sheet) if ".term." in m.cell]
    wrong = [m for m in asked if m.verdict == "wrong"]
    page.locator(".pills").get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Compare with the marking").click()
    said = page.get_by_text(re.compile(rf"\d of the {len(wrong)} wrong numbers named"))
    said.wait_for()
    page.get_by_text("Ask me first").click()
    page.wait_for_url(lambda url: "ask" not in url)
    page.locator("[data-testid=verdict]").first.wait_for()


def test_asking_keeps_every_exact_value_back(same_page):
    page = same_page("/examples?example=000-exponential-at-ten&step=ndcg&ask=first")
    page.get_by_text("Name every number below").wait_for()
    trace = EXAMPLES["000-exponential-at-ten"].sheet.trace
    assert f"{trace.ideal[1].value:.3f}" not in page.locator("body").inner_text()


def test_back_returns_to_the_step_before(replay):
    seen = replay()
    for step in ("actual.2", "actual.3"):
        seen.press("next")
        seen.wait_at(step)
    seen.page.go_back()
    seen.wait_at("actual.2")
