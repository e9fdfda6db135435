"""The places of a line: its outcomes from the worst to the best for its side, each with its exact chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from probcalc.analysis.findings.findings import number_given
from probcalc.analysis.luck.asked import Asked, Ordered
from probcalc.exact.arguments import whole_of
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import are_numbers, is_number
from probcalc.exact.law.outcomes import own_number
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value

OF_A_ROLL = ("result", "successes", "success", "named", "a")
"""What counts of a roll is the first of these that it has."""
_YES, _NO = {"yes", "true", "1"}, {"no", "false", "0"}
_MOST_NAMED = 12


@dataclass(frozen=True)
class Places:
    """What may come of a line.

    Attributes:
        result: the name of the result.
        wants: which end is good.
        outcomes: the outcomes of each place, from the worst to the best; of yes and no False and True.
        chances: the chance of each place, as whole numbers over the total.
        total: their sum.
        is_yes_no: whether it is one of yes and no.
    """

    result: str
    wants: str
    outcomes: tuple[tuple[Any, ...], ...]
    chances: tuple[int, ...]
    total: int
    is_yes_no: bool

    @property
    def are_numbers(self) -> bool:
        """Whether every outcome is a number, or a yes or no that counts as one."""
        return all(are_numbers(group) for group in self.outcomes)

    @cached_property
    def up_to(self) -> tuple[int, ...]:
        """The chance of each place or a worse one, over the total."""
        return tuple(accumulate(self.chances))

    def or_worse(self, place: int) -> Fraction:
        """P(this place or a worse one)."""
        return Fraction(self.up_to[place], self.total)

    def or_better(self, place: int) -> Fraction:
        """P(this place or a better one)."""
        return Fraction(self.total - self.up_to[place] + self.chances[place], self.total)

    def percentile(self, place: int) -> Fraction:
        """P(worse) + P(this place) / 2."""
        return Fraction(2 * self.up_to[place] - self.chances[place], 2 * self.total)

    def as_rare(self, chance: Fraction, worse: bool) -> Fraction:
        """P(or_worse, or or_better, of what comes <= chance)."""
        tail = self.or_worse if worse else self.or_better
        rare = [weight for place, weight in enumerate(self.chances) if tail(place) <= chance]
        return Fraction(sum(rare), self.total)

    def find(self, came: Any) -> int:
        """The place of an outcome as it was written.

        Raises:
            InputError: when it never comes.
        """
        wanted = _yes_or_no(came) if self.is_yes_no else as_outcome(came)
        for place, group in enumerate(self.outcomes):
            if any(type(wanted) is type(outcome) and wanted == outcome for outcome in group):
                return place
        known = [_outcome_in_words(outcome) for group in self.outcomes for outcome in group]
        if self.is_yes_no and wanted is None:
            raise InputError(f"came is yes or no for {self.result}, not {brief_value(came)}", "came")
        if self.is_yes_no:
            raise InputError(f"came: {self.result} is never {_outcome_in_words(wanted)} here", "came")
        range_ = f"{known[0]}..{known[-1]}" if len(known) > _MOST_NAMED else ", ".join(known)
        raise InputError(f"came: {brief_value(came)} has no chance as an outcome of {self.result}: {range_}", "came")


def _outcome_in_words(outcome: Any) -> str:
    return ("yes" if outcome else "no") if isinstance(outcome, bool) else str(outcome)


def as_outcome(came: Any) -> Any:
    """An outcome as laws hold it: text that is a number is one, everything else a name.

    >>> as_outcome("7"), as_outcome("3/2"), as_outcome("later")
    (7, Fraction(3, 2), 'later')
    """
    number = number_given(came)
    if number is not None:
        return whole_of(number)
    # A truth or a decimal is an outcome of nothing.
    return came.strip() if isinstance(came, str) else (came,)


def _yes_or_no(came: Any) -> bool | None:
    if isinstance(came, bool):
        return came
    if isinstance(came, (int, str)):
        word = str(own_number(came)).strip().lower()
        return True if word in _YES else False if word in _NO else None
    return None


def result_of(asked: Asked, answer: Answer) -> str:
    """The result that is looked at: the one that is named, else the main one.

    Raises:
        InputError: when there is none of that name, or it was too large to compute.
    """
    if asked.result:
        if asked.result not in answer and asked.result not in answer.left_out:
            raise unknown_name("result", asked.result, answer, f" of {asked.scenario}")
        return asked.result
    if asked.scenario == "custom.roll":
        found = next((name for name in OF_A_ROLL if name in answer), "")
    else:
        found = type(answer.scenario).headline
    if found and (found in answer or found in answer.left_out):
        return found
    return next(iter(answer))


def places_of(asked: Asked, answer: Answer) -> Places:
    """The places of a line.

    >>> import probcalc
    >>> from probcalc.analysis.luck.asked import check_entry
    >>> line = check_entry({"roll": "d20", "came": 7, "at_least": 16}, 1, "line 1")
    >>> places_of(line, probcalc.roll("d20")).chances
    (3, 1)

    Raises:
        InputError: when nothing ranks the outcomes, or a threshold or an order does not fit.
    """
    name = result_of(asked, answer)
    value = answer[name]
    wants = asked.wants or answer.declared(name).better or "more"
    if isinstance(value, Fraction):
        for key in ("at_least", "at_most"):
            if getattr(asked, key) is not None:
                raise InputError(f"{key}: {name} is yes or no already", key)
        if asked.order:
            raise InputError(f"order: {name} is yes or no, which needs none", "order")
        return _yes_no(name, wants, value)
    if not isinstance(value, Distribution):
        raise InputError(f"{name} is no outcome of dice; ask for another result of {asked.scenario}", name)
    if not value.has_end:
        return _of_endless(asked, name, wants, value)
    groups = _rank(asked.order, answer.declared(name).order, name, value)
    if asked.at_least is None and asked.at_most is None:
        return _rising(name, wants, groups, value)
    passes = passing(asked, name, groups)
    reached = sum(weight for outcome, weight in value.weights.items() if passes(outcome))
    return _yes_no(name, wants, Fraction(reached, value.total))


def _yes_no(name: str, wants: str, chance: Fraction) -> Places:
    yes, no = chance.numerator, chance.denominator - chance.numerator
    pairs = [pair for pair in ((no, False), (yes, True)) if pair[0]]
    if wants == "less":
        pairs.reverse()
    return Places(
        name,
        wants,
        tuple((outcome,) for _, outcome in pairs),
        tuple(weight for weight, _ in pairs),
        chance.denominator,
        True,
    )


def _rising(name: str, wants: str, groups: Sequence[tuple[Any, ...]], law: Distribution) -> Places:
    ordered = [tuple(outcome for outcome in group if outcome in law.weights) for group in groups]
    kept = [group for group in ordered if group]
    if wants == "less":
        kept.reverse()
    chances = tuple(sum(law.weights[outcome] for outcome in group) for group in kept)
    return Places(name, wants, tuple(kept), chances, law.total, False)


def _of_endless(asked: Asked, name: str, wants: str, law: Distribution) -> Places:
    """A law without an end, which a threshold makes yes or no."""
    if asked.order:
        raise InputError(f"order: the outcomes of {name} are numbers", "order")
    key, number = _threshold(asked)
    if key == "":
        raise InputError(f"{name} has no end; at_least or at_most makes yes or no of it", name)
    if not is_number(number):
        raise InputError(f"{key} is a number for {name}, not {brief_value(number)}", key)
    chance = law.at_least(number) if key == "at_least" else 1 - law.at_least(number // 1 + 1)
    return _yes_no(name, wants, Fraction(chance))


def _threshold(asked: Asked) -> tuple[str, Any]:
    for key, given in (("at_least", asked.at_least), ("at_most", asked.at_most)):
        if given is not None:
            return key, as_outcome(given)
    return "", None


def passing(asked: Asked, name: str, groups: Sequence[tuple[Any, ...]]) -> Callable[[Any], bool]:
    """Whether an outcome makes the answer yes, by the threshold of the line."""
    key, given = _threshold(asked)
    places = {outcome: place for place, group in enumerate(groups) for outcome in group}
    if is_number(given):
        numbers = [outcome for outcome in places if is_number(outcome)]
        if not numbers:
            raise unknown_name("outcome", str(given), map(str, places), f" of {name}: {key}")
        # Names beyond the numbers lie above every one of them.
        if key == "at_least":
            return lambda outcome: outcome >= given if is_number(outcome) else True
        return lambda outcome: outcome <= given if is_number(outcome) else False
    if given not in places:
        raise InputError(f"{key}: {unknown_name('outcome', str(given), map(str, places), f' of {name}')}", key)
    edge = places[given]
    if key == "at_least":
        return lambda outcome: places[outcome] >= edge
    return lambda outcome: places[outcome] <= edge


def came_of(asked: Asked, answer: Answer, places: Places, came: Any) -> int:
    """The place of what came; of a threshold by the outcome itself, or as yes or no.

    Raises:
        InputError: when it never comes.
    """
    key, given = _threshold(asked)
    if not key:
        return places.find(came)
    outcome = as_outcome(came)
    if not is_number(outcome) and _yes_or_no(came) is not None:
        return places.find(came)
    name = places.result
    law: Distribution = answer[name]
    if not law.has_end:
        if not is_number(outcome) or not law[outcome]:
            raise InputError(f"came: {brief_value(came)} has no chance as an outcome of {name}", "came")
        return places.find(outcome >= given if key == "at_least" else outcome <= given)
    groups = _rank(asked.order, answer.declared(name).order, name, law)
    _rising(name, "more", groups, law).find(came)
    return places.find(passing(asked, name, groups)(outcome))


def _rank(order: Ordered, declared: Iterable[Any], name: str, law: Distribution) -> Sequence[tuple[Any, ...]]:
    """The outcomes from the least to the greatest, those together that count alike."""
    outcomes = list(law.weights)
    if wrong := [outcome for outcome in outcomes if not is_number(outcome) and not isinstance(outcome, str)]:
        raise InputError(
            f"{name} has outcomes like {brief_value(wrong[0])}, which nothing ranks; ask for a number", name
        )
    if order:
        return _in_the_order(order, declared, name, outcomes)
    if are_numbers(outcomes):
        return [(outcome,) for outcome in sorted(outcomes)]
    if all(map(law.order.holds, outcomes)):
        return [(outcome,) for outcome in sorted(outcomes, key=law.order.place)]
    listed = " < ".join(map(str, outcomes[:_MOST_NAMED]))
    raise InputError(f"nothing ranks the outcomes of {name}; say from the lowest to the highest: order {listed}", name)


def _in_the_order(order: Ordered, declared: Iterable[Any], name: str, outcomes: Sequence[Any]) -> Ordered:
    if any(map(is_number, outcomes)):
        raise InputError(f"order: the outcomes of {name} are numbers, and numbers have theirs", "order")
    named = [each for group in order for each in group]
    known = [*outcomes, *(outcome for outcome in declared if outcome not in outcomes)]
    for each in named:
        if each not in known:
            raise InputError(f"order: {unknown_name('outcome', each, map(str, known), f' of {name}')}", "order")
    if missing := [outcome for outcome in outcomes if outcome not in named]:
        raise InputError(f"order: {', '.join(missing)} of {name} is missing", "order")
    return order
