"""Words for what a request holds: its parameters, values, outcomes, names, rulings and notes.

It imports numbers; everything that says a sentence imports it.
"""
