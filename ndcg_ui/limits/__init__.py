"""Limits on clients: size, number, rate and waiting time."""

# --- What pages read from links, fields and components ------------------------------------------

LONGEST_RANKING = 20_000
"""Characters of a ranking, however it is written: one that fills the board has far fewer."""

MOST_DOCUMENTS = 200
"""Documents on a board."""

LONGEST_LABEL, LABEL_READ = 40, 400
"""Characters of a document's name, and of the text that one is made of."""

LONGEST_SETTING, LONGEST_WHOLE_NUMBER = 200, 6
"""Characters of a setting in a link, and digits of a whole number there."""

LONGEST_QUERY = 6_000
"""Characters of the query of an address that a page of ours links to: every server takes so many,
and the page of conventions has one for each of 150 libraries."""

LONGEST_PROGRESS_FILE = 400_000
"""Characters of a file with somebody's progress, which arrives in one field: all lessons taken are
a quarter of that."""

# --- Pages and their connections ----------------------------------------------------------------

LONGEST_MESSAGE = 1_000_000
"""Bytes of one message to the server: Streamlit takes a third of a second to read as much
JSON of very many keys."""

BURST, STEADY = 40, 10.0
"""Messages of one connection that are taken at once, and then a second; a later one waits."""

BYTES_EACH = 10_000
"""A long message counts as one more for each so many bytes: it takes longer to read."""

SECONDS_OF_HASTE = 30.0
"""A connection whose messages have waited for so long together, without a pause, is closed."""

SECONDS_TO_HAND_OVER = 0.00005
"""How long a thread keeps the interpreter while another waits (docs/reference/benchmarks.md)."""

OBJECTS_TO_COLLECT = (1_000, 10, 100)
"""After how many new objects Python looks for those that only know each other: among these, among
older ones after so many such looks, among all after so many of those. To look through all of 200
sessions stops everybody for some 70 ms, as Python has it every four seconds; to look through 50,000
older ones for 20 to 40 ms."""

PAGES_KEPT = 64
"""Pages that are kept as made."""

LONGEST_ACT = 100_000
"""Bytes of an act, with the link that it is done to."""

SHORT_ACT = 1_000
"""Bytes of an act that takes about as long as the last one on its page: no record, and no more than
a board of 200 documents, which takes some 12 ms."""

LONGEST_ACT_WITH_RECORD = 2 * LONGEST_PROGRESS_FILE + LONGEST_ACT
"""Bytes of an act in the course: with the record of it, and with one that is loaded from a file."""

SECONDS_FOR_ACT = 20.0
"""An act that takes longer to come is not waited for: a long record over a slow line."""

MOST_VISITORS = 1000
SPARE_FILES, FILES_EACH = 100, 4
MOST_FILES = 65_536

SECONDS_TO_SPEAK = 20.0
"""A connection that has sent nothing for about so long is closed."""

SECONDS_BEFORE_REFUSAL = 5.0
"""A connection without a place hears so after about so long, and does not ask again at once."""

# --- What one address may hold (`shares`): a class behind one has far less -----------------------

PLACES_IN_LINE, BYTES_OF_ACTS = 1_000, 50_000_000
"""How many things wait for a thread, and how long all acts together are that have come. As of seats
and streams, one address may have as many as stay free for all others: the first of them half."""

THREADS = 2
"""So many addresses have something worked out at once."""

PROCESSOR = (4.0, 0.5)
"""Seconds of the processor that an address takes at once, and then a second. An act takes some
2 ms: 300 learners behind one address, each with one every two seconds, take 0.3 a second."""

SECONDS_OF_SHORT_WORK = 0.006
"""What takes longer counts more often, by the square of its time: short acts of others are slowed
by what runs beside them. An act on a page whose last one took less is worked out on the loop."""

SECONDS_ALONE, LONGEST_DEBT = 10.0, 1.0
"""Who has the line to themselves for so long waits for nobody; and never for more than they owe,
which one thing makes no longer than that."""

SECONDS_OF_A_REQUEST = 0.2
"""After so much of the processor a request gets no further, and is to be asked again."""

# --- A class: all of one may share an address, which is slowed only far above that --------------

LONGEST_CLASS_MESSAGE = 8_000
"""Bytes of one message: twenty cells of a sheet are a fifth of it."""
LONGEST_PLAN = 80_000
"""Bytes of a message with a plan, whose file has at most 64,000 characters (`read_plan`)."""
SECONDS_FOR_MESSAGE = 10.0
"""A message that takes longer to come is not waited for."""

NOT_ALLOWED = (60, 1.0)
"""Rooms that one address wants to make and may not, answered at once, and then a second."""

MOST_NOT_JUDGED = 10
"""Answers that are waited for before something is shown; with more, the rest is shown first."""

GUESSES_TRUSTED = (20, 1 / 30)
"""Wrong codes of one address that are answered at once, and then a second: a class behind one has a
few, as codes with a slip. Who tries more waits among those who guess."""

GUESSES, GUESSES_EACH = (40, 5.0), (20, 2.5)
"""Wrong codes that are answered at once, and then a second: of all who guess together, and of one
address. There are a million codes: at five a second, two and a half days for all of them."""

GUESSES_OF_TRUSTED = (400, 10.0)
"""The same of all who have guessed little: 300 addresses that guess as fast as they may are no
faster than that."""

LONGEST_WAIT_TO_JOIN = 2.0
"""Seconds that a code waits for its turn; who would wait longer is sent away."""

JOINS = (400, 100.0)
"""Learners of one room that join at once, and then a second."""

JOINS_EACH = (300, 5.0)
"""Learners of one address, in all rooms, that join at once, and then a second: 300 a minute."""

JOIN_MINUTES = 30
"""Of so many minutes a teacher's desk shows how many joined in each."""

LONGEST_COUNTDOWN = 3_600
"""Seconds by which one command stretches a countdown at most."""

ANSWERS = (20, 2.0)
"""Answers of one learner that are taken at once, and then a second."""

STREAMS_EACH, STREAMS_OF_A_WALL = 3, 20
"""Streams of events of one learner, for a page that is open twice, and of one wall or desk, for
several screens; the oldest ends."""
STREAMS_OPENED = (60, 1.0)
"""Streams that one address opens with one secret at once, and then a second."""
MOST_STREAMS = 5_000
"""Streams of all; of one address as many as stay free for all others."""

MOST_ROOMS = 500
ROOMS = (60, 1 / 60)
"""Rooms that one address makes at once, and then a second."""

SECONDS_UNTIL_ABANDONED = 1_800.0
"""A room without a learner and without a command gives way after so long, where there are as many
rooms as can be."""

ADDRESSES_KNOWN = 20_000
"""Addresses, learners or rooms of which it is known how fast they came; the longest ago are
forgotten."""

SECONDS_BETWEEN_SIGNS = 15.0
"""After so long without news a stream gives a sign of life."""
SECONDS_BETWEEN_WALLS = 0.5
"""A wall is drawn at most so often, however many answer."""
SECONDS_BETWEEN_CLASS_SWEEPS = 600.0

# --- Files for /evaluate ------------------------------------------------------------------------

UPLOAD_MB, UPLOAD_MB_DEFAULT = "NDCG_UPLOAD_MB", 200
"""The environment variable for the size of a file that /evaluate takes, and what holds without."""

UPLOADS_AT_ONCE = 10
"""Everybody's files together may have so many times that size."""

SECONDS_FOR_A_FILE = 600.0
"""A large file over a slow line takes longer than what a page sends."""

SLOWEST_UPLOAD, SECONDS_OF_SLOWNESS = 20_000, 10.0
"""Bytes a second that come at least of a file, over each so many seconds: an upload that stands
still, or drips, is ended."""

BYTES_BETWEEN_LOOKS = 8_000_000
"""After so many further bytes of a file it is looked whether there is still room for it."""

WORKERS = 2
"""So many evaluations of somebody's files one server process runs at once; the next ones wait."""

SECONDS_WITHOUT_USE = 3_600.0
"""What lies in the common folder so long without use, and is no living session's, is removed."""

SECONDS_BETWEEN_FOLDER_SWEEPS = 600.0
"""So often a server says which folders are in use, and looks for those that are not."""

SECONDS_FOR_WORK, BYTES_FOR_WORK = 600, 8_000_000_000
"""Processor time and address space of one evaluation."""
BYTES_FOR_SMALL_WORK, BYTES_FOR_EACH_BYTE = 1_500_000_000, 300
"""Address space of an evaluation of small files, of which libraries take 600 MB; and what each byte
of a file adds: a gzipped text of ids unpacks to ten times its size, and a row of 30 bytes of text
is read, sorted and joined in some 500."""

BYTES_OF_A_LINE, BYTES_OF_AN_ID, MOST_COLUMNS = 1_000_000, 2_000, 200
MOST_QUERIES, DOCUMENTS_OF_A_QUERY = 100_000, 100_000
"""What is read of somebody's file: as in `ndcg_core.evaluation.files.contents`."""

BYTES_OF_A_SUMMARY, BYTES_OF_A_RESULT = 5_000_000, 100_000_000
"""What comes out of an evaluation, in JSON and as a table: a server reads no more."""
