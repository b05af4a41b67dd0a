"""The contents of a wheel besides its packages, and its description. See pyproject.toml.

Lessons, app.py and the server's settings stand at the top of a checkout, where people look for
them. A wheel has no top, so they travel inside the packages that read them.
"""

import re
import sys
from pathlib import Path
from shutil import copyfile, copytree, rmtree

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
CARRIED = {
    "lessons": "ndcg_core/lessons_carried",
    "app.py": "ndcg_ui/app_carried/app.py",
    ".streamlit": "ndcg_ui/app_carried/.streamlit",
}
"""The path in a wheel of each file or folder of the checkout, for `find_lessons_folder`."""


class BuildWithContent(build_py):
    """Build the packages with the content in them. An editable install needs none."""

    def run(self) -> None:
        """Join scripts and style, and build into `build_lib` for the wheel."""
        sys.path.insert(0, str(ROOT))
        from ndcg_ui.hosts.building import write_component_files

        write_component_files()
        super().run()
        if not self.editable_mode:
            carry(Path(self.build_lib))


def carry(target: Path) -> None:
    """Copy the folders of CARRIED, and write the manifest that Streamlit reads."""
    for name, inside in CARRIED.items():
        (target / inside).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            rmtree(target / inside, ignore_errors=True)  # an earlier build's, with old lessons
            copytree(ROOT / name, target / inside)
        else:
            copyfile(ROOT / name, target / inside)
    (target / "ndcg_ui" / "pyproject.toml").write_text(manifest(), encoding="utf-8")


def manifest() -> str:
    """Return the components of pyproject.toml, with folders relative to the package."""
    import tomllib  # not above: an older Python has none, and pip is to say that it is older

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = ["[project]", f'name = "{project["project"]["name"]}"']
    for component in project["tool"]["streamlit"]["component"]["components"]:
        lines += [
            "\n[[tool.streamlit.component.components]]",
            f'name = "{component["name"]}"',
            f'asset_dir = "{component["asset_dir"].removeprefix("ndcg_ui/")}"',
        ]
    return "\n".join(lines) + "\n"


def repository() -> str:
    """Return the repository's address from pyproject.toml, or ""."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^repository = "(.*?)/?"$', project, re.MULTILINE)[1]


def for_an_index(text: str, where: str) -> str:
    """Return README with absolute links for a package index.

    where: the repository's address, or "".
    """

    def absolute(link: re.Match[str]) -> str:
        image, label, path = link.groups()
        if not where:
            return "" if image else label
        return f"{image}[{label}]({where}/{'raw' if image else 'blob'}/HEAD/{path})"

    return re.sub(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)", absolute, text)


def main() -> None:
    """Build, or describe the project to pip. An older Python stops here."""
    setup(
        cmdclass={"build_py": BuildWithContent},
        long_description=for_an_index((ROOT / "README.md").read_text("utf-8"), repository()),
        long_description_content_type="text/markdown",
        project_urls={"Source": repository()} if repository() else {},
    )


if __name__ == "__main__":
    main()
