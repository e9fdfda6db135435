"""Round after round until it is over: as steps of a tree, and from state to state in Python.

What is computed is in `play`; here it is asked for, and read by `readings`.
"""
