"""A live class over the network.

store/         rooms, learners and ballots in SQLite or PostgreSQL, and the rooms that this process
               follows
shown/         the data that phones, wall, desk and review show, the choice of questions, and
               verdicts
service        the actions: make a room, join it, answer, command, delete
streams        the events for phones, walls and desks
routes, pages  the HTTP interface and the pages
reach          the test whether phones can reach the server
life           the classes of this process, from start to stop
"""
