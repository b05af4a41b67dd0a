"""The numbers that nobody can exceed, and what the process may open."""

from __future__ import annotations

from contextlib import suppress

LONGEST_MESSAGE = 2_000_000
"""Bytes of one message to the server: a progress file that is loaded comes as one."""

BURST, STEADY = 20, 5.0
"""Messages of one connection that are taken at once, and then a second."""

READ_BURST, READ_STEADY = 200, 200.0
"""Messages of one connection that are read, to find the newest, at once and then a second."""

BYTES_EACH = 10_000
"""A long message counts as one more for each so many bytes: it takes longer to read."""

QUEUE = 50
"""Messages of one connection that wait at most; then nothing more is read from it."""

SECONDS_FOR_A_TURN = 30.0
"""How long a new visitor waits at most for the first pages of those who came before."""

SECONDS_TO_RECEIVE = 0.03
"""What a new visitor costs besides the run of a page: a connection, a session, their end."""

SECONDS_TO_GIVE_WAY = 0.5
"""How long the first page of a new visitor waits, in all, for those who are moving something."""

SECONDS_TO_HAND_OVER = 0.001
"""How long one thread keeps the interpreter while another waits for it."""

RUNS_AT_ONCE, SECONDS_OF_A_PLACE = 3, 0.1
"""Runs that are in the works at once, until they are sent or have taken so long."""

SECONDS_IN_ONE_GO = 0.05
"""How long what a run says is kept, for its end to be sent with it."""

OBJECTS_TO_COLLECT = (1_000, 10, 100)
"""After how many new objects Python looks for those that only know each other: among these, among
older ones after so many such looks, among all after so many of those. To look through all of 200
sessions stops everybody for some 70 ms, as Python has it every four seconds; to look through 50,000
older ones for 20 to 40 ms."""

FIRST_SCREENS_KEPT, LINKS_WAITING = 64, 8
"""First screens that are kept as made; and how many of what a link asks for wait to be made: one
more comes without its first screen, or not at all."""

MOST_VISITORS = 1000
SPARE_FILES, FILES_EACH = 100, 4
MOST_FILES = 65_536

SECONDS_FOR_HEADERS = 10.0
SECONDS_FOR_UPLOAD = 60.0


def raise_file_limit() -> int:
    """Let the process open as many files as it may, and return how many that is."""
    try:
        import resource
    except ImportError:  # Windows, where the limit is another one and high
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):  # macOS names a hard limit that it does not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def seats(files: int) -> int:
    """Return how many visitors fit when the process may open so many files.

    >>> seats(1024), seats(65_536)
    (231, 1000)
    """
    return max(1, min(MOST_VISITORS, (files - SPARE_FILES) // FILES_EACH))


SECONDS_TO_LEAVE = 3
"""After a page was asked for, so long nothing is run of the one that was left."""
