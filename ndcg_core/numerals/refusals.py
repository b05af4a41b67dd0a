"""The refusals of texts that are no numbers, each with a form that would work."""

ADVICE = "Write one number, such as 1.26, or a formula, such as 2/log2(3)."


class Unreadable(ValueError):
    """The text is not a number. The message states a form that would be one."""


EMPTY = f"Nothing is written here yet. {ADVICE}"
TOO_LARGE = "This number is too large. Write one that fits on the sheet, such as 6.149."
TOO_DEEP = f"There are too many brackets inside each other. {ADVICE}"
BY_ZERO = "This divides by 0, which gives no number. Write another divisor, such as log2(3)."
NO_POWER = "A negative number has no such root or power. Write that of another, such as 2^3."
NO_LOG = "There is no logarithm of 0 or of a negative number. Write another, such as log2(3)."
NO_BASE = "A logarithm needs a base above 1. Write one, such as log2(3) or log(3;2)."
SEVERAL = (
    "There are several numbers here. Write one, such as 1.26, "
    "or join them by a sign, such as 3+1.26."
)
NO_SIGN = "A sign is missing before “{token}”. Write how the two are joined, such as 2*3 or 2+3."
NO_NUMBER = "A number is missing before “{token}”. Write it in front, such as 3/2 or 97%."
NO_END = "Nothing stands after the last sign. Write a number there, such as 3/2."
NOT_CLOSED = "A bracket is opened and not closed. Write both, such as (2+1)/2."
NOT_OPENED = "A bracket is closed and not opened. Write both, such as (2+1)/2."
NO_ARGUMENT = "It does not say the {name} of which number. Write it in brackets, such as {name}(3)."
ONE_NUMBER = "{name} is taken of one number. Write one in its brackets, such as {name}(3)."
TWO_NUMBERS = "{name} is made of two numbers. Write them as a formula, such as 2^3 or 3/2."
UNCLEAR_LOG = "“{name}” can mean two things. Write brackets, such as log2(3) or log(23)."
UNKNOWN = (
    "“{name}” is not known here. Write a number, such as 1.26, or a formula, such as 2/log2(3)."
)
RANGE = "“{text}” is a range. Write the one number that you mean, such as {first}."
HIGH_POINT = (
    "The point in “{text}” can mean decimals or a product. Write a decimal point or a star, "
    "such as 6.149 or 6*149."
)
PLUS_MINUS = f"A number with ± is more than one number. {ADVICE}"
NOT_BEGUN = f"The beginning is not a number. {ADVICE}"
NOT_ENDED = f"Only the beginning {{read}} can be read. {ADVICE}"
TOO_LONG = "This is {length} characters long; {most} are enough for a number, such as 1.26."
COMMA = (
    "The comma in “{text}” can mean decimals or stand between two numbers. "
    "Write a point or a semicolon, such as log2(1.5) or log(3;2)."
)
BLANK = (
    "The blank in “{text}” can mean thousands, or stand before a fraction. "
    "Write it without the blank, such as 1500/800."
)
DIFFER = (
    "“{one}” and “{last}” differ. Mend one of the two, or write the result alone, such as 0.97."
)
IS_NOT = (
    "“{one}” is {value}, not {last}. Mend one of the two, or write the result alone, such as 0.97."
)
