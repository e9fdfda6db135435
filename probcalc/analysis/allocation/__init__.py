"""Who attacks whom, planned ahead or decided after each attack.

It takes its sentences from `advice`, and imports no formulas.
"""
