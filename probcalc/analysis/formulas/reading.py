"""A scenario read with symbols: what its results are in one box of values after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from probcalc.analysis.formulas.free_names import FreeNames
from probcalc.analysis.one_play.asked import condition_event
from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import METER, Budget, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.steps import Event, Known, Repeated, Tree
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.settling import given_names, settle
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.exploration import Explored, explore
from probcalc.symbolic.cases.limits import MOST_CASES, MOST_STEPS, PROBED
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.reading.arithmetic import FreedRoll, Polynomials
from probcalc.symbolic.reading.plays import Plays
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Weight, lowest_terms

_PRODUCT, _TERM = 4, 16
"""In steps: what a product of terms with unknowns counts, and what each term of a result, which is looked through."""
_LONG = 1000
_MOST_WITH_SYMBOLS = 2_000_000
"""In steps: what one case may take in which something is unknown."""


class Reading:
    """One scenario read in one box after another, with the chances of `conditions` beside its results.

    Attributes:
        steps: how many it has taken so far.
    """

    def __init__(self, base: Scenario, asked: FreeNames, conditions: Sequence[str] = ()) -> None:
        # Each part is read within a bound of its own; whoever may stop the request is asked there too.
        whole = METER.get()
        self._watch = None if whole is None else whole.look
        self._base, self._asked, self._conditions = base, asked, conditions
        self._explicit = given_names(base) | asked.whole
        self._met: set[str] = set()
        self.steps = 0

    def explored(
        self, boxes: Sequence[Box], most: int = MOST_CASES, steps: int = MOST_STEPS, *, partly: bool = False
    ) -> Explored[dict[str, Content]]:
        """What every result is in the parts into which the boxes have to be divided, within bounds on both."""
        plays = Plays()
        return explore(
            boxes,
            lambda box: self.read(box, plays),
            refusal=InputError,
            most=most,
            steps=steps,
            spent=lambda: self.steps,
            watch=self._watch,
            probe=lambda box: self.read(box, Plays(), PROBED),
            least=self.least_steps if self.is_foretold else None,
            partly=partly,
        )

    def read(self, box: Box, plays: Plays, most: int = MOST_STEPS) -> dict[str, Content]:
        """What every result is in a box, in so many steps; `plays` keeps what several boxes have in common."""
        freed = {roll.roll: FreedRoll(roll.roll, roll.names) for roll in self._asked.rolls}
        scenario = self.scenario(box.counts())
        # What is too much for all cases together is too much for one; what takes long with symbols is divided.
        is_known = box.is_fixed() and not freed
        budget = Budget(most if box.is_fixed() else min(most, _MOST_WITH_SYMBOLS), watch=self._watch)
        with metered(budget):
            polynomials = None if is_known else Polynomials(Algebra(), freed)
            if polynomials is None:
                reader = LawReader(plays=plays.within(box).law)
            else:
                # Probabilities of a roll are free for the whole reading, and have to meet all of its rolls.
                kept = plays.within(box, polynomials.algebra, kept=not freed)
                reader = LawReader(polynomials, kept.law)
            try:
                results = scenario.play_results()[0]
                _require_ends(results)
                events = {text: condition_event(text, scenario) for text in self._conditions}
                found = {
                    name: content_of(reader, polynomials, tree) for name, tree in chain(results.items(), events.items())
                }
            finally:
                self.steps += budget.spent + budget.unspent
                if polynomials is not None:
                    self.steps += _PRODUCT * polynomials.algebra.spent + polynomials.algebra.on_long
            if polynomials is not None:
                self._met |= polynomials.met
                self.steps += _TERM * sum(map(_terms, found.values()))
            self.steps += sum(map(_lowest, found.values()))
        return found

    @property
    def is_foretold(self) -> bool:
        """Whether the scenario says how many steps it takes at the least."""
        return type(self._base).least_steps is not Scenario.least_steps

    def least_steps(self, box: Box) -> int:
        """How many steps a box of one point takes at the least, as far as that is known before it is read."""
        return self.scenario(box.counts()).least_steps() if box.is_fixed() else 0

    def scenario(self, counts: Mapping[str, Any]) -> Scenario:
        """The complete scenario where the free names have these values."""
        changed: Scenario = self._base.replaced(self._asked.values(counts))
        return settle(changed, self._explicit)

    def present(self, name: str, otherwise: int) -> int:
        """The value that a free whole number has in the request, or by default."""
        owner, _, entry = name.rpartition(".")
        value = self._asked.lists[owner][int(entry) - 1] if owner in self._asked.lists else self._base.value_of(name)
        return value if isinstance(value, int) else otherwise

    def check_rolls(self) -> None:
        """Refuse a probability of a roll that is never made."""
        for roll in self._asked.rolls:
            if roll.roll not in self._met:
                raise unknown_name("roll", roll.roll, sorted(self._met), f" of {self._base.id} here")


class Content(NamedTuple):
    """What one result is in one case."""

    kind: Literal["law", "probability", "number", "list"]
    value: Any


def _require_ends(results: Mapping[str, Any]) -> None:
    for name, played in results.items():
        if isinstance(played, Known) and not played.law.has_end:
            raise InputError(f"{name}: what may go on without end has no formula; hold it against a number", name)


def _terms(content: Content) -> int:
    """How many terms the weights of a result have."""
    if content.kind != "law":
        return 1
    return sum(len(weight) if isinstance(weight, Weight) else 1 for weight in content.value.weights.values())


def _lowest(content: Content) -> int:
    """How many steps it took to say a number in lowest terms, where it is a long one."""
    bits = content.value.total.bit_length() if isinstance(content.value, Share) else 0
    return costs.common_divisor(bits) // costs.NANOSECONDS_PER_STEP if bits > _LONG else 0


def _law(reader: LawReader, played: Any) -> FormulaLaw:
    """The law of a tree; its outcomes are settled in the box that is read, and leave it as the numbers they are."""
    weights, total = reader.lowest(played)
    return FormulaLaw({_plain_outcome(outcome): weight for outcome, weight in weights.items()}, total)


def _plain_outcome(outcome: Any) -> Any:
    if type(outcome) is tuple:
        return tuple(map(_plain_outcome, outcome))
    return int(outcome) if isinstance(outcome, Form) else outcome


def content_of(reader: LawReader, polynomials: Polynomials | None, played: Any) -> Content:
    """What a tree, event, number or list of a scenario is; without polynomials everything is known."""
    if isinstance(played, (Tree, Distribution)):
        law = _law(reader, played)
        if isinstance(played, Repeated):
            law = law._replace(one=_law(reader, played.source), n=int(played.n))
        return Content("law", law)
    if isinstance(played, Event):
        chance = reader.probability(played)
        return Content("probability", Share(*lowest_terms(chance.numerator, chance.denominator)))
    if isinstance(played, Likeliest):
        played = played.read(reader)
    if isinstance(played, list):
        return Content("list", tuple(int(entry) for entry in played))
    return Content("number", Share(int(played) if polynomials is None else polynomials.algebra.count(played), 1))
