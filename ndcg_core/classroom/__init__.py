"""A live class: room, questions, answers, and the results of a class. Nothing is sent or stored
here.

    room              the questions of a plan, each in a phase; commands, and which ballots count
    question          the interface of every kind of question; the kinds: lesson_questions,
                      sheets_and_orders
    own_questions     questions that a teacher writes
    plans             a plan's file, and the advice to its teacher
    references        the names of questions in a plan, and one more of the same kind
    tally             the results of a vote
    learning_gain     what a class has learned between two parallel tests
    codes             codes of rooms and names of learners
"""
