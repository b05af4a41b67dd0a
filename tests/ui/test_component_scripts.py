"""A component's script is what its modules are, in one file."""

import re

import pytest

from ndcg_ui.web.assets import files
from ndcg_ui.web.component_scripts import COMPONENTS, needed, script

NEAR = re.compile(r'^import .* from "\./([^"]+)";$', re.MULTILINE)


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
    assert {"markup/places.js", "ask/slider.js"} < set(names)  # shared with others
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
