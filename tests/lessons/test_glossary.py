"""The glossary: its terms in order, their titles, and the lessons that teach them."""

import pytest

from ndcg_core.lessons.glossary import load_terms
from ndcg_core.lessons.loader import load_glossary, load_term_titles

TERMS = {term.name: term for term in load_terms()}


def test_the_glossary_has_every_term_once_in_alphabetical_order():
    assert set(TERMS) == set(load_glossary())
    titles = [term.title.casefold() for term in TERMS.values()]
    assert titles == sorted(titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(
    ("name", "lesson"), [("grade", 1), ("discount", 3), ("idcg", 5), ("tie", 17), ("rank", 2)]
)
def test_the_glossary_names_the_lesson_that_teaches_a_term(name, lesson):
    assert TERMS[name].lesson.number == lesson


@pytest.mark.parametrize(
    ("titles", "sentence"),
    [('nothing = "x"', "'nothing' belongs to no term"), ('gain = " "', "of 'gain' is empty")],
)
def test_an_empty_title_or_one_without_a_term_is_refused(tmp_path, titles, sentence):
    (tmp_path / "glossary.toml").write_text(f'[terms]\ngain = "x"\n[titles]\n{titles}\n')
    with pytest.raises(ValueError, match=sentence):
        load_term_titles(tmp_path)
