"""How rounds end that are played until it is over, without the round in which that is."""

from __future__ import annotations

from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.rounds.rounds import Places, Rounds
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Shortcut, Tree


@immutable
class Ends(Shortcut):
    """What is left when it is over, of rounds that are played to the end.

    The chain is solved at once, while `Rounds` plays the first rounds one by one to tell them apart.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> play = Rounds("Falls", 3, lambda left: test.count("failure").map(lambda lost: left - 1 - lost), None,
    ...               lambda left: left <= 0, lambda left: left)
    >>> law_of(Ends(play)) == law_of(Ends(play).plain())
    True

    Raises:
        ValueError: for rounds that are not played to the end.
    """

    rounds: Rounds

    def __post_init__(self) -> None:
        if self.rounds.rounds is not None:
            raise WrongValue(f"{self.rounds.name}: only {self.rounds.rounds} rounds are played")

    def weighted(self, reader: Any) -> Weighted:
        """The weights of the outcomes and their total."""
        places = Places(self.rounds, reader)
        course = places.course()
        start = course.weights, course.total
        chain = AbsorbingChain(reader, self.rounds.name, start, course.follow, places.is_over)
        ended, caught, total = chain.settle()
        found: dict[Any, Any] = {}
        for arrived in (ended, caught):
            for place, weight in arrived.items():
                outcome = places.what_is_left(place)
                found[outcome] = found.get(outcome, 0) + weight
        reduced: Weighted = reader.arithmetic.reduce({o: weight for o, weight in found.items() if weight}, total)
        return reduced

    def plain(self) -> Tree:
        """The same read off the rounds."""
        return self.rounds.map(lambda end: end[1])

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The rounds played from each state."""
        return self.rounds.made_of(reader)
