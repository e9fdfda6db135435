"""A proof, and whether the reader's own browser finds that it holds."""

from __future__ import annotations

from probcalc.web.parts.markup import Markup, tag


def proof_card(label: str, count: int, text: str | None) -> Markup:
    """What is proved in so many lines, and the place where the browser says that it is; None is too long for a page.

    >>> "Wounds" in proof_card("Wounds", 12, "{}")
    True
    """
    lines = f"{count:,} line{'' if count == 1 else 's'}"
    what = f"{label}, in {lines}: each is a step with its exact odds, calculated again from the lines before it."
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
