"""Numbers that the rules fix for several questions at once, each declared once."""

from __future__ import annotations

from typing import ClassVar

from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed


class DownNumbers(Section):
    """What it is worth that a target is down."""

    down_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "To hit a target that is down")


class OutnumberingNumbers(Section):
    """What it is worth to be more."""

    outnumbering_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit, for the side that outnumbers the other")


class ContactNumbers(Section):
    """What hinders a figure that gets up."""

    contact_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Destiny needed to get up, for each enemy in contact")
