"""Play turn after turn: where it ends, and how often each state is played from.

It imports `tree` and what lies below; what is asked of it stands in `rounds` and `readings`.
"""
