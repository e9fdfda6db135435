"""The first page, and what is found from every page."""
