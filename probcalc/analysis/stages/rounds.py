"""A fight after each of its rounds: whether it is over, who has won it by then, and what is left on average."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from probcalc.analysis.findings.findings import plain
from probcalc.analysis.findings.found import Found
from probcalc.exact.budget.bounds import METER, Budget, TooLarge, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.rounds import after_each_round
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import END, Fight, Standing
from probcalc.scenarios.given_values import brief_value, flatten, merge_given
from probcalc.scenarios.resolve import resolve

if TYPE_CHECKING:
    from probcalc.exact.rounds.lasting import Lasting
    from probcalc.exact.rounds.playthrough import Playthrough

AT_LAST = "end"
"""What follows the counted rounds of a fight to the end."""


@dataclass(frozen=True, slots=True)
class AfterRound:
    """How a fight stands after a round.

    Attributes:
        round: the number of the round, or "end" for when all is said.
        over: the chance that it is over by then.
        winner: the chances that a, nobody of both ("draw") or b has won it by then.
        a_left, b_left: what is left of the sides on average, whether it is over or not.
    """

    round: int | str
    over: Fraction
    winner: Mapping[str, Fraction]
    a_left: Fraction
    b_left: Fraction

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as text."""
        found: dict[str, Any] = plain({each.name: getattr(self, each.name) for each in fields(self)})
        return found


WINNERS = ("a", "draw", "b")
_QUESTIONS = ("law", "turns", "variance")


@dataclass(frozen=True)
class ByRound(Found):
    """A fight round by round; `answer` holds its scenario and parameters."""

    answer: Answer
    rows: tuple[AfterRound, ...]
    _budget: Budget | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<ByRound of {self.answer.scenario.id}: {len(self.rows)} rows>"

    def __reduce__(self) -> tuple[Any, ...]:
        # What was found on the way holds functions of the rules.
        return ByRound, (self.answer, self.rows)

    @property
    def is_to_the_end(self) -> bool:
        """Whether it is fought to the end, however long that takes."""
        return self._fight.rounds == END

    @property
    def _fight(self) -> Fight:
        fight = self.answer.scenario
        assert isinstance(fight, Fight)
        return fight

    @cached_property
    def _lasting(self) -> Lasting:
        # Here and not above: an answer need not wait for what plays on to the end.
        from probcalc.exact.rounds.lasting import Lasting

        with metered(self._budget):
            return Lasting(self._fight.by_the_rules())

    def lasts(self, winner: str | None = None) -> Distribution:
        """The distribution of the number of rounds, among the fights that end; or among those that a side wins.

        >>> found = by_round("mechanics.race", a={"hit_points": 1}, b={"hit_points": 1})
        >>> found.lasts().mean, found.lasts().at_least(3), found.lasts("b")[2]
        (Fraction(4, 3), Fraction(1, 16), Fraction(3, 16))

        Raises:
            InputError: when only so many rounds are played, it is never over so, or there is no such winner.
            TooLarge: when the estimate exceeds the bound.
        """
        return self._through(winner).turns

    def certificate(self, winner: str | None = None, question: str = "law") -> dict[str, Any]:
        """A proof of how long it lasts, for `json.dumps`: the "law", or the mean number of "turns" or its "variance".

        The law is N(x) / D(x), with the chance of n rounds at x**n, or where that is out of reach the chances of the
        first rounds; `examples/check_play.py` plays them again.

        >>> found = by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})
        >>> found.certificate()["answer"], found.certificate("a", "turns")["answer"]
        ({'top': ['0', '3'], 'bottom': ['4', '-1']}, '4/3')

        Raises:
            InputError: as `lasts` does, and for another question.
            ValueError: of so large a fight that only its first rounds are proved, with a winner.
            TooLarge: when it would be too long.
        """
        if question not in _QUESTIONS:
            raise InputError(f"question: it is law, turns or variance, not {brief_value(question)}", "question")
        return self._through(winner).certificate(question)

    def _through(self, winner: str | None) -> Playthrough:
        if winner is not None and winner not in WINNERS:
            raise InputError(f"winner: it is a, draw or b, not {brief_value(winner)}", "winner")
        if not self.is_to_the_end:
            raise InputError(
                f"rounds: at most {self._fight.rounds} are played; ask how long a fight lasts with rounds=end", "rounds"
            )
        won = self.rows[-1].winner
        if not any(won[each] for each in (WINNERS if winner is None else (winner,))):
            raise InputError("this fight is never over" if winner is None else f"winner: it is never {winner} here")
        if winner is None:
            return self._lasting.through()
        return self._lasting.through(lambda left: isinstance(left, Standing) and left.winner == winner)

    @cached_property
    def mean_rounds(self) -> dict[str, Fraction]:
        """The mean number of rounds until it is over: of all fights that ever are, and of those with each winner.

        >>> found = by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})
        >>> {name: str(mean) for name, mean in found.mean_rounds.items()}
        {'over': '4/3', 'a': '4/3', 'b': '4/3'}

        Of a fight that is not fought to the end, or never over, there is none.

        Raises:
            TooLarge: when the estimate exceeds the bound.
        """
        won = self.rows[-1].winner
        if not self.is_to_the_end or not any(won.values()):
            return {}
        return {"over": self.lasts().mean, **{name: self.lasts(name).mean for name in WINNERS if won[name]}}

    def to_json(self) -> dict[str, Any]:
        """Plain data: the request, one entry a round, and how many rounds a fight to the end lasts on average."""
        data = self.answer.to_json()
        kept = {name: data[name] for name in ("scenario", "parameters", "rulings")}
        found: dict[str, Any] = {**kept, "rounds": [row.to_json() for row in self.rows]}
        try:
            means = self.mean_rounds
        except TooLarge as error:
            return {**found, "lasts": {"left_out": str(error)}}
        if means:
            found["lasts"] = {name: fraction_text(mean) for name, mean in means.items()}
        return found


def by_round(
    scenario_id: str, /, parameters: Mapping[str, Any] | None = None, budget: Budget | None = None, **named: Any
) -> ByRound:
    """A fight round by round, 20 rounds at most; of a fight to the finish a last row says how it ends.

    >>> found = by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})
    >>> [(row.round, str(row.over)) for row in found.rows[:2]], found.rows[-1].winner["a"]
    ([(1, '3/4'), (2, '15/16')], Fraction(2, 3))

    Raises:
        InputError: when the request is refused, or is no fight.
    """
    model = registry.scenario(scenario_id)
    if not issubclass(model, Fight):
        models = [each for system in registry.systems() for each in system.scenarios]
        fights = ", ".join(each.id for each in models if issubclass(each, Fight))
        raise InputError(f"{scenario_id} is not fought in rounds; {fights} are", scenario_id)
    fight, notes = resolve(model, flatten(merge_given(parameters, named)))
    course = fight.by_the_rules()
    try:
        with metered(budget):
            reader = LawReader()
            laws = list(after_each_round(course, reader, 20 if course.rounds is None else course.rounds))
            rows = [_row(number, law) for number, (_, law) in enumerate(laws, 1)]
            if fight.rounds == END and rows[-1].over < 1:
                rows.append(_row(AT_LAST, reader.distribution(course.map(lambda end: end[1]))))
    except TooLarge as error:
        raise InputError(f"{model.costly or scenario_id}: {error}", model.costly) from error
    return ByRound(Answer(fight, {}, notes), tuple(rows), METER.get() if budget is None else budget)


def _row(number: int | str, law: Distribution) -> AfterRound:
    winner = {"a": Fraction(0), "draw": Fraction(0), "b": Fraction(0)}
    left = [Fraction(0), Fraction(0)]
    standing: Standing
    for standing, chance in law.items():
        if standing.is_over:
            winner[standing.winner] += chance
        left[0] += standing.a_left * chance
        left[1] += standing.b_left * chance
    return AfterRound(number, sum(winner.values(), Fraction(0)), winner, left[0], left[1])
