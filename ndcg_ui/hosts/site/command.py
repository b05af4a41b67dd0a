"""The command `ndcg site`: the tutorial as files for any web server."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ndcg_ui.hosts.server.own_address import normalize_address
from ndcg_ui.hosts.site.headers import HEADER_FILES
from ndcg_ui.hosts.site.writing import build_site, fetch_pyodide, write_folder, write_package

UPLOAD_ADVICE = (
    "Upload the folder to any web server. To try it here: python -m http.server --directory {}"
)


def run_command(arguments: Sequence[str], program: str) -> str:
    """Write a site or SCORM package for command-line arguments, and return a summary.

    Raises SystemExit for bad arguments, and ValueError if the site cannot be written.
    """
    parser = ArgumentParser(
        prog=program,
        description="Write the tutorial as static files for any web server.",
        epilog="NDCG_LESSONS can name a folder with other lessons.",
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="a folder, or a ZIP for a package")
    package = parser.add_mutually_exclusive_group()
    package.add_argument(
        "--scorm", action="store_const", const="1.2", default="", help="make a SCORM 1.2 package"
    )
    package.add_argument(
        "--scorm2004",
        action="store_const",
        const="2004",
        dest="scorm",
        help="make a SCORM 2004 package (4th edition)",
    )
    parser.add_argument(
        "--pyodide", metavar="FOLDER", type=Path, help="a folder with Pyodide; default: from npm"
    )
    parser.add_argument("--server", default="", help="the address of an app server, for classes")
    parser.add_argument(
        "--address", default="", help="the address of this site, for pictures in previews"
    )
    for_hosts = "write the headers that this kind of host should send"
    parser.add_argument("--headers", choices=[*HEADER_FILES], help=for_hosts)
    chosen = parser.parse_args(arguments)
    if chosen.headers and chosen.scorm:
        parser.error("argument --headers: an LMS sends its own headers")
    if chosen.address and chosen.scorm:
        parser.error("argument --address: a package has no address of its own")
    try:
        address = normalize_address(chosen.address) if chosen.address else ""
    except ValueError as error:
        parser.error(f"argument --address: {error}")
    with TemporaryDirectory() as scratch:
        pyodide = chosen.pyodide or fetch_pyodide(Path(scratch))
        made = build_site(pyodide, chosen.server, chosen.scorm, address)
    if chosen.headers:
        name, write_headers = HEADER_FILES[chosen.headers]
        made[name] = write_headers().encode()
    (write_package if chosen.scorm else write_folder)(made, chosen.out)
    size = sum(map(len, made.values())) / 1e6
    text = f"{chosen.out}: {len(made)} files, {size:.1f} MB."
    return text if chosen.scorm else f"{text}\n{UPLOAD_ADVICE.format(chosen.out)}"
