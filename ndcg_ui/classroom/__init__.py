"""A live class over the network.

store/         what is kept: rooms, learners and ballots, in SQL that SQLite and PostgreSQL both
               understand, and the rooms that this process follows
shown/         what phones, wall and desk show, the questions to choose from, verdicts made ahead of
               time, and what remains of a class
service        the acts: make a room, join it, answer, command
streams        who is told, and what of
routes, pages  all of it over HTTP
life           the classes of this process, from its start to its end
"""
