"""The clinical decisions of the risk policy that are the clinic's to change."""

from agents.domain.risk import Tier
from agents.domain.value import Value


class Policy(Value):
    """What the rules do where clinics differ.

    `bare_wish` is the tier of an unqualified, un-negated "I want to die" (default STOP); `undated_attempt` that of a
    past suicide attempt that names no time (default URGENT). Everything else in the policy is fixed.
    """

    bare_wish: Tier = Tier.STOP
    undated_attempt: Tier = Tier.URGENT
