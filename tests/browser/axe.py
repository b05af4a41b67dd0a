"""axe-core, from the installed package: what it finds on a page, as sentences."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe


def findings(page) -> list[str]:
    """Each violation on the page: its rule, and the elements it is about."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} "
        f"({', '.join(str(node['target']) for node in violation['nodes'][:5])})"
        for violation in violations
    ]
