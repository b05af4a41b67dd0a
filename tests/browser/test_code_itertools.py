"""The sandbox's own itertools does in Brython what CPython's does."""

from __future__ import annotations

import itertools
import re
from inspect import getsource

import pytest

from ndcg_core.code_lab.tasks import NDCG_SOLUTION
from tests.browser.lab_desk import RESULT, Desk
from tests.code import test_itertools as plain

SOURCE = getsource(plain)
USES = SOURCE[SOURCE.index("LISTS =") : SOURCE.index("@pytest")]
PROGRAM = f"""{NDCG_SOLUTION}
import itertools
{re.sub("USES: .* = ", "USES = ", USES)}
for use in THESE:
    print(use, "gives", [USES[use](itertools, list(items)) for items in LISTS])
"""
TOGETHER = 8  # a program may print so much


@pytest.mark.parametrize("first", range(0, len(plain.USES), TOGETHER))
def test_every_use_gives_in_brython_what_it_gives_in_cpython(same_page, first):
    these = list(plain.USES)[first : first + TOGETHER]
    page = same_page("/code")
    desk = Desk(page)
    desk.choose("ndcg")
    desk.write(PROGRAM.replace("THESE", repr(these)))
    desk.press_run()
    printed = page.inner_text(RESULT)
    for use in these:
        wanted = [plain.USES[use](itertools, list(items)) for items in plain.LISTS]
        assert f"{use} gives {wanted}" in printed
