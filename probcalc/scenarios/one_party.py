"""Questions in which one party takes part: a figure, a formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import Scenario


class OfOneParty(Scenario):
    """A question about one party; `who` is its key and, with an article, its role."""

    who: ClassVar[str]

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """The one who takes part."""
        return (one_of(self.who, f"the {self.who}", called.get(self.who)),)
