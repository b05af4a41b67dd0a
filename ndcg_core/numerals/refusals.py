"""Sentences about texts that are not numbers, each with a form that would work."""

ADVICE = "Write one number, such as 1.26, or a formula, such as 2/log2(3)."


class UnreadableError(ValueError):
    """An error about a text that cannot be read as a number. Its message gives an example."""


EMPTY = f"This field is empty. {ADVICE}"
TOO_LARGE = "This number is too large. Write a smaller one, such as 6.149."
TOO_DEEP = f"There are too many nested brackets. {ADVICE}"
BY_ZERO = "This divides by 0, which gives no number. Write another divisor, such as log2(3)."
NO_POWER = "A negative number has no such root or power. Use a positive number, such as 2^3."
NO_LOG = (
    "There is no logarithm of 0 or of a negative number. Use a positive number, such as log2(3)."
)
NO_BASE = "A logarithm needs a base above 1. Write a base, such as log2(3) or log(3;2)."
SEVERAL = (
    "There are several numbers here. Write one number, such as 1.26, "
    "or put a sign between them, such as 3+1.26."
)
NO_SIGN = "A sign is missing before “{token}”. Write one between the numbers, such as 2*3 or 2+3."
NO_NUMBER = "A number is missing before “{token}”. Write the number first, such as 3/2 or 97%."
NO_END = "A number is missing after the last sign. Write one there, such as 3/2."
NOT_CLOSED = "A bracket is not closed. Write both brackets, such as (2+1)/2."
NOT_OPENED = "A bracket is closed but not opened. Write both brackets, such as (2+1)/2."
NO_ARGUMENT = "{name} needs a number. Write it in brackets, such as {name}(3)."
ONE_NUMBER = "{name} needs one number in its brackets, such as {name}(3)."
TWO_NUMBERS = "{name} needs two numbers. Write them as a formula, such as 2^3 or 3/2."
UNCLEAR_LOG = "“{name}” can mean two things. Use brackets, such as log2(3) or log(23)."
UNKNOWN = (
    "“{name}” is not known here. Write a number, such as 1.26, or a formula, such as 2/log2(3)."
)
RANGE = "“{text}” is a range. Write one number, such as {first}."
HIGH_POINT = (
    "The point in “{text}” can be a decimal point or a product. Write a decimal point or an "
    "asterisk, "
    "such as 6.149 or 6*149."
)
PLUS_MINUS = f"A number with ± is more than one number. {ADVICE}"
NOT_BEGUN = f"The beginning is not a number. {ADVICE}"
NOT_ENDED = f"Only the beginning {{read}} can be read. {ADVICE}"
TOO_LONG = "This is {length} characters long. Write a number in at most {most}, such as 1.26."
COMMA = (
    "The comma in “{text}” can be a decimal comma or separate two numbers. "
    "Write a point or a semicolon, such as log2(1.5) or log(3;2)."
)
BLANK = (
    "The space in “{text}” can separate thousands or come before a fraction. "
    "Write it without the space, such as 1500/800."
)
DIFFER = (
    "“{one}” and “{last}” differ. Correct one of the two, or write only the result, such as 0.97."
)
IS_NOT = (
    "“{one}” is {value}, not {last}. Correct one of the two, or write only the result, such as "
    "0.97."
)
