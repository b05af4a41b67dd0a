"""Check an NDCG function: its convention, its deviations and the mistakes behind them."""

from ndcg_core.checking.signatures import Form as Form
from ndcg_core.checking.verdict import AnswerDifference as AnswerDifference
from ndcg_core.checking.verdict import CheckResult as CheckResult
from ndcg_core.checking.verdict import check as check
