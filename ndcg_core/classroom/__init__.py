"""A live class: room, questions, answers, and what a class's answers come to. Nothing is sent or
stored here.

    rounds     a question in its phase
    room       the questions of a plan, each in a phase; what a teacher's command makes of it
    question   one question in one of six ways of answering it, with what an answer is
    ballot     one person's answer to one vote on one question
    tally      what all ballots of a vote come to
"""
