"""`python -m ndcg_core 3 2 3 0 1 --k 5 --convention lightgbm`, which is the command `ndcg`."""

import sys

from ndcg_core.terminal import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], "python -m ndcg_core"))
