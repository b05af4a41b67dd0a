"""What other people's libraries print for a ranking, and why they differ."""

from ndcg_core.libraries.chains import Chain as Chain
from ndcg_core.libraries.chains import ChainStep as ChainStep
from ndcg_core.libraries.chains import between as between
from ndcg_core.libraries.chains import chain as chain
from ndcg_core.libraries.chains import changed as changed
from ndcg_core.libraries.chains import unchanged as unchanged
from ndcg_core.libraries.outcomes import Outcome as Outcome
from ndcg_core.libraries.outcomes import Outcomes as Outcomes
from ndcg_core.libraries.outcomes import check as check
from ndcg_core.libraries.outcomes import groups as groups
from ndcg_core.libraries.outcomes import nearest as nearest
from ndcg_core.libraries.outcomes import outcome as outcome
from ndcg_core.libraries.outcomes import outcomes as outcomes
from ndcg_core.libraries.outcomes import prints as prints
from ndcg_core.libraries.outcomes import read_number as read_number
from ndcg_core.libraries.outcomes import who_prints as who_prints
from ndcg_core.libraries.ranking import Group as Group
from ndcg_core.libraries.ranking import Ranking as Ranking
from ndcg_core.libraries.ranking import same as same
from ndcg_core.libraries.record import CHECKED as CHECKED
from ndcg_core.libraries.record import LIBRARIES as LIBRARIES
from ndcg_core.libraries.record import Library as Library
from ndcg_core.libraries.record import Limit as Limit
from ndcg_core.libraries.record import write as write
