"""An exercise worked out from the definitions, and from nothing of ours."""

from math import log2


def numbers(text: str) -> list[float]:
    """The grades of a link."""
    return [float(item) for item in text.split(",")]


class Again:
    """A list worked out from the definitions, and from nothing of ours."""

    def __init__(self, query: dict[str, str], grades: list[float] | None = None) -> None:
        self.query, self.skill = query, query["skill"]
        self.grades = grades or numbers(query["r"])
        self.k = int(query.get("k", len(self.grades)))
        pool = self.grades if grades or "judged" not in query else numbers(query["judged"])
        self.ideal = sorted(pool, reverse=True)[: self.k]

    def gain(self, grade: float) -> float:
        return 2**grade - 1 if self.skill == "exponential" else grade

    def discount(self, rank: int) -> float:
        if self.skill == "textbook":
            return log2(rank) if rank > 2 else 1.0
        return log2(rank + 1)

    def terms(self, grades: list[float]) -> list[float]:
        return [self.gain(g) / self.discount(i) for i, g in enumerate(grades[: self.k], 1)]

    def ndcg(self) -> float:
        best = sum(self.terms(self.ideal))
        return sum(self.terms(self.grades)) / best if best else 0.0

    def mean(self) -> float:
        others = [Again(self.query, numbers(text)) for text in self.query["others"].split(";")]
        scores = [self.ndcg(), *(one.ndcg() for one in others)]
        return sum(scores) / len(scores)

    def value(self, cell: str) -> float:
        """A cell's number."""
        side, _, rest = cell.partition(".")
        column, _, rank = rest.partition(".")
        if not column:
            return {
                "cg": lambda: sum(map(self.gain, self.grades[: self.k])),
                "dcg": lambda: sum(self.terms(self.grades)),
                "idcg": lambda: sum(self.terms(self.ideal)),
                "ndcg": self.ndcg,
                "mean": self.mean,
            }[cell]()
        i = int(rank)
        grade = (self.grades if side == "actual" else self.ideal)[i - 1]
        gain, discount = self.gain(grade), self.discount(i)
        return {"grade": grade, "gain": gain, "discount": discount, "term": gain / discount}[column]
