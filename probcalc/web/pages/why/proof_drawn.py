"""A proof, and whether the reader's own browser finds that it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.web.parts.markup import Markup, tag


def proof_card(card: Mapping[str, Any]) -> Markup:
    """What is proved, and the place where the browser says that it is; `card` is {label, lines, proof: text or None}.

    >>> "Wounds" in proof_card({"label": "Wounds", "lines": 12, "proof": "{}"})
    True
    """
    lines = f"{card['lines']:,} line{'' if card['lines'] == 1 else 's'}"
    what = f"{card['label']}, in {lines}: each is a step with its exact law, worked out again from the lines before it."
    own = "The check is a small program that knows nothing of this calculator; anybody can run it, or write his own."
    far = "This proof is too long to be checked on the page: python examples/check_tree.py FILE checks it."
    text = card["proof"]
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
