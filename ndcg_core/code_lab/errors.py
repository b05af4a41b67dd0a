"""Python's own errors, and a sentence for beginners about each."""

AWAY = "That would need the browser, a file or the network. A program here reaches none of them."

NO_ITERTOOL = (
    "The itertools of this browser has no $1. A slice such as ranked_rels[:k] takes the first k, "
    "and a loop adds up or looks at neighbours."
)

SENTENCES = {
    "NameError": {
        r"name '(math)' is not defined": "Write import math on the first line.",
        r"name '(log2|log|log10)' is not defined": (
            "$1 lives in the module math: import math, then write math.$1(...)."
        ),
        r"name '(true|false|none)' is not defined": (
            "Python writes True, False and None with a capital letter."
        ),
        r"name '(\w+)' is not defined": (
            "Python does not know $1 here. Look for a misspelling, or give it a value first."
        ),
    },
    "UnboundLocalError": {
        r"variable '(\w+)'": (
            "$1 is used before it has a value. Give it one before the loop, such as $1 = 0.0."
        ),
    },
    "IndentationError": {
        r"expected an indented block": (
            "The line before ends with a colon, so this line must be indented by four spaces."
        ),
        r"unindent|dedent": "This line starts between two levels. Line it up with a line above.",
        r"": "This line is indented further than the line above allows. Line it up.",
    },
    "TabError": {
        r"": "Tabs and spaces are mixed. Indent with four spaces everywhere.",
    },
    "SyntaxError": {
        r"expected ':'": "A colon is missing at the end of this line.",
        r"'(.)' was never closed": "The bracket $1 is opened and never closed.",
        r"unmatched '(.)'": "There is one $1 too many.",
        r"unterminated|EOL while": "A text is opened with a quotation mark and never closed.",
        r"Maybe you meant '=='": "To compare two values, write == .",
        r"'return' outside function": "return stands outside the function. Indent it under def.",
        r"cannot assign": "The left side of = must be a name.",
        r"": "Python cannot read this line. Look at it and at the one above: "
        "brackets, colons, quotation marks.",
    },
    "ZeroDivisionError": {
        r"": "Something is divided by 0. Print the divisor to see where.",
    },
    "RecursionError": {
        r"": "The function calls itself without end.",
    },
    "IndexError": {
        r"": "The list has no item at that place. Indexes run from 0 to len(list) − 1.",
    },
    "ModuleNotFoundError": {
        r"'(numpy|pandas|scipy|torch|sklearn)'": (
            "$1 is not here, and not needed: plain Python and math are enough."
        ),
        r"'(\w+)'": "There is no module called $1. The logarithm is in math.",
    },
    "ImportError": {
        r"name '(accumulate|batched|islice|pairwise)'": NO_ITERTOOL,
        r"": "That name is not in the module. The logarithm is math.log2.",
    },
    "AttributeError": {
        r"attribute '(accumulate|batched|islice|pairwise)'": NO_ITERTOOL,
        r"DedicatedWorkerGlobalScope": AWAY,
        r"'module' object has no attribute|module '\w+' has no attribute": (
            "The module has no such name. Look for a misspelling: math.log2."
        ),
        r"": "A value of this type has no such name. Look for a misspelling.",
    },
    "ValueError": {
        r"math domain error|expected a positive input": (
            "There is no logarithm of 0 or of a negative number. Look at what stands in the "
            "bracket."
        ),
        r"not available in Web Workers": AWAY,
    },
    "TypeError": {
        r"missing \d+ required positional": (
            "The check calls the function with fewer arguments. Compare the def line with the task."
        ),
        r"takes \d+ positional|takes from \d+": (
            "The check calls the function with more arguments. Compare the def line with the task."
        ),
        r"NoneType": (
            "One of the two values is None: a function that does not return anything gives None."
        ),
        r"unsupported operand": (
            "The two values do not go together in this calculation. Print both to see what they"
            " are."
        ),
        r"not (?:callable|iterable|subscriptable)": (
            "A value is used as if it were something else: a number is not a list, nor a function."
        ),
        r"cannot be interpreted as an integer|must be integers": "A whole number is needed here.",
    },
    "JavascriptError": {
        r"Invalid (?:string|array) length|allocation": (
            "The program asked for more memory than there is."
        ),
        r"is not (?:defined|a function|a constructor)": AWAY,
        r"": (
            "The Python in this browser failed here, where Python itself may well go on. That "
            "is its fault and not yours: write this line in a plainer way."
        ),
    },
    "KeyError": {
        r"": "The dictionary has no such key.",
    },
    "EOFError": {
        r"": "There is no keyboard here. Write the list into the program.",
    },
    "OverflowError": {
        r"": "The number is too large.",
    },
    "MemoryError": {
        r"": "The program asked for more memory than there is.",
    },
    "SystemExit": {
        r"": "The program ended itself. Take the exit out.",
    },
    "AssertionError": {
        r"": "An assert in your program does not hold.",
    },
}
"""By the type of an error: for each pattern of its message a sentence, the first that matches.

$1 stands for what the pattern's first bracket matched.
"""

OTHERWISE = "Look at the line that is marked."
