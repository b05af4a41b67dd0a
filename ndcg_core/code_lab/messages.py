"""What is said about each mistake in a program: what the function does, then where to look."""

DCG_MESSAGES = {
    "no-discount": "Your function gives the plain sum of the grades: every rank counts in full. "
    "Divide each grade by the discount of its rank, log2(i + 1), before you add it.",
    "log2-rank": "Your function divides by log2(i) and leaves rank 1 undivided. The discount is "
    "log2(i + 1): rank 1 then divides by 1 of its own accord, and rank 2 by 1.585.",
    "divides-by-log-1": "At rank 1 your function divides by log2(1), which is 0. Either it takes "
    "log2(i), or it takes log2(i + 1) of an i that starts at 0. Ranks start at 1.",
    "takes-log-of-0": "Your function asks for the logarithm of 0, and there is none: i starts at "
    "0. Let ranks start at 1, and take log2(i + 1).",
    "log2-rank-plus-2": "Your function divides by log2(i + 2): the rank is shifted twice. Look at "
    "where i starts. If it starts at 1, add 1; if it starts at 0, add 2.",
    "natural-log": "Your function takes the natural logarithm, math.log(x). The discount is to "
    "base 2: math.log2(x).",
    "log10": "Your function takes the logarithm to base 10. The discount is to base 2: "
    "math.log2(x).",
    "reciprocal-rank": "Your function divides by the rank i itself. The discount grows more slowly "
    "than the rank: it is log2(i + 1).",
    "reciprocal-rank-plus-1": "Your function divides by i + 1. The logarithm of it is missing: "
    "log2(i + 1).",
    "log2-then-plus-1": "Your function divides by log2(i) + 1. Look at where the bracket closes: "
    "the 1 is added before the logarithm is taken.",
    "counted-from-zero": "Your function counts the ranks from 0 and leaves the first ones "
    "undivided. The first rank is 1, and its divisor is log2(1 + 1).",
    "running-sum-divided": "Your function adds up the grades and divides their sum once. Divide "
    "each grade by the discount of its own rank, then add.",
    "multiply": "Your function multiplies by the logarithm, so late documents earn more than early "
    "ones. Look at the sign between the grade and the logarithm.",
    "counted-from-the-bottom": "Your function gives the last document rank 1. Ranks are counted "
    "from the start of the list.",
    "exponential-gain": "Your function takes 2**rel − 1 for the gain. That is another convention; "
    "here the gain is the grade itself.",
    "power-without-minus-1": "Your function takes 2**rel for the gain, so a grade of 0 earns 1. "
    "Here the gain is the grade itself.",
    "power-of-r-minus-1": "Your function takes 2**(rel − 1) for the gain, so a grade of 0 earns a "
    "half. Here the gain is the grade itself.",
    "squared-gain": "Your function multiplies each grade by itself. The gain is the grade, once.",
    "binary-gain": "Your function counts every relevant document as 1. A grade of 3 is worth 3.",
    "drop-zeros": "Your function leaves the zeros out, and the documents below them move up a "
    "rank. A 0 earns nothing, but it keeps its place.",
    "sort-first": "Your function sorts the grades before it adds them up. DCG is taken in the "
    "order given; sorting belongs to the ideal.",
    "first-left-out": "Your function leaves out the first document. Look at where the loop starts: "
    "the first item of a list has index 0.",
    "last-left-out": "Your function leaves out the last document. Look at where the loop ends: "
    "range(a, b) stops before b.",
    "returns-in-the-loop": "Your function returns after the first document. The return stands "
    "inside the loop: move it to the left, below the for.",
    "forgets-the-sum": "Your function returns the last term alone. Each turn of the loop replaces "
    "the total; add to it with +=.",
    "floor-division": "Your function divides with //, which drops everything after the point. "
    "Divide with /.",
    "rounded": "The values are right but rounded. Return them as they are; round only what you "
    "print.",
    "rounded-discounts": "Your discounts are rounded: 1.585 is not quite log2(3). Let "
    "math.log2(i + 1) work each one out.",
    "keeps-adding": "Your function still has the sum of the calls before. Let the total start at 0 "
    "inside the function: not above it, and not as a default value.",
}
"""By the id of a misconception, or of a mistake that only a program makes."""

NDCG_MESSAGES = {
    "ideal-not-sorted": "Your function divides a sum by itself: it is 1 for every ranking. The "
    "upper sum keeps the order given. Sort the grades, best first, for the lower one alone.",
    "counted-from-the-bottom": "Your function turns the ranking round before it adds it up. The "
    "top k are the first k of the list, in the order given.",
    "ascending-ideal": "Your ideal runs from worst to best. sorted() begins with the smallest; "
    "pass reverse=True.",
    "no-normalisation": "Your function returns the DCG of the top k. Divide it by the ideal DCG.",
    "inverted": "Your function divides the ideal DCG by the DCG. Turn the fraction over: the ideal "
    "belongs below.",
    "multiplied-up": "Your function multiplies NDCG by a number. The share itself is asked for, "
    "and it is 1 at most.",
    "ideal-other-rules": "Your function works the DCG of the ideal order out in another way than "
    "the DCG of the ranking. Both need the same gain and the same discount.",
    "subtracted": "Your function subtracts the DCG from the ideal DCG. NDCG is a share: divide.",
    "divided-by-max": "Your function divides the DCG by the highest grade. Divide it by the DCG of "
    "the ideal order.",
    "divided-by-n": "Your function divides the DCG by a number of documents. Divide it by the DCG "
    "of the ideal order.",
    "divided-by-sum": "Your function divides the DCG by the plain sum of the grades. The ideal sum "
    "is discounted too.",
    "ideal-all-max": "Your ideal has the highest grade at every rank. The ideal order is made of "
    "the grades that there are, sorted.",
    "ideal-from-top-k": "You sort only the top k for the ideal. Sort the whole list first, then "
    "cut it at k: a better document may wait below.",
    "ideal-without-repeats": "Your ideal has each grade once. set() drops the repeats: two "
    "documents of grade 3 are two documents.",
    "ideal-not-cut": "Your ideal sum runs over the whole list while the DCG stops at k. Cut the "
    "sorted list at k as well.",
    "dcg-not-cut": "Your DCG runs over the whole list while the ideal stops at k. Cut the ranking "
    "at k as well.",
    "k-minus-1": "Your function stops one rank short. The slice [:k] already ends after rank k, "
    "and range(1, k) ends before it.",
    "k-ignored": "Your function scores the whole list, whatever k is. Cut both orders at k: the "
    "ranking with [:k], the sorted list with [:k].",
    "rounded": DCG_MESSAGES["rounded"],
}
"""The same for ndcg_at_k, where it is said differently there."""

EDGE_MESSAGES = {
    "dcg": {
        "zeros": "A list of zeros has a DCG of 0.0: nothing was gained.",
        "empty": "An empty list has a DCG of 0.0: there is nothing to add, and nothing to fail on.",
        "one": "A single document stands at rank 1 and is divided by 1: its grade is the DCG.",
        "equal": "Equal grades are added like any others, each divided by the discount of its own "
        "rank.",
        "long": "Every document counts, however long the list is. Look for an end that is fixed: a "
        "slice such as [:10], a range, a table of discounts.",
        "high": "A grade may be higher than 4: the gain is the grade itself, on whatever scale.",
        "fractions": "A grade may lie between two whole numbers. Take it as it is: int(...), "
        "round(...) and // would drop what stands after the point.",
    },
    "ndcg_at_k": {
        "zeros": "When nothing is relevant the ideal DCG is 0, and nothing may be divided by it. "
        "Return 0.0 before you divide.",
        "zero": "One document, and it is not relevant: the ideal DCG is 0. Return 0.0 for it, as "
        "for a longer list of zeros.",
        "last": "One document is relevant, the last, with grade 1: the ideal DCG is 1. Only an "
        "ideal DCG of 0 needs a case of its own.",
        "first": "Only the first document is relevant, and that is the ideal order: NDCG is 1.",
        "below": "Nothing relevant is among the top k, but a relevant document waits below: 0 is "
        "divided by the ideal DCG, and that is 0.0.",
        "beyond": "k may be larger than the list. Count the documents that there are: a slice "
        "[:k] does that by itself, an index up to k does not.",
        "one": "With k = 1 only the first document counts, against the best one of the list.",
        "equal": "Among equal grades every order is the ideal one, so NDCG is 1. Only an ideal DCG "
        "of 0 needs a case of its own.",
        "empty": "An empty list has an ideal DCG of 0. Return 0.0 for it, as for a list of zeros.",
        "long": "Neither the list nor k has a largest length. Look for an end that is fixed, such "
        "as [:10], where [:k] is meant.",
        "high": "A grade may be higher than 4, and 10 is more than 7: the gain is the grade "
        "itself, and the ideal order sorts numbers.",
        "fractions": "A grade may lie between two whole numbers. Take it as it is: int(...), "
        "round(...) and // would drop what stands after the point.",
    },
}
"""What is said when every other case is right and one edge is not."""

RUN_MESSAGES = {
    "passed": "Every value is right to nine decimals, and every list was left as it was.",
    "time": "Stopped after {seconds} seconds: {call} did not come to an end. Look for a loop that "
    "never stops.",
    "loading": "After {seconds} seconds Python was still loading the modules that your program "
    "imports, so none of your own lines has run. This machine is slow or busy at the moment, and "
    "nothing is wrong with your program. Press Run again; import math loads fastest.",
    "stopped": "You stopped the run.",
    "dead": "Python could not be loaded in this browser. Reload the page; if that does not help, "
    "try another browser.",
    "broken": "Your program brought Python itself down: it uses too much memory, or it replaces "
    "something that Python needs. Python has been started afresh.",
    "odd": "What came back from Python is not what Python sends here: your program, or something "
    "it changed, spoke in its place. The run was ended, and Python has been started afresh.",
    "near-name": "The function is called {found}; the check looks for {name}. The names must agree "
    "letter for letter.",
    "wrong-name": "There is no function called {name} yet. Its first line is def {name}(...):",
    "no-return": "{name} returns nothing. Its last line must be return, followed by the result.",
    "no-return-sometimes": "{call} returned nothing. Every way through {name} must end in a "
    "return.",
    "prints-instead": "{name} prints, and returns nothing. The caller needs the value: end with "
    "return, followed by the result.",
    "changes-the-list": "{call} changed the list it was given, which its caller still needs. "
    "sorted(...) and slices make a new list; .sort(), .pop() and item = ... change the old one.",
    "not-a-number": "{call} returned a value of type {kind}: {shown}. One plain number is "
    "expected, a float or an int.",
    "different": "The first difference: {call} should be another number. Work that one out by "
    "hand, term by term.",
}
"""What is said of a run as a whole, and of a function that does not do as it is called."""
