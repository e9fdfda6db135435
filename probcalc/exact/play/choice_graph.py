"""Play in which somebody chooses: the states that any choices may come to, with the moves of every option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.exploring import by_number, read_law
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader

_STEPS_PER_MOVE = 10


class Way(NamedTuple):
    """What can be chosen in a state: its name, and the weights of the states that it leads to, over a total."""

    name: Any
    moves: dict[int, int]
    total: int


class ChoiceGraph:
    """The states of a play with choices, by number in the order in which they are found.

    Attributes:
        states: all of them; `start` are the weights of the first of them, over `total`.
        options: what can be chosen in each; nothing where play is over.

    Raises:
        ValueError: when a state has no option and is not over, or chances do not sum to one.
        TooLarge: when too many states can be reached.
    """

    def __init__(
        self,
        reader: Reader,
        name: str,
        start: Weighted,
        options: Callable[[Any], Any],
        is_over: Callable[[Any], bool],
    ) -> None:
        self.name = name
        weights, self.total = start
        self.states: list[Any] = list(weights)
        self.start: dict[int, int] = dict(enumerate(weights.values()))
        self.options: list[list[Way]] = []
        self.number = {state: i for i, state in enumerate(self.states)}
        for state in self.states:
            # The list grows while it is walked: states are found breadth first.
            self.options.append([] if is_over(state) else self._options(reader, state, options(state)))
            if len(self.states) > reader.arithmetic.most_states:
                raise TooLarge(f"{name}, whatever is chosen", len(self.states), reader.arithmetic.most_states, "states")

    def _options(self, reader: Reader, state: Any, offered: Any) -> list[Way]:
        if isinstance(offered, NoOutcome) or not isinstance(offered, Mapping):
            raise WrongValue(f"the options of {brief(state)} are a mapping of names to laws, not {brief(offered)}")
        if not offered:
            raise WrongValue(f"{brief(state)} has no option, and play is not over there")
        found = []
        for name, follow in offered.items():
            law, total = read_law(reader, f"the chances from {brief(state)} by {brief(name)}", follow)
            reader.spend(_STEPS_PER_MOVE * len(law))
            found.append(Way(name, by_number(law, self.number, self.states), total))
        return found

    @property
    def ends(self) -> list[int]:
        """The states in which play is over."""
        return [i for i, options in enumerate(self.options) if not options]

    # -- what the graph alone says -----------------------------------------------------------------------------------

    def ranks_of_any(self, targets: Iterable[int], allowed: Callable[[int, int], bool]) -> dict[int, tuple[int, int]]:
        """The least number of turns from a state to the targets by allowed options, and the first option that nears it.

        Targets have rank 0; what cannot come to them has none.
        """
        before = self._before()
        found: dict[int, tuple[int, int]] = dict.fromkeys(targets, (0, -1))
        level = sorted(found)
        rank = 0
        while level:
            rank += 1
            reached: dict[int, int] = {}
            for there in level:
                for here, option in before.get(there, ()):
                    if here not in found and allowed(here, option):
                        reached[here] = min(option, reached.get(here, option))
            found |= {here: (rank, option) for here, option in reached.items()}
            level = sorted(reached)
        return found

    def ranks_of_all(self, targets: Iterable[int]) -> dict[int, int]:
        """Ranks that every option may lower: what has one comes to a target, or may, whatever is chosen."""
        before = self._before()
        found = dict.fromkeys(targets, 0)
        left = [set(range(len(options))) for options in self.options]
        level = sorted(found)
        rank = 0
        while level:
            rank += 1
            reached: list[int] = []
            for there in level:
                for here, option in before.get(there, ()):
                    if here not in found and option in left[here]:
                        left[here].discard(option)
                        if not left[here]:
                            reached.append(here)
            found |= dict.fromkeys(reached, rank)
            level = reached
        return found

    def _before(self) -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        for here, options in enumerate(self.options):
            for number, option in enumerate(options):
                for there in option.moves:
                    found.setdefault(there, []).append((here, number))
        return found

    def surely(self) -> set[int]:
        """The states from which play can be brought to an end with certainty."""
        inside = set(range(len(self.states)))
        while True:
            can = self.ranks_of_any(self.ends, lambda i, o: inside.issuperset(self.options[i][o].moves))  # noqa: B023
            if len(can) == len(inside):
                return inside
            inside = set(can)
