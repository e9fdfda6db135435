"""What goes on in stages: play from state to state, a fight round by round, attacks on one target one after another.

It imports findings alone.
"""
