"""A live class over the network: what is kept, who is told, the routes and the pages.

settings    where it is kept, for how long, who may make a room
books       what is kept, in SQL that SQLite and PostgreSQL both understand
keeping     answers committed in groups, and acknowledged once they are
hub         who listens to which room in this process, and what each is told
school      what can be done: make a room, join it, answer, command, count
routes      the same over HTTP
"""
