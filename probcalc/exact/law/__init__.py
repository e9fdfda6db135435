"""Laws: outcomes in their order and the chance of each, what can be asked of them and what is made of several.

It is made of `kernels` and `numbers`, and knows nothing of rolls.
"""
