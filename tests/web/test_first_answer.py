"""What a first answer loads where the games are known by name: the game that is asked, and no other."""

import json
import subprocess
import sys
from html import unescape

from probcalc.scenarios import registry

_ASKED = """
import json, sys
from probcalc.scenarios import finding
from probcalc.scenarios.system import Heading
from probcalc.static import session
finding.know(Heading(*each) for each in json.loads(sys.argv[1]))
found = session.Session("http://localhost/oathmark").tree()
loaded = [name for name in finding.folders() if f"probcalc.systems.{name}" in sys.modules]
loaded += [name for name in ("importlib.metadata",) if name in sys.modules]
print(json.dumps([loaded, json.dumps(found["page"])]))
"""


def test_a_first_answer_loads_its_own_game_and_lists_all() -> None:
    headings = registry.headings()
    told = [sys.executable, "-c", _ASKED, json.dumps(headings)]
    loaded, page = json.loads(subprocess.run(told, check=True, capture_output=True, text=True).stdout)
    assert loaded == ["oathmark"]
    assert [each.name for each in headings if each.name not in unescape(page)] == []
