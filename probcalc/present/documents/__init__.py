"""Documents that can be handed on: reports of a game under chapters, as one HTML file, Markdown or PDF.

They import `reports`; no page is known here.
"""
