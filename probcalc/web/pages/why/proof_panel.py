"""The proof of the result that leads, checked by the reader's own browser."""

from __future__ import annotations

import json

from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import with_minus
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


def proof_card(label: str, count: int, text: str | None) -> Markup:
    """What is proved in so many lines, and the place where the browser says that it is; None is too long for a page.

    >>> "Wounds" in proof_card("Wounds", 12, "{}")
    True
    """
    said = f"{with_minus(label)}, in {count:,} line{'' if count == 1 else 's'}"
    what = f"{said}: each is a step with its exact odds, calculated again from the lines before it."
    own = "The check is a small program that knows nothing of this calculator; anyone can run it, or write their own."
    far = "This proof is too long to check on the page. To check it: python examples/check_tree.py FILE"
    here = tag("p.say", "Being checked …", role="status", data_proof=text) if text else tag("p.sec", far)
    return tag(
        "section.card.proof",
        tag("p.sec", what),
        here,
        tag("p.quiet", own),
        tag(
            "div",
            tag("label.quiet", "Check another proof: ", tag("input", type="file", accept=".json", data_proofs=True)),
            tag("p.sec", role="status"),
            # What was found here stays when the page is drawn again.
            data_still=True,
        ),
    )
