"""Limits on clients: size, number, rate and waiting time.

A rate is a pair: the number allowed at once, then the number per second.
"""

# --- What pages read from links, fields and components ------------------------------------------

LONGEST_RANKING = 20_000
"""Characters of a ranking. A ranking that fills the board has far fewer."""

MOST_DOCUMENTS = 200
"""Documents on a board."""

LONGEST_LABEL = 40
"""Characters of a document's name."""

LONGEST_LABEL_TEXT = 400
"""Characters of the text that a document's name is made from."""

LONGEST_SETTING = 200
"""Characters of a setting in a link."""

LONGEST_WHOLE_NUMBER = 6
"""Digits of a whole number in a link."""

LARGEST_WHOLE_NUMBER = 10**LONGEST_WHOLE_NUMBER - 1
"""The largest whole number in a link."""

LONGEST_QUERY = 6_000
"""Characters of a query in our links. Every server accepts as many. The page of conventions has
such a link for each of 150 libraries."""

LONGEST_PROGRESS_FILE = 400_000
"""Characters of a progress file, which arrives in one field. All lessons take a quarter of it."""

# --- Pages and their connections ----------------------------------------------------------------

LONGEST_MESSAGE = 1_000_000
"""Bytes of one message to the server. Streamlit needs a third of a second to read JSON of this
size with very many keys."""

MESSAGES_AT_ONCE = 40
"""Messages that one connection may send at once. Later ones wait."""

MESSAGES_PER_SECOND = 10.0
"""Messages per second that one connection may send after the burst."""

BYTES_PER_COUNTED_MESSAGE = 10_000
"""A long message counts once more for each of these, because it takes longer to read."""

SECONDS_OF_WAITING_MESSAGES = 30.0
"""A connection is closed if its messages have waited this long in total, without a pause."""

SECONDS_TO_HAND_OVER = 0.00005
"""The time that a thread keeps the interpreter while another one waits
(docs/reference/benchmarks.md)."""

OBJECTS_TO_COLLECT = (1_000, 10, 100)
"""The thresholds of Python's garbage collector. A collection of all objects of 200 sessions stops
everybody for about 70 ms. By default, Python does it every four seconds. A collection of 50,000
older objects takes 20 to 40 ms."""

PAGES_KEPT = 64
"""Finished pages in the cache."""

PICTURES_KEPT = 64
"""Finished pictures of previews in the cache. A picture has about 20 kB."""

LONGEST_ACT = 100_000
"""Bytes of an action with its link."""

SHORT_ACT = 1_000
"""Bytes of an action whose time can be expected from the last one on its page. It has no record,
and at most a board of 200 documents, which takes about 12 ms."""

LONGEST_ACT_WITH_RECORD = 2 * LONGEST_PROGRESS_FILE + LONGEST_ACT
"""Bytes of an action in the course: with the course's record, and one loaded from a file."""

SECONDS_FOR_ACT = 20.0
"""The time in which an action must arrive. A long record over a slow line takes a while."""

MOST_VISITORS = 1000
SPARE_FILES = 100
FILES_PER_VISITOR = 4
MOST_FILES = 65_536

SECONDS_TO_SPEAK = 20.0
"""A connection that has sent nothing for about this long is closed."""

SECONDS_BEFORE_REFUSAL = 5.0
"""A connection without a free slot is refused after about this long, so that the client does not
connect again at once."""

# --- What one address may use (`shares`): a class behind an address uses far less ---------------

MAX_WAITING_WORK = 1_000
"""Tasks that wait for a thread. One address may have as many as it leaves free for all other
addresses, so the first address may have half. This also holds for seats and streams."""

BYTES_OF_ACTS = 50_000_000
"""Bytes of all actions that have arrived, shared in the same way."""

WORK_THREADS = 2
"""Addresses whose work runs at the same time."""

PROCESSOR_TIME_RATE = (4.0, 0.5)
"""Seconds of processor time for one address, as a rate. An action takes about 2 ms. If 300 learners
behind one address each send one every two seconds, they take 0.3 seconds per second."""

SECONDS_OF_SHORT_WORK = 0.006
"""Longer work is charged more, by the square of its time, because it slows short actions of others.
An action runs on the event loop if the last one on its page took less than this."""

SECONDS_ALONE = 10.0
"""An address that had the queue to itself for this long does not wait."""

LONGEST_DEBT = 1.0
"""The most seconds that a single task is charged, and so the longest wait that a task causes."""

SECONDS_OF_A_REQUEST = 0.2
"""A request that used this much processor time stops, and the client must send it again."""

SECONDS_OF_A_PAUSE = 0.001
"""Long work pauses for so long while short work runs."""

LONGEST_PAUSE = 0.5
"""The most seconds that a request pauses for short work, so that the request ends under load."""

# --- Classes: all learners of a class may share an address, which is slowed far above that ------

LONGEST_CLASS_MESSAGE = 8_000
"""Bytes of one message. Twenty cells of a sheet take a fifth of it."""

LONGEST_PLAN = 3_500_000
"""Bytes of a message with a plan: a file of at most 64,000 characters (`read_plan`) with at most
ten images of 250,000 bytes in base64."""

LONGEST_LINK = 80_000
"""Bytes of a message with the answers of a page to take home."""

LONGEST_QUESTION = 420_000
"""Bytes of a message with one question: its form, and an image in base64."""

MOST_IMAGE_BYTES = 200_000_000
"""Bytes of the images of all rooms. Beyond it, no room with images is opened."""

SECONDS_FOR_MESSAGE = 10.0
"""The time in which a message must arrive."""

REFUSAL_RATE = (60, 1.0)
"""The rate at which one address may ask for rooms that it is not allowed to make."""

MOST_NOT_JUDGED = 10
"""A wall waits for at most this many unmarked answers. With more, it shows the others first."""

GUESSES_TRUSTED = (20, 1 / 30)
"""The rate of wrong codes that are answered at once for one address. A class makes a few typing
errors. An address with more waits among those who guess."""

GUESS_RATE = (40, 5.0)
"""The rate of wrong codes for all addresses that guess. There are a million codes, and at five per
second, trying all of them takes two and a half days."""

GUESSES_EACH = (20, 2.5)
"""The rate of wrong codes for one address that guesses."""

GUESSES_OF_TRUSTED = (400, 10.0)
"""The rate of wrong codes for all addresses that have guessed little, so that 300 addresses
together are not faster than this."""

LONGEST_WAIT_TO_JOIN = 2.0
"""Seconds that a code waits for its turn. With a longer wait it is refused."""

JOIN_RATE = (400, 100.0)
"""The rate of learners who join one room."""

JOINS_EACH = (300, 5.0)
"""The rate of learners who join from one address, in all rooms: 300 per minute."""

JOIN_MINUTES = 30
"""The desk shows the number of joins in each of the last minutes, for this many minutes."""

LONGEST_COUNTDOWN = 3_600
"""The most seconds that one command may add to a countdown."""

ANSWER_RATE = (20, 2.0)
"""The rate of answers of one learner."""

STREAMS_EACH = 3
"""Event streams of one learner, for a page that is open twice. A new stream ends the oldest."""

STREAMS_OF_A_WALL = 20
"""Event streams of one wall or desk, for several screens. A new stream ends the oldest."""

STREAM_OPENING_RATE = (60, 1.0)
"""The rate at which one address opens streams with one secret."""

MOST_STREAMS = 5_000
"""All streams. One address may have as many as it leaves free for all others."""

MOST_ROOMS = 500

ROOM_OPENING_RATE = (60, 1 / 60)
"""The rate at which one address makes rooms."""

SECONDS_UNTIL_ABANDONED = 1_800.0
"""A room without a learner and a command for this long is deleted if there are too many rooms."""

ADDRESSES_KNOWN = 20_000
"""Addresses, learners or rooms whose rates are remembered. The oldest are forgotten."""

SECONDS_BETWEEN_KEEP_ALIVES = 15.0
"""A stream without news sends a keep-alive message after this long."""

SECONDS_BETWEEN_WALLS = 0.5
"""The shortest time between two updates of a wall, however many learners answer."""

SECONDS_BETWEEN_CLASS_SWEEPS = 600.0

# --- Files for /evaluate ------------------------------------------------------------------------

UPLOAD_MB = "NDCG_UPLOAD_MB"
"""The environment variable for the size of a file for /evaluate."""

UPLOAD_MB_DEFAULT = 200
"""The size without the environment variable."""

UPLOADS_AT_ONCE = 10
"""All visitors' files together may have this many times the size of one file."""

SECONDS_FOR_A_FILE = 600.0
"""The time in which a file must arrive."""

SLOWEST_UPLOAD = 20_000
"""Bytes per second at which a file must arrive. A slower upload is ended."""

SECONDS_OF_SLOW_UPLOAD = 10.0
"""The time over which the speed of an upload is measured."""

BYTES_BETWEEN_ROOM_CHECKS = 8_000_000
"""After this many bytes of an upload, the server checks again that there is room for it."""

MOST_EVALUATIONS = 2
"""Evaluations of files that one server process runs at once. Others wait."""

SECONDS_WITHOUT_USE = 3_600.0
"""A folder without use for this long is removed, unless a session of a running server holds it."""

SECONDS_BETWEEN_FOLDER_SWEEPS = 600.0
"""The time between two checks for unused folders. Each check marks the folders in use."""

SECONDS_FOR_WORK = 600
"""Processor time of one evaluation."""

BYTES_FOR_WORK = 8_000_000_000
"""Address space of one evaluation."""

BYTES_FOR_SMALL_WORK = 1_500_000_000
"""Address space of an evaluation of small files. The libraries take 600 MB of it."""

BYTES_FOR_EACH_BYTE = 300
"""Address space for each byte of a file. A gzipped text of ids unpacks to ten times its size, and
reading, sorting and joining a row of 30 bytes takes about 500."""

# The limits of reading a visitor's file, as in `ndcg_core.evaluation.files.contents`.
BYTES_OF_A_LINE = 1_000_000
BYTES_OF_AN_ID = 2_000
MOST_COLUMNS = 200
MOST_QUERIES = 100_000
DOCUMENTS_OF_A_QUERY = 100_000

BYTES_OF_A_SUMMARY = 5_000_000
"""Bytes of an evaluation's results as JSON that a server reads."""

BYTES_OF_A_RESULT = 100_000_000
"""Bytes of an evaluation's results as a table that a server reads."""
