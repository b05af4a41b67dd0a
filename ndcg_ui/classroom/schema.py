"""The tables, a version at a time: a database of an older version is brought up to date in order.

Secrets are kept as digests alone. Nothing in here says who anybody is: a learner is a number.
"""

from __future__ import annotations

VERSIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE rooms (
            code TEXT PRIMARY KEY,
            plan TEXT NOT NULL,
            state TEXT NOT NULL,
            revision BIGINT NOT NULL,
            version BIGINT NOT NULL,
            joined BIGINT NOT NULL,
            salt BIGINT NOT NULL,
            steering TEXT NOT NULL,
            showing TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            expires DOUBLE PRECISION NOT NULL)""",
        """CREATE TABLE learners (
            token TEXT PRIMARY KEY,
            code TEXT NOT NULL,
            number BIGINT NOT NULL,
            UNIQUE (code, number))""",
        """CREATE TABLE ballots (
            code TEXT NOT NULL,
            round BIGINT NOT NULL,
            vote BIGINT NOT NULL,
            learner BIGINT NOT NULL,
            answer TEXT NOT NULL,
            sure TEXT NOT NULL,
            number BIGINT NOT NULL,
            PRIMARY KEY (code, round, vote, learner))""",
    ),
    (
        "ALTER TABLE rooms ADD COLUMN joining TEXT NOT NULL DEFAULT 'open'",
        "ALTER TABLE rooms ADD COLUMN removed BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE learners ADD COLUMN joined DOUBLE PRECISION NOT NULL DEFAULT 0",
    ),
)
"""The statements that lead from each version to the next; the first, from nothing to version 1."""
