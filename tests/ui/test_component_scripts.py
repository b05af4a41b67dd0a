"""A component's script is what its modules are, in one file."""

import re
from pathlib import Path

import pytest

from ndcg_ui.server import component_scripts
from ndcg_ui.server.assets import files
from ndcg_ui.server.component_scripts import COMPONENTS, needed, script
from tests.ui.scenes import needs_node, scenes

NEAR = re.compile(r'^import .* from "\./([^"]+)";$', re.MULTILINE)
IMPORT = 'import one from "./ndcg-tutor.one/one.js";\n'
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


@pytest.fixture
def components(tmp_path, monkeypatch):
    """Write modules, as one__b="export ..." for one/b.js, to a folder in our components' place."""
    monkeypatch.setattr(component_scripts, "COMPONENTS", tmp_path)
    component_scripts._shared.cache_clear()

    def written(**texts: str):
        for name, text in texts.items():
            file = tmp_path / f"{name.replace('__', '/')}.js"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        return tmp_path

    yield written
    component_scripts._shared.cache_clear()


def result(folder, sent, to):
    """What the script of `one` says in Node where each file is sent so."""
    to.mkdir()
    modules = {
        f"ndcg-tutor.{file.parent.name}/{file.name}": sent(file).decode()
        for file in folder.glob("*/*.js")
    }
    return scenes(to, modules, IMPORT)("const result = await one();")


@needs_node
def test_a_script_does_what_its_modules_do_each_fetched_for_itself(components, tmp_path):
    folder = components(
        one__one=ONE, one__counts=COUNTS, one__names=NAMES, two__two=TWO, two__shared=SHARED
    )
    expected = ["mine", 4, "name 2", "name 3", "return { theirs };", 2]
    assert result(folder, Path.read_bytes, tmp_path / "apart") == expected
    assert result(folder, script, tmp_path / "joined") == expected
    assert NEAR.findall(script(folder / "one/one.js").decode()) == []


def test_every_module_that_is_not_in_a_script_alone_is_sent_as_it_is():
    for file in COMPONENTS.glob("*/*.js"):
        if file.stem != file.parent.name:
            assert script(file) == file.read_bytes()


def test_a_page_is_told_of_all_that_an_exhibit_imports_each_once():
    addresses = needed("exhibit")
    assert len(addresses) == len(set(addresses))
    assert set(addresses) <= set(files())
    names = [address.partition("ndcg-tutor.")[2] for address in addresses]
    assert names[0] == "exhibit/exhibit.js"
    assert {"board/board.js", "figure/figure.js", "sheet/sheet.js"} < set(names)
    assert {"markup/places.js", "markup/buttons.js"} < set(names)  # shared with others
    assert "board/view.js" not in names  # a part of the board's script
    assert not [name for name in names if name.startswith(("lab/", "drop/", "take/"))]


def test_what_a_shared_module_imports_stays_one_file_for_all(components):
    one = 'import { a } from "./a.js";\nimport { b } from "./b.js";\nexport const c = a + b;\n'
    folder = components(
        one__one=one,
        one__a='import { b } from "./b.js";\nexport const a = b;\n',
        one__b="export const b = {};\n",
        two__two='import { a } from "../ndcg-tutor.one/a.js";\nexport const d = a;\n',
    )
    assert NEAR.findall(script(folder / "one/one.js").decode()) == ["a.js", "b.js"]


def test_modules_that_import_each_other_are_refused_by_name(components):
    folder = components(
        one__one='import { a } from "./a.js";\nexport default function () {}\n',
        one__a='import { b } from "./b.js";\nexport const a = 1;\n',
        one__b='import { a } from "./a.js";\nexport const b = 2;\n',
    )
    with pytest.raises(ValueError, match=r"one: a\.js imports itself"):
        script(folder / "one/one.js")


@pytest.mark.parametrize(
    "line",
    [
        "export let a = 1;",
        "export { a };",
        'export * from "./b.js";',
        "import {",
        'import "./b.js";',
    ],
)
def test_an_import_or_export_of_another_kind_is_refused_with_what_works(components, line):
    folder = components(
        one__one='import { a } from "./a.js";\nexport default function () {}\n',
        one__a=f"const a = 1;\n{line}\n",
        one__b="export const b = 2;\n",
    )
    with pytest.raises(ValueError, match=r"one/a\.js: .* cannot be joined; what works is"):
        script(folder / "one/one.js")
