"""A block that breaks a rule is refused, with what it breaks."""

from __future__ import annotations

import pytest

from ndcg_core.lessons import load_lesson


def block(kind: str, text: str) -> tuple[str, str]:
    """Put a block in the place of the board, beside it."""
    return "```board", f"```{kind}\n{text}\n```\n\n```board"


def number(*slips: str) -> tuple[str, str]:
    """A question after a number that is 1, whose slips give these."""
    said = "".join(f'\n[[slips]]\nanswer = "{slip}"\nwhy = "w"' for slip in slips)
    return block("number", f'ask="a"\nanswer="dcg r=1"\nhint="h"\nwhy="w"{said}')


BLOCKS = [
    (block("sheet", 'blanks = ["dcg"]'), r"there is no hint"),
    (block("sheet", 'hint = "h"'), r"there are no blanks"),
    (block("sheet", 'blanks = ["dgc"]\nhint = "h"'), r":\d+: 'dgc' cannot be left blank"),
    (block("sheet", 'skill = "dcg"\nvariant = 99\nhint = "h"'), r"variant is 99"),
    (block("replay", 'example = "nowhere"'), r"there is no example 'nowhere'"),
    (
        block("replay", 'example = "004-hand-check"\nend = "dgc"'),
        r"end is 'dgc'; the steps are actual\.1, ",
    ),
    (
        block("replay", 'example = "004-hand-check"\nstart = "idcg"\nend = "dcg"'),
        r"end is 'dcg', which comes before start, 'idcg'",
    ),
    (
        block("drag-task", 'ask="a"\nwants=["ndcg changed"]\nsolution=[1,2,3]\nhint="h"\ndone="d"'),
        r"the solution does not fulfil",
    ),
    (
        block("drag-task", 'ask="a"\nwants=["ndcg same"]\nsolution=[1,2,3]\nhint="h"\ndone="d"'),
        r"done before anything is moved",
    ),
    (
        block("drag-task", 'ask="a"\nwants=["ndcg lowest"]\nsolution=[2,1,3]\ndone="d"'),
        r"there is no hint",
    ),
    (
        block("drag-task", 'ask="a"\nwants=["ndcg nice"]\nsolution=[2,1,3]\nhint="h"\ndone="d"'),
        r"'ndcg nice' cannot be wanted",
    ),
    (
        block(
            "drag-task",
            f'ask="a"\ngrades={[1] * 51}\nwants=["ndcg best-swap"]\nsolution={[*range(1, 52)]}\n'
            'hint="h"\ndone="d"',
        ),
        r"tries all swaps; at most 50 documents",
    ),
    (
        block(
            "audit",
            'cell="actual.term.2"\nmistake="multiply"\noffer=["no-discount","log10"]\nhint="h"',
        ),
        r"offer must hold the mistake itself",
    ),
    (
        block(
            "audit",
            'cell="actual.term.1"\nmistake="multiply"\noffer=["multiply","log10"]\nhint="h"',
        ),
        r"multiply|nothing wrong",
    ),
    (
        block("predict", 'ask="a"\nanswer="ndcg"\nreveal="r"\nalone="{{you x}}"'),
        r"alone is read before anything is answered",
    ),
    (
        block("predict", 'ask="a"\nanswer="ndcg"\nreveal="r"\nalone=true'),
        r"alone must be a text",
    ),
    (number("cg r=1"), r"this slip gives the right number"),
    (number("dcg r=2", "cg r=1,1"), r"the number of another"),
    (block("note", 'title = "t"'), r"text is missing"),
    (block("flips", 'systems=["A"]\nk=2\nrows=["10 / 01"]'), r"systems must name two"),
    (block("flips", 'systems=["A","B"]\nk=2\nrows=["10 - 01"]'), r"it must be like"),
    (block("flips", 'systems=["A","B"]\nk=2\nrows=["10 / 02"]'), r"the same documents twice"),
    (block("curves", 'discounts=["ln"]'), r"discounts holds 'ln'"),
    (block("curves", "patience = 2.5"), r"patience must be a share"),
    (block("libraries", 'ids=["scikit-learn"]'), r"ids must name two libraries"),
    (block("libraries", 'ids=["sklearn","lightgbm"]'), r"ids holds 'sklearn'"),
    (block("sheet", 'grades=[-1,2]\nblanks=["dcg"]\nhint="h"'), r"01-one-more\.md:\d+: "),
    (block("lab", 'tasks = ["sing"]'), r"tasks holds 'sing'"),
    (block("compare", ""), r"at least two \[\[rows\]\]"),
    (block("systems", 'systems = ["A"]\nk = 3'), r"two systems"),
]


@pytest.mark.parametrize(("change", "message"), BLOCKS, ids=[m for _, m in BLOCKS])
def test_a_block_that_breaks_a_rule_is_refused(write, folder, change, message):
    with pytest.raises(ValueError, match=message):
        load_lesson(write(change))
