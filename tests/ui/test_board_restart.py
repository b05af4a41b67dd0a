"""What a board makes of a server that was restarted under a command, run by Node."""

from __future__ import annotations

import pytest

from tests.ui.scenes import module, needs_node, scenes

SCENE = """
import { afterRestart, anew } from "./restart.js";

const board = (revision, labels, first = 0, retrieved = labels.length) => ({
  revision, retrieved,
  documents: [...labels].map((label, at) => ({ id: first + at, label, grade: label.charCodeAt() })),
});
const names = (now, renamed) => [...renamed].map(([id, other]) =>
  [id, now.documents.find((document) => document.id === other)?.label]);
"""
pytestmark = needs_node


@pytest.fixture
def node(tmp_path):
    """Run a scene in JavaScript and return its `result`."""
    return scenes(tmp_path, {"restart.js": module("board/restart.js")}, SCENE)


def test_a_command_the_server_had_not_obeyed_waits(node):
    fate, who = node("""
        const now = board("r0", "ABC", 10);
        const after = afterRestart(board("r0", "ABC"), now, { revision: "r0", order: [2, 0, 1] });
        const result = [after.fate, names(now, after.renamed)];
    """)
    assert fate == "waiting"
    assert who == [[0, "A"], [1, "B"], [2, "C"]]


def test_an_order_the_server_had_made_is_done_and_who_is_who_follows_it(node):
    fate, who, order = node("""
        const now = board("r1", "CABD", 10, 3);
        const sent = { revision: "r0", order: [2, 0, 1] };
        const after = afterRestart(board("r0", "ABCD", 0, 3), now, sent);
        const next = anew({ do: "arrange", order: [2, 1, 0] }, after.renamed);
        const label = (id) => now.documents.find((document) => document.id === id).label;
        const result = [after.fate, names(now, after.renamed), next.order.map(label)];
    """)
    assert fate == "done"
    assert who == [[2, "C"], [0, "A"], [1, "B"], [3, "D"]]
    assert order == ["C", "B", "A"]


@pytest.mark.parametrize("documents", ["CBA", "AB", "CABX"])
def test_where_the_board_is_another_one_nothing_is_known(node, documents):
    assert node(f"""
        const sent = {{ revision: "r0", order: [2, 0, 1] }};
        const result = afterRestart(board("r0", "ABC"), board("r1", "{documents}"), sent).fate;
    """) == ("unknown")


def test_without_a_command_nothing_waits(node):
    assert node("""
        const result = afterRestart(board("r0", "ABC"), board("r0", "ABC", 10), null).fate;
    """) == ("unknown")
