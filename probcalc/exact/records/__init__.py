"""Plays that end in a record: named fields in the order of play, and a tree for whichever of them are asked for.

It imports `pools`, `rounds` and `readings`; no room of the engine but `varied` imports it.
"""
