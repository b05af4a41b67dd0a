"""The call that the page offers to copy prints the number that the page shows.

Every text is run as it is offered, in the real library, in a process of its own for each library.
Where the page says that a library refuses a ranking, the library raises the error that it shows.
"""

import re

import pytest

from ndcg_core.libraries import LIBRARIES, outcome, same, write
from tests.conformance.cases import CASES
from tests.conformance.peers import BY_HAND, PROGRAM, kinds, needs, run

NUMBER = re.compile(r"(?<![\w.])(?:-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?|nan)(?![\w.])")


def printed(text: str) -> float:
    """The last number of what a library printed."""
    return float(NUMBER.findall(text)[-1])


def agrees(library, ranking, answer) -> bool:
    """Whether a library did what the page says, to the precision that it computes in."""
    ours = outcome(ranking, library.id)
    if ours.state == "refuses":
        said = answer.get("error", "")
        return all(part in said for part in re.split(r"\s*…\s*", ours.words))
    if "error" in answer:
        return False
    theirs = printed(answer["printed"])
    near = library.prints_within(ranking) * max(1.0, abs(ours.value))
    return same(theirs, ours.value) or abs(theirs - ours.value) <= near


@pytest.mark.parametrize("kind", kinds())
def test_the_call_prints_the_number_or_raises_the_error(kind):
    needs(kind)
    cases = [
        (library, name, ranking)
        for library in kinds()[kind]
        for name, ranking in CASES.items()
        if outcome(ranking, library.id).state != "not determined"
    ]
    answers = run([write(library, ranking) for library, _, ranking in cases])
    assert not [
        (library.id, name, outcome(ranking, library.id), answer)
        for (library, name, ranking), answer in zip(cases, answers, strict=True)
        if not agrees(library, ranking, answer)
    ]


def test_a_thousand_snippets_over_forty_cases_are_run_where_the_extra_is_installed():
    installable = [
        library
        for kind, libraries in kinds().items()
        for library in libraries
        if kind not in BY_HAND and library.package != PROGRAM
    ]
    states = [outcome(case, lib.id).state for lib in installable for case in CASES.values()]
    assert len(CASES) >= 40
    assert states.count("prints") >= 1000
    assert states.count("refuses") >= 100
    assert states.count("not determined") <= 0.05 * len(states)


def test_every_limit_of_a_library_that_is_run_is_met_by_a_case():
    """Nothing is said to be refused, or left open, that no case shows."""
    for libraries in kinds().values():
        for library in libraries:
            for limit in (*library.refuses, *library.open):
                rules = LIBRARIES[library.id].convention
                assert any(limit.applies(ranking, rules) for ranking in CASES.values()), limit
