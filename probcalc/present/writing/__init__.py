"""How a report is written: as text for a terminal, as Markdown, CSV and JSON, and as rows; so is plain data.

It imports numbers alone: what is written is made in `reports`.
"""
