"""The numbers that nobody in a class can exceed; a class shares one address, so none is by it."""

from __future__ import annotations

LONGEST_MESSAGE = 8_000
"""Bytes of one message: twenty cells of a sheet are a fifth of it."""
LONGEST_PLAN = 200_000
SECONDS_FOR_MESSAGE = 10.0
"""A message that takes longer to come is not waited for."""

PLANS, PLANS_A_SECOND = 60, 3.0
"""Plans that are read at once, and then a second, of everybody together."""

MOST_NOT_JUDGED = 10
"""Answers that are waited for before something is shown; with more, the rest is shown first."""

SECONDS_UNTIL_IDLE = 600.0
"""After so long without an answer the process that marks sheets is ended."""

GUESSES, GUESSES_A_SECOND, MOST_WAITING = 30, 5.0, 100
"""Wrong codes that are answered at once, and then a second, all who guess together; and how many
wait. There are a million codes: at five a second, two and a half days for all of them."""

JOINS, JOINS_A_SECOND = 400, 100.0
"""Learners of one room that join at once, and then a second."""

ANSWERS, ANSWERS_A_SECOND = 20, 2.0
"""Answers of one learner that are taken at once, and then a second."""

STREAMS_EACH = 3
"""Streams of events of one learner, for a page that is open twice; the oldest ends."""
MOST_STREAMS = 5_000

MOST_ROOMS = 500
ROOMS, ROOMS_A_SECOND = 60, 1.0

SECONDS_BETWEEN_SIGNS = 15.0
"""After so long without news a stream gives a sign of life."""
SECONDS_BETWEEN_WALLS = 0.5
"""A wall is drawn at most so often, however many answer."""
SECONDS_BETWEEN_SWEEPS = 600.0
