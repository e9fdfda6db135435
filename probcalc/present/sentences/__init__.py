"""What answers, records of luck and tests of dice say: the sentence that leads, and what is said beside it.

It imports numbers and words; cards, reports and pages import it.
"""
