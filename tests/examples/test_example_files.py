"""A file of a published example: loaded, or refused with its name."""

import pytest

from ndcg_core.content import load_toml
from ndcg_core.examples.published import load_example

GOOD, FAULTS = load_toml(__file__, "faulty.toml").values()


def test_a_good_file_loads(tmp_path):
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_example(path).sheet.given["dcg"] == "3.0"


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS, ids=[row[-1] for row in FAULTS])
def test_a_bad_file_is_refused_with_its_name(old, new, sentence, tmp_path):
    path = tmp_path / "bad.toml"
    assert old in GOOD
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=sentence) as error:
        load_example(path)
    assert "bad.toml" in str(error.value)
