"""Which of many options is the likeliest to bring something about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import Event


@immutable
class Likeliest:
    """The option whose event has the greatest probability, the first of them where several have.

    `options` makes the options with their events when the question is read, so a reading that has no use for the
    answer never pays for it. Events of trees that share branches cost little each.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> rolls = {n: roll_under("Test", 6, n).among("failure") for n in (3, 1, 2)}
    >>> Likeliest(rolls.items).read(LawReader())
    1
    """

    options: Callable[[], Iterable[tuple[Any, Event]]]

    def read(self, reader: Reader) -> Any:
        """The option, found with the reader that also gives the other results.

        Raises:
            ValueError: when there is no option.
        """
        best, greatest = None, None
        for option, event in self.options():
            chance = reader.probability(event)
            if greatest is None or chance > greatest:
                best, greatest = option, chance
        if greatest is None:
            raise WrongValue("there is no option to choose from")
        return best
