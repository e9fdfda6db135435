"""Who attacks whom, planned ahead or decided after each attack.

It imports the rules of thumb of `advice`, and no formula.
"""
