"""The command `ndcg`, run in this process."""

import shlex

from ndcg_core.terminal import main


def said(capsys, line):
    arguments = shlex.split(line) if isinstance(line, str) else line
    try:
        code = main(arguments)
    except SystemExit as exit:
        code = exit.code
    out, err = capsys.readouterr()
    return code, out, err
