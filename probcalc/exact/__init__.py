"""The engine: exact laws of dice, trees of named rolls and their readings. It knows no game."""
