"""The style sheet of the pages: its colours, room for labels, each part, and the frame around the parts."""

from __future__ import annotations

from pathlib import Path

from probcalc.present.charts.ramp import ramp_tokens
from probcalc.web.parts.fit import fit_rules

_PARTS = Path(__file__).parent
_SHEETS = (_PARTS / "look.css", _PARTS.parent / "shell.css")
LOOK = "\n".join((f".stApp{{{ramp_tokens()}}}", fit_rules(), *(sheet.read_text("utf-8") for sheet in _SHEETS)))
