"""What a program answers to the cases of its task, in CPython."""

from ndcg_core.code_lab import (
    CASES,
    TOLERANCE,
)


def outcomes(source, cases):
    """What a program returns for cases in CPython, one after the other, or its errors' names."""
    space = {"__name__": "my_ndcg"}
    exec(source, space)
    return [outcome(space[case.function], case) for case in cases]


def outcome(function, case):
    """What a function returns for a case, or the name of its error."""
    arguments = [list(a) if isinstance(a, list) else a for a in case.arguments]
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error).__name__
    return value if arguments == list(case.arguments) else "changes its argument"


def same(value, other):
    """Whether two outcomes are the same to the check."""
    if type(value) not in (int, float, bool) or isinstance(other, str):
        return value == other if isinstance(value, str) else False
    return abs(value - other) <= TOLERANCE


def passes(source, *functions):
    """Whether a program passes every check of these functions."""
    cases = [case for name in functions for case in CASES[name]]
    return all(map(same, outcomes(source, cases), [case.expected for case in cases]))
