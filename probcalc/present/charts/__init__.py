"""Charts as Vega-Lite specifications with their data inline, plain dictionaries; their colours, and them as pictures.

They are drawn from reports, which `analysis` and `reports` make.
"""
