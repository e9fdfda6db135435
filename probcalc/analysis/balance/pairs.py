"""The fights of a balance: how often the first of two entries wins, each different fight answered once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.analysis.balance.entries import Entry, shown_name
from probcalc.analysis.balance.sided import Sided
from probcalc.analysis.balance.solved import CLEARLY, Solved, solves
from probcalc.analysis.numbers.trial import Progress, foreseen, too_many
from probcalc.analysis.sweeps.answering import Answering
from probcalc.exact.budget.bounds import TooLarge, meter, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch

_MOST_SIZED = 1000


class Score(NamedTuple):
    """What a fight gives the one in first place: its wins with half of the ties, and the ties."""

    value: Fraction
    ties: Fraction

    def mirrored(self) -> Score:
        """The same for the other one."""
        return Score(1 - self.value, self.ties)


class Pairs:
    """Answers fights between entries, either in first place or the row always.

    >>> from probcalc.analysis.balance.sided import sides_of
    >>> pairs = Pairs(sides_of("chronopia.clash"), {}, "both")
    >>> followers, spearmen = (Entry(unit, {"unit": unit}) for unit in ("followers", "spearmen"))
    >>> found = pairs.of(followers, spearmen)
    >>> found.value + pairs.of(spearmen, followers).value
    Fraction(1, 1)
    """

    def __init__(self, sided: Sided, parameters: Mapping[str, Any], places: str) -> None:
        self.sided = sided
        self.given = parameters
        self.places = places
        self._answering = Answering(sided.scenario_id, parameters, sided.wins)
        self._solved = Solved() if solves(sided.model) else None
        self._known: dict[Any, Score] = {}

    def of(self, row: Entry, column: Entry) -> Score:
        """What the row gets against the column.

        Raises:
            InputError: when the rules refuse the pair, with its reason.
            TooMuch: when the budget is spent.
        """
        first = self._fight(row, column)
        if self.places == "first":
            return first
        second = self._fight(column, row)
        return Score((first.value + 1 - second.value) / 2, (first.ties + second.ties) / 2)

    @metered()
    def ask(
        self, wanted: Iterable[tuple[Entry, Entry]], progress: Progress | None = None, *, at_once: bool = False
    ) -> None:
        """Answer fights that will be asked for, all of them within the bound of the meter.

        With `at_once` fights of two who differ in their numbers alone are solved together, the later ones of them with
        what is known from the earlier ones; what differs otherwise is answered in any order.

        Raises:
            InputError: when the rules refuse a pair, with its reason.
            TooMuch: as soon as it shows that all would take more than the budget allows.
        """
        fights: dict[Any, tuple[Entry, Entry]] = {}
        for row, column in wanted:
            orders = ((row, column),) if self.places == "first" else ((row, column), (column, row))
            for first, second in orders:
                key = _key(first), _key(second)
                if key not in self._known:
                    fights.setdefault(key, (first, second))
        alike: dict[Any, list[tuple[Entry, Entry]]] = {}
        for key, pair in fights.items():
            alike.setdefault(tuple(map(self._but_numbers, key)) if at_once else key, []).append(pair)
        listed = list(alike.values())
        self._require_least(listed)
        for place in foreseen(self.sided.scenario_id, range(len(listed)), progress):
            for first, second in listed[place]:
                self._known[_key(first), _key(second)] = self._answer(first, second)

    def _require_least(self, listed: Sequence[Sequence[tuple[Entry, Entry]]]) -> None:
        """Refuse fights to the end of which it shows before the first that they take too much; each kind counts once.

        Raises:
            InputError: when the rules refuse one of them, with its reason.
            TooMuch: when one takes more than an answer may, or all more than the budget allows.
        """
        if self._solved is None:
            return
        sizes: dict[Any, int] = {}
        for (first, second), *_ in listed[:: -(-len(listed) // _MOST_SIZED) or 1]:
            request = self.sided.request({}, first.values, second.values)
            fight = self.fight(request)
            if fight is None:
                self._refuse(first, second, request)
            try:
                steps = self._solved.require(fight)
            except TooLarge as error:
                raise TooMuch.of(self.sided.scenario_id, error) from error
            kind = fight.going_on().alike if steps else None
            sizes[kind] = max(sizes.get(kind, 0), steps)
        budget = meter()
        whole = budget.spent + sum(sizes.values())
        if whole > CLEARLY * budget.most:
            raise too_many(self.sided.scenario_id, sum(map(len, listed)), whole, budget.most)

    def _but_numbers(self, key: Any) -> Any:
        """An entry as all that it says but how many they are."""
        headcount = self.sided.headcount
        return key if headcount is None else tuple(each for each in key if each[0] != self.sided.key(headcount.name))

    def reason_to_refuse(self, row: Entry, column: Entry) -> str:
        """Why the rules refuse a pair in either order, before anything is played; "" where they do not."""
        for first, second in ((row, column), (column, row)):
            request = self.sided.request({}, first.values, second.values)
            if self.fight(request) is None:
                try:
                    self._refuse(first, second, request)
                except InputError as error:
                    return str(error)
        return ""

    def refusal(self, one: Entry) -> str:
        """Why the rules refuse an entry against itself; "" where they do not."""
        if self._solved is not None and self.fight(self.sided.request({}, one.values, one.values)) is not None:
            # A fight to the end that they allow has a winner: it is not fought for that.
            return ""
        try:
            self._fight(one, one)
        except TooMuch:
            raise
        except InputError as error:
            return str(error)
        return ""

    def _fight(self, first: Entry, second: Entry) -> Score:
        key = _key(first), _key(second)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._answer(first, second)
        return found

    def _answer(self, first: Entry, second: Entry) -> Score:
        request = self.sided.request({}, first.values, second.values)
        try:
            found = None if self._solved is None else self._solved.wins(self.fight(request))
            a, b = self._answering.numbers(request) if found is None else found
            if a is None or b is None:
                self._refuse(first, second, request)
            assert a is not None
            assert b is not None
        except TooLarge as error:
            raise TooMuch.of(self.sided.scenario_id, error) from error
        ties = 1 - a - b
        return Score(a + ties / 2, ties)

    def fight(self, request: Mapping[str, Any]) -> Any:
        """The fight of a request; None where it is refused, but not for its size where who wins is solved."""
        found = self._answering.scenario(request)
        if found is None and self._solved is not None:
            large = self._answering.scenario(request, large=True)
            return large if large is not None and large.is_plain else None
        return found

    def _refuse(self, first: Entry, second: Entry, request: Mapping[str, Any]) -> None:
        """Say why a fight has no winner."""
        who = f"{shown_name(first.name)} against {shown_name(second.name)}"
        try:
            answer = registry.answer(self.sided.scenario_id, {**self.given, **request}, written=False)
            why = next(iter(answer.left_out.values()), "nobody is said to win")
        except TooMuch:
            raise
        except InputError as error:
            why = str(error)
        raise InputError(f"entries: {who} is refused: {why}", "entries")


def _key(entry: Entry) -> Any:
    return tuple(sorted((name, type(value), str(value)) for name, value in entry.values.items()))


def all_pairs(rows: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """Every entry against every entry, itself too."""
    return [(row, column) for row in rows for column in rows]
