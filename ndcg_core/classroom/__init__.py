"""The rules of a live class without I/O: rooms, questions, answers and results.

room              a plan's questions and their phases, the commands, and the rules for ballots
question          the interface of every kind of question
lesson_questions, sheets_and_orders, open_texts
the kinds of questions
own_questions     questions that a teacher writes
formulas, images  the formulas and images in a teacher's questions
plans             a plan's file, and the advice to the teacher
references        the names of questions in a plan, and more questions of the same kind
pictures          the rankings that are drawn next to a question
alike_mistakes    mistakes that give the same number
tally             the results of a vote
learning_gain     the learning gain between two parallel tests
codes             codes of rooms and names of learners
"""
