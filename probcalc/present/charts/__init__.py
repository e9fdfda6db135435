"""Charts as Vega-Lite specifications with their data inline: plain dicts, their looks made once with Altair."""
