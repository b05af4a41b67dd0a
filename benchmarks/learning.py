"""What a comparison of learners could tell: simulated tests of ten items, before and after.

    python -m benchmarks.learning [--trials 4000] [--seed 1]

A learner's ability is drawn from a normal distribution. Of each item it is right with probability
1 / (1 + exp(−1.7 · (ability − difficulty))), the items' difficulties lying evenly from −1 to 1.
Between the two parallel forms everybody changes: abilities before and after correlate at 0.7. One
group's rises by `d` standard deviations besides. Found: in how many of 100 trials the groups differ
after it, at the level 0.05, among learners who scored alike before it (analysis of covariance). A
class by itself has no other group: found is then that its mean rises, which much else than the
lessons may do. No learner was asked for this.
"""

import math

import numpy as np
from scipy import stats

from benchmarks._report import arguments_of, table

ITEMS = np.linspace(-1, 1, 10)
SLOPE = 1.7
KEPT = 0.7  # how abilities before and after correlate
LEVEL = 0.05
SOUGHT = 80  # of 100 trials
STEP = 0.05  # between the effects that are tried
Dice = np.random.Generator


def scores(ability: np.ndarray, dice: Dice) -> np.ndarray:
    """How many of the ten items each learner has right."""
    right = 1 / (1 + np.exp(-SLOPE * (ability[..., None] - ITEMS)))
    return (dice.random(right.shape) < right).sum(axis=-1)


def later(ability: np.ndarray, dice: Dice) -> np.ndarray:
    """The abilities at the second form, where nothing was taught."""
    return KEPT * ability + math.sqrt(1 - KEPT**2) * dice.normal(size=ability.shape)


def found_between(learners: int, effect: float, trials: int, dice: Dice) -> float:
    """In how many of 100 trials two groups of so many learners are found to differ."""
    ability = dice.normal(size=(trials, 2 * learners))
    course = np.tile(np.repeat([0.0, 1.0], learners), (trials, 1))
    before, after = scores(ability, dice), scores(later(ability, dice) + effect * course, dice)
    x, y, z = (part - part.mean(axis=1, keepdims=True) for part in (before, after, course))
    y, z = (part - x * _slope(x, part) for part in (y, z))  # what the score before does not explain
    slope, free = _slope(z, y), 2 * learners - 3
    error = np.sqrt(((y - z * slope) ** 2).sum(axis=1) / free / (z**2).sum(axis=1))
    return _found(2 * stats.t.sf(np.abs(slope[:, 0]) / error, free))


def found_alone(learners: int, effect: float, trials: int, dice: Dice) -> float:
    """In how many of 100 trials a class's mean is found to have risen."""
    ability = dice.normal(size=(trials, learners))
    rise = scores(later(ability, dice) + effect, dice) - scores(ability, dice)
    error = rise.std(axis=1, ddof=1) / math.sqrt(learners)
    with np.errstate(divide="ignore", invalid="ignore"):
        return _found(2 * stats.t.sf(np.abs(rise.mean(axis=1)) / error, learners - 1))


def _slope(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Of y over x, both about their means: one for each trial."""
    return ((x * y).sum(axis=1) / (x * x).sum(axis=1))[:, None]


def _found(p: np.ndarray) -> float:
    return float(100 * (p < LEVEL).mean())


def main() -> None:
    """Print what is found, and the smallest effect that so many learners show."""
    parser = arguments_of(__doc__)
    parser.add_argument("--trials", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = np.random.default_rng(options.seed)
    rows = []
    for name, found, learners in (
        ("two groups of 100", found_between, 100),
        ("a class of 30 in two halves", found_between, 15),
        ("a class of 30 by itself", found_alone, 30),
    ):
        effects = (STEP * nth for nth in range(1, 41))
        tried = ((one, found(learners, one, options.trials, dice)) for one in effects)
        least = next((f"{one:.2f}" for one, share in tried if share >= SOUGHT), None)
        rows.append([name, *(found(learners, d, options.trials, dice) for d in (0.0, 0.4)), least])
    heads = ["learners", "found at d = 0", "found at d = 0.4", f"d found in {SOUGHT} of 100"]
    print(table(heads, rows))


if __name__ == "__main__":
    main()
