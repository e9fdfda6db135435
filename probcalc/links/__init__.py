"""Requests as links, JSON, command lines and Python: one spelling for all of them, and safe ways back.

A request is a scenario's id with the parameters given. Going out, parameters that only repeat their defaults are left
out. Coming in, a command line is refused as a whole when a word of it is wrong; a link or a JSON text never is: what
cannot be used is ignored, and a notice says so.
"""

from probcalc.links.addresses import EDITION_KEY as EDITION_KEY
from probcalc.links.addresses import SCENARIO_KEY as SCENARIO_KEY
from probcalc.links.addresses import VERSION_KEY as VERSION_KEY
from probcalc.links.addresses import from_json as from_json
from probcalc.links.addresses import from_query as from_query
from probcalc.links.addresses import from_url as from_url
from probcalc.links.addresses import own_fields as own_fields
from probcalc.links.addresses import to_json as to_json
from probcalc.links.addresses import to_query as to_query
from probcalc.links.addresses import to_url as to_url
from probcalc.links.commands import read_words as read_words
from probcalc.links.commands import to_command as to_command
from probcalc.links.commands import to_python as to_python
from probcalc.links.defaults import minimal as minimal
from probcalc.links.reading import MOST_NOTICES as MOST_NOTICES
from probcalc.links.reading import Request as Request
from probcalc.links.reading import harmless as harmless
