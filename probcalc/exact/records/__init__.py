"""Plays that end in a record: named fields in the order of play, and a tree for whichever of them are asked for."""
