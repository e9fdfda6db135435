"""How lucky what came was: a record of requests and of what came of them.

It imports no other analysis.
"""
