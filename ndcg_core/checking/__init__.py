"""Whether somebody's own NDCG is right: its convention, where it leaves it, and what was done."""

from ndcg_core.checking.signatures import Form as Form
from ndcg_core.checking.verdict import AnswerDifference as AnswerDifference
from ndcg_core.checking.verdict import Checked as Checked
from ndcg_core.checking.verdict import check as check
