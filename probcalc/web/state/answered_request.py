"""`Standing`: a request as a page shows it, with its answer or the reason why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import metered
from probcalc.links.reading import meant_roll
from probcalc.notation.errors import NotationError
from probcalc.present.words.labels import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given, Parameter
from probcalc.scenarios.parties import Party
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.settling import idle_names
from probcalc.web.state.spending import spending


class OwnPlace(NamedTuple):
    """A place where a reader's own units or weapons may stand: those that fit, and the one that stands there.

    `called` is the name of one of somebody else's, which a link brought.
    """

    entries: Mapping[str, str]
    used: str | None
    called: str = ""

    @property
    def name(self) -> str:
        """The name of the one that stands there, "" for none."""
        return self.entries.get(self.used or "", "") or self.called


@dataclass(frozen=True)
class Standing:
    """A request as it stands.

    Attributes:
        slot: where the request stands in the visit.
        model: the scenario.
        given: the parameters given.
        values: the value of every parameter that the inputs show.
        answer: the answer, None when the request is refused.
        refusal: why it is refused, in one line; "" when it is not.
        pointer: the text that is refused, with a caret below the place; "" when no place is known.
        repair: a parameter with the text that was probably meant, as "roll=best of 3d6"; "" for none.
        idle: the parameters that have no effect at present, each with the reason.
        own: the places that the reader's own units and weapons may take.
        spent: the steps that the answer took, 0 when it was kept.
        unread: the parameter for which something was typed that cannot be read, "" for none.
    """

    slot: str
    model: type[Scenario]
    given: Given
    values: Given
    answer: Answer | None
    refusal: str
    pointer: str
    idle: Mapping[str, str]
    own: Mapping[str, OwnPlace] = field(default_factory=dict)
    spent: int = 0
    repair: str = ""
    unread: str = ""

    @property
    def answered(self) -> Answer:
        """The answer, for what is drawn of an answered request alone."""
        assert self.answer is not None
        return self.answer

    @property
    def parties(self) -> Sequence[Party]:
        """Who takes part, as the answer calls them; nobody while the request is refused."""
        return self.answer.parties if self.answer is not None else ()

    def in_words(self, text: str) -> str:
        """A refusal, note or help with labels and names in place of ids.

        >>> standing("oathmark.combat", {"b.unit": "troll"}).in_words("b.figures must be 1 to 40, not 50")
        'Trolls, figures must be 1 to 40, not 50'
        """
        return in_words(text, self.model, self.parties)

    def carries_over(self) -> bool:
        """Whether this request leaves something on its target that a next attack would find."""
        try:
            return self.answer is not None and self.answer.scenario.carryover() is not None
        except InputError:
            return False

    def is_changed(self, parameter: Parameter) -> bool:
        """Whether a parameter was given and differs from its default."""
        return parameter.name in self.given and self.values[parameter.name] != parameter.default


def standing(
    scenario_id: str,
    given: Given,
    slot: str = "",
    own: Mapping[str, OwnPlace] | None = None,
    result: str = "",
) -> Standing:
    """The request with its answer; a refused one shows the values that were given, and says why.

    Without a slot it stands on its scenario's own page. Units of the reader's `own` are called by their names. Where
    the `result` that is looked at is a condition, its chance stands among those of the answer.

    >>> stands = standing("chronopia.melee", {"target": "spearmen"})
    >>> stands.values["armour"], stands.answer["slain"]
    (20, Fraction(1, 5))
    >>> standing("chronopia.melee", {"attacker": "civilian"}).refusal
    'Attacker: a civilian has no CC and no weapon, it can only be a target'
    """
    model = registry.scenario(scenario_id)
    answer: Answer | None = None
    refusal = pointer = repair = ""
    budget = spending()
    try:
        with metered(budget):
            answer = registry.answer(scenario_id, given)
        if called := {place: found.name for place, found in (own or {}).items() if found.name}:
            answer = answer.called(called)
        answer = with_result(answer, result)
        scenario: Scenario = answer.scenario
    except InputError as error:
        refusal, pointer, repair = in_words(str(error), model), _pointer(error, given), meant_roll(given, error)
        scenario = _nearest(model, given)
    values = {p.name: scenario.value_of(p.name) for p in model.parameters()}
    idle = idle_names(scenario)
    return Standing(
        slot or scenario_id, model, given, values, answer, refusal, pointer, idle, own or {}, budget.spent, repair
    )


def with_result(answer: Answer, result: str) -> Answer:
    """The answer with the chance of a condition among its results; as it is where it has no such chance.

    >>> import probcalc
    >>> list(with_result(probcalc.odds("chronopia.armour"), "wounds != 1"))
    ['wounds', 'any_wound', 'wounds != 1']
    """
    try:
        with metered(spending()):
            return Measure(result).asked(answer) if result else answer
    except InputError:
        return answer


def with_typed(stands: Standing, unread: Mapping[tuple[str, str], tuple[str, str]]) -> Standing:
    """The request with what was typed for it and cannot be read: the answer to what stood there before is gone.

    `unread` has each text with the reason by its slot and its parameter.

    >>> stands = standing("thud_and_blunder.attack", {})
    >>> with_typed(stands, {("thud_and_blunder.attack", "split"): ("x", "Split is no list")}).refusal
    'Split is no list'
    """
    for (slot, name), (_, why) in unread.items():
        if slot == stands.slot:
            return replace(stands, answer=None, refusal=why, pointer="", repair="", unread=name)
    return stands


def _pointer(error: InputError, given: Given) -> str:
    text = given.get(error.parameter)
    return error.pointer(text) if isinstance(error, NotationError) and isinstance(text, str) else ""


def _nearest(model: type[Scenario], given: Given) -> Scenario:
    """The request without what is refused, but with its value shown all the same."""
    kept = dict(given)
    while True:
        try:
            scenario, _ = resolve(model, kept)
        except InputError as error:
            kept = {n: v for n, v in kept.items() if n != error.parameter} if error.parameter in kept else {}
        else:
            shown: Scenario = scenario.replaced({n: v for n, v in given.items() if model.parameter(n)})
            return shown
