"""A component's script does what its modules do, each fetched for itself."""

from pathlib import Path

import pytest

from ndcg_ui.web.component_scripts import script

ROOM = "http://components.test/ndcg-tutor."
ONE = """import { half, Counter as Counts } from "./counts.js";
import { name } from "./names.js";
import { taken } from "../ndcg-tutor.two/shared.js";
const HALF = "mine";
export default async function () {
  const counts = new Counts();
  return [HALF, half(8), counts.next(), counts.next(), await name(), taken()];
}
"""
COUNTS = """// Has a name that others have too, and one that runs before it is written.
import { LIMIT, name as named } from "./names.js";
import { taken } from "../ndcg-tutor.two/shared.js";
const HALF = LIMIT / 2;
const first = begin();
export function half(value) {
  return value * HALF;
}
function begin() {
  return taken();
}
export class Counter {
  next() {
    this.count = (this.count ?? first) + 1;
    return `${named.name} ${this.count}`;
  }
}
"""
NAMES = """const HALF = "theirs";
export const LIMIT = 1;
export async function name() {
  return `return { ${HALF} };`;
}
"""
SHARED = "let count = 0;\nexport function taken() {\n  count += 1;\n  return count;\n}\n"
TWO = 'import { taken } from "./shared.js";\nexport const first = taken;\n'


def run(chromium, folder, sent):
    """What the script of `one` says where each file is sent so, and what was asked for."""
    bodies = {f"{file.parent.name}/{file.name}": sent(file) for file in folder.glob("*/*.js")}
    asked = []

    def answer(route):
        asked.append(route.request.url.removeprefix(ROOM))
        if asked[-1] in bodies:
            route.fulfill(body=bodies[asked[-1]], content_type="text/javascript")
        else:
            route.fulfill(body="<!DOCTYPE html>", content_type="text/html")

    with chromium.new_context() as context:
        page = context.new_page()
        page.route("**/*", answer)
        page.goto(f"{ROOM}page/")
        return page.evaluate(f"import('{ROOM}one/one.js').then((one) => one.default())"), asked


@pytest.mark.every_time
def test_a_script_does_what_its_modules_do(chromium, components):
    folder = components(
        one__one=ONE, one__counts=COUNTS, one__names=NAMES, two__two=TWO, two__shared=SHARED
    )
    expected = ["mine", 4, "name 2", "name 3", "return { theirs };", 2]
    apart, _ = run(chromium, folder, Path.read_bytes)
    joined, asked = run(chromium, folder, script)
    assert apart == joined == expected
    assert asked == ["page/", "one/one.js", "two/shared.js"]
