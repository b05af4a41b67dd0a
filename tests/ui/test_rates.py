"""How fast something may happen, for one and for one a key."""

from ndcg_ui.rates import Rate
from tests.clock import Clock


def test_one_more_waits_for_its_turn_and_time_or_what_is_given_back_makes_room_up_to_the_burst():
    clock = Clock()
    rate = Rate(burst=2, steady=0.5, clock=clock)
    assert [rate.take() for _ in range(4)] == [0, 0, 2, 4]
    clock.now = 4
    assert rate.take() == 2
    clock.now = 1_000
    assert [rate.take() for _ in range(3)] == [0, 0, 2]
    rate.give_back()
    assert rate.take(weight=3) == 6
    rate = Rate(burst=1, steady=1, clock=Clock())
    rate.give_back()
    assert [rate.take(), rate.take()] == [0, 1]
