"""What has been compiled, played: codes, the lines of a question one after the other, rounds and choices.

It imports `reading` for what a choice says, and makes the trees of the engine.
"""
