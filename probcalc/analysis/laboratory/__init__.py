"""What designers of rules look for: what one more is worth, swing, value for points, balance, wanted odds.

It imports `balance`, `sweeps` and tables; of the other analyses only `applying` knows it.
"""
