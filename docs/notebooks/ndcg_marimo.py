import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo

    import ndcg_core as nc
    import ndcg_ui.notebook as ndcg
    from ndcg_core.evaluation import evaluate

    return evaluate, mo, nc, ndcg


@app.cell
def _(mo):
    mo.md("""
    # NDCG in a notebook

    One ranking, two systems, and a check of a function of your own. Install
    `ndcg-tutor[evaluate,notebook]`, then run all cells.

    ## One ranking

    Drag a card, or press Tab, Space, an arrow key and Space again.
    """)


@app.cell
def _(mo, ndcg):
    board = mo.ui.anywidget(ndcg.board([3, 2, 3, 0, 1]))
    board
    return (board,)


@app.cell
def _(mo):
    mo.md("""
    `board.ranking.trace` is the calculation of the order that you dropped last. marimo runs the
    next cell again after each drop.
    """)


@app.cell
def _(board, mo):
    trace = board.ranking.trace
    mo.Html(trace.html())
    return (trace,)


@app.cell
def _(mo):
    mo.md("""
    ## Two systems

    Each query has grades for its documents. Each system returns documents, the best first.
    """)


@app.cell
def _(evaluate):
    qrels = {
        "refund after cancellation": {"refund": 3, "cancelled": 2, "voucher": 1, "seats": 0},
        "change a name": {"names": 3, "typing errors": 2, "check-in": 0},
        "lost bag": {"baggage": 3, "claims": 3, "cabin bags": 1},
    }
    runs = {
        "today": {
            "refund after cancellation": ["voucher", "refund", "seats", "cancelled"],
            "change a name": ["names", "check-in", "typing errors"],
            "lost bag": ["cabin bags", "claims", "baggage"],
        },
        "new": {
            "refund after cancellation": ["refund", "cancelled", "seats", "voucher"],
            "change a name": ["check-in", "names", "typing errors"],
            "lost bag": ["baggage", "claims", "cabin bags"],
        },
    }
    results = evaluate(qrels, runs, [3])
    results.means()
    return (results,)


@app.cell
def _(mo):
    mo.md("""
    Which system is better, on which queries, and which documents make the difference? Click a query
    to open it.
    """)


@app.cell
def _(ndcg, results):
    comparison = ndcg.compare(results)
    comparison
    return (comparison,)


@app.cell
def _(mo):
    mo.md("""
    ## A function of your own

    This NDCG takes its ideal order from the first k results. `check` calls it with more than 200
    rankings, names its convention, and shows the differences from this convention.
    """)


@app.cell
def _(nc):
    def ndcg_at_k(grades, k):
        top = grades[:k]
        ideal = nc.dcg(sorted(top, reverse=True))
        return nc.dcg(top) / ideal if ideal else 0.0

    found = nc.check(ndcg_at_k, expect="standard")
    found
    return (found,)


if __name__ == "__main__":
    app.run()
