"""The page with which docs/python/streamlit.md begins, run as it stands."""

import re
from pathlib import Path

from streamlit.testing.v1 import AppTest

import ndcg_core as nc
from tests.clock import PATIENCE

DOCS = Path(__file__).parents[2] / "docs" / "python" / "streamlit.md"


def test_the_pages_twelve_lines_show_a_metric_a_table_and_a_chart():
    page = re.findall(r"^```python\n(.*?)^```$", DOCS.read_text("utf-8"), re.M | re.S)[0]
    assert len(page.splitlines()) == 12
    app = AppTest.from_string(page, default_timeout=PATIENCE).run()
    assert not app.exception
    assert [title.value for title in app.title] == ["Refund queries, week 48"]
    assert app.metric[0].value == f"{nc.ndcg([3, 2, 3, 0, 1]):.3f}"
    columns = ["rank", "label", "grade", "gain", "discount", "value", "cumulative"]
    assert list(app.dataframe[0].value.columns) == columns
    assert list(app.dataframe[0].value["label"]) == list("ABCDE")
    assert len(app.get("plotly_chart")) == 1

    app.slider[0].set_value(2).run()
    assert app.metric[0].value == f"{nc.ndcg([3, 2, 3, 0, 1], 2):.3f}"
    assert len(app.dataframe[0].value) == 2
