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

from probcalc.scenarios.rosters.army_list import Line as Line
from probcalc.scenarios.rosters.army_list import army_list as army_list
from probcalc.scenarios.rosters.army_list import read_list as read_list
from probcalc.scenarios.rosters.reading import exported as exported
from probcalc.scenarios.rosters.reading import imported as imported
from probcalc.scenarios.rosters.reading import merge as merge
from probcalc.scenarios.rosters.roster import Entry as Entry
from probcalc.scenarios.rosters.roster import Roster as Roster
from probcalc.scenarios.rosters.roster import figures_of_entry as figures_of_entry
from probcalc.scenarios.rosters.roster import with_entry as with_entry
from probcalc.scenarios.rosters.roster import without_entry as without_entry
from probcalc.scenarios.rosters.use import Place as Place
from probcalc.scenarios.rosters.use import filled as filled
from probcalc.scenarios.rosters.use import known_names as known_names
from probcalc.scenarios.rosters.use import names_of_entries as names_of_entries
from probcalc.scenarios.rosters.use import own_rows as own_rows
from probcalc.scenarios.rosters.use import place_names as place_names
from probcalc.scenarios.rosters.use import places as places
