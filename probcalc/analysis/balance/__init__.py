"""Everybody against everybody: who is too good, who is never worth taking, and what each should cost.

It imports `sweeps` and what is counted of one request; `laboratory` imports it.
"""
