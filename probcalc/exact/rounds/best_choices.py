"""The best play from state to state: `best_play(start, options, over)`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import metered
from probcalc.exact.errors import WrongValue
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.play.certificates import FORM, column, require_short, write_row, write_states
from probcalc.exact.play.choice_graph import ChoiceGraph
from probcalc.exact.play.equations import Value
from probcalc.exact.play.explicit import explicit_files
from probcalc.exact.play.exploring import exact_number, read_law, require_state
from probcalc.exact.play.policies import Policies
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.playthrough import Playthrough

_NAME = "Play"


class BestPlaythrough:
    """The best choice in every state of a play, and what it is worth.

    Attributes:
        value: the greatest mean, or the least.
        choices: the option that is taken in each state that the best play comes to.
    """

    def __init__(
        self,
        start: Any,
        options: Callable[[Any], Any],
        over: Callable[[Any], bool],
        aim: Callable[[Any], Any] | None = None,
        worth: Callable[[Any, Any], Any] | None = None,
        lowest: bool = False,
    ) -> None:
        for what, function in (("options(state)", options), ("over(state)", over)):
            if not callable(function):
                raise WrongValue(f"best play takes functions of the state: {what}, not {brief(function)}")
        for what, said in (("aim(end)", aim), ("worth(state, option)", worth)):
            if said is not None and not callable(said):
                raise WrongValue(f"what is sought is a function, {what}, not {brief(said)}")
        if aim is not None and worth is not None:
            raise WrongValue("what is sought is the mean of aim(end), or of the sum of worth(state, option), not both")
        reader = LawReader()
        self._start, self._over = start, over
        law = read_law(reader, "the chances of the start", start)
        self._play = play = ChoiceGraph(reader, _NAME, law, options, lambda state: bool(over(state)))
        self._is_aim = aim is not None
        self._lowest, self._sign = lowest, -1 if lowest else 1
        ends = play.ends
        if aim is not None:
            self._aims: dict[int, Value] = {i: exact_number("an aim", aim(play.states[i])) for i in ends}
        else:
            self._aims = dict.fromkeys(ends, 0)
        self._worths = self._values_added(aim, worth)
        # Whoever chooses comes to an end from what has such a rank.
        self._ranks = play.ranks_of_all(ends)
        self._is_sure = len(self._ranks) == len(play.states)
        self._none: frozenset[int] = frozenset()
        if aim is not None and not self._is_sure:
            self._none = self._worth_nothing()
        elif not self._is_sure:
            self._require_sums()
        with metered():
            self._solve(ends)

    def _values_added(self, aim: Any, worth: Callable[[Any, Any], Any] | None) -> list[list[Value]]:
        play = self._play
        if aim is not None:
            return [[0] * len(options) for options in play.options]
        if worth is None:
            return [[1] * len(options) for options in play.options]
        return [
            [exact_number("a worth", worth(state, option.name)) for option in options]
            for state, options in zip(play.states, play.options, strict=True)
        ]

    # -- what is settled before --------------------------------------------------------------------------------------

    def _worth_nothing(self) -> frozenset[int]:
        """The states from which nothing is ever won: at the greatest never, at the least where it can be avoided."""
        play = self._play
        for i, aim in self._aims.items():
            if aim < 0:
                raise WrongValue(
                    f"play may go on for ever, which is worth 0, so that no end may be worth less, "
                    f"and {brief(play.states[i])} is worth {aim}"
                )
        won = [i for i, aim in self._aims.items() if aim]
        going = (i for i, options in enumerate(play.options) if options)
        if self._sign > 0:
            can: Any = play.ranks_of_any(won, lambda i, o: True)
        else:
            can = self._ranks = play.ranks_of_all(won)
        return frozenset(i for i in going if i not in can)

    def _require_sums(self) -> None:
        """Refuse sums that may go on for ever, where that does not cost more and more."""
        play = self._play
        caught = next(i for i in range(len(play.states)) if i not in self._ranks)
        if not self._lowest and all(worth > 0 for worths in self._worths for worth in worths):
            raise WrongValue(
                f"the greatest sum has no bound: play may go on for ever from {brief(play.states[caught])}"
            )
        surely = play.surely()
        sought, needed = ("least", "above") if self._lowest else ("greatest", "below")
        for i, state in enumerate(play.states):
            if i not in surely:
                raise WrongValue(
                    f"{_NAME}: play never surely ends once it has come to {brief(state)}, whatever is chosen"
                )
            for option, worth in zip(play.options[i], self._worths[i], strict=True):
                if self._sign * worth >= 0:
                    raise WrongValue(
                        f"where play may go on for ever, as from {brief(play.states[caught])}, the {sought} sum needs "
                        f"worths {needed} 0, and {brief(option.name)} in {brief(state)} is worth {worth}"
                    )

    # -- solving -----------------------------------------------------------------------------------------------------

    def _solve(self, ends: list[int]) -> None:
        play = self._play
        fixed: dict[int, Value] = {**dict.fromkeys(self._none, 0), **self._aims}
        may_go_on = not self._is_sure and not self._none
        surely = play.surely() if may_go_on and (self._lowest or not self._is_aim) else None

        def is_tried(i: int, o: int) -> bool:
            return i not in self._none and (surely is None or surely.issuperset(play.options[i][o].moves))

        near = play.ranks_of_any(fixed, is_tried)
        first = {i: option for i, (_, option) in near.items() if i not in fixed}
        solved = Policies(play, self._sign, lambda i, o: self._worths[i][o], fixed, first)
        self._values = solved.values
        self._chosen = self._first_choices(solved, ends)
        self.value = sum((self._values[i] * weight for i, weight in play.start.items()), Fraction(0)) / play.total

    def _first_choices(self, solved: Policies, ends: list[int]) -> dict[int, int]:
        """The option in each state that is named first among the best, as long as play comes to its end so."""
        play = self._play
        best: dict[int, list[int]] = {}
        for i, options in enumerate(play.options):
            if i in self._none:
                best[i] = [o for o in range(len(options)) if self._sign > 0 or self._is_away(i, o)]
            elif options:
                best[i] = [o for o in range(len(options)) if solved.worth(i, o) == self._values[i]]
        chosen = {i: listed[0] for i, listed in best.items()}
        for targets, among in (([*ends, *self._none], best.keys() - self._none), (ends, self._none)):
            good = play.ranks_of_any(targets, lambda i, o: i in among and chosen[i] == o)  # noqa: B023
            near = play.ranks_of_any(good, lambda i, o: i in among and o in best[i])  # noqa: B023
            for i in among:
                if i not in good and i in near:
                    chosen[i] = near[i][1]
        return chosen

    def _is_away(self, state: int, option: int) -> bool:
        return all(i in self._none or self._aims.get(i, 1) == 0 for i in self._play.options[state][option].moves)

    # -- readings ----------------------------------------------------------------------------------------------------

    def choice(self, state: Any) -> Any:
        """The option that is taken in a state.

        Raises:
            ValueError: when play is over there, or never comes there whatever is chosen.
        """
        require_state(state)
        number = self._play.number.get(state)
        if number is None:
            raise WrongValue(f"play never comes to {brief(state)}, whatever is chosen")
        if number not in self._chosen:
            raise WrongValue(f"play is over in {brief(state)}")
        return self._play.options[number][self._chosen[number]].name

    @cached_property
    def choices(self) -> dict[Any, Any]:
        """The option that is taken in each state that the best play comes to, in the order of play."""
        play, found = self._play, {}
        waiting, seen = list(play.start), set(play.start)
        for i in waiting:
            if i not in self._chosen:
                continue
            option = play.options[i][self._chosen[i]]
            found[play.states[i]] = option.name
            for there in option.moves:
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return found

    @cached_property
    def playthrough(self) -> Playthrough:
        """The play under the best choices.

        Raises:
            ValueError: when it may never end.
        """
        play = self._play

        def step(state: Any) -> dict[Any, Fraction]:
            i = play.number[state]
            option = play.options[i][self._chosen[i]]
            return {play.states[there]: Fraction(weight, option.total) for there, weight in option.moves.items()}

        start = {play.states[i]: Fraction(weight, play.total) for i, weight in play.start.items()}
        return Playthrough(start, step, self._over)

    def certificate(self) -> dict[str, Any]:
        """A proof of the value, for `json.dumps`: the play with all options, and the value and choice of every state.

        `examples/check_play.py` proves it and knows nothing else.

        Raises:
            TooLarge: when it would be too long.
        """
        play = self._play
        moves = self._moves(self._values)
        if (self._is_aim and self._sign > 0) or not (self._is_sure or self._is_aim):
            near = play.ranks_of_any([*play.ends, *self._none], lambda i, o: self._chosen.get(i) == o)
            rank = {i: turns for i, (turns, _) in near.items()}
        else:
            rank = self._ranks
        adds: Any = "0" if self._is_aim else [[fraction_text(worth) for worth in worths] for worths in self._worths]
        return {
            "certificate": FORM,
            "question": self._question,
            "answer": fraction_text(self.value),
            "is": "value",
            "best": "least" if self._lowest else "greatest",
            "states": write_states(play.states),
            "start": write_row(play.start, play.total),
            "over": play.ends,
            "moves": moves,
            "names": [[repr(option.name) for option in options] for options in play.options],
            "chosen": [self._chosen.get(i, 0) for i in range(len(play.states))],
            "rank": [0 if i in self._none else rank.get(i, 0) for i in range(len(play.states))],
            "columns": [column("chance" if self._is_aim else "total", adds, self._aims, self._values)],
        }

    def explicit(self) -> dict[str, str]:
        """The play with all options as the explicit files of PRISM: {"tra", "lab", "srew"}.

        Raises:
            ValueError: when play begins in one of several states.
            TooLarge: when it would be too long.
        """
        play = self._play
        names = [[str(option.name) for option in options] for options in play.options]
        return explicit_files(self._moves(), write_row(play.start, play.total), play.ends, names=names)

    def _moves(self, *values: Sequence[Fraction]) -> list[list[list[list[Any]]]]:
        """The moves of every option, as they are written beside such values."""
        options = self._play.options
        require_short(_NAME, sum(len(o.moves) for each in options for o in each), values, len(options))
        return [[write_row(option.moves, option.total) for option in each] for each in options]

    @property
    def _question(self) -> str:
        return f"{'least' if self._lowest else 'greatest'} {'mean of the end' if self._is_aim else 'sum'}"

    def __repr__(self) -> str:
        return f"<best play through {len(self._play.states)} states, worth {fraction_text(self.value, 40)}>"


def best_play(
    start: Any,
    options: Callable[[Any], Any],
    over: Callable[[Any], bool],
    aim: Callable[[Any], Any] | None = None,
    worth: Callable[[Any, Any], Any] | None = None,
    lowest: bool = False,
) -> BestPlaythrough:
    """The best choice in every state of a play in which `options(state)` are the names and laws to choose from.

    The goal is the greatest mean of aim(end), a number or a condition; or of the sum of worth(state, option) over the
    turns; with neither, of the number of turns: V(s) = the greatest over the options of worth + the mean of V. With
    `lowest` it is the least. Of equal options the one named first is taken.

    >>> def turn(score):
    ...     roll = d(6).map(lambda face: ("kept", 0) if face == 1 else min(30, score + face))
    ...     return {"stop": {("kept", score): 1}, "roll": roll}
    >>> from probcalc.exact.dice.dice import d
    >>> pig = best_play(0, turn, lambda state: isinstance(state, tuple), aim=lambda state: state[1])
    >>> pig.value, pig.choice(19), pig.choice(20)
    (Fraction(492303203, 60466176), 'roll', 'stop')

    Raises:
        ValueError: when a state has no option and is not over, or a sum may go on for ever without costing more and
            more: where play surely ends whatever is chosen, worths may have any sign.
        TooLarge: when the estimate exceeds the bound.
    """
    return BestPlaythrough(start, options, over, aim, worth, lowest)
