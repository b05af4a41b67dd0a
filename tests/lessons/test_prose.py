"""What Markdown becomes on a lesson's page."""

import pytest

from ndcg_core.lessons.placeholders.settings import Setting
from ndcg_core.lessons.prose import Writer


@pytest.mark.parametrize(
    ("source", "set_off"),
    [
        ("{{formula dcg}}", True),
        ("With the numbers put in: {{formula sum}}.", False),
        ("{{formula ratio}} is what was reached.", False),
        ("- {{formula dcg}}\n- two", False),
    ],
)
def test_a_formula_is_set_off_where_it_stands_alone(source, set_off):
    html = Writer("here", Setting(), {}, {}).block(source, 1).html
    assert ('<p class="display"><math' in html) is set_off
    assert "<math" in html
