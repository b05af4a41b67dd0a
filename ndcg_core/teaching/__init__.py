"""Teaching: sheets, their marking, misconceptions, published examples and exercises."""

from ndcg_core.teaching.claims import Answer, Claim, check_claim
from ndcg_core.teaching.content import lessons_dir
from ndcg_core.teaching.examples import Example, load_examples
from ndcg_core.teaching.fading import fade, levels, solved
from ndcg_core.teaching.generate import generate_variant
from ndcg_core.teaching.hinting import hints
from ndcg_core.teaching.links import from_link, to_link
from ndcg_core.teaching.marking import Mark, diagnose, mark
from ndcg_core.teaching.mistakes import MISCONCEPTIONS, Misconception
from ndcg_core.teaching.order import OrderFault, order_fault
from ndcg_core.teaching.origins import Origin, explain_number
from ndcg_core.teaching.progress import Progress, advance, outcome
from ndcg_core.teaching.replay import Step, steps
from ndcg_core.teaching.rulings import VERDICTS
from ndcg_core.teaching.sheets import Sheet
from ndcg_core.teaching.skills import SKILLS, Skill
from ndcg_core.teaching.summaries import summary
from ndcg_core.teaching.unexplained import cell_name, leads_to
from ndcg_core.teaching.variants import Variant, load_variants, variants_for

__all__ = [  # noqa: RUF022 (plain `sorted` order)
    "Answer",
    "Claim",
    "Example",
    "MISCONCEPTIONS",
    "Mark",
    "Misconception",
    "OrderFault",
    "Origin",
    "Progress",
    "SKILLS",
    "Sheet",
    "Skill",
    "Step",
    "VERDICTS",
    "Variant",
    "advance",
    "cell_name",
    "check_claim",
    "diagnose",
    "explain_number",
    "fade",
    "from_link",
    "generate_variant",
    "hints",
    "leads_to",
    "lessons_dir",
    "levels",
    "load_examples",
    "load_variants",
    "mark",
    "order_fault",
    "outcome",
    "solved",
    "steps",
    "summary",
    "to_link",
    "variants_for",
]
