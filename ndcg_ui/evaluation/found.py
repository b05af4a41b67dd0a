"""What was odd in the data, and what was done about it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ndcg_core.evaluation.findings import Finding
from ndcg_ui.html.builder import Html, b, li, p, ul

MOST = 40
"""So many findings are listed."""


def findings(found: Sequence[Finding]) -> Html:
    """A line for each."""
    if not found:
        return p("Nothing odd was found in these files.", css="say")
    more = len(found) - MOST
    lines = [_line(finding) for finding in found[:MOST]]
    if more > 0:
        lines.append(li(f"{more} more of these."))
    return ul(*lines, css="findings", data_testid="findings")


def _line(finding: Finding) -> Html:
    said = f" {finding.found} {finding.done}"
    return li(b(finding.where, ":"), said, data_kind=finding.kind, data_choice=finding.choice)
