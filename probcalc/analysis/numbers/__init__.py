"""The one number that is asked of an answer: how it is spelt, what its names stand for, a request tried for it.

It imports conditions and what one play decides.
"""
