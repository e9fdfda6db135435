"""One play from state to state, read in several ways."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Any

from probcalc.exact.arguments import require_function
from probcalc.exact.budget.bounds import METER, metered
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.weights import gather
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.play.certificates import column, write_moves, write_play, write_row
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.play.equations import Equations, Value
from probcalc.exact.play.explicit import explicit_files
from probcalc.exact.play.exploring import ending, exact_number, read_law, require_state
from probcalc.exact.play.quotients import lump_play
from probcalc.exact.play.turn_counts import TurnCounts
from probcalc.exact.play.turn_proofs import chances_in_list, is_short, write_turns
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.turns_of_play import TurnsOfPlay

_NAME = "Play"
_LONG_CIRCLE = 12
_THROWN = object()
_PROVED = '"turns", "variance", "law", chance=condition or total=worth'


class Playthrough:
    """One play from state to state until it is over: where it ends, how long it takes, what it adds up to on the way.

    >>> def draw(held):  # five kinds of coupons, by how many are held
    ...     return {held + 1: Fraction(5 - held, 5), held: Fraction(held, 5)}
    >>> coupons = Playthrough(0, draw, lambda held: held == 5)
    >>> coupons.turns.mean, coupons.turns.variance, coupons.turns.at_most(5), coupons.turns[7]
    (Fraction(137, 12), Fraction(3625, 144), Fraction(24, 625), Fraction(312, 3125))

    Attributes:
        kept: the probability that `given` holds; 1 without a condition.
    """

    def __init__(
        self,
        start: Any,
        step: Callable[[Any], Any],
        over: Callable[[Any], bool],
        given: Callable[[Any], bool] | None = None,
    ) -> None:
        if not callable(step) or not callable(over) or not (given is None or callable(given)):
            raise WrongValue("play takes functions of the state: step(state) and over(state), and given(state) if any")
        is_over, thrown = ending(over, given)
        self._budget = METER.get()
        reader = LawReader()
        self._chain = AbsorbingChain(reader, _NAME, read_law(reader, "the chances of the start", start), step, is_over)
        states = self._chain.states
        self._thrown = frozenset(i for i, state in enumerate(states) if state in thrown) if thrown else frozenset()
        if given is not None and all(step is not None or i in self._thrown for i, step in enumerate(self._chain.steps)):
            raise WrongValue("what is given never happens")
        self._equations = Equations(self._chain)

    # -- where it ends -----------------------------------------------------------------------------------------------

    @cached_property
    def kept(self) -> Fraction:
        """The probability that `given` holds; 1 without a condition."""
        return self._at_start(self._chances_kept) if self._thrown else Fraction(1)

    @cached_property
    def _chances_kept(self) -> list[Fraction]:
        """How likely all is kept from each state on."""
        return self._values(0, dict.fromkeys(self._ends(), 1))

    @cached_property
    def ends(self) -> Distribution:
        """The law of the state in which play ends.

        >>> from probcalc.exact.dice.dice import d
        >>> step = d(2) * 2 - 3
        >>> Playthrough(5, lambda chips: step + chips, lambda chips: chips in (0, 9)).ends
        Distribution(0: 4/9, 9: 5/9)
        """
        return self._law(lambda i: self._chain.states[i])

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """The law of function(end); ends that it does not tell apart are one before anything is solved.

        >>> from probcalc.exact.dice.dice import d
        >>> Playthrough(0, lambda total: d(6) + total, lambda total: total >= 10).map(lambda total: total - 10).mean
        Fraction(32912305, 20155392)
        """
        require_function("map", function)
        return self._law(lambda i: function(self._chain.states[i]))

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """The chance that a condition holds of the state in which play ends."""
        wanted = self._ends_wanted(condition)
        return self._at_start(self._values(0, wanted)) / self.kept

    def _ends_wanted(self, condition: Callable[[Any], bool]) -> dict[int, int]:
        require_function("a chance", condition)
        return {i: 1 for i in self._ends() if condition(self._chain.states[i])}

    # -- on the way --------------------------------------------------------------------------------------------------

    @cached_property
    def turns(self) -> Distribution:
        """The law of the number of turns.

        >>> def toss(heads):
        ...     return {heads + 1: Fraction(1, 2), 0: Fraction(1, 2)}
        >>> streak = Playthrough(0, toss, lambda heads: heads == 3).turns
        >>> streak.mean, streak.variance, streak[5], streak.at_most(10)
        (Fraction(14, 1), Fraction(142, 1), Fraction(1, 16), Fraction(65, 128))
        """
        if self._equations.has_circles:
            with metered(self._budget):
                lumped = lump_play(self._chain, lambda i: i in self._thrown, LawReader())
            counts = TurnCounts(lumped, lambda i: lumped.states[i] not in self._thrown, self.kept)
            return TurnsOfPlay(
                counts,
                lambda: self._mean_turns,
                lambda: self._variance_of_turns,
                lambda: self.certificate("law"),
            )
        counts = TurnCounts(self._chain, lambda i: i not in self._thrown, self.kept)
        return Distribution({n: chance for n, chance in enumerate(self._first(counts)) if chance})

    def _first(self, counts: TurnCounts) -> list[Fraction]:
        with metered(self._budget):
            return list(counts.first(LawReader()))

    @cached_property
    def _all_turns(self) -> list[Fraction]:
        """The mean number of turns from each state on, where thrown away counted as none."""
        return self._values(self._chances_kept if self._thrown else 1, {})

    @cached_property
    def _mean_turns(self) -> Fraction:
        return self._at_start(self._all_turns) / self.kept

    @cached_property
    def _variance_of_turns(self) -> Fraction:
        return self._at_start(self._squares) / self.kept - self._mean_turns**2

    @cached_property
    def _squares(self) -> list[Fraction]:
        """The mean square of the number of turns from each state on, where thrown away counted as none."""
        # T = 1 + T', so that E[T^2] = 2 E[T] - 1 + E[T'^2], each over the plays that are kept.
        turns = self._all_turns
        kept: Any = self._chances_kept if self._thrown else [1] * len(turns)
        return self._values([2 * mean - share for mean, share in zip(turns, kept, strict=True)], {})

    def mean_total(self, worth: Callable[[Any], Any]) -> Fraction:
        """The mean sum of worth(state) over the turns that are played, each from a state.

        >>> coupons = Playthrough(0, lambda held: {held + 1: Fraction(5 - held, 5), held: Fraction(held, 5)},
        ...                       lambda held: held == 5)
        >>> coupons.mean_total(lambda held: 2 ** held)
        Fraction(661, 6)

        Raises:
            ValueError: when a worth is no exact number.
        """
        return self._at_start(self._values(self._as_kept(self._worths(worth)), {})) / self.kept

    def _as_kept(self, worths: list[Value]) -> list[Value]:
        """What is added in each state as far as all is kept."""
        return [w * share for w, share in zip(worths, self._chances_kept, strict=True)] if self._thrown else worths

    def _worths(self, worth: Callable[[Any], Any]) -> list[Value]:
        require_function("a mean total", worth)
        chain = self._chain
        return [
            0 if step is None else exact_number("a worth", worth(state))
            for state, step in zip(chain.states, chain.steps, strict=True)
        ]

    @cached_property
    def visits(self) -> dict[Any, Fraction]:
        """How often each state that is not over is played from on average."""
        found = {visit.state: visit.times for visit in self._own_chain().visits()}
        if not self._thrown:
            return found
        share = dict(zip(self._chain.states, self._chances_kept, strict=True))
        return {state: times * share[state] / self.kept for state, times in found.items() if share[state]}

    # -- proved ------------------------------------------------------------------------------------------------------

    def certificate(
        self,
        question: str | None = None,
        *,
        chance: Callable[[Any], bool] | None = None,
        total: Callable[[Any], Any] | None = None,
    ) -> dict[str, Any]:
        """A proof of the mean number of "turns", their "variance" or "law", a chance or a total, for `json.dumps`.

        It says the whole play and a value for every state; `examples/check_play.py` proves it and knows nothing else.
        The law is N(x) / D(x), the series with the chance of n turns at x**n, or where that is out of reach the
        chances of the first turns.

        >>> coin = Playthrough(0, lambda x: {0: Fraction(1, 2), 1: Fraction(1, 2)}, lambda x: x == 1)
        >>> proof = coin.certificate("turns")
        >>> proof["answer"], proof["moves"], proof["columns"][0]["values"]
        ('2', [[[[1, '1/2'], [0, '1/2']]], []], ['2', '0'])
        >>> coin.certificate("law")["answer"]  # x / (2 - x)
        {'top': ['0', '1'], 'bottom': ['2', '-1']}

        Raises:
            ValueError: when nothing, more than one thing or something unknown is asked.
            TooLarge: when it would be too long.
        """
        if (question is not None) + (chance is not None) + (total is not None) != 1:
            raise WrongValue(f"a certificate is of {_PROVED}, one of them")
        if question not in (None, "turns", "variance", "law"):
            raise WrongValue(f"a certificate is of {_PROVED}, not {question!r}")
        if question == "law":
            return write_turns(self._chain, self._thrown, self.kept, self._prove_turns())
        kept = [(0, 1)] if self._thrown else []
        proof = _Proof()
        if self._thrown:
            # What is built on stands first: the chance to be kept, and for the variance the mean.
            ends = dict.fromkeys(self._ends(), 1)
            proof.add("chance", "0", ends, self._chances_kept)
        if chance is not None:
            wanted = self._ends_wanted(chance)
            proof.add("chance", "0", wanted, self._values(0, wanted))
            answer, name = self.chance(chance), "chance"
        elif total is not None:
            worths = self._worths(total)
            adds: Any = "0" if self._thrown else [[fraction_text(worth)] for worth in worths]
            shares = [(0, worths)] if self._thrown else []
            proof.add("total", adds, {}, self._values(self._as_kept(worths), {}), shares)
            answer, name = self.mean_total(total), "mean total"
        else:
            proof.add("total", "0" if kept else "1", {}, self._all_turns, kept)
            answer, name = self._mean_turns, "mean turns"
        kind = "quotient" if self._thrown else "value"
        if question == "variance":
            last = len(proof.columns) - 1
            of = [(last, 2), *((place, -1) for place, _ in kept)]
            proof.add("total", "0" if kept else "-1", {}, self._squares, of)
            answer, name = self._variance_of_turns, "variance of the turns"
            kind = "variance of a quotient" if self._thrown else "variance"
        return write_play(self._chain, self._thrown, name, answer, kind, proof.columns, proof.values)

    def _prove_turns(self) -> Any:
        """The law of the turns as it is proved: its quotient, or its first chances."""
        law = self.turns
        if isinstance(law, TurnsOfPlay):
            return (law.quotient if is_short(self._chain) else None) or chances_in_list(law)
        # With the turns, at the end, of plays that are all thrown away.
        counts = TurnCounts(self._chain, lambda i: i not in self._thrown, self.kept)
        return self._first(counts)

    def explicit(self) -> dict[str, str]:
        """The play as the explicit files of PRISM, which other exact tools read: {"tra", "lab", "srew"}.

        >>> coin = Playthrough(0, lambda x: {0: Fraction(1, 2), 1: Fraction(1, 2)}, lambda x: x == 1)
        >>> coin.explicit()["tra"].splitlines()
        ['2 3', '0 0 1/2', '0 1 1/2', '1 1 1']

        Raises:
            ValueError: when play begins in one of several states.
            TooLarge: when it would be too long.
        """
        chain = self._chain
        return explicit_files(write_moves(chain), write_row(chain.start, chain.total), self._ends(), self._thrown)

    # -- how ---------------------------------------------------------------------------------------------------------

    def _ends(self) -> list[int]:
        """The ends that are kept."""
        return [i for i, step in enumerate(self._chain.steps) if step is None and i not in self._thrown]

    def _values(self, adds: Any, ends: Mapping[int, Value]) -> list[Fraction]:
        listed = adds if isinstance(adds, list) else [adds] * len(self._chain.states)
        with metered(self._budget):
            return self._equations.values(listed, ends)

    def _at_start(self, values: list[Fraction]) -> Fraction:
        chain = self._chain
        return sum((values[i] * weight for i, weight in chain.start.items()), Fraction(0)) / chain.total

    def _own_chain(self) -> AbsorbingChain:
        """The play for one reading of its own."""
        chain = copy(self._chain)
        with metered(self._budget):
            chain.reader = LawReader()
        return chain

    def _law(self, label: Callable[[int], Hashable]) -> Distribution:
        labels = {i: label(i) for i in self._ends()}
        for outcome in labels.values():
            require_state(outcome)
        if any(len(component) > _LONG_CIRCLE for component in self._equations.order):
            with metered(self._budget):
                chain = lump_play(self._chain, lambda i: labels.get(i, _THROWN), LawReader())
        else:
            chain = self._own_chain()
            labels = {chain.states[i]: label for i, label in labels.items()}
        ends = {end: weight for end, weight in chain.law()[0].items() if end in labels}
        return Distribution.from_weights(gather([labels[end] for end in ends], ends.values()))

    def __repr__(self) -> str:
        over = sum(step is None for step in self._chain.steps)
        return f"<play through {len(self._chain.states)} states, over in {over} of them>"


class _Proof:
    """The columns of a certificate, one after the other."""

    def __init__(self) -> None:
        self.columns: list[dict[str, Any]] = []
        self.values: list[list[Fraction]] = []

    def add(self, what: str, adds: Any, ends: Mapping[int, Value], values: list[Fraction], of: Any = ()) -> None:
        self.columns.append(column(what, adds, ends, values, of))
        self.values.append(values)
