"""The proof of the result that leads, checked by the reader's own browser."""

from __future__ import annotations

import json

from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.why.proof_drawn import proof_card
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit

_MOST_BYTES = 1 << 20
"""A longer proof is a file alone: no page should wait for it."""


def draw(stands: Standing, visit: Visit) -> None:
    """What the proof says, whether it holds, and the file."""
    answer, scenario_id = stands.answered, stands.model.id
    name = measure_shown(answer, visit.view(scenario_id)).result
    proof = answer.certificate(name)
    text = json.dumps(proof, ensure_ascii=False, separators=(",", ":"))
    label = answer.declared(name).label
    shown = text if len(text) <= _MOST_BYTES else None
    show("proof", proof_card(label, len(proof["lines"]), shown))
    file = f"{scenario_id.replace('.', '-')}-{name}-proof.json"
    file_button("Proof", text, file, f"{scenario_id}:proof")
