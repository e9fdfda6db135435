"""Numbers that the rules fix for several questions at once, each declared once."""

from __future__ import annotations

from typing import ClassVar

from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed


class ShockNumbers(Section):
    """What Shock is worth."""

    shock_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Command of a formation with Shock")


class RetainingNumbers(ShockNumbers):
    """What it is worth to retain the initiative."""

    retaining_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Command of who retains the initiative")
