"""A live class over the network.

settings             the environment's: the database, the hours, the key
database, repository rooms, learners and ballots, in SQL that SQLite and PostgreSQL both understand
service              the acts: make a room, join it, answer, command
marking              verdicts on answers, made ahead of time
hub, streams         the rooms that this process's streams follow, and their events
screens, walls       the content of phones, wall and desk
review               what remains of a class: for its teacher, for each learner, as a table
choosing             the questions for a teacher to choose from, and plans
routes, pages        all of it over HTTP
life                 the classes of this process, from its start to its end
"""
