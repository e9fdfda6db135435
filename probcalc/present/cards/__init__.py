"""Pictures to hand on: the card of an answer, of a unit, and of what is asked of several answers at once.

They are drawn from sentences and numbers; no page is known here.
"""
