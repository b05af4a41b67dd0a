"""`python -m ndcg_ui`, and so `ndcg app`: starts the app with its own settings, from any folder.

`--port` and `--address` are Streamlit's `--server.port` and `--server.address`. All other arguments
go to `streamlit run` unchanged.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from streamlit.web import cli

PACKAGE = Path(__file__).parent


def find_app_file() -> Path:
    """Return the path of app.py. Streamlit finds .streamlit/config.toml next to it.

    A wheel has both inside this package (setup.py). In a checkout they are one folder up.
    """
    carried = PACKAGE / "app_carried" / "app.py"
    return carried if carried.exists() else PACKAGE.parent / "app.py"


def make_streamlit_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the command-line arguments that start the app with `streamlit`.

    Raises SystemExit for `--help` and for a bad `--port`.

    >>> make_streamlit_arguments(["--port", "8600"])[2:]
    ['--server.port=8600']
    """
    parser = ArgumentParser(
        prog="ndcg app",
        description="Start the app and open it in a browser. Ends with Ctrl+C.",
        epilog="Other options go to `streamlit run`, such as --server.headless true.",
    )
    parser.add_argument("--port", type=int, help="the port to listen on, 8501 by default")
    parser.add_argument("--address", help="0.0.0.0 answers a whole classroom; default: localhost")
    own, rest = parser.parse_known_args(arguments)
    named = {"port": own.port, "address": own.address}
    flags = [f"--server.{name}={value}" for name, value in named.items() if value is not None]
    return ["run", str(find_app_file()), *flags, *rest]


if __name__ == "__main__":
    cli.main(make_streamlit_arguments(sys.argv[1:]), prog_name="streamlit")
