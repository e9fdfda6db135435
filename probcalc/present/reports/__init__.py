"""What each analysis found as a report, a file for each analysis.

It imports sentences and numbers; charts, documents and questions import it.
"""
