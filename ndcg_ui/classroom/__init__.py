"""A live class over the network.

settings             where it is stored, for how long, who may make a room
database, repository what is stored, in SQL that SQLite and PostgreSQL both understand
service              what can be done: make a room, join it, answer, command
hub, streams         who follows which room in this process, and what each is sent
screens, walls       what phones, wall and desk show
routes, pages        the same over HTTP
"""
