"""Who attacks whom, planned ahead or decided after each attack.

It is said in sentences by `advice`, and knows no formula.
"""
