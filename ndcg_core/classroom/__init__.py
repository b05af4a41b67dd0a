"""A live class: room, questions, answers, and what a class's answers come to. Nothing is sent or
stored here.

    room              the questions of a plan, each in a phase; commands, and which ballots count
    question          what every kind of question can do; the kinds: lesson_questions,
                      sheets_and_orders
    references        what a plan calls its questions, and one more of the same kind
    tally             what all ballots of a vote come to
"""
