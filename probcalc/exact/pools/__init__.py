"""Dice and cards on the table, looked at together: sums of the highest, sets, straights, hands, symbols.

It imports `readings`, by which each question is answered.
"""
