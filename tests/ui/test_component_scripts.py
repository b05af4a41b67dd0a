"""A component's script is what its modules are, in one file."""

import re

import pytest

from ndcg_core.content import beside
from ndcg_ui import scripts
from ndcg_ui.scripts import COMPONENTS, script
from tests.ui.scenes import needs_node, scenes

CASES = beside(__file__, "cases.toml")["component_scripts"]

IMPORT = 'import one from "./one/one.js";\n'
ONE = """import { half, Counter as Counts } from "./counts.js";
import { name } from "./names.js";
import { taken } from "../two/shared.js";
const HALF = "mine";
export default async function () {
  const counts = new Counts();
  return [HALF, half(8), counts.next(), counts.next(), await name(), taken()];
}
"""
COUNTS = """// Has a name that others have too, and one that runs before it is written.
import { LIMIT, name as named } from "./names.js";
import { taken } from "../two/shared.js";
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
    monkeypatch.setattr(scripts, "COMPONENTS", tmp_path)

    def written(**texts: str):
        for name, text in texts.items():
            file = tmp_path / f"{name.replace('__', '/')}.js"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        return tmp_path

    return written


def result(to, modules):
    to.mkdir()
    return scenes(to, modules, IMPORT)("const result = await one();")


@needs_node
def test_a_script_does_what_its_modules_do_each_fetched_for_itself(components, tmp_path):
    folder = components(
        one__one=ONE, one__counts=COUNTS, one__names=NAMES, two__two=TWO, two__shared=SHARED
    )
    expected = ["mine", 4, "name 2", "name 3", "return { theirs };", 2]
    apart = {f"{f.parent.name}/{f.name}": f.read_text() for f in folder.glob("*/*.js")}
    assert result(tmp_path / "apart", apart) == expected
    joined = {"one/one.js": script("one").decode()}
    assert result(tmp_path / "joined", joined) == expected


def test_a_script_holds_all_that_it_imports_each_module_once():
    for name in ("ask", "board", "drop", "exhibit", "figure", "lab", "markup", "player", "sheet"):
        text = script(name).decode()
        assert "\nimport " not in text
        modules = re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)
        assert len(modules) == len(set(modules))
        assert "$markup_places" in modules
        assert text.endswith((COMPONENTS / name / f"{name}.js").read_text("utf-8")[-200:])


def test_modules_that_import_each_other_are_refused_by_name(components):
    components(
        one__one='import { a } from "./a.js";\nexport default function () {}\n',
        one__a='import { b } from "./b.js";\nexport const a = 1;\n',
        one__b='import { a } from "./a.js";\nexport const b = 2;\n',
    )
    with pytest.raises(ValueError, match=r"one: a\.js imports itself"):
        script("one")


@pytest.mark.parametrize("line", CASES["imports"])
def test_an_import_or_export_of_another_kind_is_refused_with_what_works(components, line):
    components(
        one__one='import { a } from "./a.js";\nexport default function () {}\n',
        one__a=f"const a = 1;\n{line}\n",
        one__b="export const b = 2;\n",
    )
    with pytest.raises(ValueError, match=r"one/a\.js: .* cannot be joined; what works is"):
        script("one")
