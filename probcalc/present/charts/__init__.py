"""Charts as Vega-Lite specifications with their data inline: plain dictionaries, which need no library.

They are drawn from reports, which `analysis` and `reports` make.
"""
