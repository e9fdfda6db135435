"""Own units and weapons beside the built-in tables: read from JSON, checked, written again, and filled in by name.

>>> from probcalc.scenarios.rosters import exported, filled, imported
>>> text = '''{"probcalc_roster": 1, "system": "chronopia", "name": "Mine",
...            "weapons": {"maul": {"name": "Maul", "like": "spear", "damage": 14}}}'''
>>> roster = imported(text)
>>> filled("chronopia.melee", {"weapon": "maul", "cc": 12}, roster)
{'cc': 12, 'damage': 14}
>>> imported(exported(roster)) == roster
True
"""

from __future__ import annotations

from probcalc.scenarios.rosters.army_list import Line, army_list, read_list
from probcalc.scenarios.rosters.reading import exported, imported, merge
from probcalc.scenarios.rosters.roster import Entry, Roster, figures_of_entry, with_entry, without_entry
from probcalc.scenarios.rosters.use import Place, filled, known_names, names_of_entries, own_rows, place_names, places

__all__ = [
    "Entry",
    "Line",
    "Place",
    "Roster",
    "army_list",
    "exported",
    "figures_of_entry",
    "filled",
    "imported",
    "known_names",
    "merge",
    "names_of_entries",
    "own_rows",
    "place_names",
    "places",
    "read_list",
    "with_entry",
    "without_entry",
]
